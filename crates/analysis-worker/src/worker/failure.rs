//! Failures of the store, and the recovery from them.

use answerdeck_analysis::{Loss, Place};
use answerdeck_answer_store::{ArchiveError, StoreError};

use super::Worker;
use crate::opening::{self, Opened};

/// How often a store is opened again in a visit. After that, answers are kept in memory.
const REOPENED_MAX: u32 = 2;

/// A failure of the store.
pub(super) enum Failure {
    Evicted,
    Broken,
}

impl Worker {
    /// Recovers from a failure of the store where possible.
    pub(super) async fn fail(&mut self, error: ArchiveError) {
        let failure = match error {
            ArchiveError::Damaged(run) => match self.answers.discard(run.as_ref()).await {
                Ok(()) => {
                    self.unreported.insert(run);
                    self.end_sync();
                    self.schedule.list_now();
                    self.has_changed();
                    return;
                }
                Err(ArchiveError::Store(StoreError::Evicted)) => Failure::Evicted,
                Err(_) => Failure::Broken,
            },
            ArchiveError::Store(StoreError::Evicted) => Failure::Evicted,
            ArchiveError::Store(_) | ArchiveError::Compression(_) | ArchiveError::Encoder(_) => Failure::Broken,
        };
        self.failure = Some(failure);
    }

    /// Opens the store again, or memory if it keeps failing.
    pub(super) async fn open_again(&mut self, failure: Failure) -> Result<(), ArchiveError> {
        (self.sync, self.lock, self.progress) = (None, None, None);
        let loss = match failure {
            Failure::Evicted => Loss::Evicted,
            Failure::Broken => Loss::Rebuilt,
        };
        self.reopened += 1;
        let secret = self.secret.as_ref().filter(|_| self.reopened <= REOPENED_MAX);
        let Opened { answers, place, overflow, .. } =
            opening::open(&*self.environment, secret, &self.last_replies).await?;
        let is_broken = self.secret.is_some() && secret.is_none();
        self.place = if is_broken { Place::NoStorage } else { place };
        (self.answers, self.overflow) = (answers, overflow);
        let brands = self.tracked.take().map(|tracked| tracked.brands);
        self.has_opened(Some(loss)).await;
        if let Some(brands) = brands {
            self.track(brands).await;
        }
        Ok(())
    }
}
