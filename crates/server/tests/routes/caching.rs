use reqwest::Method;
use serde_json::json;

use crate::harness::{AnswerRow, Reply};
use crate::on_sqlite;

on_sqlite! {
    async fn no_response_of_the_api_is_stored(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        let path = format!("/v1/platform/prompt-sets/{set}");
        let answer = server.answer(&account, AnswerRow::default()).await;
        for (method, path, body, status) in [
            (Method::GET, path.clone(), None, 200),
            (Method::HEAD, path.clone(), None, 200),
            (Method::GET, format!("/v1/platform/answers/{answer}"), None, 200),
            (Method::GET, format!("/v1/platform/answers/{answer}/markdown"), None, 200),
            (Method::GET, "/v1/platform/prompt-sets?limit=0".to_owned(), None, 400),
            (Method::GET, "/v1/platform/none-such".to_owned(), None, 400),
            (Method::PUT, path.clone(), None, 405),
            (Method::OPTIONS, path.clone(), None, 200),
            (Method::PATCH, path.clone(), Some(json!({ "name": "Other" })), 200),
            (Method::DELETE, path, None, 204),
        ] {
            server.clock.advance(jiff::SignedDuration::from_millis(101));
            let request = server.http.request(method.clone(), format!("{}/api{path}", server.url));
            let request = request.header("API-Key", &account.key);
            let request = body.iter().fold(request, |request, body| request.json(body));
            let reply = Reply::of(request).await;
            assert_eq!((reply.status.as_u16(), &reply.headers["cache-control"]), (status, &"no-store".parse().unwrap()), "{method} {path}");
        }
    }

    async fn a_condition_of_a_write_is_refused(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        let path = format!("/v1/platform/prompt-sets/{set}");
        for (method, body) in [(Method::PATCH, Some(json!({ "name": "Other" }))), (Method::DELETE, None)] {
            for (header, value) in [("If-Match", "\"a\""), ("If-Unmodified-Since", "Fri, 20 Nov 2026 09:00:00 GMT")] {
                let request = server.request(&account, method.clone(), &path, body.as_ref()).header(header, value);
                let reply = Reply::of(request).await;
                assert_eq!(reply.refusal(), (400, "COMMON_BINDING".to_owned()), "{method} {header}");
                let detail = format!("{header}: must be absent. This API has no conditional writes");
                assert_eq!(reply.json()["details"], json!([detail]));
            }
        }
        let read = server.request(&account, Method::GET, &path, None).header("If-Match", "*");
        assert_eq!(Reply::of(read).await.ok()["name"], "Set");
    }
}
