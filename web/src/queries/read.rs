//! Reading one thing.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;

use answerdeck_client::{Client, Error};
use futures_util::future::{AbortHandle, abortable};
use leptos::prelude::*;

use super::{Changes, Connection, Failure, Kind};
use crate::session::use_session;

/// How far a read is.
#[derive(Debug, Clone)]
pub enum Read<T> {
    /// On its way.
    Loading,
    /// Here.
    Ready(T),
    /// Not to be had.
    Failed(Failure),
}

impl<T> Read<T> {
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
    state: RwSignal<Read<T>, LocalStorage>,
    again: RwSignal<u32>,
}

impl<T> Clone for Query<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Query<T> {}

type Fetching<T> = Pin<Box<dyn Future<Output = Result<T, Error>>>>;

impl<T: Clone + 'static> Query<T> {
    /// Reads what `fetch` asks for. `fetch` is run in a reactive place: what it reads there, it depends on.
    /// It answers `None` while there is nothing to ask.
    pub fn new<F>(kinds: &'static [Kind], fetch: impl Fn(Client) -> Option<F> + 'static) -> Self
    where
        F: Future<Output = Result<T, Error>> + 'static,
    {
        Self::boxed(kinds, Box::new(move |client| fetch(client).map(|future| Box::pin(future) as Fetching<T>)))
    }

    fn boxed(kinds: &'static [Kind], fetch: Box<dyn Fn(Client) -> Option<Fetching<T>>>) -> Self {
        let query = Self { state: RwSignal::new_local(Read::Loading), again: RwSignal::new(0) };
        let (session, changes, connection) =
            (use_session(), expect_context::<Changes>(), expect_context::<Connection>());
        let under_way = Rc::new(RefCell::new(None::<AbortHandle>));
        let failed_away = StoredValue::new(false);

        Effect::new(move |before: Option<(u32, u32)>| {
            let causes = (changes.track(kinds), connection.returns());
            query.again.track();
            // The server came back: only what failed for want of it runs again.
            if before.is_some_and(|before| before.1 != causes.1 && before.0 == causes.0) && !failed_away.get_value() {
                // It still must depend on what it asks for.
                if let Some(client) = session.client() {
                    drop(fetch(client));
                }
                return causes;
            }
            if let Some(running) = under_way.borrow_mut().take() {
                running.abort();
            }
            let Some(future) = session.client().and_then(&*fetch) else { return causes };
            // A change made here keeps the old sight until the new one is here.
            let refresh = before.is_some_and(|before| before.0 != causes.0);
            if !(refresh && query.state.with_untracked(|state| state.ready().is_some())) {
                query.state.set(Read::Loading);
            }
            let (future, handle) = abortable(future);
            *under_way.borrow_mut() = Some(handle.clone());
            on_cleanup(move || handle.abort());
            leptos::task::spawn_local(async move {
                let Ok(result) = future.await else { return };
                let result = result.map_err(Failure::from);
                connection.note(&result);
                session.note(&result);
                failed_away.try_set_value(result.as_ref().err().is_some_and(Failure::is_connection));
                query.state.try_set(match result {
                    Ok(value) => Read::Ready(value),
                    Err(failure) => Read::Failed(failure),
                });
            });
            causes
        });
        query
    }

    /// How far it is.
    pub fn get(&self) -> Read<T> {
        self.state.get()
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
