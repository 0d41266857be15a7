//! Reading one thing.

use std::pin::Pin;

use answerdeck_client::{Client, Error};
use futures_util::future::abortable;
use leptos::prelude::*;

use super::{Changes, Connection, Failure, Kind};
use crate::reactive::effect;
use crate::session::use_session;

/// How far a read is.
#[derive(Debug, Clone)]
pub enum QueryState<T> {
    /// On its way.
    Loading,
    /// Here.
    Ready(T),
    /// Not to be had.
    Failed(Failure),
}

impl<T> QueryState<T> {
    /// What was read.
    pub fn ready(&self) -> Option<&T> {
        match self {
            Self::Ready(value) => Some(value),
            _ => None,
        }
    }
}

/// A read that runs by itself and can be asked to run again.
pub struct Query<T: 'static> {
    state: RwSignal<QueryState<T>, LocalStorage>,
    again: RwSignal<u32>,
}

impl<T> Clone for Query<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Query<T> {}

impl<T: Clone + 'static> Query<T> {
    /// Reads what `fetch` asks for. `fetch` is run in a reactive place: what it reads there, it depends on.
    /// It answers `None` while there is nothing to ask.
    pub fn new<F>(kinds: &'static [Kind], fetch: impl Fn(Client) -> Option<F> + 'static) -> Self
    where
        F: Future<Output = Result<T, Error>> + 'static,
    {
        let query = Self { state: RwSignal::new_local(QueryState::Loading), again: RwSignal::new(0) };
        let state = query.state;
        let wait = move |refresh: bool| {
            if !(refresh && state.with_untracked(|state| state.ready().is_some())) {
                state.set(QueryState::Loading);
            }
        };
        let begin = move |client: Client| {
            let future = fetch(client)?;
            let reading = async move {
                let result = future.await.map_err(Failure::from);
                let outcome = result.as_ref().err().cloned().map_or(Ok(()), Err);
                state.try_set(match result {
                    Ok(value) => QueryState::Ready(value),
                    Err(failure) => QueryState::Failed(failure),
                });
                outcome
            };
            Some(Box::pin(reading) as Reading)
        };
        keep_reading(kinds, query.again, Box::new(wait), Box::new(begin));
        query
    }

    /// How far it is.
    pub fn get(&self) -> QueryState<T> {
        self.state.get()
    }

    /// Looks at what was read, when it is here, without a copy of it.
    pub fn with<U>(&self, look: impl FnOnce(Option<&T>) -> U) -> U {
        self.state.with(|state| look(state.ready()))
    }

    /// What was read, when it is here.
    pub fn value(&self) -> Option<T> {
        self.state.with(|state| state.ready().cloned())
    }

    /// Reads it again.
    pub fn retry(&self) {
        self.again.update(|times| *times += 1);
    }
}

type Reading = Pin<Box<dyn Future<Output = Result<(), Failure>>>>;

// What no type of value has a part in. `wait` is told whether an old value may stay in sight.
fn keep_reading(
    kinds: &'static [Kind],
    again: RwSignal<u32>,
    wait: Box<dyn Fn(bool)>,
    begin: Box<dyn Fn(Client) -> Option<Reading>>,
) {
    let (session, changes, connection) = (use_session(), expect_context::<Changes>(), expect_context::<Connection>());
    let failed_away = StoredValue::new(false);
    let mut before = None;
    effect(move || {
        let (change, returns) = (changes.track(kinds), connection.returns());
        again.track();
        let (was_change, was_returns) = before.replace((change, returns)).unwrap_or((change, returns));
        let Some(reading) = session.client().and_then(&*begin) else { return };
        // The server came back: only what failed for want of it runs again.
        if was_returns != returns && was_change == change && !failed_away.get_value() {
            return;
        }
        // A change made here keeps the old sight until the new one is here.
        wait(was_change != change);
        let (reading, handle) = abortable(reading);
        on_cleanup(move || handle.abort());
        leptos::task::spawn_local(async move {
            let Ok(outcome) = reading.await else { return };
            connection.note(&outcome);
            session.note(&outcome);
            failed_away.try_set_value(outcome.err().is_some_and(|failure| failure.is_connection()));
        });
    });
}
