//! The keywords that no prompt contains.

use answerdeck_api::limits::UNASKED_KEYWORDS_MAX;
use serde_json::{Value, json};

use crate::on_each;

const PATH: &str = "/v1beta/platform/metrics/unasked-keywords";

on_each! {
    async fn the_keywords_that_no_prompt_of_the_organization_contains_are_listed(server, account, other) {
        let unasked = async |keywords: Value| server.post(&account, PATH, json!({ "keywords": keywords })).await.ok()["keywords"].clone();
        let keywords = json!(["무선 이어폰", "NURIO  Air 2", "earbuds", "이어폰", "100%", "EARBUDS"]);
        assert_eq!(unasked(keywords.clone()).await, keywords);
        let set = server.prompt_set(&other, "Set").await;
        server.prompt(&other, &set, "earbuds").await;
        assert_eq!(unasked(keywords.clone()).await, keywords);
        let set = server.prompt_set(&account, "Set").await;
        // Spaces, case and the form of Hangul make no difference.
        server.prompt(&account, &set, "\u{1106}\u{116e}선이어폰 추천, nurio air2?").await;
        assert_eq!(unasked(keywords.clone()).await, json!(["earbuds", "100%", "EARBUDS"]));
        let prompt = server.prompt(&account, &set, "Ear buds: 100 %").await;
        assert_eq!(unasked(keywords.clone()).await, json!([]));
        server.delete(&account, &format!("/v1/platform/prompts/{prompt}")).await;
        assert_eq!(unasked(keywords).await, json!(["earbuds", "100%", "EARBUDS"]));
        let many: Vec<String> = (0..UNASKED_KEYWORDS_MAX).map(|number| format!("keyword {number}")).collect();
        assert_eq!(unasked(json!(many)).await, json!(many));
    }
}
