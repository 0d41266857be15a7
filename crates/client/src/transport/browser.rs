//! The transport in JavaScript: `fetch`, `setTimeout`, `performance.now()`, `Date.now()` and `navigator.onLine`.

use std::rc::Rc;
use std::time::Duration;

use answerdeck_api::operation::Method;
use futures_core::future::LocalBoxFuture;
use futures_util::future::{Either, select};
use gloo_net::http::{Headers, RequestBuilder};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::EventTarget;

use super::web_locks::WebLocks;
use super::{Locks, Request, Response, Transport, TransportError};
use crate::global_scope::global_scope;

/// The transport of a page, a worker, or a program of Node.
#[derive(Debug, Clone, Copy, Default)]
pub struct BrowserTransport;

impl Transport for BrowserTransport {
    fn send(&self, request: Request) -> LocalBoxFuture<'static, Result<Response, TransportError>> {
        Box::pin(async move {
            let abort = AbortOnDrop::new()?;
            let timeout = sleep(request.timeout);
            match select(Box::pin(exchange(&request, &abort)), timeout).await {
                Either::Left((result, _)) => result,
                Either::Right(_) => Err(TransportError::TimedOut),
            }
        })
    }

    fn sleep(&self, duration: Duration) -> LocalBoxFuture<'static, ()> {
        Box::pin(sleep(duration))
    }

    fn now(&self) -> Duration {
        let milliseconds = global_scope().performance().map_or_else(js_sys::Date::now, |clock| clock.now());
        Duration::from_secs_f64(milliseconds.max(0.0) / 1_000.0)
    }

    fn device_time(&self) -> Duration {
        Duration::from_secs_f64(js_sys::Date::now().max(0.0) / 1_000.0)
    }

    fn is_online(&self) -> bool {
        global_scope().navigator().and_then(|navigator| navigator.on_line()).unwrap_or(true)
    }

    fn locks(&self) -> Option<Rc<dyn Locks>> {
        Some(Rc::new(WebLocks::new()?))
    }

    fn spawn(&self, future: LocalBoxFuture<'static, ()>) {
        wasm_bindgen_futures::spawn_local(future);
    }

    fn online_changed(&self) -> LocalBoxFuture<'static, ()> {
        Box::pin(event(global_scope().into(), &ONLINE_EVENTS))
    }

    fn is_visible(&self) -> bool {
        global_scope().document().is_none_or(|document| !document.hidden())
    }

    fn visibility_changed(&self) -> LocalBoxFuture<'static, ()> {
        match global_scope().document() {
            Some(document) => Box::pin(event(document.into(), &["visibilitychange"])),
            None => Box::pin(std::future::pending()),
        }
    }
}

const ONLINE_EVENTS: [&str; 2] = ["online", "offline"];

/// Completes at the next of these events.
fn event(target: EventTarget, names: &'static [&'static str]) -> impl Future<Output = ()> {
    let (sender, receiver) = futures_channel::oneshot::channel::<()>();
    let listener = Listener::new(target, names, sender);
    async move {
        // An error means that the listener was dropped and cannot report an event any more.
        let _ = receiver.await;
        drop(listener);
    }
}

/// `setTimeout` takes up to 2^31 - 1 ms. Every wait of the client is far shorter.
fn sleep(duration: Duration) -> TimeoutFuture {
    let is_between = !duration.subsec_nanos().is_multiple_of(1_000_000);
    let milliseconds = duration.as_millis() + u128::from(is_between);
    TimeoutFuture::new(u32::try_from(milliseconds).unwrap_or(i32::MAX as u32))
}

async fn exchange(request: &Request, abort: &AbortOnDrop) -> Result<Response, TransportError> {
    let was_offline = !BrowserTransport.is_online();
    let lost = |reason: JsValue| {
        if text_property(&reason, "name").as_deref() == Some("AbortError") {
            return TransportError::Cancelled;
        }
        let description = describe(&reason);
        if was_offline && !BrowserTransport.is_online() {
            TransportError::NotSent(description)
        } else {
            TransportError::ConnectionLost(description)
        }
    };
    let request = build(request, abort)?;
    let promise = global_scope().fetch(&request).map_err(lost)?;
    let response = JsFuture::from(Promise::resolve(&promise)).await.map_err(lost)?;
    if !response.is_object() {
        return Err(lost(JsValue::from_str("`fetch` returned no response")));
    }
    // It may be of another realm, such as that of a polyfill.
    let response: web_sys::Response = response.unchecked_into();
    let status = response.status();
    let headers = response_headers(&response);
    let body = JsFuture::from(response.text().map_err(lost)?).await.map_err(lost)?;
    match body.as_string() {
        // The status of an opaque response is 0.
        Some(body) if status != 0 => Ok(Response { status, headers, body }),
        _ => Err(lost(JsValue::from_str("`fetch` returned an unreadable response"))),
    }
}

