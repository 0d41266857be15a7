//! A read of a value.

use std::marker::PhantomData;
use std::rc::Rc;

use answerdeck_client::{Client, Error};
use futures_util::future::LocalBoxFuture;
use futures_util::{StreamExt, stream};
use leptos::prelude::*;

use super::Kind;
use super::reading::{Keeps, Reading, Value, Values};
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
    pub(super) reading: Reading,
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
        Self::keeping(false, false).run(kinds, request)
    }

    /// Makes a query whose value stays until the next one arrives.
    pub fn steady<F>(kinds: &'static [Kind], request: impl Fn(Client) -> Option<F> + 'static) -> Self
    where
        F: Future<Output = Result<T, Error>> + 'static,
    {
        Self::keeping(true, false).run(kinds, request)
    }

    /// A query that reads nothing yet: whether its value stays while the next one is read, and when that failed.
    pub(super) fn keeping(while_reading: bool, after_failure: bool) -> Self {
        Self { reading: Reading::new(Keeps { while_reading, after_failure }), value: PhantomData }
    }

    /// Reads a value with one request.
    pub(super) fn run<F>(self, kinds: &'static [Kind], request: impl Fn(Client) -> Option<F> + 'static) -> Self
    where
        F: Future<Output = Result<T, Error>> + 'static,
    {
        let open = move |client: Client, _| Some(once(Box::pin(value_of(request(client)?))));
        self.reading.run(kinds, Box::new(open));
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
        let value = self.reading.value.try_get().flatten();
        read(value.as_ref().and_then(|value| value.downcast_ref()))
    }

    /// The value. `None` if there is none. Reactive.
    pub fn value(&self) -> Option<T> {
        self.with(|value| value.cloned())
    }

    /// Why the value could not be read. `None` while it is read again. Reactive.
    pub fn failure(&self) -> Option<RequestError> {
        self.reading.failure.get()
    }

    /// Whether the platform has no such operation. Reactive.
    pub fn is_missing(&self) -> bool {
        self.reading.failure.with(|failure| failure.as_ref().is_some_and(RequestError::is_operation_missing))
    }

    /// Whether there is neither a value nor a failure yet. Reactive.
    pub fn is_loading(&self) -> bool {
        self.reading.failure.with(Option::is_none) && self.reading.value.with(Option::is_none)
    }

    /// Whether it is reading: the value, the next page of a list, or the next state of a watched resource. Reactive.
    pub fn is_reading(&self) -> bool {
        self.reading.is_active.get()
    }

    /// A part of the value as a query of its own. Its retry fetches the whole value again.
    pub fn part<U: Clone + 'static>(self, read: fn(&T) -> U) -> Query<U> {
        let part = RwSignal::new_local(None);
        effect(move || part.set(self.with(|value| value.map(|value| Rc::new(read(value)) as Value))));
        Query { reading: Reading { value: part, ..self.reading }, value: PhantomData }
    }

    /// Reads again what failed.
    pub fn retry(&self) {
        self.reading.retry();
    }

    /// Reads again. The value stays until then.
    pub fn refresh(&self) {
        self.reading.refresh();
    }
}

/// What a request returns, as a value of any type.
pub(super) async fn value_of<T: 'static>(read: impl Future<Output = Result<T, Error>>) -> Result<Value, Error> {
    Ok(Rc::new(read.await?))
}

/// A reading that returns one value.
pub(super) fn once(value: LocalBoxFuture<'static, Result<Value, Error>>) -> Values {
    stream::once(value).boxed_local()
}
