//! The two steps of signing in: before the user leaves for the consent page, and after they return.

use std::rc::Rc;

use answerdeck_api::Language;

use super::authorize::{self, PendingSignIn};
use super::session::Session;
use super::storage::{Persistence, Storage, StorageArea};
use super::stored_session::StoredSession;
use super::{callback, metadata, pkce, registration, token};
use crate::base_url::BaseUrl;
use crate::error::{Result, SignInError};
use crate::transport::Transport;

const STORAGE_KEY: &str = "answerdeck.sign-in";

/// Signs users in.
///
/// ```no_run
/// # async fn example(sign_in: answerdeck_client::oauth::SignIn, current_url: &str) -> answerdeck_client::Result<()> {
/// use answerdeck_client::oauth::Persistence;
///
/// let url = sign_in
///     .begin("https://platform.example", "https://console.example/callback", "My console", Persistence::default())
///     .await?;
/// // Send the browser to `url`. Then, on the callback page:
/// let session = sign_in.finish(current_url).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct SignIn {
    transport: Rc<dyn Transport>,
    storage: Rc<dyn Storage>,
    language: Option<Language>,
    client_id: Option<String>,
}

#[cfg(target_arch = "wasm32")]
impl SignIn {
    /// Returns a sign-in with the network and the storage of this page.
    pub fn in_browser() -> Self {
        Self::new(Rc::new(crate::transport::BrowserTransport), Rc::new(super::storage::BrowserStorage))
    }
}

impl SignIn {
    /// Returns a sign-in with the given network and storage.
    pub fn new(transport: Rc<dyn Transport>, storage: Rc<dyn Storage>) -> Self {
        Self { transport, storage, language: None, client_id: None }
    }

    /// Sets the language of the consent page. The default is the language of the browser.
    ///
    /// Source: OpenID Connect Core 1.0, section 3.1.2.1 (`ui_locales`).
    #[must_use]
    pub fn language(mut self, language: Language) -> Self {
        self.language = Some(language);
        self
    }

    /// Sets the id of a client that is registered already. By default, each sign-in registers a client.
    #[must_use]
    pub fn client_id(mut self, client_id: impl Into<String>) -> Self {
        self.client_id = Some(client_id.into());
        self
    }

    /// Starts a sign-in with the platform at `base_url` and returns the URL of the consent page.
    ///
    /// Finds the platform's authorization server, registers this client there as `client_name` unless its id is given,
    /// and stores the state for [`SignIn::finish`] in the tab. `redirect_uri` is the absolute URL of the page that
    /// calls [`SignIn::finish`].
    ///
    /// # Errors
    /// Fails with `is_usage` for a malformed address, with `is_connection`, `is_server` or `is_rate_limited`, or with a
    /// [`sign_in_error`](crate::Error::sign_in_error).
    ///
    /// Source: RFC 9728, 8414, 7591; RFC 6749, section 4.1.1; RFC 7636.
    pub async fn begin(
        &self,
        base_url: &str,
        redirect_uri: &str,
        client_name: &str,
        persistence: Persistence,
    ) -> Result<String> {
        let base = BaseUrl::parse(base_url)?;
        let transport = &*self.transport;
        let server = metadata::discover(transport, &base).await?;
        let client_id = match &self.client_id {
            Some(client_id) => client_id.clone(),
            None => registration::register(transport, &server, client_name, redirect_uri).await?,
        };
        let pending = PendingSignIn {
            base_url: base.as_str().to_owned(),
            issuer: server.issuer.clone(),
            iss_required: server.authorization_response_iss_parameter_supported,
            token_endpoint: server.token_endpoint.clone(),
            revocation_endpoint: server.revocation_endpoint.clone(),
            client_id,
            redirect_uri: redirect_uri.to_owned(),
            state: pkce::random_token(transport)?,
            verifier: pkce::random_token(transport)?,
            persistence,
        };
        let text = serde_json::to_string(&pending).unwrap_or_default();
        self.storage.set(StorageArea::Tab, STORAGE_KEY, &text).map_err(|_| SignInError::StorageBlocked)?;
        Ok(authorize::authorization_url(&server, &pending, self.language))
    }

    /// Finishes the sign-in with the callback URL, starts the session, and revokes a session that was stored before.
    ///
    /// `current_url` is the full URL of the callback page with its query. Remove the query from the address bar
    /// afterwards, because the code in it is spent.
    ///
    /// # Errors
    /// Fails with `is_connection`, `is_server` or `is_rate_limited`, or with a
    /// [`sign_in_error`](crate::Error::sign_in_error).
    ///
    /// Source: RFC 6749, sections 4.1.2 to 4.1.4; RFC 9207.
    pub async fn finish(&self, current_url: &str) -> Result<Session> {
        let text = self.storage.get(StorageArea::Tab, STORAGE_KEY).ok_or(SignInError::NotStarted)?;
        let pending = PendingSignIn::parse(&text).map_err(|_| SignInError::NotStarted)?;
        let code = callback::extract_code(current_url, &pending);
        // A callback of another sign-in, or a forged one, does not end this one: its own callback may still arrive.
        let is_own =
            !matches!(code, Err(SignInError::StateMismatch | SignInError::RepeatedParameter { name: callback::STATE }));
        if is_own {
            self.storage.remove(StorageArea::Tab, STORAGE_KEY);
        }
        let tokens = token::exchange(&*self.transport, &pending, &code?).await?;
        let stored = StoredSession {
            token_endpoint: pending.token_endpoint,
            revocation_endpoint: pending.revocation_endpoint,
            client_id: pending.client_id,
            refresh_token: None,
            access_token: None,
            id: pkce::random_token(&*self.transport)?,
        };
        let (transport, storage) = (self.transport.clone(), self.storage.clone());
        Ok(Session::start(transport, storage, pending.base_url, pending.persistence, stored, tokens).await)
    }

    /// Returns the stored session with the platform at `base_url`, of this tab or this device.
    ///
    /// Sends nothing. The first call shows whether the platform still accepts the session.
    pub fn restore(&self, base_url: &str) -> Option<Session> {
        let base = BaseUrl::parse(base_url).ok()?;
        Session::restore(self.transport.clone(), self.storage.clone(), base.as_str())
    }
}
