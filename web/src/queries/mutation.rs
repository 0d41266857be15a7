//! A request that changes data, sent once.

use answerdeck_client::{Client, Error};
use leptos::prelude::*;

use super::{Changes, Connection, Kind};
use crate::request_error::RequestError;
use crate::session::{Session, use_session};

/// A mutation: whether it is in progress, and why it failed.
#[derive(Clone, Copy)]
pub struct Mutation {
    busy: RwSignal<bool>,
    failure: RwSignal<Option<RequestError>>,
    session: Session,
    changes: Changes,
    connection: Connection,
}

impl Mutation {
    /// Makes a mutation that is not in progress.
    pub fn new() -> Self {
        Self {
            busy: RwSignal::new(false),
            failure: RwSignal::new(None),
            session: use_session(),
            changes: expect_context(),
            connection: expect_context(),
        }
    }

    /// Sends the request, unless one is in progress. On success, runs the queries of the kinds in `invalidates` again
    /// and calls `on_success`. On failure, stores the error.
    ///
    /// The request continues after its page is closed, because the user asked for it.
    pub(super) fn run<T, F>(
        self,
        invalidates: &'static [Kind],
        request: impl FnOnce(Client) -> F,
        on_success: impl FnOnce(T) + 'static,
    ) where
        T: 'static,
        F: Future<Output = Result<T, Error>> + 'static,
    {
        if self.busy.get_untracked() {
            return;
        }
        let Some(client) = self.session.client_untracked() else { return };
        self.busy.set(true);
        self.failure.set(None);
        let future = request(client);
        leptos::task::spawn_local(async move {
            let wait = self.connection.wait();
            let result = future.await.map_err(RequestError::from);
            drop(wait);
            self.connection.record(&result);
            self.busy.try_set(false);
            match result {
                Ok(value) => {
                    invalidates.iter().for_each(|kind| self.changes.invalidate(*kind));
                    on_success(value);
                }
                Err(error) => {
                    self.failure.try_set(Some(error));
                }
            }
        });
    }

    /// Whether the request is in progress. Reactive.
    pub fn is_busy(&self) -> bool {
        self.busy.get()
    }

    /// The error of the last request. `None` if it succeeded or is in progress. Reactive.
    pub fn failure(&self) -> Option<RequestError> {
        self.failure.get()
    }
}
