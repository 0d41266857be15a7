//! Doing something once, because a person asked for it.

use answerdeck_client::{Client, Error};
use leptos::prelude::*;

use super::{Changes, Connection, Failure, Kind};
use crate::session::{Session, use_session};

/// A mutation: whether it is being done, and why it came to nothing.
#[derive(Clone, Copy)]
pub struct Mutation {
    busy: RwSignal<bool>,
    failure: RwSignal<Option<Failure>>,
    session: Session,
    changes: Changes,
    connection: Connection,
}

impl Mutation {
    /// Makes a mutation that has not been done.
    pub fn new() -> Self {
        Self {
            busy: RwSignal::new(false),
            failure: RwSignal::new(None),
            session: use_session(),
            changes: expect_context(),
            connection: expect_context(),
        }
    }

    /// Does it, unless it is being done. When it has been done, reads of what it touches run again and `then` is
    /// called; a failure is kept to be shown.
    ///
    /// A page that is left does not stop it: a person who asked for something gets it.
    pub(super) fn run<T, F>(
        self,
        touches: &'static [Kind],
        call: impl FnOnce(Client) -> F,
        then: impl FnOnce(T) + 'static,
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
        let future = call(client);
        leptos::task::spawn_local(async move {
            let result = future.await.map_err(Failure::from);
            self.connection.note(&result);
            self.session.note(&result);
            self.busy.try_set(false);
            match result {
                Ok(value) => {
                    touches.iter().for_each(|kind| self.changes.tell(*kind));
                    then(value);
                }
                Err(failure) => {
                    self.failure.try_set(Some(failure));
                }
            }
        });
    }

    /// Whether it is being done.
    pub fn is_busy(&self) -> bool {
        self.busy.get()
    }

    /// Why it came to nothing. `None` when it did not.
    pub fn failure(&self) -> Option<Failure> {
        self.failure.get()
    }
}
