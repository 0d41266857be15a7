//! The transport: JavaScript sends each request, and keeps the body of the response of a call.

use std::rc::Rc;
use std::time::Duration;

use answerdeck_client::transport::{
    AbortOnDrop, BrowserTransport, Locks, Request, Response, Transport, TransportError,
};
use futures_core::future::LocalBoxFuture;
use futures_util::future::{Either, select};
use js_sys::{Array, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;
use web_sys::AbortSignal;

#[wasm_bindgen]
extern "C" {
    /// An `Exchange` of `exchange.js`.
    #[derive(Clone)]
    pub type Exchange;

    /// Sends a request. Resolves to the status, the headers and the body; or to how the request failed, and why.
    #[wasm_bindgen(method, structural)]
    fn send(
        this: &Exchange,
        method: &str,
        url: &str,
        headers: Array,
        body: Option<String>,
        signal: AbortSignal,
    ) -> Promise;

    /// Learns how many milliseconds the call waits before it sends its request again.
    #[wasm_bindgen(method, structural)]
    fn wait(this: &Exchange, milliseconds: f64);
}

/// The transport of one call, session or client.
pub(crate) struct ExchangeTransport(Exchange);

impl ExchangeTransport {
    pub(crate) fn shared(exchange: Exchange) -> Rc<dyn Transport> {
        Rc::new(Self(exchange))
    }
}

impl Transport for ExchangeTransport {
    fn send(&self, request: Request) -> LocalBoxFuture<'static, Result<Response, TransportError>> {
        let exchange = self.0.clone();
        Box::pin(async move {
            let abort = AbortOnDrop::new()?;
            let headers = Array::new();
            for (name, value) in &request.headers {
                headers.push(&Array::of2(&JsValue::from_str(name), &JsValue::from_str(value)));
            }
            let method = request.method.as_str();
            let sent = exchange.send(method, &request.url, headers, request.body, abort.signal());
            match select(JsFuture::from(sent), BrowserTransport.sleep(request.timeout)).await {
                // It never rejects.
                Either::Left((outcome, _)) => read(&outcome.unwrap_or_default().into()),
                Either::Right(_) => Err(TransportError::TimedOut),
            }
        })
    }

    fn sleep(&self, duration: Duration) -> LocalBoxFuture<'static, ()> {
        BrowserTransport.sleep(duration)
    }

    fn now(&self) -> Duration {
        BrowserTransport.now()
    }

    fn device_time(&self) -> Duration {
        BrowserTransport.device_time()
    }

    fn is_online(&self) -> bool {
        BrowserTransport.is_online()
    }

    fn online_changed(&self) -> LocalBoxFuture<'static, ()> {
        BrowserTransport.online_changed()
    }

    fn is_visible(&self) -> bool {
        BrowserTransport.is_visible()
    }

    fn visibility_changed(&self) -> LocalBoxFuture<'static, ()> {
        BrowserTransport.visibility_changed()
    }

    fn locks(&self) -> Option<Rc<dyn Locks>> {
        BrowserTransport.locks()
    }

    fn waits_for_retry(&self, duration: Duration) {
        self.0.wait(duration.as_secs_f64() * 1_000.0);
    }

    fn spawn(&self, future: LocalBoxFuture<'static, ()>) {
        BrowserTransport.spawn(future);
    }
}

/// Reads what `Exchange.send` resolves to. Each header is a line.
fn read(outcome: &Array) -> Result<Response, TransportError> {
    let text = |at| outcome.get(at).as_string().unwrap_or_default();
    if let Some(status) = outcome.get(0).as_f64() {
        let lines = text(1);
        let headers = lines.lines().filter_map(|line| line.split_once(": "));
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        return Ok(Response { status: status as u16, headers, body: text(2) });
    }
    let why = text(1);
    Err(match text(0).as_str() {
        "cancelled" => TransportError::Cancelled,
        "not sent" => TransportError::NotSent(why),
        "redirected" => TransportError::Redirected(why),
        _ => TransportError::ConnectionLost(why),
    })
}
