//! Sign-in and sessions.

use std::rc::Rc;

use answerdeck_client::oauth::{BrowserStorage, Persistence, Session, SignIn, SignInError};
use answerdeck_client::{Client, Credential, Error};
use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::abort::abortable;
use crate::error::{JsResult, error_fields, usage_fields};
use crate::exchange::{Exchange, ExchangeTransport};
use crate::language::parse_language;

/// The session of a signed-in user.
#[wasm_bindgen]
#[derive(Clone)]
pub struct SessionCore(Session);

#[wasm_bindgen]
extern "C" {
    /// The options of a sign-in, except its objects and functions. `session.js` has checked their types.
    pub type SignInOptions;

    #[wasm_bindgen(method, getter, structural, js_name = baseUrl)]
    fn base_url(this: &SignInOptions) -> String;

    #[wasm_bindgen(method, getter, structural, js_name = redirectUrl)]
    fn redirect_url(this: &SignInOptions) -> String;

    #[wasm_bindgen(method, getter, structural, js_name = clientName)]
    fn client_name(this: &SignInOptions) -> String;

    #[wasm_bindgen(method, getter, structural, js_name = clientId)]
    fn client_id(this: &SignInOptions) -> Option<String>;

    #[wasm_bindgen(method, getter, structural)]
    fn language(this: &SignInOptions) -> Option<String>;

    #[wasm_bindgen(method, getter, structural)]
    fn storage(this: &SignInOptions) -> Option<String>;
}

#[wasm_bindgen]
impl SessionCore {
    /// Starts a sign-in, and resolves to the URL of the consent page.
    pub fn start(options: SignInOptions, exchange: Exchange, aborted: Option<Promise>) -> Promise {
        abortable(aborted, async move {
            let mut sign_in = sign_in(exchange);
            if let Some(language) = options.language() {
                sign_in = sign_in.language(parse_language(&language)?);
            }
            if let Some(client_id) = options.client_id() {
                sign_in = sign_in.client_id(client_id);
            }
            let persistence = parse_storage(options.storage().as_deref())?;
            let [base_url, redirect_url, client_name] =
                [options.base_url(), options.redirect_url(), options.client_name()];
            let url = sign_in.begin(&base_url, &redirect_url, &client_name, persistence).await;
            url.map(JsValue::from).map_err(error_fields)
        })
    }

    /// Finishes the sign-in of this tab with the URL of the callback, and resolves to the session. A callback that is not of
    /// this sign-in, such as one of another library, leaves the stored session as it is, and resolves to it.
    pub fn finish(url: String, base_url: Option<String>, exchange: Exchange) -> Promise {
        abortable(None, async move {
            let sign_in = sign_in(exchange);
            let session = sign_in.finish(&url).await.or_else(|error| {
                let kept = base_url.filter(|_| is_of_another(&error)).and_then(|base_url| sign_in.restore(&base_url));
                kept.ok_or(error)
            });
            session.map(|session| Self(session).into()).map_err(error_fields)
        })
    }

    /// Returns the stored session with a platform, if any. Sends nothing.
    pub fn restore(base_url: &str, exchange: Exchange) -> JsResult<Option<SessionCore>> {
        // Building a client checks the address.
        Client::builder_with(ExchangeTransport::shared(exchange.clone()), base_url).build().map_err(error_fields)?;
        Ok(sign_in(exchange).restore(base_url).map(Self))
    }

    /// The address of the platform.
    #[wasm_bindgen(getter, js_name = baseUrl)]
    pub fn base_url(&self) -> String {
        self.0.base_url().to_owned()
    }

    /// Where the session is stored.
    #[wasm_bindgen(getter)]
    pub fn storage(&self) -> String {
        let name = match self.0.persistence() {
            Persistence::Memory => "memory",
            Persistence::Tab => "tab",
            Persistence::Device => "device",
        };
        name.to_owned()
    }

    /// Whether the session has ended, here or in another tab. Reads the storage.
    #[wasm_bindgen(getter, js_name = hasEnded)]
    pub fn has_ended(&self) -> bool {
        self.0.has_ended()
    }

    /// Removes the session from this device and revokes it.
    #[wasm_bindgen(js_name = signOut)]
    pub fn sign_out(&self) -> Promise {
        let session = self.0.clone();
        abortable(None, async move {
            session.sign_out().await.map_err(error_fields)?;
            Ok(JsValue::UNDEFINED)
        })
    }

    /// Returns another handle of the same session, for a client to own.
    pub fn share(&self) -> SessionCore {
        self.clone()
    }
}

impl SessionCore {
    pub(crate) fn into_credential(self) -> Credential {
        self.0.into()
    }
}

fn sign_in(exchange: Exchange) -> SignIn {
    SignIn::new(ExchangeTransport::shared(exchange), Rc::new(BrowserStorage))
}

/// Returns whether a callback does not belong to the sign-in of this tab.
fn is_of_another(error: &Error) -> bool {
    use SignInError::{NotStarted, RepeatedParameter, StateMismatch};
    matches!(error.sign_in_error(), Some(NotStarted | StateMismatch | RepeatedParameter { name: "state" }))
}

fn parse_storage(name: Option<&str>) -> JsResult<Persistence> {
    match name {
        None => Ok(Persistence::default()),
        Some("tab") => Ok(Persistence::Tab),
        Some("memory") => Ok(Persistence::Memory),
        Some("device") => Ok(Persistence::Device),
        Some(other) => {
            Err(usage_fields(&format!("the storage must be \"memory\", \"tab\" or \"device\", not {other:?}")))
        }
    }
}
