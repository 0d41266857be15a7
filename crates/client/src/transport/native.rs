//! Outside the browser: reqwest on tokio.

use std::time::{Duration, Instant};

use futures_core::future::LocalBoxFuture;

use super::{Request, Response, Transport, TransportError};

/// The transport of a test or a tool. Its futures run inside a tokio runtime.
#[derive(Debug, Clone)]
pub struct NativeTransport {
    http: reqwest::Client,
    start: Instant,
}

impl NativeTransport {
    /// Makes one with a connection pool of its own.
    pub fn new() -> Self {
        Self { http: reqwest::Client::new(), start: Instant::now() }
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
            "POST" => reqwest::Method::POST,
            "PATCH" => reqwest::Method::PATCH,
            "DELETE" => reqwest::Method::DELETE,
            _ => reqwest::Method::GET,
        };
        let mut builder = self.http.request(method, request.url).timeout(request.timeout);
        for (name, value) in request.headers {
            builder = builder.header(name, value);
        }
        if let Some(body) = request.body {
            builder = builder.body(body);
        }
        Box::pin(async move {
            let response = builder.send().await.map_err(failure)?;
            let status = response.status().as_u16();
            let headers = response
                .headers()
                .iter()
                .filter_map(|(name, value)| Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned())))
                .collect();
            let body = response.text().await.map_err(failure)?;
            Ok(Response { status, headers, body })
        })
    }

    fn sleep(&self, duration: Duration) -> LocalBoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(duration))
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn device_time(&self) -> Duration {
        #[expect(clippy::disallowed_methods, reason = "the one place that asks the system for the time")]
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default()
    }

    fn is_online(&self) -> bool {
        true
    }

    fn online_changed(&self) -> LocalBoxFuture<'static, ()> {
        Box::pin(std::future::pending())
    }
}

fn failure(error: reqwest::Error) -> TransportError {
    if error.is_connect() || error.is_builder() {
        TransportError::NotSent(error.to_string())
    } else if error.is_timeout() {
        TransportError::TimedOut
    } else {
        TransportError::Lost(error.to_string())
    }
}
