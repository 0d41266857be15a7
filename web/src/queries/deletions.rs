//! Deletions that are delayed, so that they can be undone. The platform cannot undo them.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::pin::Pin;
use std::rc::Rc;

use answerdeck_client::oauth::Lock;
use answerdeck_client::{AccessTokens, Client, Error};
use futures_util::future::{AbortHandle, FutureExt, Shared, abortable};
use futures_util::stream::{self, StreamExt};
use leptos::ev;
use leptos::prelude::*;

use super::{Changes, Connection, Kind, use_shared};
use crate::browser_storage;
use crate::keepalive::keepalive_client;
use crate::locale::{Texts, texts};
use crate::organization_storage::of_tab;
use crate::request_error::RequestError;
use crate::session::{LAST_REQUESTS_LOCK, LAST_REQUESTS_MAX, Session, SessionCredential, use_session};
use crate::ui::{Notices, use_notices};

/// The maximum number of deletions of one page that are sent at the same time. The client keeps them under the rate limit.
const IN_FLIGHT_MAX: usize = 10;

/// The request that deletes the item with an id.
pub type DeleteRequest = fn(Client, String) -> Pin<Box<dyn Future<Output = Result<(), Error>>>>;

/// The message that an item could not be deleted, made of the reason.
type NotDeleted = fn(Texts) -> fn(&str) -> String;

/// The deletions of a page. A delayed deletion is sent by [`Self::send`], when another one begins, when the page is left, hidden
/// or closed, and when the session ends.
#[derive(Clone, Copy)]
pub struct Deletions {
    kinds: &'static [Kind],
    request: DeleteRequest,
    unanswered: Unanswered,
    delayed: StoredValue<Option<Delayed>, LocalStorage>,
    /// The ids whose deletion is delayed or was sent. Lists leave them out.
    hidden: RwSignal<HashSet<String>>,
    not_deleted: NotDeleted,
    on_sent: StoredValue<Option<Callback<()>>>,
    unsent: UnsentDeletions,
    notices: Notices,
    session: Session,
    changes: Changes,
    connection: Connection,
}

/// Deletions that are delayed, and the lock that makes a sign-out in another tab wait for them.
struct Delayed {
    ids: Vec<String>,
    lock: LocalFuture<Lock>,
}

impl Delayed {
    fn new(ids: Vec<String>) -> Option<Self> {
        (!ids.is_empty()).then(|| Self { ids, lock: browser_storage::lock(LAST_REQUESTS_LOCK) })
    }
}

impl Deletions {
    /// Makes the deletions of the calling page, and sends those again that a reload or the end of the session cut off. `item` is the
    /// item of the tab's storage with the latter. A notice says `not_deleted` of each item that could not be deleted, even after the
    /// page was left.
    pub(super) fn new(
        kinds: &'static [Kind],
        item: &'static str,
        request: DeleteRequest,
        not_deleted: NotDeleted,
    ) -> Self {
        let unsent = use_unsent_deletions();
        let mut cut_off = Unanswered(item).ids();
        cut_off.retain(|id| !unsent.is_sending(id));
        let deletions = Self {
            kinds,
            request,
            unanswered: Unanswered(item),
            hidden: RwSignal::new(cut_off.iter().cloned().collect()),
            delayed: StoredValue::new_local(Delayed::new(cut_off)),
            not_deleted,
            on_sent: StoredValue::new(None),
            unsent,
            notices: use_notices(),
            session: use_session(),
            changes: expect_context(),
            connection: expect_context(),
        };
        deletions.send();
        deletions.unsent.send_waiting.set_value(Some(Rc::new(move || deletions.send())));
        let send_closing = move || deletions.send_with(keepalive_client(deletions.session));
        let closed = window_event_listener_untyped("pagehide", move |_| send_closing());
        // A phone may end a hidden tab without another event. What the list shows as deleted would then stay.
        let hidden = window_event_listener(ev::visibilitychange, move |_| {
            if document().hidden() {
                send_closing();
            }
        });
        on_cleanup(move || {
            closed.remove();
            hidden.remove();
            deletions.send();
            deletions.unsent.send_waiting.set_value(None);
        });
        deletions
    }

    /// Hides items, and delays their deletion.
    pub fn delete(self, ids: Vec<String>) {
        self.send();
        // A page that closes has no time to renew the access token. A token that is valid now outlives the time to undo.
        if let Some(SessionCredential::Tokens(tokens)) = self.session.credential_untracked() {
            leptos::task::spawn_local(async move {
                // Without one, the deletion itself fails and says why.
                let _ = tokens.access_token().await;
            });
        }
        self.hidden.update(|hidden| hidden.extend(ids.iter().cloned()));
        self.delayed.set_value(Delayed::new(ids));
    }

    /// Sets the callback for when delayed deletions are sent, after which they cannot be undone.
    pub fn on_sent(self, call: Callback<()>) {
        self.on_sent.set_value(Some(call));
    }

    /// Cancels the delayed deletions and shows their items again. Returns their ids.
    pub fn undo(self) -> Vec<String> {
        let ids = self.take_delayed().map(|delayed| delayed.ids).unwrap_or_default();
        self.hidden.update(|hidden| hidden.retain(|id| !ids.contains(id)));
        ids
    }

    /// Whether lists leave out an item, because its deletion is delayed or was sent. Reactive.
    pub fn is_hidden(self, id: &str) -> bool {
        self.hidden.with(|hidden| hidden.contains(id))
    }

