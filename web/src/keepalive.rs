//! Requests that are sent while the page closes.

use answerdeck_client::Client;

use crate::session::Session;

/// A client whose requests are sent at once, and which the browser completes after the page was closed. It leaves out the waits
/// of other clients for the rate limit, which a page that closes has no time for. `None` when signed out.
#[cfg(target_arch = "wasm32")]
pub fn keepalive_client(session: Session) -> Option<Client> {
    use answerdeck_client::Credential;

    use crate::language::language;
    use crate::session::SessionCredential;

    let address = session.client_untracked()?.base_url().to_owned();
    let credential = match session.credential_untracked()? {
        SessionCredential::ApiKey(key) => Credential::ApiKey(key),
        SessionCredential::Tokens(tokens) => Credential::from(tokens),
    };
    let transport = std::rc::Rc::new(transport::KeepAlive);
    let language = leptos::prelude::untrack(language);
    Client::builder(&address).credential(credential).language(language).transport(transport).build().ok()
}

// The tests of this crate run without a browser.
#[cfg(not(target_arch = "wasm32"))]
pub fn keepalive_client(session: Session) -> Option<Client> {
    session.client_untracked()
}

#[cfg(target_arch = "wasm32")]
mod transport {
    use std::pin::Pin;
    use std::time::Duration;

    use answerdeck_client::transport::{
        BrowserTransport, JsResponse, Request, Response, Transport, TransportError, fetch,
    };
    use js_sys::{Promise, Reflect};
    use leptos::prelude::window;
    use wasm_bindgen::closure::Closure;
    use wasm_bindgen::{JsCast, JsValue};

    /// Sends requests with `keepalive`. It has no locks, which are granted too late for a page that closes.
    pub(super) struct KeepAlive;

    type LocalFuture<T> = Pin<Box<dyn Future<Output = T>>>;

    impl Transport for KeepAlive {
        fn send(&self, request: Request) -> LocalFuture<Result<Response, TransportError>> {
            Box::pin(async move {
                let keeping_alive = Closure::<dyn Fn(web_sys::Request) -> Promise>::new(|request: web_sys::Request| {
                    let init = web_sys::RequestInit::new();
                    let _ = Reflect::set(&init, &JsValue::from_str("keepalive"), &JsValue::TRUE);
                    window().fetch_with_request_and_init(&request, &init)
                });
                let JsResponse { response, body } =
                    fetch(Some(keeping_alive.as_ref().unchecked_ref()), request).await?;
                Ok(Response { body: body.into(), ..response })
            })
        }

        fn sleep(&self, duration: Duration) -> LocalFuture<()> {
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

        fn online_changed(&self) -> LocalFuture<()> {
            BrowserTransport.online_changed()
        }
    }
}
