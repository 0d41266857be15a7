//! Deletions of prompts that wait a while, so that they can be undone. The platform cannot undo them.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use answerdeck_api::PromptId;
use leptos::ev;
use leptos::prelude::*;

use super::{Changes, Connection, Kind};
use crate::request_error::RequestError;
use crate::session::{Session, use_session};

/// How long a deletion waits.
pub const UNDO_TIME: Duration = Duration::from_secs(10);

/// The deletions of a page. A waiting one is sent when its time is over, when another one begins, and when the page is
/// left, hidden or closed.
#[derive(Clone, Copy)]
pub struct PromptDeletions {
    waiting: StoredValue<Vec<PromptId>>,
    /// The prompts that wait or were sent, which lists leave out.
    hidden: RwSignal<HashSet<PromptId>>,
    /// Tells the time of one deletion from that of the next.
    round: StoredValue<u32>,
    on_failure: StoredValue<Arc<dyn Fn(RequestError) + Send + Sync>>,
    session: Session,
    changes: Changes,
    connection: Connection,
}

impl PromptDeletions {
    /// Makes the deletions of the calling page. `on_failure` is called for each prompt that could not be deleted, also after
    /// the page was left.
    pub fn new(on_failure: impl Fn(RequestError) + Send + Sync + 'static) -> Self {
        let deletions = Self {
            waiting: StoredValue::new(Vec::new()),
            hidden: RwSignal::new(HashSet::new()),
            round: StoredValue::new(0),
            on_failure: StoredValue::new(Arc::new(on_failure)),
            session: use_session(),
            changes: expect_context(),
            connection: expect_context(),
        };
        let closed = window_event_listener_untyped("pagehide", move |_| deletions.send());
        let hidden = window_event_listener(ev::visibilitychange, move |_| {
            if document().hidden() {
                deletions.send();
            }
        });
        on_cleanup(move || {
            closed.remove();
            hidden.remove();
            deletions.send();
        });
        deletions
    }

    /// Hides prompts and deletes them after [`UNDO_TIME`].
    pub fn delete(self, prompts: Vec<PromptId>) {
        self.send();
        self.hidden.update(|hidden| hidden.extend(prompts.iter().cloned()));
        self.waiting.set_value(prompts);
        self.round.update_value(|round| *round += 1);
        let round = self.round.get_value();
        set_timeout(
            move || {
                if self.round.try_get_value() == Some(round) {
                    self.send();
                }
            },
            UNDO_TIME,
        );
    }

    /// Shows the waiting prompts again. Nothing was sent.
    pub fn undo(self) {
        let prompts = self.take_waiting();
        self.hidden.update(|hidden| hidden.retain(|prompt| !prompts.contains(prompt)));
    }

    /// Whether a prompt waits or was deleted. Reactive.
    pub fn is_hidden(self, prompt: &PromptId) -> bool {
        self.hidden.with(|hidden| hidden.contains(prompt))
    }

    fn take_waiting(self) -> Vec<PromptId> {
        self.waiting.try_update_value(std::mem::take).unwrap_or_default()
    }

    fn send(self) {
        let prompts = self.take_waiting();
        let Some(client) = self.session.client_untracked().filter(|_| !prompts.is_empty()) else { return };
        let Some(on_failure) = self.on_failure.try_get_value() else { return };
        leptos::task::spawn_local(async move {
            for prompt in prompts {
                let result = client.prompts().delete(&prompt).await.map_err(RequestError::from);
                self.connection.record(&result);
                self.session.record(&result);
                // Another tab may have deleted it.
                if let Err(error) = result
                    && !error.is_not_found()
                {
                    self.hidden.try_update(|hidden| hidden.remove(&prompt));
                    on_failure(error);
                }
            }
            self.changes.invalidate(Kind::Prompts);
        });
    }
}
