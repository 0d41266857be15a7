//! The product's transport, with the handlers of the fixture.

use std::net::SocketAddr;
use std::sync::Arc;

use answerdeck_server::headers::page_origin::foreign_origin;
use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::IntoResponse;
use rmcp::transport::streamable_http_server::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use tokio_util::sync::CancellationToken;

use super::fixture::Fixture;
use super::suite::{self, Findings};

/// Serves the fixture at `/mcp` with the product's transport, and at `/sessions` with sessions.
async fn serve() -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let config = answerdeck_mcp::configuration(CancellationToken::new());
    let with_sessions = config.clone().with_legacy_session_mode(true);
    let (handler, other) = (Fixture::default(), Fixture::default());
    let never = Arc::new(NeverSessionManager::default());
    let product = StreamableHttpService::new(move || Ok(handler.clone()), never, config);
    let sessions = Arc::new(LocalSessionManager::default());
    let sessions = StreamableHttpService::new(move || Ok(other.clone()), sessions, with_sessions);
    let own = format!("http://{address}");
    let refuse_foreign_origin = move |request: Request, next: Next| {
        let is_foreign = foreign_origin(request.headers(), &own, &[]).is_some();
        async move {
            match is_foreign {
                true => StatusCode::FORBIDDEN.into_response(),
                false => next.run(request).await,
            }
        }
    };
    let router = Router::new().route_service("/mcp", product).route_service("/sessions", sessions);
    let router = router.layer(from_fn(refuse_foreign_origin));
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    address
}

/// The scenarios, with their successful checks in revision 2026-07-28, and in 2025-11-25 where there are sessions. Where it is 0,
/// the revision does not require the scenario.
const SCENARIOS: [(&str, usize, usize); 47] = [
    ("caching", 8, 0),
    ("completion-complete", 2, 2),
    ("dns-rebinding-protection", 2, 2),
    ("elicitation-sep1034-defaults", 0, 6),
    ("elicitation-sep1330-enums", 0, 6),
    ("input-required-result-basic-elicitation", 3, 0),
    ("input-required-result-basic-list-roots", 3, 0),
    ("input-required-result-basic-sampling", 3, 0),
    ("input-required-result-capability-check", 2, 0),
    ("input-required-result-ignore-extra-params", 2, 0),
    ("input-required-result-missing-input-response", 2, 0),
    ("input-required-result-multi-round", 4, 0),
    ("input-required-result-multiple-input-requests", 3, 0),
    ("input-required-result-non-tool-request", 3, 0),
    ("input-required-result-request-state", 3, 0),
    ("input-required-result-result-type", 2, 0),
    ("input-required-result-tampered-state", 2, 0),
    ("input-required-result-unsupported-methods", 2, 0),
    ("input-required-result-validate-input", 3, 0),
    ("logging-set-level", 0, 2),
    ("ping", 0, 2),
    ("prompts-get-embedded-resource", 2, 2),
    ("prompts-get-simple", 2, 2),
    ("prompts-get-with-args", 2, 2),
    ("prompts-get-with-image", 2, 2),
    ("prompts-list", 2, 2),
    ("resources-list", 2, 2),
    ("resources-read-binary", 2, 2),
    ("resources-read-text", 2, 2),
    ("resources-subscribe", 0, 2),
    ("resources-templates-read", 2, 2),
    ("resources-unsubscribe", 0, 2),
    ("sep-2164-resource-not-found", 4, 0),
    ("server-initialize", 0, 3),
    ("server-sse-multiple-streams", 1, 2),
    ("server-stateless", 30, 0),
    ("tools-call-audio", 2, 2),
    ("tools-call-elicitation", 0, 2),
    ("tools-call-embedded-resource", 2, 2),
    ("tools-call-error", 2, 2),
    ("tools-call-image", 2, 2),
    ("tools-call-mixed-content", 2, 2),
    ("tools-call-sampling", 0, 2),
    ("tools-call-simple-text", 2, 2),
    ("tools-call-with-logging", 0, 2),
    ("tools-call-with-progress", 2, 2),
    ("tools-list", 4, 3),
];

fn of_2026_07_28() -> impl Iterator<Item = (&'static str, usize)> {
    SCENARIOS.into_iter().filter(|(_, checks, _)| *checks > 0).map(|(scenario, checks, _)| (scenario, checks))
}

fn of_2025_11_25() -> impl Iterator<Item = (&'static str, usize)> {
    SCENARIOS.into_iter().filter(|(.., checks)| *checks > 0).map(|(scenario, _, checks)| (scenario, checks))
}

/// The scenarios of revision 2025-11-25 that need a session: the server asks the client something, or the session is checked.
const WITH_SESSION: [&str; 5] = [
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
    "server-sse-multiple-streams",
    "tools-call-elicitation",
    "tools-call-sampling",
];

/// The scenario that checks the session's id. Without sessions it has one check less.
const SESSION_ID: &str = "server-initialize";

async fn run(path: &str, revision: &str) -> Findings {
    let url = format!("http://{}/{path}", serve().await);
    suite::run(&["server", "--url", &url, "--requirements", revision]).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_transport_conforms_to_revision_2026_07_28() {
    let found = run("mcp", "2026-07-28").await;
    found.assert_passed(of_2026_07_28());
    // The suite does not require it yet.
    found.assert_passed([("http-header-validation", 14)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_transport_with_sessions_conforms_to_revision_2025_11_25() {
    run("sessions", "2025-11-25").await.assert_passed(of_2025_11_25());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_transport_conforms_to_revision_2025_11_25_where_no_session_is_needed() {
    let found = run("mcp", "2025-11-25").await;
    let expected = of_2025_11_25().filter(|(scenario, _)| !WITH_SESSION.contains(scenario));
    found.assert_passed(expected.map(|(name, succeeded)| (name, succeeded - usize::from(name == SESSION_ID))));
    for scenario in WITH_SESSION {
        assert!(!found.scenarios[scenario].others.is_empty(), "{scenario} needs no session");
    }
}
