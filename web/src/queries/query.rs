//! A request that reads one value.

use std::any::Any;
use std::marker::PhantomData;
use std::pin::Pin;
use std::rc::Rc;

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

/// A query: it fetches a value automatically and can be retried.
pub struct Query<T: 'static> {
    state: State,
    retries: RwSignal<u32>,
    value: PhantomData<fn() -> T>,
}

/// The compiler generates the code of a signal for each type. All queries share one: its value can be of any type.
type State = RwSignal<QueryState<Rc<dyn Any>>, LocalStorage>;

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
        Self::make(kinds, false, request)
    }

    /// Makes a query whose value stays until the next one arrives.
    pub fn steady<F>(kinds: &'static [Kind], request: impl Fn(Client) -> Option<F> + 'static) -> Self
    where
        F: Future<Output = Result<T, Error>> + 'static,
    {
        Self::make(kinds, true, request)
    }

    fn make<F>(kinds: &'static [Kind], is_steady: bool, request: impl Fn(Client) -> Option<F> + 'static) -> Self
    where
        F: Future<Output = Result<T, Error>> + 'static,
    {
        let query =
            Self { state: RwSignal::new_local(QueryState::Loading), retries: RwSignal::new(0), value: PhantomData };
        let fetch = move |client: Client| {
            let future = request(client)?;
            Some(Box::pin(async move { Ok(Rc::new(future.await?) as Rc<dyn Any>) }) as Fetch)
        };
        run_query(kinds, is_steady, query.state, query.retries, Box::new(fetch));
        query
    }

    /// The state. Reactive.
    pub fn get(&self) -> QueryState<T> {
        match self.state.get() {
            QueryState::Ready(value) => value.downcast_ref().cloned().map_or(QueryState::Loading, QueryState::Ready),
            QueryState::Failed(error) => QueryState::Failed(error),
            QueryState::Loading => QueryState::Loading,
        }
    }

    /// Passes the value to a closure without a clone. `None` while loading and after a failure. Reactive.
    pub fn with<U>(&self, read: impl FnOnce(Option<&T>) -> U) -> U {
        let value = ready_value(self.state);
        read(value.as_ref().and_then(|value| value.downcast_ref()))
    }

    /// The value. `None` while loading and after a failure. Reactive.
    pub fn value(&self) -> Option<T> {
        self.with(|value| value.cloned())
    }

    /// Whether the platform has no such operation. Reactive.
    pub fn is_missing(&self) -> bool {
        self.state.with(|state| matches!(state, QueryState::Failed(error) if error.is_operation_missing()))
    }

    /// Whether there is neither a value nor a failure yet. Reactive.
    pub fn is_loading(&self) -> bool {
        self.state.with(|state| matches!(state, QueryState::Loading))
    }

    /// A part of the value as a query of its own. Its retry fetches the whole value again.
    pub fn part<U: Clone + 'static>(self, read: fn(&T) -> U) -> Query<U> {
        let part = RwSignal::new_local(QueryState::Loading);
        effect(move || {
            part.set(match self.state.get() {
                QueryState::Loading => QueryState::Loading,
                QueryState::Ready(value) => match value.downcast_ref().map(read) {
                    Some(value) => QueryState::Ready(Rc::new(value) as Rc<dyn Any>),
                    None => QueryState::Loading,
                },
                QueryState::Failed(error) => QueryState::Failed(error),
            });
        });
        Query { state: part, retries: self.retries, value: PhantomData }
    }

    /// Fetches the value again.
    pub fn retry(&self) {
        self.retries.update(|count| *count += 1);
    }
}

fn ready_value(state: State) -> Option<Rc<dyn Any>> {
    state.with(|state| state.ready().cloned())
}

type Fetch = Pin<Box<dyn Future<Output = Result<Rc<dyn Any>, Error>>>>;

// The part that does not depend on the type of the value, compiled once.
fn run_query(
    kinds: &'static [Kind],
    is_steady: bool,
    state: State,
    retries: RwSignal<u32>,
    fetch: Box<dyn Fn(Client) -> Option<Fetch>>,
) {
    let (session, changes, connection) = (use_session(), expect_context::<Changes>(), expect_context::<Connection>());
    let connection_failed = StoredValue::new(false);
    // Whether a request is on its way. It is aborted when the effect runs again.
    let is_waiting = StoredValue::new(false);
    let mut previous = None;
    effect(move || {
        let (change, reconnections) = (changes.track(kinds), connection.reconnections());
        retries.track();
        let (last_change, last_reconnections) =
            previous.replace((change, reconnections)).unwrap_or((change, reconnections));
        let Some(future) = session.client().and_then(&*fetch) else { return };
        // After a reconnection, only queries that failed without a connection run again, and those that have no response yet.
        let is_missing = connection_failed.get_value() || is_waiting.get_value();
        if last_reconnections != reconnections && last_change == change && !is_missing {
            return;
        }
        // After a mutation, the old value is shown until the new one arrives.
        if !(is_steady || last_change != change) || state.with_untracked(|state| state.ready().is_none()) {
            state.set(QueryState::Loading);
        }
        let (future, handle) = abortable(future);
        on_cleanup(move || handle.abort());
        is_waiting.set_value(true);
        leptos::task::spawn_local(async move {
            let Ok(result) = future.await else { return };
            is_waiting.try_set_value(false);
            let result = result.map_err(RequestError::from);
            let outcome = result.as_ref().map(drop).map_err(Clone::clone);
            state.try_set(match result {
                Ok(value) => QueryState::Ready(value),
                Err(error) => QueryState::Failed(error),
            });
            connection.record(&outcome);
            connection_failed.try_set_value(outcome.err().is_some_and(|error| error.is_connection()));
        });
    });
}
