use reqwest::Method;
use serde_json::json;

use crate::harness::Reply;
use crate::on_sqlite;

on_sqlite! {
    async fn an_unknown_path_and_a_path_without_the_api_prefix_are_bad_requests(server, account) {
        for path in [
            "/v1/platform/prompts",
            "/v1beta/platform/credits/me",
            "/v1",
            "/v1beta/",
            "/v2/platform/prompts",
            "/platform/prompts",
            "/api",
            "/api/",
            "/api/v1/platform/prompts//",
            "/api/v1/platform/nothing",
            "/api/v2/platform/prompts",
            "/api/v1beta/platform/prompts",
            "/api/v1/platform/prompts/%FF/x",
            "/api/v1/platform/runs/0000000000000000000run/answers",
        ] {
            let missing = |detail: &'static str| if path.starts_with("/api") { None } else { Some(detail) };
            for (language, message, detail) in [
                ("en", "Unknown path.", missing("path: must begin with /api")),
                ("ko", "없는 경로예요.", missing("path: /api로 시작해야 해요")),
            ] {
                let request = server.http.get(format!("{}{path}", server.url));
                let request = request.header("API-Key", &account.key).header("Accept-Language", language);
                let reply = Reply::of(request).await;
                assert_eq!(reply.refusal(), (400, "SYSTEM_BAD_REQUEST".to_owned()), "{path}");
                assert_eq!(reply.json()["message"], message);
                assert!(detail.is_none_or(|detail| reply.json()["details"][0] == detail), "{path}: {}", reply.text);
                assert_eq!((reply.headers["x-request-id"].len(), &reply.headers["cache-control"]), (22, &"no-store".parse().unwrap()));
            }
        }
    }

    async fn the_path_that_is_meant_is_named(server, account) {
        for (path, detail) in [
            ("/v1beta/platform/prompts", json!(["path: this operation is at /api/v1/platform/prompts"])),
            ("/v1/platform/credits/me", json!(["path: this operation is at /api/v1beta/platform/credits/me"])),
            ("/v1beta/platform/runs/x/stop/", json!(["path: this operation is at /api/v1/platform/runs/x/stop"])),
            ("/v1/platform/promptSets", json!(["path: this operation is at /api/v1/platform/prompt-sets"])),
            ("/v1/platform/prompt_sets", json!(["path: this operation is at /api/v1/platform/prompt-sets"])),
            ("/v1/platform/Prompt-Sets/X-x", json!(["path: this operation is at /api/v1/platform/prompt-sets/X-x"])),
            ("/v1/platform/site-keyword-analyses", json!(["path: this operation is at /api/v1beta/platform/siteKeywordAnalyses"])),
            ("/v1beta/platform/Schedules/Estimate", json!(["path: this operation is at /api/v1beta/platform/schedules/estimate"])),
            ("/api/v1/platform/models", json!(["path: this operation is at /api/v1/platform/models"])),
            ("/api/api/v1beta/platform/prompts", json!(["path: this operation is at /api/v1/platform/prompts"])),
            ("/v1beta/platform/nothing", json!(null)),
            ("/v2/platform/prompts", json!(null)),
        ] {
            let reply = server.get(&account, path).await;
            assert_eq!(reply.refusal(), (400, "SYSTEM_BAD_REQUEST".to_owned()), "{path}");
            assert_eq!(reply.json().get("details").cloned().unwrap_or_default(), detail, "{path}");
        }
    }

    async fn slashes_beside_api_and_one_at_the_end_make_no_difference(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        for path in ["/v1/platform/prompt-sets".to_owned(), format!("/v1/platform/prompt-sets/{set}")] {
            let plain = server.get(&account, &path).await.ok();
            assert_eq!(server.get(&account, &format!("{path}/")).await.ok(), plain);
            let doubled = server.http.get(format!("{}//api//{path}/", server.url)).header("API-Key", &account.key);
            assert_eq!(Reply::of(doubled).await.ok(), plain);
        }
        let page = server.get(&account, "/v1/platform/prompt-sets/?limit=1").await.ok();
        assert_eq!(page["promptSets"][0]["id"], set);
        let created = server.post(&account, "/v1/platform/prompt-sets/", json!({ "name": "Other" })).await;
        assert!(created.status.is_success(), "{}", created.text);
    }

    async fn an_unsupported_method_is_rejected_with_the_allowed_methods(server, account) {
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
            let detail = reply.json()["details"][0].as_str().unwrap().to_owned();
            let mut methods: Vec<&str> = detail.strip_prefix("method: this path supports ").unwrap().split(", ").collect();
            methods.sort_unstable();
            allow.retain(|method| *method != "HEAD");
            assert_eq!(methods, allow);
        }
    }

    async fn head_responds_like_get_without_a_body(server, account) {
        let reply = server.send(&account, Method::HEAD, "/v1/platform/prompt-sets", None).await;
        assert_eq!((reply.status.as_u16(), reply.text.as_str()), (200, ""));
        assert_eq!(reply.headers["x-ratelimit-limit"], "10");
        let refused = server.send(&account, Method::HEAD, "/v1/platform/prompt-sets/short", None).await;
        assert_eq!((refused.status.as_u16(), refused.text.as_str()), (400, ""));
    }

    async fn browsers_must_not_guess_the_type_of_a_response(server, account) {
        let reply = server.get(&account, "/v1/platform/prompt-sets").await;
        assert_eq!(reply.headers["x-content-type-options"], "nosniff");
    }
}
