//! The platform API for tools, in the same process: with the bounds, the rate limit and the errors of the API.

use answerdeck_api::header::IDEMPOTENCY_KEY;
use answerdeck_api::{ErrorBody, ErrorCode, Timestamp};
use answerdeck_database::time::{read_time, wire_time};
use answerdeck_mcp::{Platform, PlatformRequest, Refusal};
use axum::Router;
use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Request, header};
use axum::response::Response;
use serde_json::Value;
use tower::ServiceExt;

use crate::http::caller::Caller;
use crate::http::request_log::RequestId;
use crate::language;
use crate::problem::with_code;
use crate::state::AppState;

/// The maximum size of a response, in bytes. A page of 100 answers of the engines has a tenth of it.
const RESPONSE_MAX: usize = 16 * 1024 * 1024;

/// Sends the requests of tools through the routes and layers of the platform API.
pub(super) struct InProcessPlatform {
    operations: Router,
    public_url: String,
}

impl InProcessPlatform {
    pub(super) fn new(app: &AppState) -> Self {
        let operations = Router::new().nest("/api", crate::api::tool_router(app)).with_state(app.clone());
        let public_url = app.config.public_url.clone();
        Self { operations: crate::http::with_layers(operations, app), public_url }
    }
}

impl Platform for InProcessPlatform {
    async fn send(&self, parts: &Parts, request: PlatformRequest) -> Result<Value, Refusal> {
        let mut builder = Request::builder()
            .method(request.method.as_str())
            .uri(format!("/api{}", request.path))
            .header(header::ACCEPT_LANGUAGE, language::preferred_at_mcp(&parts.headers).tag());
        if let Some(key) = request.idempotency_key {
            builder = builder.header(IDEMPOTENCY_KEY, key);
        }
        let body = request.body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let mut request =
            builder.body(body).map_err(|error| failure(format!("The request cannot be sent: {error}")))?;
        if let Some(caller) = parts.extensions.get::<Caller>() {
            request.extensions_mut().insert(caller.clone());
        }
        if let Some(id) = parts.extensions.get::<RequestId>() {
            request.extensions_mut().insert(id.clone());
        }
        let Ok(response) = self.operations.clone().oneshot(request).await;
        read(response).await
    }

    fn refuse(&self, parts: &Parts, code: ErrorCode, details: &[String]) -> Refusal {
        let error = with_code(language::preferred_at_mcp(&parts.headers), &code, details);
        Refusal { error, retry_after: None }
    }

    fn translated(&self, parts: &Parts, sentence: &str) -> String {
        let language = language::preferred_at_mcp(&parts.headers);
        match sentence.strip_suffix('.') {
            Some(phrase) => format!("{}.", language::detail(language, phrase)),
            None => language::detail(language, sentence),
        }
    }

    fn time(&self, text: &str) -> Option<String> {
        read_time(&Timestamp::new(text)).map(|time| wire_time(time.as_millisecond()).to_string())
    }

    fn public_url(&self) -> &str {
        &self.public_url
    }
}

async fn read(response: Response) -> Result<Value, Refusal> {
    let (parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, RESPONSE_MAX)
        .await
        .map_err(|_| failure(format!("The response has more than {RESPONSE_MAX} bytes. Ask for less.")))?;
    if parts.status.is_success() {
        return serde_json::from_slice(&bytes).map_err(|error| failure(format!("The response is no JSON: {error}")));
    }
    let refusal = match serde_json::from_slice(&bytes) {
        Ok(error) => Refusal { error, retry_after: None },
        Err(_) => failure(format!("The platform answered {}.", parts.status)),
    };
    Err(Refusal { retry_after: retry_after(&parts.headers), ..refusal })
}

fn retry_after(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::RETRY_AFTER)?.to_str().ok()?.parse().ok()
}

fn failure(message: String) -> Refusal {
    Refusal { error: ErrorBody { code: None, message, details: Vec::new(), request_id: None }, retry_after: None }
}
