//! The transport outside the browser: reqwest on tokio.

use std::time::{Duration, Instant};

use answerdeck_api::operation::Method;
use futures_core::future::LocalBoxFuture;

use super::{Request, Response, Transport, TransportError};

/// A transport for programs without a browser. Its futures need a tokio runtime.
///
/// With the feature `rustls` it speaks TLS and trusts the certificates of the system. Without, it is for platforms without
/// TLS, such as a local one.
#[derive(Debug, Clone)]
pub struct NativeTransport {
    http: reqwest::Client,
    started_at: Instant,
}

impl NativeTransport {
    /// Returns a transport with its own connection pool.
    ///
    /// # Errors
    /// Fails with [`TransportError::NotSent`] when the system cannot be used, such as without certificates to trust.
    pub fn new() -> Result<Self, TransportError> {
        #[cfg(feature = "rustls")]
        if rustls::crypto::CryptoProvider::get_default().is_none() {
            // An error means that another thread has installed one already.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        // A redirect would take the credential to another address.
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build();
        let http = http.map_err(|error| TransportError::NotSent(with_causes(&error)))?;
        Ok(Self { http, started_at: Instant::now() })
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
            if response.status().is_redirection() {
                let target = response.headers().get("location").and_then(|target| target.to_str().ok());
                let reason = format!("to {}. Give the platform's own address", target.unwrap_or("another address"));
                return Err(TransportError::Redirected(reason));
            }
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
}

fn transport_error(error: reqwest::Error) -> TransportError {
    if error.is_connect() || error.is_builder() {
        TransportError::NotSent(with_causes(&error))
    } else if error.is_timeout() {
        TransportError::TimedOut
    } else {
        TransportError::ConnectionLost(with_causes(&error))
    }
}

/// Returns the message of an error and of its causes.
fn with_causes(error: &dyn std::error::Error) -> String {
    std::iter::successors(Some(error), |error| error.source()).map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    async fn send(url: String) -> Result<Response, TransportError> {
        let headers = vec![("api-key", "adk_1".to_owned())];
        let request = Request { method: Method::Post, url, headers, body: None, timeout: Duration::from_secs(20) };
        NativeTransport::new().unwrap().send(request).await
    }

    #[tokio::test(flavor = "current_thread")]
    async fn a_redirect_is_not_followed_and_its_target_is_named() {
        let other = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let platform = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = platform.local_addr().unwrap();
        let location = format!("http://{}/", other.local_addr().unwrap());
        let answer = async {
            let (mut connection, _) = platform.accept().await.unwrap();
            assert!(connection.read(&mut [0; 4_096]).await.unwrap() > 0);
            let response =
                format!("HTTP/1.1 307 Temporary Redirect\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n");
            connection.write_all(response.as_bytes()).await.unwrap();
            connection
        };
        let (response, _connection) = tokio::join!(send(format!("http://{address}/")), answer);
        let names_target = matches!(&response, Err(TransportError::Redirected(reason)) if reason.contains(&location));
        assert!(names_target, "{response:?}");
        let reached = futures_util::FutureExt::now_or_never(other.accept());
        assert!(reached.is_none(), "the key must not reach another address");
    }

    #[tokio::test(flavor = "current_thread")]
    async fn an_error_names_its_causes() {
        let error = send("http://127.0.0.1:1/".to_owned()).await.unwrap_err();
        assert!(matches!(&error, TransportError::NotSent(reason) if reason.contains("refused")), "{error:?}");
    }
}
