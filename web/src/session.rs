//! The session and the client that uses it.

use answerdeck_client::oauth::{self, Persistence, SignInError};
use answerdeck_client::{ApiKey, Client, Credential, Error, Subscription};
use leptos::prelude::*;

use crate::browser_storage;
use crate::drafts;
use crate::language::language;
use crate::local_settings::{SettingKey, load, save};
use crate::paths::is_return_address;
use crate::reactive::effect;
use crate::routes::SIGN_IN_CALLBACK;
use crate::site_analyses;

/// The name that the consent page shows.
const CLIENT_NAME: &str = "Answerdeck console";
/// The item of the tab's storage that holds the address to return to after sign-in.
const RETURN_ADDRESS_ITEM: &str = "answerdeck.next";

enum State {
    SignedOut {
        expired: bool,
    },
    /// This browser remembers a session, which [`start_session`] restores.
    Remembered,
    SignedIn {
        client: Client,
        credential: SessionCredential,
        /// The callback for a rejected credential. It ends with this state: a request that was sent before a sign-out must
        /// not end the session after it.
        _expiry: Subscription,
    },
}

/// The credential of a session.
#[derive(Clone)]
pub enum SessionCredential {
    /// An API key, which stays in the memory of the page.
    ApiKey(ApiKey),
    /// The tokens of a sign-in with OAuth.
    Tokens(oauth::Session),
}

/// The session of this tab.
#[derive(Clone, Copy)]
pub struct Session {
    state: RwSignal<State, LocalStorage>,
}

/// Returns the session.
pub fn use_session() -> Session {
    expect_context()
}

/// Makes the session. Called once, above all pages.
pub fn provide_session() {
    // The tests of this crate run without a browser.
    #[cfg(target_arch = "wasm32")]
    let is_remembered = oauth::is_remembered(&server_url());
    #[cfg(not(target_arch = "wasm32"))]
    let is_remembered = false;
    let state = if is_remembered { State::Remembered } else { State::SignedOut { expired: false } };
    provide_context(Session { state: RwSignal::new_local(state) });
}

/// Restores the session that this tab or this browser remembers. Called once, with the code of the first page that needs a
/// session: the sign-in page loads without the code of the client.
pub fn start_session() {
    let session = use_session();
    if session.state.with_untracked(|state| matches!(state, State::Remembered)) {
        match oauth_sign_in().and_then(|sign_in| sign_in.restore(&server_url())) {
            Some(remembered) => session.set_signed_in(remembered),
            None => session.state.set(State::SignedOut { expired: false }),
        }
    }
    effect(move || {
        let language = language();
        if let Some(client) = session.client() {
            client.set_language(language);
        }
    });
}

impl Session {
    /// The client with the credential of the session. `None` when signed out. Reactive.
    pub fn client(&self) -> Option<Client> {
        self.state.with(State::client)
    }

    /// Like [`Session::client`], not reactive.
    pub fn client_untracked(&self) -> Option<Client> {
        self.state.with_untracked(State::client)
    }

    /// The credential. `None` when signed out. Reactive.
    pub fn credential(&self) -> Option<SessionCredential> {
        self.state.with(|state| match state {
            State::SignedIn { credential, .. } => Some(credential.clone()),
            State::Remembered | State::SignedOut { .. } => None,
        })
    }

    /// Like [`Session::credential`], not reactive.
    pub fn credential_untracked(&self) -> Option<SessionCredential> {
        untrack(|| self.credential())
    }

    /// Whether there is a session. Reactive.
    pub fn is_signed_in(&self) -> bool {
        self.state.with(|state| !matches!(state, State::SignedOut { .. }))
    }

    /// Whether the last session ended without a sign-out. Reactive.
    pub fn has_expired(&self) -> bool {
        self.state.with(|state| matches!(state, State::SignedOut { expired: true }))
    }

    /// Signs in with an API key. The key stays in memory.
    ///
    /// # Errors
    /// As `get_organization`, which checks the key.
    pub async fn sign_in_with_key(self, server: &str, key: &str) -> Result<(), Error> {
        let key = ApiKey::new(key)?;
        let credential = Credential::ApiKey(key.clone());
        let client = Client::builder(server).credential(credential).language(language()).build()?;
        let organization = client.organization().get().await?;
        drafts::keep_only_of(organization.id.as_str());
        self.set_client(client, SessionCredential::ApiKey(key));
        Ok(())
    }

    /// Starts a sign-in with OAuth and returns the address of the consent page. `next` is the address to open after
    /// the sign-in.
    ///
    /// # Errors
    /// As [`oauth::SignIn::begin`].
    pub async fn start_sign_in(self, server: &str, remember: Persistence, next: Option<&str>) -> Result<String, Error> {
        let sign_in = oauth_sign_in().ok_or(SignInError::StorageBlocked)?.language(language());
        let redirect = format!("{}{SIGN_IN_CALLBACK}", origin());
        let address = sign_in.begin(server, &redirect, CLIENT_NAME, remember).await?;
        let tab = browser_storage::session();
        match next {
            Some(next) => _ = tab.write(RETURN_ADDRESS_ITEM, next),
            None => tab.remove(RETURN_ADDRESS_ITEM),
        }
        Ok(address)
    }

