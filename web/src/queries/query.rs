use std::marker::PhantomData;
use std::rc::Rc;

use answerdeck_client::{Client, Error};
use futures_util::future::LocalBoxFuture;
use futures_util::{StreamExt, stream};
use leptos::prelude::*;

use super::fetch::{Fetch, Value, Values};
use super::{KeepPrevious, Kind};
use crate::reactive::effect;
use crate::request_error::RequestError;

#[derive(Debug, Clone)]
pub enum QueryState<T> {
    Loading,
    Ready(T),
    /// The value could not be read. The previous one of a list or of a watched resource remains.
    Failed(RequestError),
}

/// A query: it reads a value automatically and can be retried.
pub struct Query<T: 'static> {
    pub(super) fetch: Fetch,
    value: PhantomData<fn() -> T>,
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
        Self::keeping(KeepPrevious::NEVER).run(kinds, request)
    }

    /// Makes a query whose value stays until the next one arrives.
    pub fn keeping_previous<F>(kinds: &'static [Kind], request: impl Fn(Client) -> Option<F> + 'static) -> Self
    where
        F: Future<Output = Result<T, Error>> + 'static,
    {
        Self::keeping(KeepPrevious::WHILE_FETCHING).run(kinds, request)
    }

    /// Makes a query of what has an id. Fetches nothing while `id` is `None`.
    pub fn of_id<Id: Clone + Send + Sync + 'static, F>(
        kinds: &'static [Kind],
        id: Signal<Option<Id>>,
        request: impl Fn(Client, Id) -> F + 'static,
    ) -> Self
    where
        F: Future<Output = Result<T, Error>> + 'static,
    {
        Self::new(kinds, move |client| Some(request(client, id.get()?)))
    }

    /// A query that reads nothing yet.
    pub(super) fn keeping(previous: KeepPrevious) -> Self {
        Self { fetch: Fetch::new(previous), value: PhantomData }
    }

    /// Reads a value with one request.
    pub(super) fn run<F>(self, kinds: &'static [Kind], request: impl Fn(Client) -> Option<F> + 'static) -> Self
    where
        F: Future<Output = Result<T, Error>> + 'static,
    {
        let open = move |client: Client, _| Some(once(Box::pin(value_of(request(client)?))));
        self.fetch.run(kinds, Box::new(open));
        self
    }

    /// The state. Reactive.
    pub fn get(&self) -> QueryState<T> {
        match (self.failure(), self.value()) {
            (Some(failure), _) => QueryState::Failed(failure),
            (None, Some(value)) => QueryState::Ready(value),
            (None, None) => QueryState::Loading,
        }
    }

    /// Passes the value to a closure without a clone. `None` if there is none. Reactive.
    pub fn with<U>(&self, read: impl FnOnce(Option<&T>) -> U) -> U {
        let value = self.fetch.value.try_get().flatten();
        read(value.as_ref().and_then(|value| value.downcast_ref()))
    }

    /// The value. `None` if there is none. Reactive.
    pub fn value(&self) -> Option<T> {
        self.with(|value| value.cloned())
    }

    /// Why the value could not be read. `None` while it is read again. Reactive.
    pub fn failure(&self) -> Option<RequestError> {
        self.fetch.failure.get()
    }

    /// Whether the platform has no such operation. Reactive.
    pub fn is_missing(&self) -> bool {
        self.fetch.failure.with(|failure| failure.as_ref().is_some_and(RequestError::is_operation_missing))
    }

    /// Whether there is neither a value nor a failure yet. Reactive.
    pub fn is_loading(&self) -> bool {
        self.fetch.failure.with(Option::is_none) && self.fetch.value.with(Option::is_none)
    }

    /// Whether it is fetching: the value, the next page of a list, or the next state of a watched resource. Reactive.
    pub fn is_fetching(&self) -> bool {
        self.fetch.is_active.get()
    }

    /// What `read` takes from the value, as a query of its own. Its retry fetches the whole value again.
    pub fn map<U: Clone + 'static>(self, read: fn(&T) -> U) -> Query<U> {
        let mapped = RwSignal::new_local(None);
        effect(move || mapped.set(self.with(|value| value.map(|value| Rc::new(read(value)) as Value))));
        Query { fetch: Fetch { value: mapped, ..self.fetch }, value: PhantomData }
    }

    /// Reads again what failed, as the person asks for it: shared queries that failed are read again, too.
    pub fn retry(&self) {
        self.fetch.retry();
        self.fetch.connection.retries.update(|count| *count += 1);
    }

    /// Reads again. The value stays until then.
    pub fn refresh(&self) {
        self.fetch.refresh();
    }
}

/// What a request returns, as a value of any type.
pub(super) async fn value_of<T: 'static>(read: impl Future<Output = Result<T, Error>>) -> Result<Value, Error> {
    Ok(Rc::new(read.await?))
}

/// A fetch that returns one value.
pub(super) fn once(value: LocalBoxFuture<'static, Result<Value, Error>>) -> Values {
    stream::once(value).boxed_local()
}
