use crate::on_both;

on_both! {
    async fn lists_every_model_and_says_that_it_is_a_stand_in(server: TestServer) {
        let account = server.account().await;
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