    /// Finishes a sign-in with OAuth and returns the address to open next. `None` if none was given at its start.
    ///
    /// # Errors
    /// As [`oauth::SignIn::finish`].
    pub async fn finish_sign_in(self) -> Result<Option<String>, Error> {
        let sign_in = oauth_sign_in().ok_or(SignInError::StorageBlocked)?;
        let address = window().location().href().unwrap_or_default();
        let session = sign_in.finish(&address).await?;
        // Drafts of another organization are deleted before a page shows them.
        if let Some(client) = client_of(&session)
            && let Ok(organization) = client.organization().get().await
        {
            drafts::keep_only_of(organization.id.as_str());
        }
        self.set_signed_in(session);
        let next = return_address();
        browser_storage::session().remove(RETURN_ADDRESS_ITEM);
        Ok(next)
    }

    /// Signs out here, removes drafts and the list of analyzed sites, and revokes the session on
    /// the platform.
    pub fn sign_out(self) {
        drafts::remove_all();
        site_analyses::remove_all();
        let previous = self.state.try_update(|state| std::mem::replace(state, State::SignedOut { expired: false }));
        if let Some(State::SignedIn { credential: SessionCredential::Tokens(session), .. }) = previous {
            leptos::task::spawn_local(async move {
                // The browser forgets the session even if the platform cannot be reached.
                let _ = session.sign_out().await;
            });
        }
    }

    fn set_signed_in(self, session: oauth::Session) {
        match client_of(&session) {
            Some(client) => self.set_client(client, SessionCredential::Tokens(session)),
            None => self.state.set(State::SignedOut { expired: false }),
        }
    }

    fn set_client(self, client: Client, credential: SessionCredential) {
        // Another tab may sign out, or the platform may end the session.
        let expiry = client.on_signed_out(move || self.state.set(State::SignedOut { expired: true }));
        self.state.set(State::SignedIn { client, credential, _expiry: expiry });
    }
}

fn client_of(session: &oauth::Session) -> Option<Client> {
    let credential = Credential::from(session.clone());
    Client::builder(session.base_url()).credential(credential).language(language()).build().ok()
}

impl State {
    fn client(&self) -> Option<Client> {
        match self {
            Self::SignedIn { client, .. } => Some(client.clone()),
            Self::Remembered | Self::SignedOut { .. } => None,
        }
    }
}

/// The address to open after the sign-in in progress. `None` if none was given at its start.
pub fn return_address() -> Option<String> {
    browser_storage::session().read(RETURN_ADDRESS_ITEM).filter(|next| is_return_address(next))
}

/// The address of the server in use: the custom server, or else the console's own.
pub fn server_url() -> String {
    load(SettingKey::Server).unwrap_or_else(origin)
}

/// The address of the custom server. `None` if the console's own server is in use.
pub fn custom_server_url() -> Option<String> {
    load(SettingKey::Server)
}

/// Sets the custom server. An empty address selects the console's own server.
pub fn set_custom_server_url(address: &str) {
    let address = address.trim().trim_end_matches('/');
    save(SettingKey::Server, (!address.is_empty()).then_some(address));
}

/// Whether the console can send requests to a server at `address`: with HTTPS, to this machine, or to its own server. The
/// server's content security policy for the console says the same.
pub fn is_server_address(address: &str) -> bool {
    let is_own = || address.strip_prefix(&origin()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    address.starts_with("https://")
        || is_own()
        || address.strip_prefix("http://").is_some_and(|address| address.split('/').next().is_some_and(is_this_machine))
}

// `localhost:x@example.org` is another machine.
fn is_this_machine(authority: &str) -> bool {
    let (host, port) = authority.split_once(':').unwrap_or((authority, ""));
    matches!(host, "localhost" | "127.0.0.1") && port.bytes().all(|byte| byte.is_ascii_digit())
}

/// The origin of the console.
pub fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

// Sign-in with OAuth needs a browser. The tests of this crate run without one.
fn oauth_sign_in() -> Option<oauth::SignIn> {
    #[cfg(target_arch = "wasm32")]
    return Some(oauth::SignIn::in_browser());
    #[cfg(not(target_arch = "wasm32"))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_no_other_name_and_no_user() {
        for authority in ["localhost", "localhost:8080", "127.0.0.1:80"] {
            assert!(is_this_machine(authority), "{authority}");
        }
        for authority in
            ["localhost:x@example.org", "localhost@example.org", "localhost.example.org", "example.org", ""]
        {
            assert!(!is_this_machine(authority), "{authority}");
        }
    }
}
