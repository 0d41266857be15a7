//! A resource that is polled until it ends.

use std::sync::Arc;

use answerdeck_client::Client;
use futures_util::future::{AbortHandle, abortable};
use leptos::prelude::*;

use super::Connection;
use crate::reactive::effect;
use crate::request_error::RequestError;
use crate::session::use_session;

/// A resource that changes by itself until it ends.
pub trait Pollable: Send + Sync + 'static {
    /// Its id.
    type Id: PartialEq + Clone + Send + Sync;

    /// Its id.
    fn id(&self) -> &Self::Id;

    /// Whether it will not change any more.
    fn has_ended(&self) -> bool;
}

/// The newest state of a resource that is polled until it ends.
pub struct Live<T: 'static> {
    newest: RwSignal<Option<Arc<T>>>,
    failure: RwSignal<Option<RequestError>>,
    has_ended: RwSignal<bool>,
    retries: RwSignal<u32>,
}

impl<T> Clone for Live<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Live<T> {}

impl<T: Pollable> Live<T> {
    /// The newest state. `None` until the first response. Reactive.
    pub fn get(&self) -> Option<Arc<T>> {
        self.newest.get()
    }

    /// The error of the last poll. `None` if it succeeded. Reactive.
    pub fn failure(&self) -> Option<RequestError> {
        self.failure.get()
    }

    /// Whether polling has ended. Reactive.
    pub fn has_ended(&self) -> bool {
        self.has_ended.get()
    }

    /// Polls again.
    pub fn retry(&self) {
        self.retries.update(|count| *count += 1);
    }

    /// The newest state. `None` until the first response.
    pub fn get_untracked(&self) -> Option<Arc<T>> {
        self.newest.try_get_untracked().flatten()
    }

    /// Takes the result of a poll.
    pub(super) fn receive(&self, state: Result<Arc<T>, RequestError>) {
        self.failure.try_set(state.as_ref().err().cloned());
        if let Ok(newest) = state {
            self.newest.try_set(Some(newest));
        }
    }

    /// Records that polling has ended.
    pub(super) fn end(&self) {
        self.has_ended.try_set(true);
    }
}

/// Polls a resource with `poll`, which calls [`Live::receive`] and [`Live::end`]. Fetches nothing while `id` is `None`. Polling
/// ends when the page is closed, pauses without a connection and continues when the connection is back.
pub(super) fn use_live<T: Pollable>(
    id: Signal<Option<T::Id>>,
    poll: impl Fn(Client, T::Id, Live<T>) -> AbortHandle + 'static,
) -> Live<T> {
    let live: Live<T> = Live {
        newest: RwSignal::new(None),
        failure: RwSignal::new(None),
        has_ended: RwSignal::new(false),
        retries: RwSignal::new(0),
    };
    let (session, connection) = (use_session(), expect_context::<Connection>());
    // After a poll that failed offline, polling continues as soon as the browser is online.
    effect(move || {
        connection.reconnections();
        if live.failure.with_untracked(|failure| failure.as_ref().is_some_and(|failure| !failure.is_offline())) {
            live.retry();
        }
    });
    effect(move || {
        live.retries.track();
        let (Some(client), Some(id)) = (session.client(), id.get()) else { return };
        match live.newest.get_untracked().filter(|newest| *newest.id() == id) {
            Some(newest) if newest.has_ended() => return,
            Some(_) => {}
            None => live.newest.set(None),
        }
        live.failure.set(None);
        live.has_ended.set(false);
        let handle = poll(client, id, live);
        on_cleanup(move || handle.abort());
    });
    live
}

/// Runs a future until it ends or is aborted.
pub(super) fn spawn_abortable(future: impl Future<Output = ()> + 'static) -> AbortHandle {
    let (future, handle) = abortable(future);
    leptos::task::spawn_local(async move {
        let _ = future.await;
    });
    handle
}
