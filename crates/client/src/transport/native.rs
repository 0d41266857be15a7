//! The transport outside the browser: reqwest on tokio.

use std::time::{Duration, Instant};

use answerdeck_api::operation::Method;
use futures_core::future::LocalBoxFuture;

use super::{Request, Response, Transport, TransportError};

/// A transport for tests and tools. Its futures need a tokio runtime.
#[derive(Debug, Clone)]
pub struct NativeTransport {
    http: reqwest::Client,
    started_at: Instant,
}

impl NativeTransport {
    /// Returns a transport with its own connection pool.
    pub fn new() -> Self {
        Self { http: reqwest::Client::new(), started_at: Instant::now() }
    }
}

impl Default for NativeTransport {
    fn default() -> Self {
        Self::new()
    }
}

impl Transport for NativeTransport {
    fn send(&self, request: Request) -> LocalBoxFuture<'static, Result<Response, TransportError>> {
        let method = match request.method {
            Method::Get => reqwest::Method::GET,
            Method::Post => reqwest::Method::POST,
            Method::Patch => reqwest::Method::PATCH,
            Method::Delete => reqwest::Method::DELETE,
        };
        let mut builder = self.http.request(method, request.url).timeout(request.timeout);
        for (name, value) in request.headers {
            builder = builder.header(name, value);
        }
        if let Some(body) = request.body {
            builder = builder.body(body);
        }
        Box::pin(async move {
            let response = builder.send().await.map_err(transport_error)?;
            let status = response.status().as_u16();
            let headers = response
                .headers()
                .iter()
                .filter_map(|(name, value)| Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned())))
                .collect();
            let body = response.text().await.map_err(transport_error)?;
            Ok(Response { status, headers, body })
        })
    }

    fn sleep(&self, duration: Duration) -> LocalBoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(duration))
    }

    fn now(&self) -> Duration {
        self.started_at.elapsed()
    }

    fn device_time(&self) -> Duration {
        #[expect(clippy::disallowed_methods, reason = "the only access to the system clock")]
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default()
    }

    fn is_online(&self) -> bool {
        true
    }

    fn online_changed(&self) -> LocalBoxFuture<'static, ()> {
        Box::pin(std::future::pending())
    }
}

fn transport_error(error: reqwest::Error) -> TransportError {
    if error.is_connect() || error.is_builder() {
        TransportError::NotSent(error.to_string())
    } else if error.is_timeout() {
        TransportError::TimedOut
    } else {
        TransportError::ConnectionLost(error.to_string())
    }
}
