//! The session and the client that uses it.

use answerdeck_api::OrganizationId;
use answerdeck_api::console_page::SIGN_IN_CALLBACK;
use answerdeck_client::oauth::{self, Persistence, SignInError};
use answerdeck_client::{ApiKey, Client, Credential, Error, Subscription};
use leptos::ev;
use leptos::prelude::*;

use crate::browser_storage::{self, BrowserStorage};
use crate::language::language;
use crate::organization_storage;
use crate::paths::is_return_address;
use crate::reactive::effect;
use crate::server_address::{origin, server_url};

/// The name that the consent page shows.
const CLIENT_NAME: &str = "Answerdeck console";
/// The item of the tab's storage that holds the address to return to after sign-in.
const RETURN_ADDRESS_ITEM: &str = "answerdeck.next";
/// The item beside the stored tokens that holds the id of the session and that of its organization.
const ORGANIZATION_ITEM: &str = "answerdeck.signed-in-to";
/// The item of the device's storage that is set for a moment to the organization that the user signs out of, and to the id of the
/// session whose tokens that tab revokes. It tells the other tabs.
const SIGNED_OUT_ITEM: &str = "answerdeck.signed-out-of";

enum State {
    SignedOut {
        expired: bool,
    },
    /// This browser remembers a session, which [`start_session`] restores.
    Remembered,
    SignedIn {
        client: Client,
        /// The tokens of a sign-in with OAuth. `None` with an API key, which only the client has, in the memory of the page.
        tokens: Option<oauth::Session>,
        /// The callback for a rejected credential. It ends with this state: a request that was sent before a sign-out must
        /// not end the session after it.
        _expiry: Subscription,
    },
}

/// The session of this tab.
#[derive(Clone, Copy)]
pub struct Session {
    state: RwSignal<State, LocalStorage>,
    /// How many sessions this page has had.
    number: StoredValue<u32>,
}

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
    provide_context(Session { state: RwSignal::new_local(state), number: StoredValue::new(0) });
}

