//! Sign-in and sessions.

use answerdeck_client::Credential;
use answerdeck_client::oauth::{Persistence, Session, SignIn};
use js_sys::Promise;
use serde::Deserialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::abort::{JsResult, promise, unless_aborted};
use crate::error::{abort_fields, error_fields, read, usage_fields};
use crate::language::parse_language;

/// The session of a signed-in user.
#[wasm_bindgen]
#[derive(Clone)]
pub struct SessionCore(Session);

/// The options of a sign-in.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SignInOptions {
    base_url: String,
    redirect_url: String,
    client_name: String,
    client_id: Option<String>,
    language: Option<String>,
    storage: Option<String>,
}

#[wasm_bindgen]
impl SessionCore {
    /// Starts a sign-in, and resolves to the URL of the consent page.
    #[wasm_bindgen(js_name = start)]
    pub fn start(options: JsValue, aborted: Option<Promise>) -> Promise {
        promise(async move {
            let SignInOptions { base_url, redirect_url, client_name, client_id, language, storage } = read(options)?;
            let mut sign_in = SignIn::in_browser();
            if let Some(language) = &language {
                sign_in = sign_in.language(parse_language(language)?);
            }
            if let Some(client_id) = client_id {
                sign_in = sign_in.client_id(client_id);
            }
            let persistence = parse_storage(storage.as_deref())?;
            let begin = sign_in.begin(&base_url, &redirect_url, &client_name, persistence);
            let url = unless_aborted(begin, aborted).await.ok_or_else(|| abort_fields(false))?;
            url.map(JsValue::from).map_err(|error| error_fields(&error))
        })
    }

    /// Finishes the sign-in of this tab with the URL of the callback, and resolves to the session.
    pub fn finish(url: String, aborted: Option<Promise>) -> Promise {
        promise(async move {
            let sign_in = SignIn::in_browser();
            let session = unless_aborted(sign_in.finish(&url), aborted).await.ok_or_else(|| abort_fields(false))?;
            session.map(|session| Self(session).into()).map_err(|error| error_fields(&error))
        })
    }

    /// Returns the stored session with a platform, if any. Sends nothing.
    pub fn restore(base_url: &str) -> Option<SessionCore> {
        SignIn::in_browser().restore(base_url).map(Self)
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

    /// Removes the session from this device and revokes it.
    #[wasm_bindgen(js_name = signOut)]
    pub fn sign_out(&self) -> Promise {
        let session = self.0.clone();
        promise(async move {
            session.sign_out().await.map_err(|error| error_fields(&error))?;
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

fn parse_storage(name: Option<&str>) -> JsResult<Persistence> {
    match name {
        None | Some("tab") => Ok(Persistence::Tab),
        Some("memory") => Ok(Persistence::Memory),
        Some("device") => Ok(Persistence::Device),
        Some(other) => {
            Err(usage_fields(format!("the storage must be \"memory\", \"tab\" or \"device\", not {other:?}")))
        }
    }
}
