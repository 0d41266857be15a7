//! What the worker reads from the platform, step by step.

use answerdeck_analysis::Refusal;
use answerdeck_answer_store::{AnswerSync, SyncError, SyncEvent};

use super::Worker;
use crate::activity::{self, Activity, Ended};
use crate::environment::Guard;
use crate::peers::ToPeers;

impl Worker {
    /// Returns what to wait for in addition to messages.
    pub(super) fn next_activity(&mut self) -> Activity {
        self.schedule.is_requesting = false;
        if !self.schedule.is_visible {
            // A visible tab may synchronize instead.
            self.end_sync();
        }
        let has_listed_answers = self.answers.has_listed_answers();
        if let Some(wait) = self.schedule.wait(has_listed_answers) {
            return wait.map_or_else(activity::rest, |duration| activity::sleep(&self.transport, duration));
        }
        // Answers are read even if the brands cannot be.
        let has_failed = self.without_brands.is_some() && self.schedule.has_plans();
        if self.schedule.needs_brands && !has_failed {
            self.schedule.is_requesting = true;
            return activity::read_brands(self.client.clone());
        }
        if self.lock.is_none() {
            return match &self.secret {
                Some(secret) if self.overflow.is_some() => activity::lock(self.environment.lock_sync(secret)),
                _ => activity::lock(Box::pin(async { Box::new(()) as Guard })),
            };
        }
        let sync = match self.sync.take() {
            Some(sync) => sync,
            None => Box::new(self.answers.sync(self.client.clone(), self.schedule.begin(has_listed_answers))),
        };
        self.schedule.is_requesting = true;
        activity::step(sync)
    }

    pub(super) async fn end(&mut self, ended: Ended) {
        match ended {
            Ended::Woken => {}
            Ended::Locked(guard) => {
                self.lock = Some(guard);
                if self.overflow.is_some()
                    && let Err(error) = self.answers.reload_all().await
                {
                    self.fail(error).await;
                }
            }
            Ended::BrandsRead(Ok(brands)) => {
                self.schedule.answered();
                self.schedule.needs_brands = false;
                self.track_read(brands).await;
            }
            Ended::BrandsRead(Err(error)) => {
                self.without_brands = Some(Refusal::NoBrands);
                self.schedule.failed(&error);
            }
            Ended::Stepped(sync, result) => self.end_step(sync, result).await,
        }
    }

    async fn end_step(&mut self, sync: Box<AnswerSync>, result: Result<Option<SyncEvent>, SyncError>) {
        match result {
            Ok(Some(event)) => {
                match event {
                    SyncEvent::Kept(_) | SyncEvent::AnswersListed(_) => self.schedule.succeeded(),
                    _ => self.schedule.answered(),
                }
                self.progress = Some(sync.progress());
                self.sync = Some(sync);
                if event.changes_numbers() {
                    self.has_changed();
                }
                self.unreported.extend(event.changed_runs());
                if self.answers.apply(event).is_err() {
                    // The table has no numbers left for new texts. It keeps what it has.
                    self.schedule.finished(self.answers.runs());
                    self.end_sync();
                }
                self.tell_progress();
                self.compact().await;
            }
            Ok(None) => {
                self.schedule.succeeded();
                self.schedule.finished(self.answers.runs());
                self.tell_progress();
                if !self.schedule.has_plans() {
                    self.tell(&ToPeers::Done);
                }
                self.end_sync();
            }
            Err(SyncError::Client(error)) => {
                // The next step tries the same again, unless that cannot succeed.
                self.sync = error.is_retryable().then_some(sync);
                self.schedule.failed(&error);
            }
            Err(SyncError::Archive(error)) => self.fail(error).await,
        }
    }

    /// Makes the store smaller where it has grown. A full device has no space for it.
    async fn compact(&mut self) {
        if self.overflow.as_ref().is_some_and(|overflow| overflow.is_full()) {
            return;
        }
        if let Err(error) = self.answers.compact().await {
            self.fail(error).await;
        }
    }

    /// Ends a synchronization where it is. Another one continues there.
    pub(super) fn end_sync(&mut self) {
        if self.sync.take().is_some() {
            self.schedule.interrupted();
        }
        (self.lock, self.progress) = (None, None);
    }
}