/// Restores the session that this tab or this browser remembers. Called once, with the code of the first page that needs a
/// session: the sign-in page loads without the code of the client.
pub fn start_session() {
    let session = use_session();
    if session.state.with_untracked(|state| matches!(state, State::Remembered)) {
        let tokens = oauth_sign_in().and_then(|sign_in| sign_in.restore(&server_url()));
        let organization = tokens.as_ref().and_then(remembered_organization);
        match tokens.and_then(with_client).zip(organization) {
            Some(((tokens, client), organization)) => session.begin(client, Some(tokens), &organization),
            None => session.state.set(State::SignedOut { expired: true }),
        }
    }
    // Both as long as the page.
    let _ = window_event_listener(ev::storage, move |event| {
        if event.key().as_deref() == Some(SIGNED_OUT_ITEM) {
            let value = event.new_value().unwrap_or_default();
            let (organization, revoked) = value.split_once(' ').unwrap_or_default();
            session.sign_out_of(organization, revoked);
        } else {
            session.check();
        }
    });
    // A page in the browser's cache of pages gets no events.
    let _ = window_event_listener(ev::pageshow, move |_| session.check());
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
        self.state.with(|state| match state {
            State::SignedIn { client, .. } => Some(client.clone()),
            State::Remembered | State::SignedOut { .. } => None,
        })
    }

    /// Like [`Session::client`], not reactive.
    pub fn client_untracked(&self) -> Option<Client> {
        untrack(|| self.client())
    }

    /// The tokens of a sign-in with OAuth. `None` with an API key, and when signed out. Reactive.
    pub fn tokens(&self) -> Option<oauth::Session> {
        self.state.with(|state| match state {
            State::SignedIn { tokens, .. } => tokens.clone(),
            State::Remembered | State::SignedOut { .. } => None,
        })
    }

    /// Whether there is a session. Reactive.
    pub fn is_signed_in(&self) -> bool {
        self.state.with(|state| !matches!(state, State::SignedOut { .. }))
    }

    /// Whether the last session ended without a sign-out. Reactive.
    pub fn has_expired(&self) -> bool {
        self.state.with(|state| matches!(state, State::SignedOut { expired: true }))
    }

    /// The number of this session: how many this page has had. Not reactive.
    pub fn number(&self) -> u32 {
        self.number.get_value()
    }

    /// Signs in with an API key. The key stays in memory.
    pub async fn sign_in_with_key(self, server: &str, key: &str) -> Result<(), Error> {
        let credential = Credential::ApiKey(ApiKey::new(key)?);
        let client = Client::builder(server).credential(credential).language(language()).build()?;
        let organization = client.organization().get().await?;
        self.begin(client, None, &organization.id);
        Ok(())
    }

    /// Starts a sign-in with OAuth and returns the address of the consent page. `next` is the address to open after
    /// the sign-in.
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
    pub async fn finish_sign_in(self) -> Result<Option<String>, Error> {
        let sign_in = oauth_sign_in().ok_or(SignInError::StorageBlocked)?;
        let address = window().location().href().unwrap_or_default();
        let tokens = sign_in.finish(&address).await?;
        let (tokens, client) = with_client(tokens).ok_or(SignInError::NotStarted)?;
        let organization = match client.organization().get().await {
            Ok(organization) => organization.id,
            Err(error) => {
                // Without its organization, a reload could not restore the session.
                let _ = tokens.sign_out().await;
                return Err(error);
            }
        };
        if let Some(storage) = storage_of(&tokens) {
            storage.write(ORGANIZATION_ITEM, &format!("{} {organization}", tokens.id()));
        }
        let next = return_address();
        self.begin(client, Some(tokens), &organization);
        Ok(next)
    }

    /// Signs out of the organization: here and in every other tab, and on the platform. All tabs show nothing of it at once.
    pub fn sign_out(self) {
        let Some(organization) = organization_storage::current() else { return };
        let id = untrack(|| self.tokens()).map(|tokens| tokens.id()).unwrap_or_default();
        let device = browser_storage::local();
        device.write(SIGNED_OUT_ITEM, &format!("{organization} {id}"));
        device.remove(SIGNED_OUT_ITEM);
        self.sign_out_of(organization.as_str(), "");
    }

    // Signs out here, if this is the organization of this tab. Another tab revokes the tokens of the session with the id `revoked`.
    fn sign_out_of(self, organization: &str, revoked: &str) {
        if organization_storage::current().is_none_or(|current| current.as_str() != organization) {
            return;
        }
        let tokens = self.end(false);
        organization_storage::end();
        // A session on the device is that of all tabs, and one of them revokes it.
        if let Some(tokens) = tokens
            && (tokens.id() != revoked || tokens.persistence() != Persistence::Device)
        {
            leptos::task::spawn_local(async move {
                // The browser forgets the session even if the platform cannot be reached.
                let _ = tokens.sign_out().await;
            });
        }
    }

    // Ends the session if another tab has signed in anew, or found that the platform has ended it.
    fn check(self) {
        if untrack(|| self.tokens()).is_some_and(|tokens| tokens.has_ended()) {
            self.end(true);
        }
    }

    // Shows nothing of the organization from now on. Returns the tokens of the session, if it has some.
    fn end(self, expired: bool) -> Option<oauth::Session> {
        let previous = self.state.try_update(|state| std::mem::replace(state, State::SignedOut { expired }))?;
        let State::SignedIn { tokens: Some(tokens), .. } = previous else { return None };
        if remembered_organization(&tokens).is_some()
            && let Some(storage) = storage_of(&tokens)
        {
            storage.remove(ORGANIZATION_ITEM);
        }
        Some(tokens)
    }

    fn begin(self, client: Client, tokens: Option<oauth::Session>, organization: &OrganizationId) {
        browser_storage::session().remove(RETURN_ADDRESS_ITEM);
        organization_storage::begin(organization);
        self.number.update_value(|number| *number += 1);
        // The platform may end the session.
        let expiry = client.on_signed_out(move || _ = self.end(true));
        self.state.set(State::SignedIn { client, tokens, _expiry: expiry });
    }
}

fn with_client(tokens: oauth::Session) -> Option<(oauth::Session, Client)> {
    let credential = Credential::from(tokens.clone());
    let client = Client::builder(tokens.base_url()).credential(credential).language(language()).build().ok()?;
    Some((tokens, client))
}

/// The storage that has the tokens. `None` if they are only in memory.
fn storage_of(tokens: &oauth::Session) -> Option<BrowserStorage> {
    match tokens.persistence() {
        Persistence::Memory => None,
        Persistence::Tab => Some(browser_storage::session()),
        Persistence::Device => Some(browser_storage::local()),
    }
}

/// The organization of stored tokens. `None` if that of others is stored.
fn remembered_organization(tokens: &oauth::Session) -> Option<OrganizationId> {
    let item = storage_of(tokens)?.read(ORGANIZATION_ITEM)?;
    let (id, organization) = item.split_once(' ')?;
    organization.parse().ok().filter(|_| id == tokens.id())
}

/// The address to open after the sign-in in progress. `None` if none was given at its start.
pub fn return_address() -> Option<String> {
    browser_storage::session().read(RETURN_ADDRESS_ITEM).filter(|next| is_return_address(next))
}

// Sign-in with OAuth needs a browser. The tests of this crate run without one.
fn oauth_sign_in() -> Option<oauth::SignIn> {
    #[cfg(target_arch = "wasm32")]
    return Some(oauth::SignIn::in_browser());
    #[cfg(not(target_arch = "wasm32"))]
    None
}
