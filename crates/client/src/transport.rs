//! What the client needs of the world outside: the network, clocks, chance, and whether there is a connection.

use std::time::Duration;

use futures_core::future::LocalBoxFuture;

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(test)]
pub(crate) mod fake;
#[cfg(all(feature = "native", not(target_arch = "wasm32")))]
mod native;

#[cfg(target_arch = "wasm32")]
pub use browser::BrowserTransport;
#[cfg(all(feature = "native", not(target_arch = "wasm32")))]
pub use native::NativeTransport;

/// An HTTP request, ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The method, in capitals.
    pub method: &'static str,
    /// The absolute URL.
    pub url: String,
    /// Header names in lower case, and their values.
    pub headers: Vec<(&'static str, String)>,
    /// The body, when there is one.
    pub body: Option<String>,
    /// How long the whole exchange may take.
    pub timeout: Duration,
}

/// An HTTP response, read to its end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// Header names in lower case, and their values; in a browser only those that CORS exposes.
    pub headers: Vec<(String, String)>,
    /// The body, UTF-8.
    pub body: String,
}

impl Response {
    /// The value of the header `name`, which is in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    /// Whether the status is 2xx.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

/// Why there is no response.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TransportError {
    /// The request never left: the device is offline, or nobody listens there.
    #[error("the request could not be sent: {0}")]
    NotSent(String),
    /// The connection broke. The server may have carried the request out.
    #[error("the connection was lost: {0}")]
    Lost(String),
    /// The response did not come in time. The server may have carried the request out.
    #[error("no response came in time")]
    TimedOut,
    /// The page, or its user, stopped the exchange. The server may have carried the request out.
    #[error("the request was cancelled")]
    Cancelled,
}

/// The world outside the client.
///
/// A future that is dropped stops what it does: a request is aborted, a sleep is forgotten.
pub trait Transport {
    /// Sends one request and reads the response, whatever its status.
    ///
    /// # Errors
    /// [`TransportError`] when no response came.
    fn send(&self, request: Request) -> LocalBoxFuture<'static, Result<Response, TransportError>>;

    /// Waits.
    fn sleep(&self, duration: Duration) -> LocalBoxFuture<'static, ()>;

    /// The time since a fixed moment in the past, on a clock that never goes back.
    fn now(&self) -> Duration;

    /// The time since 1970 by the device's clock. It may be wrong and may jump: only what outlives the page is measured
    /// by it, and nothing may break where it lies.
    fn device_time(&self) -> Duration;

    /// Whether the device has a connection. `true` when it cannot tell.
    fn is_online(&self) -> bool;

    /// Ends when [`Transport::is_online`] changes. May end without a change, so the caller looks again.
    fn online_changed(&self) -> LocalBoxFuture<'static, ()>;

    /// Sees that a future comes to its end although nobody waits for it. Whoever made it holds on to it as well, so
    /// that doing nothing is enough where there is no executor: the next one to wait for it goes on with it.
    fn finish(&self, future: LocalBoxFuture<'static, ()>) {
        drop(future);
    }

    /// Fills `bytes` from the system's secure source of randomness.
    ///
    /// # Errors
    /// A sentence when the system has none.
    #[allow(clippy::disallowed_methods, reason = "this is where randomness is injected")]
    fn random(&self, bytes: &mut [u8]) -> Result<(), String> {
        #[expect(clippy::disallowed_methods, reason = "the one place that asks the system for randomness")]
        getrandom::fill(bytes).map_err(|error| error.to_string())
    }
}