fn build(request: &Request, abort: &AbortOnDrop) -> Result<web_sys::Request, TransportError> {
    let builder = RequestBuilder::new(&request.url)
        .headers(headers(&request.headers)?)
        .abort_signal(Some(&abort.signal()))
        .credentials(web_sys::RequestCredentials::Omit)
        // The pacer takes the rate headers of a response as current.
        .cache(web_sys::RequestCache::NoStore)
        // A redirect would take the credential to another address.
        .redirect(web_sys::RequestRedirect::Error);
    // GET is the default of gloo-net.
    let builder = match request.method {
        Method::Post => builder.method(gloo_net::http::Method::POST),
        Method::Patch => builder.method(gloo_net::http::Method::PATCH),
        Method::Delete => builder.method(gloo_net::http::Method::DELETE),
        Method::Get => builder,
    };
    let built = match &request.body {
        Some(body) => builder.body(body.as_str()),
        None => builder.build(),
    };
    let built = built.map(web_sys::Request::from).map_err(|error| TransportError::NotSent(error.to_string()))?;
    if request.method != Method::Delete {
        return Ok(built);
    }
    // The browser completes a deletion that is sent while its page closes. gloo-net cannot say so.
    let init = web_sys::RequestInit::new();
    let _ = Reflect::set(&init, &JsValue::from_str("keepalive"), &JsValue::TRUE);
    web_sys::Request::new_with_request_and_init(&built, &init)
        .map_err(|error| TransportError::NotSent(describe(&error)))
}

/// Sets each header separately, because gloo-net panics on an invalid header value.
fn headers(pairs: &[(&'static str, String)]) -> Result<Headers, TransportError> {
    let invalid = |_: JsValue| TransportError::NotSent("a header has an invalid character".to_owned());
    let headers = web_sys::Headers::new().map_err(invalid)?;
    for (name, value) in pairs {
        headers.set(name, value).map_err(invalid)?;
    }
    Ok(Headers::from_raw(headers))
}

fn response_headers(response: &web_sys::Response) -> Vec<(String, String)> {
    let entry = |entry: Result<JsValue, JsValue>| {
        let entry: Array = entry.ok()?.dyn_into().ok()?;
        Some((entry.get(0).as_string()?, entry.get(1).as_string()?))
    };
    let entries = js_sys::try_iter(&response.headers()).ok().flatten();
    entries.into_iter().flatten().filter_map(entry).collect()
}

/// Returns the message of what a promise was rejected with, and of its causes.
fn describe(reason: &JsValue) -> String {
    // A chain of causes may be a circle.
    const CAUSES_MAX: usize = 4;
    let mut messages = Vec::new();
    let mut next = Some(reason.clone());
    while let Some(reason) = next.filter(|reason| !reason.is_falsy() && messages.len() <= CAUSES_MAX) {
        messages.push(match (text_property(&reason, "name"), text_property(&reason, "message")) {
            (Some(name), Some(message)) => format!("{name}: {message}"),
            (_, Some(message)) => message,
            _ => reason.as_string().or_else(|| reason.js_typeof().as_string()).unwrap_or_default(),
        });
        next = Reflect::get(&reason, &JsValue::from_str("cause")).ok();
    }
    messages.join(": ")
}

fn text_property(value: &JsValue, property: &str) -> Option<String> {
    Reflect::get(value, &JsValue::from_str(property)).ok()?.as_string().filter(|text| !text.is_empty())
}

/// Aborts a request when it is dropped.
#[derive(Debug)]
pub struct AbortOnDrop(web_sys::AbortController);

impl AbortOnDrop {
    /// Returns the means to abort a request.
    pub fn new() -> Result<Self, TransportError> {
        let missing = |_| TransportError::NotSent("there is no AbortController".to_owned());
        web_sys::AbortController::new().map(Self).map_err(missing)
    }

    /// Returns the signal that the request listens to.
    pub fn signal(&self) -> web_sys::AbortSignal {
        self.0.signal()
    }
}

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        // Has no effect on a completed request.
        self.0.abort();
    }
}

/// Listens to events until it is dropped.
struct Listener {
    target: EventTarget,
    names: &'static [&'static str],
    closure: Closure<dyn FnMut()>,
}

