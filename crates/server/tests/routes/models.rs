use crate::on_sqlite;

on_sqlite! {
    async fn list_models_returns_every_model_with_a_name_that_mentions_the_local_corpus(server, account) {
        let models = server.get(&account, "/v1/platform/models").await.ok()["models"].clone();
        let codes: Vec<_> = models.as_array().unwrap().iter().map(|model| model["code"].as_str().unwrap()).collect();
        assert_eq!(
            codes,
            [
                "CHATGPT", "GOOGLE_OVERVIEW", "GOOGLE_AI", "PERPLEXITY", "GEMINI", "NAVER_AI_BRIEFING",
                "NAVER_AI_TAB", "CLAUDE"
            ]
        );
        assert_eq!(models[0]["name"], "ChatGPT (local corpus)");
    }
}
