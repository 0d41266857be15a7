//! Deletions that are delayed, so that they can be undone. The platform cannot undo them.

use std::collections::HashSet;
use std::str::FromStr;
use std::time::Duration;

use answerdeck_client::{Client, Error};
use futures_util::future::{FutureExt, LocalBoxFuture, ready, select};
use futures_util::stream::{self, StreamExt};
use gloo_timers::future::TimeoutFuture;
use leptos::ev;
use leptos::prelude::*;

use super::mutation::FailureText;
use super::{Changes, Connection, Kind, use_shared};
use crate::locale::{t, texts};
use crate::reactive::on_window_event;
use crate::router::use_router;
use crate::session::{Session, use_session};
use crate::ui::{NoticeAction, Notices, focus_later, focus_next_row, use_notices};

/// How long a deletion can be undone before it is sent.
pub const UNDO_TIME: Duration = Duration::from_secs(10);
/// The maximum number of requests that are sent at the same time. The client keeps them under the rate limit.
const IN_FLIGHT_MAX: usize = 10;
/// How many milliseconds a sign-out waits for the responses.
const SIGN_OUT_WAIT_MAX: u32 = 3_000;

type Response = LocalBoxFuture<'static, Result<(), Error>>;

/// The deletions of a page, which can be undone for a while, also on the pages that follow.
#[derive(Clone, Copy)]
pub struct Deletions {
    kinds: &'static [Kind],
    request: Callback<(Client, String), Response>,
    not_deleted: FailureText,
    undo: NoticeAction,
    delayed: DelayedDeletion,
    notices: Notices,
    session: Session,
    changes: Changes,
    connection: Connection,
}

/// Makes the deletions of the calling page: items by their ids, which change the data of `kinds`. A notice says `not_deleted` of each
/// item that could not be deleted, even after the page was left.
pub(super) fn deletions<Id, F>(
    kinds: &'static [Kind],
    delete: fn(Client, Id) -> F,
    not_deleted: FailureText,
) -> Deletions
where
    Id: FromStr + 'static,
    F: Future<Output = Result<(), Error>> + 'static,
{
    let request = move |(client, id): (Client, String)| match id.parse::<Id>() {
        Ok(id) => delete(client, id).boxed_local(),
        Err(_) => ready(Ok(())).boxed_local(),
    };
    Deletions::new(kinds, Callback::new(request), not_deleted)
}

impl Deletions {
    fn new(kinds: &'static [Kind], request: Callback<(Client, String), Response>, not_deleted: FailureText) -> Self {
        Self {
            kinds,
            request,
            not_deleted,
            // The message stays when the page is left.
            undo: use_shared(undo_action),
            delayed: use_delayed_deletion(),
            notices: use_notices(),
            session: use_session(),
            changes: expect_context(),
            connection: expect_context(),
        }
    }

    /// Hides items, delays their deletion, and shows a message that offers to undo it. The row with the focus disappears.
    pub fn delete(self, ids: Vec<String>, message: String) {
        focus_next_row();
        // Only the last deletion can be undone.
        self.delayed.send();
        let Some(client) = self.session.client_untracked() else { return };
        self.delayed.hidden.update(|hidden| hidden.extend(ids.iter().cloned()));
        let request = |id: &String| (id.clone(), self.request.run((client.clone(), id.clone())));
        let requests: Vec<_> = ids.iter().map(request).collect();
        let sending = async move {
            let delete = async |(id, request): (String, Response)| {
                // Another tab may have deleted it. The end of the session is said elsewhere.
                if let Err(error) = self.connection.response_of(request).await
                    && !error.is_not_found()
                    && !error.is_unauthorized()
                {
                    self.delayed.hidden.try_update(|hidden| hidden.remove(&id));
                    self.notices.notify((self.not_deleted)(texts())(&error.message(texts())));
                }
            };
            stream::iter(requests).for_each_concurrent(IN_FLIGHT_MAX, delete).await;
            self.kinds.iter().for_each(|kind| self.changes.invalidate(*kind));
        };
        let dismiss = Box::new(self.notices.notify_with_action(message, self.undo));
        let (kinds, sending) = (self.kinds, sending.boxed_local());
        self.delayed.deletion.set_value(Some(Deletion { ids, kinds, sending, dismiss }));
    }

    /// Sends what was deleted last: it cannot be undone any more.
    pub fn send(self) {
        self.delayed.send();
    }

