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
}
