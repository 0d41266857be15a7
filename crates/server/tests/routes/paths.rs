use reqwest::Method;

use crate::harness::Reply;
use crate::on_both;

on_both! {
    async fn an_unknown_path_and_a_path_without_the_api_prefix_are_bad_requests(server: TestServer) {
        let account = server.account().await;
        for path in [
            "/v1/platform/prompts",
            "/v1beta/platform/credits/me",
            "/v1",
            "/v1beta/",
            "/v2/platform/prompts",
            "/platform/prompts",
            "/api",
            "/api/",
            "/api/v1/platform/prompts/",
            "/api/v1/platform/nothing",
            "/api/v2/platform/prompts",
            "/api/v1beta/platform/prompts",
            "/api/v1/platform/prompts/%FF/x",
            "/api/v1/platform/runs/0000000000000000000run/answers",
        ] {
            for (language, message) in [
                ("en", "Unknown path. API paths start with /api."),
                ("ko", "없는 경로예요. API 경로는 /api로 시작해요."),
            ] {
                let request = server.http.get(format!("{}{path}", server.url));
                let request = request.header("API-Key", &account.key).header("Accept-Language", language);
                let reply = Reply::of(request.send().await.unwrap()).await;
                assert_eq!(reply.refusal(), (400, "SYSTEM_BAD_REQUEST".to_owned()), "{path}");
                assert_eq!(reply.json()["message"], message);
                assert_eq!(reply.headers["x-request-id"].len(), 22);
            }
        }
    }

    async fn an_unsupported_method_is_rejected_with_the_allowed_methods(server: TestServer) {
        let account = server.account().await;
        for (method, path, allowed) in [
            (Method::PUT, "/v1/platform/prompt-sets", "GET,HEAD,POST"),
            (Method::DELETE, "/v1/platform/prompts", "GET,HEAD,POST"),
            (Method::GET, "/v1/platform/prompts/bulk", "POST"),
            (Method::POST, "/v1beta/platform/credits/me", "GET,HEAD"),
            (Method::from_bytes(b"PURGE").unwrap(), "/v1/platform/answers", "GET,HEAD"),
        ] {
            let reply = server.send(&account, method.clone(), path, None).await;
            assert_eq!(reply.refusal(), (405, "SYSTEM_BAD_REQUEST".to_owned()), "{method} {path}");
            let mut allow: Vec<&str> = reply.headers["allow"].to_str().unwrap().split(',').collect();
            allow.sort_unstable();
            assert_eq!(allow.join(","), allowed);
            assert_eq!(reply.json()["message"], "This path does not support this method.");
        }
    }

    async fn head_responds_like_get_without_a_body(server: TestServer) {
        let account = server.account().await;
        let reply = server.send(&account, Method::HEAD, "/v1/platform/prompt-sets", None).await;
        assert_eq!((reply.status.as_u16(), reply.text.as_str()), (200, ""));
        assert_eq!(reply.headers["x-ratelimit-limit"], "10");
        let refused = server.send(&account, Method::HEAD, "/v1/platform/prompt-sets/short", None).await;
        assert_eq!((refused.status.as_u16(), refused.text.as_str()), (400, ""));
    }

    async fn browsers_must_not_guess_the_type_of_a_response(server: TestServer) {
        let account = server.account().await;
        let reply = server.get(&account, "/v1/platform/prompt-sets").await;
        assert_eq!(reply.headers["x-content-type-options"], "nosniff");
    }
}
