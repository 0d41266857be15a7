//! Phrases in texts of answers.

use serde_json::json;

use crate::harness::AnswerRow;
use crate::on_both;

on_both! {
    async fn a_phrase_is_found_newest_first_with_an_excerpt(server, account) {
        server.two_brands(&account).await;
        for content in ["Active ＮＯＩＳＥ\ncancelling of Nurio", "quiet", "noise cancel"] {
            server.answer(&account, AnswerRow { content, ..AnswerRow::default() }).await;
        }
        let path = "answer-texts?phrase=noise%20cancel&limit=1";
        let first = server.metric(&account, path).await;
        assert_eq!((&first["answers"][0]["phrase"], &first["searched"]), (&json!("noise cancel"), &json!(1)));
        let cursor = first["nextCursor"].as_str().unwrap();
        let second = server.metric(&account, &format!("{path}&cursor={cursor}")).await;
        let found = &second["answers"][0];
        assert_eq!((&found["before"], &found["phrase"], &found["after"]), (&json!("Active "), &json!("ＮＯＩＳＥ\ncancel"), &json!("ling of Nurio")));
        assert_eq!(found["answer"]["brands"][0]["brand"]["name"], "Nurio");
        assert_eq!((&second["nextCursor"], second.get("searchedSince")), (&json!(null), None));
    }

    async fn a_blank_phrase_is_refused(server, account) {
        for phrase in ["%20", "%E2%80%8B", "%E3%85%A4%20"] {
            let reply = server.get(&account, &format!("/v1beta/platform/metrics/answer-texts?phrase={phrase}")).await;
            assert_eq!(reply.refusal(), (400, "COMMON_VALIDATION".to_owned()), "{phrase}");
            assert_eq!(reply.json()["details"], json!(["phrase: must not be blank"]), "{phrase}");
        }
    }
}
