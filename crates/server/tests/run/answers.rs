use crate::harness::runs::{assert_counts_agree, run_body};
use crate::on_both;

on_both! {
    async fn a_run_finishes_and_charges_only_the_answers_that_succeed(server, account) {
        let prompts = server.prompts(&account, &["Which earbuds fit small ears?", "콤부차 스코비 보관법?"]).await;
        let id = server.submit(&account, run_body(&prompts, &["CHATGPT", "CLAUDE", "GEMINI"])).await;
        let run = server.collected_run(&account, &id).await;
        assert_eq!((&run["successCount"], &run["failedCount"]), (&3.into(), &3.into()));
        assert!((server.balance(&account).await - 997.0).abs() < f64::EPSILON);
        let list = server.get(&account, "/v1/platform/runs").await.ok();
        assert_counts_agree(&list["runs"][0]);
        assert_eq!(list["runs"][0]["status"], "FINISHED");

        let answers = server.get(&account, &format!("/v1/platform/answers?runID={id}")).await.ok()["answers"].clone();
        let answers = answers.as_array().unwrap();
        assert_eq!(answers.len(), 6);
        for answer in answers {
            if answer["status"] == "SUCCESS" {
                let source = &answer["sources"][0];
                let link = format!("[[1]]({})", source["url"].as_str().unwrap());
                assert!(answer["content"].as_str().unwrap().contains(&link), "{answer}");
                assert!(source["domain"].as_str().unwrap().ends_with(".example"), "{answer}");
                assert!(!answer["fanouts"].as_array().unwrap().is_empty(), "{answer}");
            } else {
                assert_eq!((&answer["content"], &answer["sources"]), (&"".into(), &serde_json::json!([])), "{answer}");
            }
        }
    }
}
