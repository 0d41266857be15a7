//! A request that changes data, sent once.

use answerdeck_client::{Client, Error};
use leptos::prelude::*;

use super::{Changes, Connection, Kind};
use crate::locale::{Texts, texts};
use crate::request_error::RequestError;
use crate::session::{Session, use_session};
use crate::ui::{Notices, use_notices};

/// The message of a failure, made of its reason.
pub type FailureText = fn(Texts) -> fn(&str) -> String;

#[derive(Clone, Copy)]
pub struct Mutation {
    /// Whether the request is in progress.
    pub busy: RwSignal<bool>,
    /// The error of the last request. `None` if it succeeded or is in progress.
    pub failure: RwSignal<Option<RequestError>>,
    /// Where a failure is shown.
    notices: Option<(Notices, FailureText)>,
    session: Session,
    changes: Changes,
    connection: Connection,
}

impl Mutation {
    pub fn new() -> Self {
        let (busy, failure) = (RwSignal::new(false), RwSignal::new(None));
        let (session, changes, connection) = (use_session(), expect_context(), expect_context());
        Self { busy, failure, notices: None, session, changes, connection }
    }

    /// The same mutation. A notice says `text` of each failure, even after its page was left.
    pub fn notify_failures(self, text: FailureText) -> Self {
        Self { notices: Some((use_notices(), text)), ..self }
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
            let result = self.connection.response_of(future).await;
            self.busy.try_set(false);
            match result {
                Ok(value) => {
                    invalidates.iter().for_each(|kind| self.changes.invalidate(*kind));
                    on_success(value);
                }
                Err(error) => self.fail(error),
            }
        });
    }

    pub fn forget_failure(self) {
        if self.failure.with_untracked(Option::is_some) {
            self.failure.set(None);
        }
    }

    fn fail(self, error: RequestError) {
        if let Some((notices, text)) = self.notices {
            notices.notify(text(texts())(&error.message(texts())));
        }
        self.failure.try_set(Some(error));
    }
}
