//! What every query does, whatever it reads. Compiled once: the compiler generates the code of a signal for each type.

use std::any::Any;
use std::rc::Rc;

use answerdeck_client::{Client, Error};
use futures_util::StreamExt;
use futures_util::future::{AbortHandle, abortable};
use futures_util::stream::LocalBoxStream;
use leptos::prelude::*;

use super::{Changes, Connection, Kind};
use crate::reactive::effect;
use crate::request_error::RequestError;
use crate::session::use_session;

pub(super) type Value = Rc<dyn Any>;

/// What one start of a fetch returns: one value, or the states of a watched resource.
pub(super) type Values = LocalBoxStream<'static, Result<Value, Error>>;

/// When a value stays. It always stays while it is read again because its kind of data changed.
#[derive(Clone, Copy)]
pub(super) struct KeepPrevious {
    /// While the next one is read.
    while_fetching: bool,
    /// When the next one could not be read.
    after_failure: bool,
}

impl KeepPrevious {
    pub(super) const NEVER: Self = Self { while_fetching: false, after_failure: false };
    pub(super) const WHILE_FETCHING: Self = Self { while_fetching: true, after_failure: false };
    pub(super) const AFTER_FAILURE: Self = Self { while_fetching: false, after_failure: true };
    pub(super) const ALWAYS: Self = Self { while_fetching: true, after_failure: true };
}

/// The newest value, and how its fetch goes.
#[derive(Clone, Copy)]
pub(super) struct Fetch {
    pub(super) value: RwSignal<Option<Value>, LocalStorage>,
    pub(super) failure: RwSignal<Option<RequestError>>,
    /// Whether a value is being read, except for a change of its kind of data.
    pub(super) is_active: RwSignal<bool>,
    pub(super) starts: RwSignal<u32>,
    pub(super) keep_previous: KeepPrevious,
    pub(super) connection: Connection,
    pub(super) state: StoredValue<State, LocalStorage>,
}

#[derive(Default)]
pub(super) struct State {
    /// Whether the next start keeps the value.
    is_refresh: bool,
    /// Whether what is read changes by itself: when the connection is back, its next state is read at once.
    pub(super) is_watched: bool,
    request: Option<AbortHandle>,
    /// The number of reconnections when a request was sent that has no response, or when the last state of a watched resource arrived.
    /// A response without a connection is none.
    unanswered_since: Option<u32>,
    resume: Option<Rc<dyn Fn() -> Option<Values>>>,
}

impl Fetch {
    pub(super) fn new(keep_previous: KeepPrevious) -> Self {
        Self {
            value: RwSignal::new_local(None),
            failure: RwSignal::new(None),
            is_active: RwSignal::new(false),
            starts: RwSignal::new(0),
            keep_previous,
            connection: expect_context(),
            state: StoredValue::new_local(State::default()),
        }
    }

    /// Reads now, and again when a signal that `open` reads changes, when the data of a kind changes, and when the connection is
    /// back. `open` gets whether the value stays until then. While it returns `None`, nothing is read.
    pub(super) fn run(self, kinds: &'static [Kind], open: Box<dyn Fn(Client, bool) -> Option<Values>>) {
        let (session, changes) = (use_session(), expect_context::<Changes>());
        let mut previous = None;
        effect(move || {
            self.starts.track();
            let change = changes.track(kinds);
            let is_changed = previous.replace(change).is_some_and(|previous| previous != change);
            let is_asked = self.state.try_update_value(|state| std::mem::take(&mut state.is_refresh));
            let is_refresh = is_changed || is_asked.unwrap_or_default();
            self.abort();
            // A page whose session has ended keeps what it shows until the sign-in page replaces it.
            let Some(client) = session.client() else { return };
            let Some(values) = open(client, is_refresh) else { return self.rest() };
            if !is_refresh && !self.keep_previous.while_fetching {
                self.value.set(None);
            }
            if !is_refresh || self.value.with_untracked(Option::is_none) {
                self.is_active.set(true);
            }
            self.read(values);
        });
        effect(move || {
            let reconnections = self.connection.reconnections.get();
            let since = self.state.with_value(|state| state.unanswered_since);
            if since.is_some_and(|since| since != reconnections) {
                untrack(|| self.retry());
            }
        });
        on_cleanup(move || self.abort());
    }

    /// Makes retries continue where the fetch stopped, instead of starting again. `resume` returns nothing while it is fetching.
    pub(super) fn resume_with(self, resume: impl Fn() -> Option<Values> + 'static) {
        self.state.update_value(|state| state.resume = Some(Rc::new(resume)));
    }

    /// Continues after a failure or, if it can only start again, starts again.
    pub(super) fn retry(self) {
        let Some(resume) = self.state.with_value(|state| state.resume.clone()) else { return self.restart() };
        self.is_active.set(true);
        self.set_failure(None);
        if let Some(values) = resume() {
            self.read(values);
        }
    }

    pub(super) fn restart(self) {
        self.starts.update(|count| *count += 1);
    }

    /// Starts again, and keeps the value until the next one arrives.
    pub(super) fn refresh(self) {
        self.state.update_value(|state| state.is_refresh = true);
        self.restart();
    }

    // Nothing is to be read.
    fn rest(self) {
        self.state.update_value(|state| state.unanswered_since = None);
        self.set_failure(None);
        if self.is_active.get_untracked() {
            self.is_active.set(false);
        }
        if !self.keep_previous.while_fetching && self.value.with_untracked(Option::is_some) {
            self.value.set(None);
        }
    }

    fn read(self, mut values: Values) {
        self.set_failure(None);
        let (task, request) = abortable(async move {
            // A watched resource takes its time between two states.
            let mut first = Some(self.connection.wait());
            while let Some(result) = values.next().await {
                drop(first.take());
                self.receive(result.map_err(RequestError::from));
            }
            self.is_active.try_set(false);
        });
        self.state.update_value(|state| {
            state.request = Some(request);
            state.unanswered_since = Some(self.connection.reconnections.get_untracked());
        });
        leptos::task::spawn_local(async move {
            let _ = task.await;
        });
    }

    fn receive(self, result: Result<Value, RequestError>) {
        self.connection.record(&result);
        let is_lost = result.as_ref().is_err_and(RequestError::is_connection);
        let reconnections = self.connection.reconnections.get_untracked();
        self.state.try_update_value(|state| {
            state.unanswered_since = (is_lost || state.is_watched).then_some(reconnections);
        });
        match result {
            Ok(value) => {
                self.set_failure(None);
                self.value.try_set(Some(value));
            }
            Err(error) => {
                if !self.keep_previous.after_failure {
                    self.value.try_set(None);
                }
                self.set_failure(Some(error));
            }
        }
    }

    // What shows the value must not be built again when there is no failure, as before.
    fn set_failure(self, failure: Option<RequestError>) {
        if failure.is_some() || self.failure.try_with_untracked(Option::is_some) == Some(true) {
            self.failure.try_set(failure);
        }
    }

    fn abort(self) {
        let request = self.state.try_update_value(|state| state.request.take());
        if let Some(request) = request.flatten() {
            request.abort();
        }
    }
}
