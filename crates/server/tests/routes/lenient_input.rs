//! Inputs that are accepted because they can mean one thing only.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Account, AnswerRow, Reply, TestServer};
use crate::on_sqlite;

/// Sends a body as it is.
async fn post(server: &TestServer, account: &Account, path: &str, body: Vec<u8>, encoding: Option<&str>) -> Reply {
    let request = server.request(account, Method::POST, path, None).body(body);
    let request = encoding.into_iter().fold(request, |request, encoding| request.header("content-encoding", encoding));
    Reply::of(request).await
}

async fn metric(server: &TestServer, account: &Account, path: &str) -> Value {
    server.get(account, &format!("/v1beta/platform/metrics/{path}")).await.ok()
}

on_sqlite! {
    async fn booleans_and_codes_are_read_in_any_letter_case(server, account) {
        let found = server.answer(&account, AnswerRow { model: "CLAUDE", route: Some("STAND_IN"), ..Default::default() }).await;
        server.answer(&account, AnswerRow { region: "US", ..Default::default() }).await;
        for (name, values) in [
            ("model", ["CLAUDE", "claude", "Claude"]),
            ("region", ["KR", "kr", "Kr"]),
            ("route", ["STAND_IN", "stand_in", "Stand_In"]),
            ("status", ["SUCCESS", "success", "Success"]),
            ("finished", ["true", "TRUE", "1"]),
            ("finished", ["false", "False", "0"]),
            ("include", ["brands", "BRANDS", "Brands"]),
        ] {
            let mut lists = Vec::new();
            for value in values {
                lists.push(server.get(&account, &format!("/v1/platform/answers?{name}={value}")).await.ok());
            }
            assert_eq!((&lists[1], &lists[2]), (&lists[0], &lists[0]), "{name}");
            assert!(lists[0]["answers"].as_array().unwrap().iter().any(|answer| answer["id"] == found), "{name}");
        }
        for interval in ["week", "Week"] {
            let measured = metric(&server, &account, &format!("brands?interval={interval}")).await;
            assert_eq!(measured, metric(&server, &account, "brands?interval=WEEK").await);
        }
        let keywords = "/v1beta/platform/keywords/google/suggestions?keyword=a&countryCode=us&languageCode=KO";
        let suggested = server.get(&account, keywords).await.ok();
        assert_eq!((&suggested["countryCode"], &suggested["languageCode"]), (&json!("US"), &json!("ko")));
        let run = json!({ "promptSetID": server.prompt_set(&account, "Set").await, "models": ["claude"], "region": "us" });
        let run = server.submit(&account, run).await;
        assert_eq!(server.get(&account, &format!("/v1/platform/runs/{run}")).await.ok()["models"], json!(["CLAUDE"]));
    }

    async fn spaces_and_line_ends_around_an_id_a_cursor_a_time_and_a_code_do_not_matter(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        server.prompts_in(&account, &set, &["A?", "B?"]).await;
        let newer = server.prompt_set(&account, "Newer").await;
        server.prompt(&account, &newer, "C?").await;
        assert_eq!(server.get(&account, &format!("/v1/platform/prompt-sets/%20{set}%0D%0A")).await.ok()["name"], "Set");
        let list = async |query: String| server.get(&account, &format!("/v1/platform/{query}")).await.ok();
        let first = list(format!("prompts?promptSetID={set}%0D%0A&limit=1")).await;
        assert_eq!(first, list(format!("prompts?promptSetID={set}&limit=1")).await);
        let cursor = first["nextCursor"].as_str().unwrap();
        let second = list(format!("prompts?promptSetID={set}&cursor={cursor}%0D%0A")).await;
        assert_eq!(second["prompts"].as_array().unwrap().len(), 1);
        let run = json!({ "promptSetID": format!("{set}\r"), "models": [" CLAUDE"], "region": "us " });
        let run = server.submit(&account, run).await;
        let run = list(format!("runs/{run}")).await;
        assert_eq!((&run["models"], &run["answers"][0]["region"]), (&json!(["CLAUDE"]), &json!("US")));
        let answer = server.answer(&account, AnswerRow { model: "CLAUDE", ..Default::default() }).await;
        for (model, region) in [("GEMINI", "KR"), ("CLAUDE", "US")] {
            server.answer(&account, AnswerRow { model, region, ..Default::default() }).await;
        }
        let times = [("from=%202020-01-01%0D", vec![&answer]), ("from=%202126-01-01%0D", vec![]), ("to=%202020-01-01%0D", vec![])];
        for (time, expected) in times {
            let answers = list(format!("answers?model=CLAUDE%0D&region=%20KR&{time}")).await;
            let found: Vec<&Value> = answers["answers"].as_array().unwrap().iter().map(|found| &found["id"]).collect();
            assert_eq!(found, expected, "{time}");
        }
    }

    async fn spaces_and_line_ends_around_the_texts_of_a_body_do_not_matter(server, account) {
        let set = server.prompt_set(&account, "  Commuters ").await;
        assert_eq!(server.get(&account, &format!("/v1/platform/prompt-sets/{set}")).await.ok()["name"], "Commuters");
        let prompt = server.prompt(&account, &set, "\tWhich earbuds?\r\n").await;
        assert_eq!(server.get(&account, &format!("/v1/platform/prompts/{prompt}")).await.ok()["content"], "Which earbuds?");
        let brand = json!({ "name": "Nurio\n", "synonyms": [" 누리오"], "websites": [" https://nurio.example/ "] });
        let brand = server.post(&account, "/v1/platform/brands", brand).await.ok();
        let brand = server.get(&account, &format!("/v1/platform/brands/{}", brand["id"].as_str().unwrap())).await.ok();
        let [name, synonyms, websites] = ["name", "synonyms", "websites"].map(|field| &brand[field]);
        assert_eq!((name, synonyms, websites), (&json!("Nurio"), &json!(["누리오"]), &json!(["https://nurio.example/"])));
        let recipients = json!({ "recipients": [" kim@nurio.example\n"] });
        let settings = server.patch(&account, "/v1beta/platform/digest-settings", recipients).await.ok();
        assert_eq!(settings["recipients"], json!(["kim@nurio.example"]));
    }

    async fn a_body_is_read_without_characters_that_change_the_direction_of_writing(server, account) {
        let set = server.prompt_set(&account, "\u{202e}Commuters\u{202c}").await;
        assert_eq!(server.get(&account, &format!("/v1/platform/prompt-sets/{set}")).await.ok()["name"], "Commuters");
        let prompt = server.prompt(&account, &set, "Which \u{2067}earbuds\u{2069}?").await;
        assert_eq!(server.get(&account, &format!("/v1/platform/prompts/{prompt}")).await.ok()["content"], "Which earbuds?");
        let brand = json!({ "name": "Nu\u{202e}rio", "synonyms": ["누리\u{2066}오"] });
        let brand = server.post(&account, "/v1/platform/brands", brand).await.ok();
        let brand = server.get(&account, &format!("/v1/platform/brands/{}", brand["id"].as_str().unwrap())).await.ok();
        assert_eq!((&brand["name"], &brand["synonyms"]), (&json!("Nurio"), &json!(["누리오"])));
        let unnamed = server.post(&account, "/v1/platform/prompt-sets", json!({ "name": "\u{202e}" })).await;
        assert_eq!(unnamed.refusal(), (400, "COMMON_VALIDATION".to_owned()));
    }

    async fn the_values_of_a_list_are_repeated_or_separated_by_commas(server, account) {
        let prompts = server.prompts(&account, &["A", "B", "C"]).await;
        let (first, last) = (&prompts[0], &prompts[2]);
        let list = async |query: String| server.get(&account, &format!("/v1/platform/prompts?{query}")).await.ok();
        let repeated = list(format!("promptIDs={first}&promptIDs={last}")).await;
        assert_eq!(repeated["prompts"].as_array().unwrap().len(), 2);
        for query in [format!("promptIDs[]={first}&promptIDs[]={last}"), format!("promptIDs={first},{last}&limit=20.0"), format!("promptIDs={first},{last}"), format!("promptIDs={first},%20{last}"), format!("promptIDs={first},+{last}")] {
            assert_eq!(list(query.clone()).await, repeated, "{query}");
        }
        let malformed = server.get(&account, &format!("/v1/platform/prompts?promptIDs={first},")).await;
        assert_eq!(malformed.json()["details"], json!(["PLATFORM_INVALID_ID: promptIDs: an id must be 22 characters of 0-9, A-Z and a-z, not \"\""]));

        let row = AnswerRow { sources: &[("https://a.example/1", Some("a.example")), ("https://b.example/1", Some("b.example"))], fanouts: &["f"], ..Default::default() };
        server.answer(&account, row).await;
        let domains = async |query: &str| metric(&server, &account, &format!("source-trend?{query}")).await["points"][0]["domains"].clone();
        for query in ["domain=a.example&domain=b.example", "domain=a.example,b.example", "domain=a.example,%20b.example"] {
            assert_eq!(domains(query).await, json!([1, 1]), "{query}");
        }
        for include in ["include=models,regions", "include=models&include=regions", "include=models,%20regions"] {
            let fanouts = server.get(&account, &format!("/v1/platform/statistics/fanouts?{include}")).await.ok();
            let fanout = &fanouts["fanouts"][0];
            assert_eq!((&fanout["models"], &fanout["regions"]), (&json!(["CHATGPT"]), &json!(["KR"])), "{include}");
        }
    }

    async fn a_text_in_place_of_a_list_of_texts_is_its_only_item_unless_it_may_be_several(server, account) {
        let run = json!({ "promptIDs": server.prompts(&account, &["A"]).await.remove(0), "models": "claude" });
        let run = server.submit(&account, run).await;
        assert_eq!(server.get(&account, &format!("/v1/platform/runs/{run}")).await.ok()["models"], json!(["CLAUDE"]));
        for synonyms in ["누리오, Nurio Air", "[\"누리오\"]", "누리오\nNurio Air", ""] {
            let refused = server.post(&account, "/v1/platform/brands", json!({ "name": "Nurio", "synonyms": synonyms })).await;
            assert_eq!(refused.json()["details"], json!(["synonyms: must be a list of at most 50 items"]), "{synonyms}");
        }
        let prompts = server.post(&account, "/v1/platform/prompts/bulk", json!({ "prompts": "A" })).await;
        assert_eq!(prompts.json()["details"], json!(["prompts: must be a list of 1 to 100 items"]));
    }

    async fn a_time_is_read_in_every_form_that_names_a_moment(server, account) {
        let answer = server.answer(&account, AnswerRow::default()).await;
        let at = server.clock.now();
        let day = at.strftime("%Y-%m-%d").to_string();
        let lists = async |from: &str| {
            let list = server.get(&account, &format!("/v1/platform/answers?from={from}")).await.ok();
            list["answers"].as_array().unwrap().iter().any(|found| found["id"] == answer)
        };
        for from in [&*day, &format!("{day}T00:00Z"), &format!("{day}%2000:00:00Z"), &format!("{day}T00:00:00+00:00"), &format!("{day}T00:00:00%2B0000")] {
            assert!(lists(from).await, "{from}");
        }
        assert!(!lists("2126-11-20").await);
    }

    async fn an_empty_parameter_counts_as_absent_unless_it_is_an_id_or_a_cursor(server, account) {
        server.answer(&account, AnswerRow::default()).await;
        let all = metric(&server, &account, "answers").await;
        for name in ["domain", "url", "fanout", "word", "model", "region", "from", "to", "finished", "limit"] {
            assert_eq!(metric(&server, &account, &format!("answers?{name}=")).await, all, "{name}");
        }
        assert_eq!(metric(&server, &account, "brands?interval=DAY&timeZone=").await, metric(&server, &account, "brands?interval=DAY").await);
        for (name, code) in [("namesBrandIDs", "COMMON_BINDING"), ("runID", "COMMON_BINDING"), ("cursor", "COMMON_INVALID_CURSOR")] {
            let reply = server.get(&account, &format!("/v1beta/platform/metrics/answers?{name}=")).await;
            assert_eq!(reply.refusal(), (400, code.to_owned()), "{name}");
        }
    }

    async fn an_empty_api_key_counts_as_absent(server, account) {
        for key in ["", " "] {
            let request = server.http.get(format!("{}/api/v1/platform/models", server.url)).header("API-Key", key);
            assert_eq!(request.bearer_auth(&account.key).send().await.unwrap().status(), 200, "{key:?}");
        }
    }

    async fn each_header_of_a_credential_is_read_with_and_without_its_scheme(server, account) {
        for header in ["API-Key", "X-API-Key", "Authorization"] {
            for scheme in ["", "Bearer ", "bearer  "] {
                let request = server.http.get(format!("{}/api/v1/platform/models", server.url));
                let request = request.header(header, format!("{scheme}{}", account.key));
                assert_eq!(request.send().await.unwrap().status(), 200, "{header}: {scheme}");
            }
        }
    }

    async fn null_counts_as_absent_in_what_is_created(server, account) {
        for (path, body) in [
            ("/v1/platform/prompt-sets", json!({ "name": "Set", "description": null })),
            ("/v1/platform/brands", json!({ "name": "Nurio", "synonyms": [], "websites": null, "caseSensitive": null, "excludedPhrases": null, "isOwn": null })),
            ("/v1/platform/proper-nouns", json!({ "text": "earbuds", "lang": null })),
            ("/v1beta/platform/siteKeywordAnalyses", json!({ "url": "https://nurio.example", "includeContext": null, "maxPages": null })),
            ("/v1beta/platform/keywords/google/metrics", json!({ "keywords": ["a"], "countryCode": null, "languageCode": null })),
            ("/v1beta/platform/alert-rules", json!({ "metric": "BRAND_LEAD", "brandID": null, "direction": null, "points": null })),
            ("/v1beta/platform/webhooks", json!({ "url": "https://hooks.example", "eventTypes": ["run.finished"], "format": null })),
        ] {
            let reply = server.post(&account, path, body).await;
            assert!(reply.status.is_success(), "{path}: {}", reply.text);
        }
        let unknown = server.post(&account, "/v1/platform/prompt-sets", json!({ "name": "Set", "colour": null })).await;
        assert_eq!(unknown.json()["details"], json!(["colour: unknown; expected one of name, description"]));
    }

    async fn a_body_may_begin_with_a_byte_order_mark_and_is_not_compressed(server, account) {
        let path = "/v1/platform/prompt-sets";
        let body = json!({ "name": "Set" }).to_string().into_bytes();
        let marked = [b"\xef\xbb\xbf".as_slice(), &body].concat();
        assert!(post(&server, &account, path, marked, None).await.status.is_success());
        for encoding in ["identity", "Identity", "IDENTITY"] {
            assert!(post(&server, &account, path, body.clone(), Some(encoding)).await.status.is_success(), "{encoding}");
        }
        let compressed = post(&server, &account, path, body, Some("gzip")).await;
        assert_eq!(compressed.refusal(), (400, "COMMON_BINDING".to_owned()));
        assert_eq!(compressed.json()["details"], json!(["Content-Encoding: must be absent. Send the body as it is"]));
    }

    async fn a_form_is_told_from_json_that_is_sent_as_one(server, account) {
        let hint = "Content-Type: a form is not read. Send the body as JSON";
        let (urlencoded, multipart) = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=a");
        for (kind, body, hints) in [
            (urlencoded, "name=Set", &[hint][..]),
            ("Application/X-WWW-Form-Urlencoded; charset=utf-8", "name=Set", &[hint]),
            (multipart, "--a\r\n", &[hint]),
            ("text/plain", "name=Set", &[]),
            (urlencoded, "{\"name\":", &[]),
            (multipart, "\u{feff}\n [", &[]),
        ] {
            let request = server.request(&account, Method::POST, "/v1/platform/prompt-sets", None);
            let reply = Reply::of(request.header("content-type", kind).body(body)).await;
            assert_eq!(reply.refusal(), (400, "COMMON_BINDING".to_owned()));
            let details = reply.json()["details"].as_array().cloned().unwrap_or_default();
            assert!(details[0].as_str().unwrap().starts_with("body: not valid JSON"), "{kind} {body}: {details:?}");
            assert_eq!(details[1..], *hints, "{kind} {body}");
        }
    }

    async fn an_operation_without_a_body_accepts_an_empty_one(server, account) {
        let run = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        for body in [None, Some(json!({})), Some(Value::Null)] {
            let stopped = server.send(&account, Method::POST, &format!("/v1/platform/runs/{run}/stop"), body.as_ref()).await;
            assert!(stopped.ok()["stoppedAt"].is_string());
        }
    }
}
