use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use answerdeck_client::Error;
use gloo_timers::callback::Timeout;
use leptos::prelude::*;

use crate::reactive::{effect, on_window_event};
use crate::request_error::RequestError;
use crate::session::{Session, use_session};

/// The time between two pings of an unreachable server.
const PING_INTERVAL: Duration = Duration::from_secs(5);

/// How many milliseconds a request waits until the server counts as slow.
const SLOW_AFTER: u32 = 10_000;

/// Whether the server can be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectionStatus {
    /// The last request reached the server, or none was sent yet.
    Connected,
    /// A request has waited long for its response.
    Slow,
    /// The browser reports that it has no connection.
    Offline,
    /// The last request did not reach the server.
    Unreachable,
}

/// Tracks the connection from the results of requests and the events of the browser.
#[derive(Clone, Copy)]
pub struct Connection {
    offline: RwSignal<bool>,
    unreachable: RwSignal<bool>,
    /// The number of requests that have waited long.
    slow: RwSignal<u32>,
    /// How often the server became reachable again. A query that tracks it can retry.
    pub(super) reconnections: RwSignal<u32>,
    /// How often the person has asked for a retry.
    pub(super) retries: RwSignal<u32>,
}

impl Connection {
    pub(super) fn new() -> Self {
        let offline = RwSignal::new(!window().navigator().on_line());
        let connection = Self {
            offline,
            unreachable: RwSignal::new(false),
            slow: RwSignal::new(0),
            reconnections: RwSignal::new(0),
            retries: RwSignal::new(0),
        };
        on_window_event(leptos::ev::offline, move |_| offline.set(true));
        on_window_event(leptos::ev::online, move |_| offline.set(false));
        connection
    }

    // Pings a server that cannot be reached, until it responds. Queries that failed meanwhile wait for that.
    pub(super) fn start(self) {
        let session = use_session();
        effect(move || {
            // A browser without a connection reports when it has one again.
            if self.unreachable.get() && !self.offline.get() {
                let handle = set_interval_with_handle(move || self.ping(session), PING_INTERVAL).ok();
                on_cleanup(move || {
                    if let Some(handle) = handle {
                        handle.clear();
                    }
                });
            }
        });
        let mut was_offline = false;
        effect(move || {
            let is_offline = self.offline.get();
            if std::mem::replace(&mut was_offline, is_offline) && !is_offline && self.unreachable.get_untracked() {
                self.ping(session);
            }
        });
    }

    /// Whether the server can be reached. Reactive.
    pub fn status(&self) -> ConnectionStatus {
        match (self.offline.get(), self.unreachable.get(), self.slow.get()) {
            (true, ..) => ConnectionStatus::Offline,
            (false, true, _) => ConnectionStatus::Unreachable,
            (false, false, 0) => ConnectionStatus::Connected,
            (false, false, _) => ConnectionStatus::Slow,
        }
    }

    /// Waits for the response to a request, and notes how it goes.
    pub(super) async fn response_of<T>(
        self,
        request: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, RequestError> {
        let wait = self.wait();
        let result = request.await.map_err(RequestError::from);
        drop(wait);
        self.record(&result);
        result
    }

    /// Notes that a request waits for its response, until the returned value is dropped.
    pub(super) fn wait(&self) -> Wait {
        let (slow, is_slow) = (self.slow, Rc::new(Cell::new(false)));
        let counted = is_slow.clone();
        let timer = Timeout::new(SLOW_AFTER, move || {
            counted.set(true);
            slow.try_update(|count| *count += 1);
        });
        Wait { slow, is_slow, _timer: timer }
    }

    pub(super) fn record<T>(&self, result: &Result<T, RequestError>) {
        let unreachable = result.as_ref().err().is_some_and(RequestError::is_connection);
        let was_unreachable = self.unreachable.try_get_untracked().unwrap_or(false);
        if unreachable != was_unreachable {
            self.unreachable.try_set(unreachable);
        }
        if was_unreachable && !unreachable {
            self.reconnections.try_update(|count| *count += 1);
        }
    }

    // Requests the organization, as the start does, so that the ping adds no code to the program.
    fn ping(self, session: Session) {
        let Some(client) = session.client_untracked() else { return };
        leptos::task::spawn_local(async move {
            let result = client.organization().get().await.map_err(RequestError::from);
            self.record(&result);
        });
    }
}

/// A request that waits for its response.
pub(super) struct Wait {
    slow: RwSignal<u32>,
    /// Whether it is one of those that have waited long.
    is_slow: Rc<Cell<bool>>,
    /// Ends with the wait.
    _timer: Timeout,
}

impl Drop for Wait {
    fn drop(&mut self) {
        if self.is_slow.get() {
            self.slow.try_update(|count| *count -= 1);
        }
    }
}
