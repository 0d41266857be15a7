//! Whether the server can be reached.

use leptos::prelude::*;

use super::Failure;
use crate::reactive::effect;
use crate::session::{Session, use_session};

/// How often a server that is away is tried, in seconds.
const TRY_EVERY: std::time::Duration = std::time::Duration::from_secs(5);

/// Whether the server can be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// It answers, as far as is known.
    Fine,
    /// The browser says that it has no connection.
    Offline,
    /// The last call did not arrive.
    Away,
}

/// What calls and the browser say about the connection.
#[derive(Clone, Copy)]
pub struct Connection {
    offline: RwSignal<bool>,
    away: RwSignal<bool>,
    /// Grows when the server answers again: what failed for want of it runs once more.
    returns: RwSignal<u32>,
}

impl Connection {
    pub(super) fn new() -> Self {
        let offline = RwSignal::new(!window().navigator().on_line());
        let connection = Self { offline, away: RwSignal::new(false), returns: RwSignal::new(0) };
        let session = use_session();
        let went = window_event_listener(leptos::ev::offline, move |_| offline.set(true));
        let came = window_event_listener(leptos::ev::online, move |_| {
            offline.set(false);
            connection.knock(session);
        });
        on_cleanup(move || {
            went.remove();
            came.remove();
        });
        effect(move || {
            if connection.away.get() {
                let handle = set_interval_with_handle(move || connection.knock(session), TRY_EVERY).ok();
                on_cleanup(move || {
                    if let Some(handle) = handle {
                        handle.clear();
                    }
                });
            }
        });
        connection
    }

    /// Whether the server can be reached.
    pub fn reach(&self) -> Reach {
        match (self.offline.get(), self.away.get()) {
            (true, _) => Reach::Offline,
            (false, true) => Reach::Away,
            (false, false) => Reach::Fine,
        }
    }

    pub(super) fn returns(&self) -> u32 {
        self.returns.get()
    }

    /// Takes note of how a call ended.
    pub(super) fn note<T>(&self, result: &Result<T, Failure>) {
        let away = result.as_ref().err().is_some_and(Failure::is_connection);
        let was_away = self.away.try_get_untracked().unwrap_or(false);
        if away != was_away {
            self.away.try_set(away);
        }
        if was_away && !away {
            self.returns.try_update(|times| *times += 1);
        }
    }

    // Asked for at the start already: no more of the program is needed for it.
    fn knock(self, session: Session) {
        let Some(client) = session.client_untracked() else { return };
        leptos::task::spawn_local(async move {
            let result = client.organization().get().await.map_err(Failure::from);
            self.note(&result);
        });
    }
}