    /// Whether lists leave out an item, because its deletion is delayed or was sent. Reactive.
    pub fn is_hidden(self, id: &str) -> bool {
        self.delayed.is_hidden(id)
    }
}

/// The last deletion of a session, until it is sent: after a while, when another one begins, when the console is hidden or closed, and
/// before a sign-out.
#[derive(Clone, Copy)]
pub struct DelayedDeletion {
    deletion: StoredValue<Option<Deletion>, LocalStorage>,
    /// The ids whose deletion is delayed or was sent. Lists leave them out.
    hidden: RwSignal<HashSet<String>>,
}

struct Deletion {
    ids: Vec<String>,
    /// The kinds of data that it changes.
    kinds: &'static [Kind],
    /// Sends the requests, and ends with their responses.
    sending: LocalBoxFuture<'static, ()>,
    /// Removes the message that offers to undo it.
    dismiss: Box<dyn Fn()>,
}

pub fn use_delayed_deletion() -> DelayedDeletion {
    use_shared(|| {
        let delayed = DelayedDeletion { deletion: StoredValue::new_local(None), hidden: RwSignal::new(HashSet::new()) };
        // The page may be closing. A phone may also end a hidden tab without another event.
        on_window_event(ev::visibilitychange, move |_| {
            if document().hidden() {
                delayed.send();
            }
        });
        delayed
    })
}

fn undo_action() -> NoticeAction {
    let delayed = use_delayed_deletion();
    NoticeAction {
        label: t(|t| t.common().undo),
        time: UNDO_TIME,
        on_click: Callback::new(move |()| delayed.undo()),
        on_end: Callback::new(move |()| delayed.send()),
    }
}

impl DelayedDeletion {
    /// Whether the deletion of an item is delayed or was sent. Reactive.
    pub fn is_hidden(self, id: &str) -> bool {
        self.hidden.with(|hidden| hidden.contains(id))
    }

    /// Sends the deletion if it changes data of a kind, which is about to be used: it cannot be undone any more.
    pub fn send_of(self, kind: Kind) {
        let is_of_kind = |deletion: &Option<Deletion>| deletion.as_ref().is_some_and(|of| of.kinds.contains(&kind));
        if self.deletion.with_value(is_of_kind) {
            self.send();
        }
    }

    fn send(self) {
        if let Some(sending) = self.take() {
            leptos::task::spawn_local(sending);
        }
    }

    /// Sends the deletion, and waits for the responses for a moment.
    pub async fn finish(self) {
        if let Some(sending) = self.take() {
            select(sending, TimeoutFuture::new(SIGN_OUT_WAIT_MAX)).await;
        }
    }

    fn take(self) -> Option<LocalBoxFuture<'static, ()>> {
        let Deletion { sending, dismiss, .. } = self.deletion.try_update_value(Option::take)??;
        dismiss();
        Some(sending)
    }

    fn undo(self) {
        let Some(Deletion { ids, .. }) = self.deletion.try_update_value(Option::take).flatten() else { return };
        self.hidden.update(|hidden| hidden.retain(|id| !ids.contains(id)));
        // The button with the focus disappears.
        if let Some(id) = ids.first() {
            // To the link of the row, or to the first button of a row without a link, which has the id.
            focus_later(&format!("tbody th a[href*='{id}'], [id='{id}'] button"));
        }
    }
}

/// The kind, the id and the name of an item that is deleted on its own page.
#[derive(Clone, Copy, Default)]
struct ClosedForDeletion(StoredValue<Option<(Kind, String, String)>>);

/// A function that closes the page of an item with an id and a name, and opens the list of its kind at an address, which begins the
/// deletion and offers to undo it.
pub fn use_close_for_deletion(kind: Kind) -> impl Fn(String, String, &str) + Copy + Send + Sync + 'static {
    let (closed, router) = (use_shared(ClosedForDeletion::default), use_router());
    move |id: String, name: String, list: &str| {
        closed.0.set_value(Some((kind, id, name)));
        router.navigate(list, true);
    }
}

/// The id and the name of the item whose page was closed for its deletion, for the list of its kind.
pub fn take_closed_for_deletion(kind: Kind) -> Option<(String, String)> {
    let (left, id, name) = use_shared(ClosedForDeletion::default).0.try_update_value(Option::take)??;
    (left == kind).then_some((id, name))
}