impl Listener {
    fn new(target: EventTarget, names: &'static [&'static str], sender: futures_channel::oneshot::Sender<()>) -> Self {
        let mut sender = Some(sender);
        let closure = Closure::<dyn FnMut()>::new(move || {
            if let Some(sender) = sender.take() {
                let _ = sender.send(());
            }
        });
        for name in names {
            // Node has no such events: nothing changes there.
            let _ = target.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
        }
        Self { target, names, closure }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        for name in self.names {
            let _ = self.target.remove_event_listener_with_callback(name, self.closure.as_ref().unchecked_ref());
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

    use super::*;

    wasm_bindgen_test_configure!(run_in_browser);

    fn request(url: &str) -> Request {
        Request {
            method: Method::Get,
            url: url.to_owned(),
            headers: vec![("accept-language", "ko".to_owned())],
            body: None,
            timeout: Duration::from_secs(20),
        }
    }

    /// Replaces `fetch` and records the abort signals. Restores `fetch` when dropped.
    struct ReplacedFetch;

    impl ReplacedFetch {
        /// `result` is the expression that `fetch` returns.
        fn new(result: &str) -> Self {
            let script = format!(
                "globalThis.originalFetch = globalThis.fetch; globalThis.signals = [];
                 globalThis.fetch = (request) => {{ signals.push(request.signal); return {result}; }};"
            );
            js_sys::eval(&script).unwrap();
            Self
        }

        fn hanging() -> Self {
            Self::new("new Promise(() => {})")
        }

        fn aborted(&self) -> Vec<bool> {
            let signals = js_sys::eval("signals.map((signal) => signal.aborted)").unwrap();
            js_sys::Array::from(&signals).iter().map(|aborted| aborted.is_truthy()).collect()
        }
    }

    impl Drop for ReplacedFetch {
        fn drop(&mut self) {
            js_sys::eval("globalThis.fetch = globalThis.originalFetch").unwrap();
        }
    }

    #[wasm_bindgen_test]
    async fn a_response_is_read_with_its_status_and_headers() {
        let origin = web_sys::window().unwrap().location().origin().unwrap();
        let response = BrowserTransport.send(request(&format!("{origin}/"))).await.unwrap();
        assert_eq!(response.status, 200);
        assert!(response.header("content-type").unwrap().starts_with("text/html"));
        assert!(response.body.contains("<html"));

        let response = BrowserTransport.send(request(&format!("{origin}/missing-page"))).await.unwrap();
        assert_eq!(response.status, 404);
    }

    #[wasm_bindgen_test]
    async fn a_refused_connection_is_reported_as_lost() {
        let error = BrowserTransport.send(request("http://127.0.0.1:1/")).await.unwrap_err();
        assert!(matches!(error, TransportError::ConnectionLost(_)), "{error:?}");
    }

    #[wasm_bindgen_test]
    async fn an_invalid_request_is_not_sent() {
        let mut invalid_header = request("http://127.0.0.1:1/");
        invalid_header.headers.push(("api-key", "adk_\u{d0a4}".to_owned()));
        for request in [invalid_header, request("http://")] {
            let error = BrowserTransport.send(request).await.unwrap_err();
            assert!(matches!(error, TransportError::NotSent(_)), "{error:?}");
        }
    }

    #[wasm_bindgen_test]
    async fn a_response_of_another_realm_is_read() {
        let _fetch = ReplacedFetch::new(
            "({ status: 201, headers: new Map([['x-request-id', 'r-1'], ['x-number', 7]]), text: async () => 'body' })",
        );
        let response = BrowserTransport.send(request("http://127.0.0.1:1/")).await.unwrap();
        assert_eq!((response.status, response.body.as_str()), (201, "body"));
        assert_eq!(response.headers, [("x-request-id".to_owned(), "r-1".to_owned())]);
    }

    #[wasm_bindgen_test]
    async fn no_behavior_of_fetch_causes_a_panic() {
        for result in [
            "Promise.reject('a text')",
            "Promise.reject(undefined)",
            "Promise.reject({ toString() { throw 1; } })",
            "(() => { throw null; })()",
            "undefined",
            "7",
            "{}.missing",
            "({ status: 200, text: () => { throw 'no body'; } })",
            "({ status: 200, text: () => Promise.reject(7) })",
            "({ status: 200, text: async () => 7 })",
            "({ status: 0, text: async () => '' })",
        ] {
            let _fetch = ReplacedFetch::new(result);
            let error = BrowserTransport.send(request("http://127.0.0.1:1/")).await.unwrap_err();
            assert!(matches!(error, TransportError::ConnectionLost(_)), "{result}: {error:?}");
        }
    }

    #[wasm_bindgen_test]
    async fn an_error_names_its_causes() {
        let _fetch =
            ReplacedFetch::new("Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }))");
        let error = BrowserTransport.send(request("http://127.0.0.1:1/")).await.unwrap_err();
        let causes = "TypeError: fetch failed: Error: ECONNREFUSED".to_owned();
        assert_eq!(error, TransportError::ConnectionLost(causes));
    }

    #[wasm_bindgen_test]
    async fn a_cycle_of_causes_ends() {
        let _fetch =
            ReplacedFetch::new("(() => { const e = new Error('e'); e.cause = e; return Promise.reject(e); })()");
        let error = BrowserTransport.send(request("http://127.0.0.1:1/")).await.unwrap_err();
        assert!(matches!(error, TransportError::ConnectionLost(_)), "{error:?}");
    }

    #[wasm_bindgen_test]
    async fn a_redirect_is_not_followed() {
        let _fetch = ReplacedFetch::new("Promise.reject(new TypeError(request.redirect + ' ' + request.credentials))");
        let error = BrowserTransport.send(request("http://127.0.0.1:1/")).await.unwrap_err();
        assert_eq!(error, TransportError::ConnectionLost("TypeError: error omit".to_owned()));
    }

    #[wasm_bindgen_test]
    async fn only_a_deletion_outlives_its_page() {
        let _fetch = ReplacedFetch::new("Promise.reject(new TypeError(request.method + ' ' + request.keepalive))");
        for (method, sent) in [(Method::Delete, "DELETE true"), (Method::Get, "GET false")] {
            let error = BrowserTransport.send(Request { method, ..request("http://127.0.0.1:1/") }).await.unwrap_err();
            assert_eq!(error, TransportError::ConnectionLost(format!("TypeError: {sent}")));
        }
    }

    #[wasm_bindgen_test]
    async fn an_aborted_request_is_cancelled() {
        let _fetch = ReplacedFetch::new("Promise.reject(new DOMException('stop', 'AbortError'))");
        assert_eq!(BrowserTransport.send(request("http://127.0.0.1:1/")).await, Err(TransportError::Cancelled));
    }

    #[wasm_bindgen_test]
    async fn dropping_a_request_aborts_it() {
        let fetch = ReplacedFetch::hanging();
        let mut sending = BrowserTransport.send(request("http://127.0.0.1:1/"));
        assert!((&mut sending).now_or_never().is_none());
        assert_eq!(fetch.aborted(), [false]);
        drop(sending);
        assert_eq!(fetch.aborted(), [true]);
    }

    #[wasm_bindgen_test]
    async fn a_request_that_times_out_is_aborted() {
        let fetch = ReplacedFetch::hanging();
        let request = Request { timeout: Duration::from_millis(1), ..request("http://127.0.0.1:1/") };
        assert_eq!(BrowserTransport.send(request).await, Err(TransportError::TimedOut));
        assert_eq!(fetch.aborted(), [true]);
    }

    #[wasm_bindgen_test]
    async fn online_changed_completes_on_online_and_offline_events() {
        for event in ONLINE_EVENTS {
            let mut changed = BrowserTransport.online_changed();
            assert!((&mut changed).now_or_never().is_none());
            let event = web_sys::Event::new(event).unwrap();
            web_sys::window().unwrap().dispatch_event(&event).unwrap();
            changed.await;
        }
    }

    #[wasm_bindgen_test]
    async fn visibility_changed_completes_on_its_event() {
        assert!(BrowserTransport.is_visible());
        let mut changed = BrowserTransport.visibility_changed();
        assert!((&mut changed).now_or_never().is_none());
        let event = web_sys::Event::new("visibilitychange").unwrap();
        web_sys::window().unwrap().document().unwrap().dispatch_event(&event).unwrap();
        changed.await;
    }

    #[wasm_bindgen_test]
    async fn now_advances_during_a_sleep() {
        let before = BrowserTransport.now();
        BrowserTransport.sleep(Duration::from_millis(5)).await;
        assert!(BrowserTransport.now() > before);
    }

    #[wasm_bindgen_test]
    fn random_fills_with_different_bytes() {
        let (mut one, mut other) = ([0; 32], [0; 32]);
        BrowserTransport.random(&mut one).unwrap();
        BrowserTransport.random(&mut other).unwrap();
        assert_ne!(one, other);
    }
}
