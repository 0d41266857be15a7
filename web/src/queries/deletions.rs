//! Deletions that wait a while, so that they can be undone. The platform cannot undo them.

use std::collections::HashSet;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use answerdeck_client::{Client, Error};
use futures_util::future::abortable;
use leptos::ev;
use leptos::prelude::*;

use super::{Changes, Connection, Kind, use_shared};
use crate::request_error::RequestError;
use crate::session::{Session, use_session};

/// How long a deletion waits.
pub const UNDO_TIME: Duration = Duration::from_secs(10);

/// Signing out waits this long for deletions.
const SENDING_MAX: Duration = Duration::from_secs(3);

/// The request that deletes what has an id.
pub type DeleteRequest = fn(Client, String) -> Pin<Box<dyn Future<Output = Result<(), Error>>>>;

/// The deletions of a page. A waiting one is sent when its time is over, when another one begins, and when the page is
/// left, hidden or closed.
#[derive(Clone, Copy)]
pub struct Deletions {
    kind: Kind,
    request: DeleteRequest,
    waiting: StoredValue<Vec<String>>,
    /// The ids that wait or were sent, which lists leave out.
    hidden: RwSignal<HashSet<String>>,
    /// Distinguishes the timer of one deletion from that of the next.
    round: StoredValue<u32>,
    on_failure: StoredValue<Arc<dyn Fn(RequestError) + Send + Sync>>,
    on_sent: StoredValue<Option<Callback<()>>>,
    session: Session,
    changes: Changes,
    connection: Connection,
}

impl Deletions {
    /// Makes the deletions of the calling page. `on_failure` is called for each thing that could not be deleted, also after
    /// the page was left.
    pub(super) fn new(
        kind: Kind,
        request: DeleteRequest,
        on_failure: impl Fn(RequestError) + Send + Sync + 'static,
    ) -> Self {
        let deletions = Self {
            kind,
            request,
            waiting: StoredValue::new(Vec::new()),
            hidden: RwSignal::new(HashSet::new()),
            round: StoredValue::new(0),
            on_failure: StoredValue::new(Arc::new(on_failure)),
            on_sent: StoredValue::new(None),
            session: use_session(),
            changes: expect_context(),
            connection: expect_context(),
        };
        let waiting = use_waiting_deletions();
        waiting.0.set_value(Some(Rc::new(move || deletions.sending().map(limited))));
        let closed = window_event_listener_untyped("pagehide", move |_| deletions.send());
        let hidden = window_event_listener(ev::visibilitychange, move |_| {
            if document().hidden() {
                deletions.send();
            }
        });
        on_cleanup(move || {
            closed.remove();
            hidden.remove();
            deletions.send();
            waiting.0.set_value(None);
        });
        deletions
    }

    /// Hides things and deletes them after [`UNDO_TIME`].
    pub fn delete(self, ids: Vec<String>) {
        self.send();
        self.hidden.update(|hidden| hidden.extend(ids.iter().cloned()));
        self.waiting.set_value(ids);
        self.round.update_value(|round| *round += 1);
        let round = self.round.get_value();
        set_timeout(
            move || {
                if self.round.try_get_value() == Some(round) {
                    self.send();
                }
            },
            UNDO_TIME,
        );
    }

    /// Sets what is called when waiting things are sent, so that they cannot be undone any more.
    pub fn on_sent(self, call: Callback<()>) {
        self.on_sent.set_value(Some(call));
    }

    /// Shows the waiting things again. Nothing was sent. Returns their ids.
    pub fn undo(self) -> Vec<String> {
        let ids = self.take_waiting();
        self.hidden.update(|hidden| hidden.retain(|id| !ids.contains(id)));
        ids
    }

    /// Whether something waits or was deleted. Reactive.
    pub fn is_hidden(self, id: &str) -> bool {
        self.hidden.with(|hidden| hidden.contains(id))
    }

    fn take_waiting(self) -> Vec<String> {
        self.waiting.try_update_value(std::mem::take).unwrap_or_default()
    }

    fn send(self) {
        if let Some(sending) = self.sending() {
            leptos::task::spawn_local(sending);
        }
    }

    /// Takes the waiting deletions, and returns the requests that send them. `None` if nothing waits.
    fn sending(self) -> Option<Sending> {
        let ids = self.take_waiting();
        let client = self.session.client_untracked().filter(|_| !ids.is_empty())?;
        if let Some(on_sent) = self.on_sent.try_get_value().flatten() {
            on_sent.try_run(());
        }
        let on_failure = self.on_failure.try_get_value()?;
        Some(Box::pin(async move {
            for id in ids {
                let result = (self.request)(client.clone(), id.clone()).await.map_err(RequestError::from);
                self.connection.record(&result);
                // Another tab may have deleted it.
                if let Err(error) = result
                    && !error.is_not_found()
                {
                    // The session has ended: the others would fail, too.
                    let has_ended = error.is_unauthorized();
                    self.hidden.try_update(|hidden| hidden.remove(&id));
                    on_failure(error);
                    if has_ended {
                        break;
                    }
                }
            }
            self.changes.invalidate(self.kind);
        }))
    }
}

/// Requests that delete things.
pub type Sending = Pin<Box<dyn Future<Output = ()>>>;

/// The deletions that wait on the open page. Their code is that of the page.
#[derive(Clone, Copy)]
pub struct WaitingDeletions(StoredValue<Option<SendWaiting>, LocalStorage>);

/// Takes the waiting deletions. `None` if there are none.
type SendWaiting = Rc<dyn Fn() -> Option<Sending>>;

/// The deletions that wait on the open page.
pub fn use_waiting_deletions() -> WaitingDeletions {
    use_shared(|| WaitingDeletions(StoredValue::new_local(None)))
}

impl WaitingDeletions {
    /// Sends them, and waits for the responses, but not longer than [`SENDING_MAX`]. `None` if nothing waits.
    pub fn send(self) -> Option<Sending> {
        self.0.with_value(|waiting| waiting.as_ref().and_then(|waiting| waiting()))
    }
}

fn limited(sending: Sending) -> Sending {
    let (sending, handle) = abortable(sending);
    set_timeout(move || handle.abort(), SENDING_MAX);
    Box::pin(async move {
        let _ = sending.await;
    })
}

/// An item that is deleted on its own page. The page closes, and the list of its kind begins the deletion.
#[derive(Clone, Copy)]
pub struct ClosedForDeletion(StoredValue<Option<(Kind, String, String)>>);

/// The item whose page was closed for its deletion.
pub fn use_closed_for_deletion() -> ClosedForDeletion {
    use_shared(|| ClosedForDeletion(StoredValue::new(None)))
}

impl ClosedForDeletion {
    /// Passes an item to the list of its kind, which is opened next.
    pub fn leave(self, kind: Kind, id: String, name: String) {
        self.0.set_value(Some((kind, id, name)));
    }

    /// The id and the name of the item that was passed to the list of a kind.
    pub fn take(self, kind: Kind) -> Option<(String, String)> {
        let (left, id, name) = self.0.try_update_value(Option::take)??;
        (left == kind).then_some((id, name))
    }
}
