//! The environment of the client: network, clocks, randomness and connection state.

use std::any::Any;
use std::rc::Rc;
use std::time::Duration;

use answerdeck_api::operation::Method;
use futures_core::future::LocalBoxFuture;

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(test)]
pub(crate) mod fake;
#[cfg(all(feature = "native", not(target_arch = "wasm32")))]
mod native;
#[cfg(target_arch = "wasm32")]
pub(crate) mod web_locks;

#[cfg(target_arch = "wasm32")]
pub use browser::{AbortOnDrop, BrowserTransport};
#[cfg(all(feature = "native", not(target_arch = "wasm32")))]
pub use native::NativeTransport;

/// Returns the transport of the browser. `None` where there is none: elsewhere than in WebAssembly.
pub(crate) fn browser_transport() -> Option<Rc<dyn Transport>> {
    #[cfg(target_arch = "wasm32")]
    return Some(Rc::new(BrowserTransport));
    #[cfg(not(target_arch = "wasm32"))]
    return None;
}

/// An HTTP request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The absolute URL.
    pub url: String,
    /// Header names in lower case with their values.
    pub headers: Vec<(&'static str, String)>,
    /// The body. `None` for a request without a body.
    pub body: Option<String>,
    /// The timeout of the whole exchange.
    pub timeout: Duration,
}

/// An HTTP response with its whole body.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// Header names in lower case with their values. A browser only gives the headers that CORS exposes.
    pub headers: Vec<(String, String)>,
    /// The body as UTF-8.
    pub body: String,
}

impl Response {
    /// Returns the value of the header `name`, given in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    /// Returns whether the status is 2xx.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

/// The reason why no response arrived.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TransportError {
    /// The request was not sent: the device is offline, or the connection was refused.
    #[error("the request could not be sent: {0}")]
    NotSent(String),
    /// The connection was lost. The server may have processed the request.
    #[error("the connection was lost: {0}")]
    ConnectionLost(String),
    /// The request timed out. The server may have processed it.
    #[error("the request timed out")]
    TimedOut,
    /// The server answered with a redirect, which would take the credential to another address. The text names its target.
    #[error("the request was redirected, which is not followed: {0}")]
    Redirected(String),
    /// The page or the user cancelled the request. The server may have processed it.
    #[error("the request was cancelled")]
    Cancelled,
}

/// A guard that holds a lock until it is dropped.
pub type Lock = Box<dyn Any>;

/// The locks that all clients of a browser share: those of all tabs and workers of an origin.
pub trait Locks {
    /// Waits for the lock of this name. Only one holder has it at a time.
    fn lock(&self, name: &str) -> LocalBoxFuture<'static, Lock>;

    /// Takes the lock of this name. `None` when it is held already.
    fn try_lock(&self, name: &str) -> LocalBoxFuture<'static, Option<Lock>>;
}

/// The environment of the client.
///
/// Dropping a future cancels its work: it aborts the request or ends the sleep.
pub trait Transport {
    /// Sends one request and reads the response of any status.
    fn send(&self, request: Request) -> LocalBoxFuture<'static, Result<Response, TransportError>>;

    /// Waits for `duration`.
    fn sleep(&self, duration: Duration) -> LocalBoxFuture<'static, ()>;

    /// Returns the time since a fixed point in the past, on a monotonic clock.
    fn now(&self) -> Duration;

    /// Returns the time since 1970 on the device's clock, which may be wrong and may jump. Use it only for times that are
    /// stored beyond the life of the page, and only where a wrong time does no harm.
    fn device_time(&self) -> Duration;

    /// Returns whether the device is online. `true`, the default, when unknown.
    fn is_online(&self) -> bool {
        true
    }

    /// Completes when [`Transport::is_online`] changes. It may also complete without a change, so check again. The default
    /// never completes.
    fn online_changed(&self) -> LocalBoxFuture<'static, ()> {
        Box::pin(std::future::pending())
    }

    /// Returns whether the user may see the page. `true`, the default, when there is no page.
    fn is_visible(&self) -> bool {
        true
    }

    /// Completes when [`Transport::is_visible`] changes. It may also complete without a change, so check again. The default
    /// never completes.
    fn visibility_changed(&self) -> LocalBoxFuture<'static, ()> {
        Box::pin(std::future::pending())
    }

    /// Returns the locks that all clients share. `None` where there are none, which is the default.
    fn locks(&self) -> Option<Rc<dyn Locks>> {
        None
    }

    /// Learns that a call waits for `duration` before it sends its request again. The default does nothing.
    fn waits_for_retry(&self, duration: Duration) {
        let _ = duration;
    }

    /// Runs a future to completion in the background. The default does nothing: callers pass a clone of a shared future,
    /// which its next awaiter continues.
    fn spawn(&self, future: LocalBoxFuture<'static, ()>) {
        drop(future);
    }

    /// Fills `bytes` from the system's secure random number generator.
    #[allow(clippy::disallowed_methods, reason = "tests replace this source of randomness")]
    fn random(&self, bytes: &mut [u8]) -> Result<(), String> {
        #[expect(clippy::disallowed_methods, reason = "the only access to the system's randomness")]
        getrandom::fill(bytes).map_err(|error| error.to_string())
    }
}
