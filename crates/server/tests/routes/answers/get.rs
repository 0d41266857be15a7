use serde_json::json;

use crate::harness::AnswerRow;
use crate::{on_both, on_sqlite};

on_both! {
    async fn get_answer_returns_sources_and_fanouts_in_order(server, account) {
        let row = AnswerRow {
            content: "**Air 2**",
            sources: &[("https://soundlab.example/a", Some("soundlab.example")), ("https://10.0.0.1/", None)],
            fanouts: &["best earbuds", "earbuds for calls"],
            ..Default::default()
        };
        let (prompt, created) = (row.prompt_id.clone(), server.clock.now());
        let id = server.answer(&account, row).await;
        let answer = server.get(&account, &format!("/v1/platform/answers/{id}")).await.ok();
        assert_eq!(
            answer,
            json!({
                "id": id,
                "model": "CHATGPT",
                "route": "STAND_IN",
                "promptID": prompt,
                "region": "KR",
                "status": "SUCCESS",
                "content": "**Air 2**",
                "query": "Which earbuds?",
                "createdAt": format!("{created:.3}"),
                "runID": account.organization_id,
                "runName": "",
                "markdownURL": format!("{}/api/v1/platform/answers/{id}/markdown", server.url),
                "fanouts": ["best earbuds", "earbuds for calls"],
                "searched": true,
                "sources": [
                    { "url": "https://soundlab.example/a", "title": "T", "domain": "soundlab.example" },
                    { "url": "https://10.0.0.1/", "title": "T" },
                ],
            })
        );
        let list = server.get(&account, "/v1/platform/answers").await.ok();
        assert_eq!(list, json!({ "answers": [answer], "nextCursor": null }));
    }

    async fn an_answer_has_its_route_and_a_pending_one_no_content(server, account) {
        for (status, stored, shown) in [
            ("SUCCESS", Some("API"), json!("API")),
            ("SUCCESS", Some("STAND_IN"), json!("STAND_IN")),
            ("FAILED", Some("SURFACE"), json!("SURFACE")),
            ("FAILED", None, json!(null)),
            ("PENDING", None, json!(null)),
            ("PENDING", Some("API"), json!(null)),
        ] {
            let id = server.answer(&account, AnswerRow { status, route: stored, ..Default::default() }).await;
            let answer = server.get(&account, &format!("/v1/platform/answers/{id}")).await.ok();
            assert_eq!(answer["route"], shown, "{status} {stored:?}");
            if status == "PENDING" {
                assert_eq!((&answer["content"], answer.get("markdownURL")), (&json!(""), None));
            }
        }
        assert_eq!(server.list(&account, "/v1/platform/answers?route=API", "answers").await.len(), 1);
    }
}

on_sqlite! {
    async fn an_answer_says_whether_its_model_searched(server, account) {
        let (source, search) = (&[("https://a.example/", Some("a.example"))][..], &["best earbuds"][..]);
        for (model, route, status, sources, fanouts, searched) in [
            ("CLAUDE", "API", "SUCCESS", source, search, json!(true)),
            ("CLAUDE", "API", "SUCCESS", source, &[], json!(true)),
            ("CLAUDE", "API", "SUCCESS", &[], search, json!(true)),
            ("CLAUDE", "API", "SUCCESS", &[], &[], json!(false)),
            ("CLAUDE", "STAND_IN", "SUCCESS", &[], &[], json!(false)),
            ("CHATGPT", "SURFACE", "SUCCESS", &[], &[], json!(false)),
            ("GOOGLE_OVERVIEW", "SURFACE", "SUCCESS", source, &[], json!(true)),
            ("GOOGLE_OVERVIEW", "SURFACE", "SUCCESS", &[], &[], json!(null)),
            ("CLAUDE", "API", "FAILED", &[], &[], json!(null)),
        ] {
            let row = AnswerRow { model, route: Some(route), status, sources, fanouts, ..Default::default() };
            let id = server.answer(&account, row).await;
            let answer = server.get(&account, &format!("/v1/platform/answers/{id}")).await.ok();
            assert_eq!(answer["searched"], searched, "{model} {route} {status} {sources:?} {fanouts:?}");
        }
    }
}