    fn take_delayed(self) -> Option<Delayed> {
        self.delayed.try_update_value(Option::take).flatten()
    }

    /// Sends the delayed deletions.
    pub fn send(self) {
        self.send_with(self.session.client_untracked());
    }

    fn send_with(self, client: Option<Client>) {
        let Some(Delayed { ids, lock }) = self.take_delayed() else { return };
        self.unanswered.add(&ids);
        if let Some(on_sent) = self.on_sent.try_get_value().flatten() {
            on_sent.try_run(());
        }
        let Some(client) = client else { return };
        let unanswered = Rc::new(RefCell::new(ids.clone()));
        let (unanswered_now, has_ended) = (unanswered.clone(), Cell::new(false));
        let requests = async move {
            let _lock = lock;
            let delete = async |id: String| {
                if has_ended.get() {
                    return;
                }
                let wait = self.connection.wait();
                let result = (self.request)(client.clone(), id.clone()).await.map_err(RequestError::from);
                drop(wait);
                self.connection.record(&result);
                // The session has ended, so the others fail, too. The next one sends them again.
                if result.as_ref().is_err_and(RequestError::is_unauthorized) {
                    return has_ended.set(true);
                }
                self.unanswered.remove(&id);
                unanswered_now.borrow_mut().retain(|other| *other != id);
                // Another tab may have deleted it.
                if let Err(error) = result
                    && !error.is_not_found()
                {
                    self.hidden.try_update(|hidden| hidden.remove(&id));
                    self.notices.notify((self.not_deleted)(texts())(&error.message(texts())));
                }
            };
            stream::iter(ids).for_each_concurrent(IN_FLIGHT_MAX, delete).await;
            self.kinds.iter().for_each(|kind| self.changes.invalidate(*kind));
        };
        self.unsent.send(Box::pin(requests), unanswered);
    }
}

/// The ids whose deletion was to be sent and has no response yet, in an item of the organization in the tab's storage: they outlive a
/// reload, and a session that ends without a sign-out.
#[derive(Clone, Copy)]
struct Unanswered(&'static str);

impl Unanswered {
    fn ids(self) -> Vec<String> {
        let ids = of_tab().read(self.0).unwrap_or_default();
        ids.split_whitespace().map(str::to_owned).collect()
    }

    fn add(self, added: &[String]) {
        let mut ids = self.ids();
        ids.retain(|id| !added.contains(id));
        ids.extend_from_slice(added);
        self.write(&ids);
    }

    fn remove(self, id: &str) {
        let mut ids = self.ids();
        ids.retain(|other| other != id);
        self.write(&ids);
    }

    fn write(self, ids: &[String]) {
        let storage = of_tab();
        if ids.is_empty() {
            storage.remove(self.0);
        } else {
            // Without it, a deletion that is cut off is lost.
            let _ = storage.write(self.0, &ids.join(" "));
        }
    }
}

/// The delayed deletions of the open page, and the deletions of all pages that are being sent.
#[derive(Clone, Copy)]
pub struct UnsentDeletions {
    send_waiting: StoredValue<Option<Rc<dyn Fn()>>, LocalStorage>,
    sending: StoredValue<Vec<Sending>, LocalStorage>,
}

/// Deletions that are being sent.
#[derive(Clone)]
struct Sending {
    /// Ends with the last response, or when it is aborted.
    end: Shared<LocalFuture<()>>,
    abort: AbortHandle,
    /// The ids without a response.
    unanswered: Rc<RefCell<Vec<String>>>,
}

type LocalFuture<T> = Pin<Box<dyn Future<Output = T>>>;

/// The deletions that are delayed or being sent.
pub fn use_unsent_deletions() -> UnsentDeletions {
    use_shared(|| UnsentDeletions {
        send_waiting: StoredValue::new_local(None),
        sending: StoredValue::new_local(Vec::new()),
    })
}

impl UnsentDeletions {
    fn is_sending(self, id: &String) -> bool {
        self.sending.with_value(|sending| {
            sending.iter().any(|sending| sending.end.peek().is_none() && sending.unanswered.borrow().contains(id))
        })
    }

    fn send(self, requests: LocalFuture<()>, unanswered: Rc<RefCell<Vec<String>>>) {
        let (requests, abort) = abortable(requests);
        let end: LocalFuture<()> = Box::pin(async move {
            let _ = requests.await;
        });
        let end = end.shared();
        self.sending.update_value(|sending| {
            sending.retain(|sending| sending.end.peek().is_none());
            sending.push(Sending { end: end.clone(), abort, unanswered });
        });
        leptos::task::spawn_local(end);
    }

    /// Sends the delayed deletions now, and waits for all responses, at most [`LAST_REQUESTS_MAX`]. Then it aborts the requests without
    /// a response, and returns the number of deletions that were not carried out.
    pub fn finish(self) -> LocalFuture<usize> {
        self.send_waiting.with_value(|send| send.iter().for_each(|send| send()));
        let mut sending = self.sending.get_value();
        sending.retain(|sending| sending.end.peek().is_none());
        let handles: Vec<_> = sending.iter().map(|sending| sending.abort.clone()).collect();
        set_timeout(move || handles.iter().for_each(AbortHandle::abort), LAST_REQUESTS_MAX);
        Box::pin(async move {
            let mut unanswered = 0;
            for Sending { end, unanswered: left, .. } in sending {
                end.await;
                unanswered += left.borrow().len();
            }
            unanswered
        })
    }
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
