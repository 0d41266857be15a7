//! Parameters that are missing, unknown or of another organization.

use crate::on_sqlite;

on_sqlite! {
    async fn a_bad_parameter_is_refused_with_its_name(server, account, other) {
        let foreign = server.brand(&other, "Nurio").await;
        let own = server.brand(&account, "Nurio").await;
        for (query, refusal, detail) in [
            ("prompts", (400, "COMMON_VALIDATION"), "brandID: is required"),
            ("leads", (400, "COMMON_VALIDATION"), "brandID: is required"),
            ("source-influence", (400, "COMMON_VALIDATION"), "brandID: is required"),
            ("next-steps", (400, "COMMON_VALIDATION"), "brandID: is required"),
            ("next-steps?brandID={own}&include=open", (400, "COMMON_VALIDATION"), "include: must be one of "),
            ("next-steps?brandID={foreign}", (404, "USER_BRAND_NOT_FOUND"), ""),
            ("unnamed-searches", (400, "COMMON_VALIDATION"), "brandID: is required"),
            ("brands?interval=YEAR", (400, "COMMON_VALIDATION"), "interval: must be one of RUN, DAY, WEEK, MONTH"),
            ("brands?interval=DAY&timeZone=Nowhere", (400, "COMMON_VALIDATION"), "timeZone: must be"),
            ("brands?include=before", (400, "COMMON_VALIDATION"), "from: is required"),
            ("movements?basis=WEEKS", (400, "COMMON_VALIDATION"), "basis: must be one of RUNS, PERIODS"),
            ("movements?basis=PERIODS", (400, "COMMON_VALIDATION"), "from: is required"),
            ("source-trend?level=HOST", (400, "COMMON_VALIDATION"), "level: must be one of DOMAIN, SITE, PAGE"),
            ("brands?brandID={foreign}", (404, "USER_BRAND_NOT_FOUND"), "brandID: there is no brand "),
            ("brands?withBrandID={foreign}", (404, "USER_BRAND_NOT_FOUND"), ""),
            ("highlights?brandID={foreign}", (404, "USER_BRAND_NOT_FOUND"), ""),
            ("prompts?brandID={foreign}", (404, "USER_BRAND_NOT_FOUND"), ""),
            ("answers?namesBrandIDs={own},{foreign}", (404, "USER_BRAND_NOT_FOUND"), "namesBrandIDs: there is no brand "),
            ("prompts?brandID={own}&order=BEST", (400, "COMMON_VALIDATION"), "order: must be one of RATE"),
            ("prompts?brandID={own}&order=CHANGE", (400, "COMMON_VALIDATION"), "from: is required"),
            ("brands?runID=xxxxxxxxxxxxxxxxxxxxxx", (404, "TASK_GENERATION_RUN_NOT_FOUND"), "runID: there is no run "),
            ("source-changes?runID=xxxxxxxxxxxxxxxxxxxxxx", (404, "TASK_GENERATION_RUN_NOT_FOUND"), "runID: there is no run "),
            ("movements?beforeRunID=xxxxxxxxxxxxxxxxxxxxxx", (404, "TASK_GENERATION_RUN_NOT_FOUND"), "beforeRunID: there is no run "),
            ("answer-texts?phrase=a&promptID=xxxxxxxxxxxxxxxxxxxxxx", (404, "PROMPT_NOT_FOUND"), "promptID: there is no prompt "),
            ("answer-texts?phrase=%E3%85%A4%E2%80%8B%20", (400, "COMMON_VALIDATION"), "phrase: must not be blank"),
            ("answers?url=not%20a%20url", (400, "COMMON_VALIDATION"), "url: must be a URL with http:// or https://"),
            ("answers?fanout=%20", (400, "COMMON_VALIDATION"), "fanout: must not be blank"),
            ("mentions?answerID=xxxxxxxxxxxxxxxxxxxxxx,yyyyyyyyyyyyyyyyyyyyyy", (404, "ANSWER_NOT_FOUND"), "answerID: there is no answer yy"),
        ] {
            let query = query.replace("{foreign}", &foreign).replace("{own}", &own);
            let reply = server.get(&account, &format!("/v1beta/platform/metrics/{query}")).await;
            assert_eq!(reply.refusal(), (refusal.0, refusal.1.to_owned()), "{query}");
            let details = reply.json()["details"].to_string();
            assert!(details.contains(detail), "{query}: {details}");
        }
    }

    async fn a_refusal_names_all_bad_parameters(server, account, other) {
        let foreign = server.brand(&other, "Nurio").await;
        let (bad, not_found) = ((400, "COMMON_VALIDATION"), (404, "USER_BRAND_NOT_FOUND"));
        for (query, refusal, fields) in [
            (
                "brands?include=before&interval=DAY&timeZone=Nowhere&brandID={foreign},{none}&withBrandID={none}&runID={none}",
                bad,
                &["from", "timeZone", "brandID", "brandID", "withBrandID", "runID"][..],
            ),
            ("prompts?order=CHANGE&brandID={foreign}&promptSetID={none}", bad, &["from", "brandID", "promptSetID"]),
            (
                "leads?timeZone=Nowhere&brandID={foreign}&runID={none}&promptID={none}",
                bad,
                &["timeZone", "brandID", "runID", "promptID"],
            ),
            (
                "movements?basis=PERIODS&beforeRunID={none}&brandID={foreign}&runID={none}",
                bad,
                &["from", "beforeRunID", "brandID", "runID"],
            ),
            ("movements?brandID={foreign}", not_found, &["brandID"]),
            (
                "source-trend?timeZone=Nowhere&domain=a.news.example&promptID={none}",
                bad,
                &["timeZone", "domain[0]", "promptID"],
            ),
            (
                "answers?domain=a.news.example&namesBrandIDs={none},{foreign}&citesBrandID={foreign}",
                bad,
                &["domain", "namesBrandIDs", "namesBrandIDs", "citesBrandID"],
            ),
            ("source-influence?brandID={foreign}&runID={none}", not_found, &["brandID", "runID"]),
            ("next-steps?brandID={foreign}&runID={none}", not_found, &["brandID", "runID"]),
            ("highlights?brandID={foreign}&runID={none}", not_found, &["brandID", "runID"]),
        ] {
            let query = query.replace("{foreign}", &foreign).replace("{none}", &"x".repeat(22));
            let reply = server.get(&account, &format!("/v1beta/platform/metrics/{query}")).await;
            assert_eq!(reply.refusal(), (refusal.0, refusal.1.to_owned()), "{query}");
            let details: Vec<String> = serde_json::from_value(reply.json()["details"].clone()).unwrap();
            let named: Vec<&str> = details.iter().map(|detail| detail.split(": ").next().unwrap()).collect();
            assert_eq!(named, fields, "{query}");
        }
    }
}
