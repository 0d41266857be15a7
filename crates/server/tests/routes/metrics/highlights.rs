//! What stands out in answers.

use serde_json::json;

use super::{answer, example};
use crate::harness::AnswerRow;
use crate::on_both;

on_both! {
    async fn highlights_are_what_the_operations_of_their_parts_return(server: TestServer) {
        let account = server.account().await;
        let [nurio, _] = server.two_brands(&account).await;
        example(&server, &account).await;
        let sources = &[("https://a.example/1", Some("a.example")), ("https://b.example/1", Some("b.example"))];
        server.answer(&account, AnswerRow { fanouts: &["cheap", "small"], ..answer('B', "Tavrin", sources) }).await;
        let query = "model=CHATGPT&limit=1";
        let found = server.metric(&account, &format!("highlights?{query}&brandID={nurio}&include=nextSteps")).await;
        let without = server.metric(&account, &format!("highlights?{query}&brandID={nurio}")).await;
        assert_eq!(without.get("nextSteps"), None);
        let domains = server.get(&account, &format!("/v1/platform/statistics/source-domains?{query}")).await.ok();
        let expected = json!({
            "movements": server.metric(&account, &format!("movements?{query}")).await,
            "unnamedSearches": server.metric(&account, &format!("unnamed-searches?{query}&brandID={nurio}")).await,
            "nextSteps": server.metric(&account, &format!("next-steps?{query}&brandID={nurio}&include=done,dismissed")).await,
            "sourceDomains": domains,
        });
        assert_eq!(found, expected);
        let lengths = [&found["unnamedSearches"]["searches"], &found["sourceDomains"]["domains"]];
        assert_eq!(lengths.map(|list| list.as_array().unwrap().len()), [1, 1]);
    }

    async fn highlights_without_a_brand_have_no_searches(server: TestServer) {
        let account = server.account().await;
        let found = server.metric(&account, "highlights").await;
        assert_eq!(found.get("unnamedSearches"), None);
        assert_eq!((&found["movements"]["comparison"], &found["sourceDomains"]["totalCitations"]), (&json!(null), &json!(0)));
        let unknown = server.get(&account, &format!("/v1beta/platform/metrics/highlights?brandID={}", server.new_id())).await;
        assert_eq!(unknown.refusal(), (404, "USER_BRAND_NOT_FOUND".to_owned()));
    }
}
