//! Who is signed in, and the client that speaks for them.

use answerdeck_client::oauth::{self, Persistence, SignInError};
use answerdeck_client::{ApiKey, Client, Credential, Error};
use leptos::prelude::*;

use crate::local_settings::{Choice, load, save};
use crate::locale::{Language, language};
use crate::paths::{SIGN_IN_CALLBACK, is_own};
use crate::queries::Failure;
use crate::reactive::effect;

/// The name that the consent page shows.
const CLIENT_NAME: &str = "Answerdeck console";
/// Where the tab keeps the page to return to while the person is at the consent page.
const NEXT: &str = "answerdeck.next";

#[derive(Clone)]
enum State {
    Out { expired: bool },
    In { client: Client, session: Option<oauth::Session> },
}

/// Who is signed in.
#[derive(Clone, Copy)]
pub struct Session {
    state: RwSignal<State, LocalStorage>,
}

/// Who is signed in.
pub fn use_session() -> Session {
    expect_context()
}

/// Finds the session that this tab, or this device, remembers. Called once, above everything.
pub fn provide_session() {
    let session = Session { state: RwSignal::new_local(State::Out { expired: false }) };
    let remembered = browser().and_then(|sign_in| sign_in.restore(&server()));
    if let Some(remembered) = remembered {
        session.enter(remembered);
    }
    effect(move || {
        let language = client_language();
        if let Some(client) = session.client() {
            client.set_language(language);
        }
    });
    provide_context(session);
}

impl Session {
    /// The client of whoever is signed in. Whoever asks in a reactive place is asked again when it changes.
    pub fn client(&self) -> Option<Client> {
        self.state.with(State::client)
    }

    /// The client, for what happens once.
    pub fn client_untracked(&self) -> Option<Client> {
        self.state.with_untracked(State::client)
    }

    /// Whether somebody is signed in.
    pub fn is_in(&self) -> bool {
        self.state.with(|state| matches!(state, State::In { .. }))
    }

    /// Whether the last session ended by itself.
    pub fn has_expired(&self) -> bool {
        self.state.with(|state| matches!(state, State::Out { expired: true }))
    }

    /// Takes note of how a call ended: a refused credential signs out.
    pub fn note<T>(&self, result: &Result<T, Failure>) {
        if result.as_ref().err().is_some_and(Failure::is_unauthorized) {
            self.state.try_set(State::Out { expired: true });
        }
    }

    /// Signs in with an API key that the platform accepts. The key stays in memory.
    ///
    /// # Errors
    /// As `get_organization`, which is asked to try the key.
    pub async fn enter_with_key(self, server: &str, key: &str) -> Result<(), Error> {
        let credential = Credential::ApiKey(ApiKey::new(key)?);
        let client = Client::builder(server).credential(credential).language(client_language()).build()?;
        client.organization().get().await?;
        self.state.set(State::In { client, session: None });
        Ok(())
    }

    /// Prepares a sign-in and gives the consent page's address to go to. `next` is where to return to afterwards.
    ///
    /// # Errors
    /// As [`oauth::SignIn::begin`].
    pub async fn begin(self, server: &str, stay: Persistence, next: Option<&str>) -> Result<String, Error> {
        let sign_in = browser().ok_or(SignInError::StorageBlocked)?.language(client_language());
        let redirect = format!("{}{SIGN_IN_CALLBACK}", own_server());
        let address = sign_in.begin(server, &redirect, CLIENT_NAME, stay).await?;
        if let Ok(Some(tab)) = window().session_storage() {
            let _ = match next {
                Some(next) => tab.set_item(NEXT, next),
                None => tab.remove_item(NEXT),
            };
        }
        Ok(address)
    }

    /// Finishes the sign-in that the person comes back from, and gives the address to return to, if there is one.
    ///
    /// # Errors
    /// As [`oauth::SignIn::finish`].
    pub async fn finish(self) -> Result<Option<String>, Error> {
        let sign_in = browser().ok_or(SignInError::StorageBlocked)?;
        let address = window().location().href().unwrap_or_default();
        let session = sign_in.finish(&address).await?;
        self.enter(session);
        let tab = window().session_storage().ok().flatten();
        let next = tab.as_ref().and_then(|tab| tab.get_item(NEXT).ok().flatten()).filter(|next| is_own(next));
        if let Some(tab) = tab {
            let _ = tab.remove_item(NEXT);
        }
        Ok(next)
    }

    /// Forgets the session, here and on the platform.
    pub fn sign_out(self) {
        let before = self.state.try_update(|state| std::mem::replace(state, State::Out { expired: false }));
        if let Some(State::In { session: Some(session), .. }) = before {
            leptos::task::spawn_local(async move {
                // It is forgotten here even where the platform cannot be told.
                let _ = session.sign_out().await;
            });
        }
    }

    fn enter(self, session: oauth::Session) {
        let client = Client::builder(session.base_url())
            .credential(Credential::Session(session.clone()))
            .language(client_language())
            .build();
        let Ok(client) = client else { return };
        // Another tab may sign out, or the platform may end the session.
        client.on_signed_out(move || {
            self.state.try_set(State::Out { expired: true });
        });
        self.state.set(State::In { client, session: Some(session) });
    }
}

impl State {
    fn client(&self) -> Option<Client> {
        match self {
            Self::In { client, .. } => Some(client.clone()),
            Self::Out { .. } => None,
        }
    }
}

/// The address of the server in use: another one that was chosen, or the console's own.
pub fn server() -> String {
    load(Choice::Server).unwrap_or_else(own_server)
}

/// The address of another server that was chosen.
pub fn other_server() -> Option<String> {
    load(Choice::Server)
}

/// Chooses another server, or the console's own when `address` is empty.
pub fn choose_server(address: &str) {
    let address = address.trim().trim_end_matches('/');
    save(Choice::Server, (!address.is_empty()).then_some(address));
}

fn own_server() -> String {
    window().location().origin().unwrap_or_default()
}

fn client_language() -> answerdeck_client::Language {
    match language() {
        Language::Korean => answerdeck_client::Language::Korean,
        Language::English => answerdeck_client::Language::English,
    }
}

// Only a browser signs people in; the tests of this crate run in none.
fn browser() -> Option<oauth::SignIn> {
    #[cfg(target_arch = "wasm32")]
    return Some(oauth::SignIn::in_browser());
    #[cfg(not(target_arch = "wasm32"))]
    None
}
