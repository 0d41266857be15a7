//! The transport of one call, which keeps the body of the response in JavaScript.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use answerdeck_client::api::operation::Effect;
use answerdeck_client::transport::{BrowserTransport, Locks, Request, Response, Transport, TransportError, fetch};
use answerdeck_client::{Call, Client, Result};
use futures_core::future::LocalBoxFuture;
use js_sys::{Array, Function, JsString, Promise};
use wasm_bindgen::JsValue;

use crate::abort::{JsResult, unless_aborted};
use crate::error::{abort_fields, error_fields};

/// A response of the status 2xx, with its body in JavaScript.
pub(crate) struct Received {
    pub(crate) response: Response,
    body: JsString,
}

impl Received {
    /// Returns the body, the id of the request and the media type.
    pub(crate) fn to_js(&self) -> JsValue {
        let header = |name| self.response.header(name).map_or(JsValue::UNDEFINED, JsValue::from_str);
        Array::of3(&self.body, &header("x-request-id"), &header("content-type")).into()
    }
}

/// Sends a call until it succeeds, fails, or `aborted` settles. `send` is the user's `fetch`, if any.
pub(crate) async fn exchange(
    client: &Client,
    send: Option<Function>,
    call: Call,
    aborted: Option<Promise>,
) -> JsResult<Received> {
    let effect = call.operation.effect;
    let state = Rc::new(State::new(send));
    match unless_aborted(receive(client, &state, call), aborted).await {
        Some(received) => received.map_err(|error| error_fields(&error)),
        None => Err(abort_fields(effect == Effect::Write && state.may_be_made.get())),
    }
}

/// Sends a call until it succeeds or fails.
pub(crate) async fn receive(client: &Client, state: &Rc<State>, call: Call) -> Result<Received> {
    let response = client.with_transport(Rc::new(CallTransport(state.clone()))).send(call).await?;
    Ok(Received { response, body: state.body.take().unwrap_or_default() })
}

/// What the attempts of a call share.
pub(crate) struct State {
    /// The user's replacement of `fetch`.
    send: Option<Function>,
    /// The body of the last successful response.
    body: RefCell<Option<JsString>>,
    /// Whether an attempt was sent that the platform has not refused.
    may_be_made: Cell<bool>,
}

impl State {
    pub(crate) fn new(send: Option<Function>) -> Self {
        Self { send, body: RefCell::default(), may_be_made: Cell::new(false) }
    }
}

struct CallTransport(Rc<State>);

impl Transport for CallTransport {
    fn send(&self, request: Request) -> LocalBoxFuture<'static, std::result::Result<Response, TransportError>> {
        let state = self.0.clone();
        Box::pin(async move {
            let was_made = state.may_be_made.replace(true);
            let received = fetch(state.send.as_ref(), request).await?;
            // The call goes on after these, and they say nothing about earlier attempts.
            if matches!(received.response.status, 401 | 429) {
                state.may_be_made.set(was_made);
            }
            if received.response.is_success() {
                *state.body.borrow_mut() = Some(received.body);
                return Ok(received.response);
            }
            Ok(Response { body: received.body.into(), ..received.response })
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

    fn spawn(&self, future: LocalBoxFuture<'static, ()>) {
        BrowserTransport.spawn(future);
    }
}
