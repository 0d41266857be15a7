//! The product's endpoint.

use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::{Next, from_fn};

use super::suite::{self, Checks};
use crate::harness::{Backend, TestServer};

/// Serves the product with an API key in every request: the suite has no option for one.
async fn serve(server: &TestServer) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (own, public) = (url.clone(), HeaderValue::from_str(&server.url).unwrap());
    let key = HeaderValue::from_str(&server.account().await.key).unwrap();
    let sign_in = move |mut request: Request, next: Next| {
        request.headers_mut().insert("api-key", key.clone());
        // Pages of this address have another origin than the product's.
        if request.headers().get(header::ORIGIN).is_some_and(|origin| *origin == own) {
            request.headers_mut().insert(header::ORIGIN, public.clone());
        }
        next.run(request)
    };
    let router = answerdeck_server::router::router(&server.app).layer(from_fn(sign_in));
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    format!("{url}/mcp")
}

/// Checks of features the product lacks: tools that ask the client or log, and lists that change.
const NOT_IN_THE_PRODUCT: [&str; 9] = [
    "sep-2575-server-rejects-undeclared-capability",
    "sep-2575-missing-capability-http-400",
    "sep-2575-http-server-no-independent-requests-on-stream",
    "sep-2575-server-no-log-without-loglevel",
    "sep-2575-server-sends-subscription-ack",
    "sep-2575-server-tags-subscription-id",
    "sep-2575-server-honors-notification-filter",
    "sep-2575-server-sends-prompts-list-changed-on-subscription",
    "sep-2575-server-sends-tools-list-changed-on-subscription",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_endpoint_conforms_where_no_special_tool_is_needed() {
    let server = TestServer::start(Backend::Sqlite).await;
    let url = serve(&server).await;
    let found = suite::run(&["server", "--url", &url, "--requirements", "2026-07-28"]).await;
    found.assert_passed([
        ("dns-rebinding-protection", 2),
        ("http-header-validation", 14),
        ("input-required-result-unsupported-methods", 2),
        ("prompts-list", 2),
        ("server-sse-multiple-streams", 1),
        ("tools-list", 4),
    ]);
    let stateless = Checks { succeeded: 21, others: NOT_IN_THE_PRODUCT.map(str::to_owned).to_vec() };
    assert_eq!(found.scenarios["server-stateless"], stateless, "{}", found.printed);

    let found = suite::run(&["server", "--url", &url, "--requirements", "2025-11-25"]).await;
    found.assert_passed([
        ("dns-rebinding-protection", 2),
        ("ping", 2),
        ("prompts-list", 2),
        ("server-initialize", 2),
        ("tools-list", 3),
    ]);
}
