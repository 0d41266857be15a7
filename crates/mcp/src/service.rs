//! The transport: Streamable HTTP, from the SDK.

use std::sync::Arc;

use answerdeck_api::limits::BODY_BYTES_MAX;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio_util::sync::CancellationToken;

use crate::handler::Handler;
use crate::platform::Platform;

pub type McpService<P> = StreamableHttpService<Handler<P>, NeverSessionManager>;

/// Makes the HTTP service. It serves revision 2026-07-28 and earlier ones, without sessions. It checks neither the credential
/// nor the `Origin`: put it behind layers that do.
pub fn service<P: Platform>(platform: P, shutdown: CancellationToken) -> McpService<P> {
    let platform = Arc::new(platform);
    let sessions = Arc::new(NeverSessionManager::default());
    StreamableHttpService::new(move || Ok(Handler(Arc::clone(&platform))), sessions, configuration(shutdown))
}

pub fn configuration(shutdown: CancellationToken) -> StreamableHttpServerConfig {
    StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(BODY_BYTES_MAX)
        .with_cancellation_token(shutdown)
        // A request to another host name has no credential, because browsers do not add one.
        .disable_allowed_hosts()
}
