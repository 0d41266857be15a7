//! The two halves of signing in: before the user leaves for the consent page, and after they come back.

use std::rc::Rc;

use super::authorize::{self, Pending};
use super::session::Record;
use super::{Area, Remember, Session, SignInProblem, Storage, callback, metadata, pkce, registration, token};
use crate::base_url::BaseUrl;
use crate::transport::Transport;
use crate::{Language, Result};

const PENDING: &str = "answerdeck.sign-in";

/// Signs people in.
///
/// ```no_run
/// # async fn example(sign_in: answerdeck_client::oauth::SignIn, current_url: &str) -> answerdeck_client::Result<()> {
/// use answerdeck_client::oauth::Remember;
///
/// let url = sign_in
///     .begin("https://platform.example", "https://console.example/callback", "My console", Remember::Tab)
///     .await?;
/// // Send the browser to `url`. Then, on the page of the callback:
/// let session = sign_in.finish(current_url).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct SignIn {
    transport: Rc<dyn Transport>,
    storage: Rc<dyn Storage>,
    language: Option<Language>,
}

#[cfg(target_arch = "wasm32")]
impl SignIn {
    /// Signs in with the network and the storage of this page.
    pub fn in_browser() -> Self {
        Self::new(Rc::new(crate::transport::BrowserTransport), Rc::new(super::BrowserStorage))
    }
}

impl SignIn {
    /// Signs in with another network and storage.
    pub fn new(transport: Rc<dyn Transport>, storage: Rc<dyn Storage>) -> Self {
        Self { transport, storage, language: None }
    }

    /// The language of the consent page. The browser's own unless given.
    ///
    /// Source: OpenID Connect Core 1.0, section 3.1.2.1 (`ui_locales`).
    #[must_use]
    pub fn language(mut self, language: Language) -> Self {
        self.language = Some(language);
        self
    }

    /// Prepares a sign-in with the platform at `base_url`, and gives the address to send the user to.
    ///
    /// It finds the platform's authorization server, registers this client there under `client_name`, and keeps what
    /// [`SignIn::finish`] needs in the tab's storage. `redirect_uri` is the absolute address of the page that finishes.
    ///
    /// # Errors
    /// `is_usage` for a malformed address; [`sign_in_problem`](crate::Error::sign_in_problem) says what else stopped
    /// it; `is_connection`.
    ///
    /// Source: RFC 9728, 8414, 7591; RFC 6749, section 4.1.1; RFC 7636.
    pub async fn begin(
        &self,
        base_url: &str,
        redirect_uri: &str,
        client_name: &str,
        remember: Remember,
    ) -> Result<String> {
        let base = BaseUrl::parse(base_url)?;
        let transport = &*self.transport;
        let server = metadata::discover(transport, &base).await?;
        let client_id = registration::register(transport, &server, client_name, redirect_uri).await?;
        let pending = Pending {
            base_url: base.as_str().to_owned(),
            issuer: server.issuer.clone(),
            iss_required: server.authorization_response_iss_parameter_supported,
            token_endpoint: server.token_endpoint.clone(),
            revocation_endpoint: server.revocation_endpoint.clone(),
            client_id,
            redirect_uri: redirect_uri.to_owned(),
            state: pkce::random_text(transport)?,
            verifier: pkce::random_text(transport)?,
            remember,
        };
        let text = serde_json::to_string(&pending).unwrap_or_default();
        self.storage.set(Area::Tab, PENDING, &text).map_err(|_| SignInProblem::StorageBlocked)?;
        Ok(authorize::url(&server, &pending, self.language))
    }

    /// Reads the address that the user came back to, and begins the session.
    ///
    /// `current_url` is the whole address of the page, with its query. Take the query out of the address bar
    /// afterwards: the code in it has been used.
    ///
    /// # Errors
    /// [`sign_in_problem`](crate::Error::sign_in_problem) says what stopped it; `is_connection`.
    ///
    /// Source: RFC 6749, sections 4.1.2 to 4.1.4; RFC 9207.
    pub async fn finish(&self, current_url: &str) -> Result<Session> {
        let text = self.storage.get(Area::Tab, PENDING).ok_or(SignInProblem::NotBegun)?;
        let pending: Pending = serde_json::from_str(&text).map_err(|_| SignInProblem::NotBegun)?;
        let code = callback::code(current_url, &pending);
        // What is not an answer to this sign-in does not end it: the true answer may still come.
        if code != Err(SignInProblem::StateMismatch) {
            self.storage.remove(Area::Tab, PENDING);
        }
        let tokens = token::exchange(&*self.transport, &pending, &code?).await?;
        let record = Record {
            token_endpoint: pending.token_endpoint,
            revocation_endpoint: pending.revocation_endpoint,
            client_id: pending.client_id,
            refresh_token: None,
            access: None,
        };
        let (transport, storage) = (self.transport.clone(), self.storage.clone());
        Ok(Session::begin(transport, storage, pending.base_url, pending.remember, record, tokens))
    }

    /// The session with the platform at `base_url` that this tab, or this device, remembers.
    ///
    /// Nothing is sent: whether the platform still accepts it shows at the first call.
    pub fn restore(&self, base_url: &str) -> Option<Session> {
        let base = BaseUrl::parse(base_url).ok()?;
        Session::restore(self.transport.clone(), self.storage.clone(), base.as_str())
    }
}
