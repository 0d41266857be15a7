//! A request that reads one value.

use std::pin::Pin;

use answerdeck_client::{Client, Error};
use futures_util::future::abortable;
use leptos::prelude::*;

use super::{Changes, Connection, Kind};
use crate::reactive::effect;
use crate::request_error::RequestError;
use crate::session::use_session;

/// The state of a query.
#[derive(Debug, Clone)]
pub enum QueryState<T> {
    /// No value yet.
    Loading,
    /// The value.
    Ready(T),
    /// The value could not be fetched.
    Failed(RequestError),
}

impl<T> QueryState<T> {
    /// The value. `None` while loading and after a failure.
    pub fn ready(&self) -> Option<&T> {
        match self {
            Self::Ready(value) => Some(value),
            _ => None,
        }
    }
}

/// A query: it fetches a value by itself and can be retried.
pub struct Query<T: 'static> {
    state: RwSignal<QueryState<T>, LocalStorage>,
    retries: RwSignal<u32>,
}

impl<T> Clone for Query<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Query<T> {}

impl<T: Clone + 'static> Query<T> {
    /// Makes a query. `request` runs in a reactive scope: the query runs again when a signal that it reads changes.
    /// While it returns `None`, nothing is fetched.
    pub fn new<F>(kinds: &'static [Kind], request: impl Fn(Client) -> Option<F> + 'static) -> Self
    where
        F: Future<Output = Result<T, Error>> + 'static,
    {
        let query = Self { state: RwSignal::new_local(QueryState::Loading), retries: RwSignal::new(0) };
        let state = query.state;
        let set_loading = move |keep_value: bool| {
            if !(keep_value && state.with_untracked(|state| state.ready().is_some())) {
                state.set(QueryState::Loading);
            }
        };
        let fetch = move |client: Client| {
            let future = request(client)?;
            let fetch = async move {
                let result = future.await.map_err(RequestError::from);
                let outcome = result.as_ref().err().cloned().map_or(Ok(()), Err);
                state.try_set(match result {
                    Ok(value) => QueryState::Ready(value),
                    Err(error) => QueryState::Failed(error),
                });
                outcome
            };
            Some(Box::pin(fetch) as Fetch)
        };
        run_query(kinds, query.retries, Box::new(set_loading), Box::new(fetch));
        query
    }

    /// The state. Reactive.
    pub fn get(&self) -> QueryState<T> {
        self.state.get()
    }

    /// Passes the value to a closure without a clone. `None` while loading and after a failure. Reactive.
    pub fn with<U>(&self, read: impl FnOnce(Option<&T>) -> U) -> U {
        self.state.with(|state| read(state.ready()))
    }

    /// The value. `None` while loading and after a failure. Reactive.
    pub fn value(&self) -> Option<T> {
        self.state.with(|state| state.ready().cloned())
    }

    /// Fetches the value again.
    pub fn retry(&self) {
        self.retries.update(|count| *count += 1);
    }
}

type Fetch = Pin<Box<dyn Future<Output = Result<(), RequestError>>>>;

// The part that does not depend on the type of the value, compiled once. `set_loading` takes whether to keep the old
// value.
fn run_query(
    kinds: &'static [Kind],
    retries: RwSignal<u32>,
    set_loading: Box<dyn Fn(bool)>,
    fetch: Box<dyn Fn(Client) -> Option<Fetch>>,
) {
    let (session, changes, connection) = (use_session(), expect_context::<Changes>(), expect_context::<Connection>());
    let connection_failed = StoredValue::new(false);
    let mut previous = None;
    effect(move || {
        let (change, reconnections) = (changes.track(kinds), connection.reconnections());
        retries.track();
        let (last_change, last_reconnections) =
            previous.replace((change, reconnections)).unwrap_or((change, reconnections));
        let Some(future) = session.client().and_then(&*fetch) else { return };
        // After a reconnection, only queries that failed without a connection run again.
        if last_reconnections != reconnections && last_change == change && !connection_failed.get_value() {
            return;
        }
        // After a mutation, the old value is shown until the new one arrives.
        set_loading(last_change != change);
        let (future, handle) = abortable(future);
        on_cleanup(move || handle.abort());
        leptos::task::spawn_local(async move {
            let Ok(outcome) = future.await else { return };
            connection.record(&outcome);
            session.record(&outcome);
            connection_failed.try_set_value(outcome.err().is_some_and(|error| error.is_connection()));
        });
    });
}
