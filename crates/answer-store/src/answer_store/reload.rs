//! Reads what another tab has changed in the same store, and what earlier visits have recorded.

use std::iter;

use answerdeck_api::{AnswerScope, Brand, RunId};

use super::AnswerStore;
use crate::error::ArchiveError;
use crate::kept_run;
use crate::sorted::SortedSet;
use crate::sync_event::{Progress, SyncEvent};

impl SyncEvent {
    /// The runs that the step kept or deleted. `None` for the answers without a run. Another tab with the same store
    /// [reads them](AnswerStore::reload).
    pub fn changed_runs(&self) -> Vec<Option<RunId>> {
        match self {
            Self::Kept(kept) => vec![kept.run.clone()],
            Self::RunsListed(listed) => listed.outdated.clone(),
            Self::AnswersListed(listed) if listed.is_deleted => vec![None],
            Self::Read(_) | Self::AnswersListed(_) | Self::Unreadable(..) => Vec::new(),
        }
    }

    /// Whether counts may differ after the step: other answers are kept, or other runs are missing.
    pub fn changes_numbers(&self) -> bool {
        match self {
            Self::Kept(_) => true,
            Self::RunsListed(listed) => listed.is_news,
            Self::AnswersListed(listed) => listed.is_deleted,
            Self::Read(_) | Self::Unreadable(..) => false,
        }
    }
}

impl AnswerStore {
    /// Reads runs that another tab has kept or deleted in the same store, and what it knows of the platform. A damaged run is
    /// deleted; the next synchronization reads it again.
    ///
    /// # Errors
    /// [`ArchiveError`] if the store fails.
    pub async fn reload(&mut self, runs: &SortedSet<Option<RunId>>) -> Result<(), ArchiveError> {
        let mut damaged = Vec::new();
        for run in runs {
            let record = self.archive.read_run(run.as_ref()).await?;
            self.remove(run.as_ref());
            let Some(record) = record else { continue };
            let Some((kept, columns)) = kept_run::decode(&record) else {
                damaged.push(run);
                continue;
            };
            if self.table.put(columns).is_err() {
                // The other tab has compacted the run.
                self.read_again().await?;
                break;
            }
            self.kept.insert(run.clone(), kept);
            let found = self.archive.read_brands_of(iter::once(run.as_ref())).await?;
            if let Some(brands) = &mut self.brands {
                let named = found.iter().flatten().next().and_then(|record| brands.names.decode(record));
                if named.is_none_or(|named| brands.tracked.put(&self.table, named).is_err()) {
                    brands.unsearched.insert(run.clone());
                }
            }
        }
        self.sync_state.missing_runs = self.archive.read_missing_runs().await?;
        if let Some(missing_runs) = &mut self.sync_state.missing_runs {
            missing_runs.runs.retain(|run, _| !self.kept.contains_key(&Some(run.clone())));
        }
        self.sync_state.prompt_sets = self.archive.read_prompt_sets().await?.unwrap_or_default();
        self.sync_state.checkpoint = self.archive.read_checkpoint().await?;
        for run in damaged {
            self.discard(run.as_ref()).await?;
        }
        Ok(())
    }

    /// Reads everything that another tab has kept or deleted meanwhile. Call it before a synchronization if another tab
    /// may have synchronized in the meantime.
    ///
    /// # Errors
    /// [`ArchiveError`] if the store fails.
    pub async fn reload_all(&mut self) -> Result<(), ArchiveError> {
        let mut changed = self.archive.runs().await?;
        for run in self.kept.keys() {
            if !changed.remove(run) {
                changed.insert(run.clone());
            }
        }
        self.reload(&changed).await
    }

    /// Returns how many answers of finished runs are kept, and how many the platform has. `None` before the list of runs was
    /// read once.
    pub fn progress(&self) -> Option<Progress> {
        let missing = self.sync_state.missing_runs.as_ref()?.finished_answers();
        let kept = self.kept_answers();
        Some(Progress { kept, total: kept.saturating_add(missing) })
    }

    /// Returns the number of kept answers of runs.
    pub fn kept_answers(&self) -> u64 {
        kept_run::answers_of_runs(&self.kept)
    }

    /// The number of runs that are kept, and 1 for answers without a run.
    pub fn runs(&self) -> usize {
        self.kept.len()
    }

    /// Returns the number of runs that are [missing](Self::missing) and may have answers of the scope.
    pub fn missing_in(&self, scope: &AnswerScope) -> Option<usize> {
        match &scope.run_id {
            Some(run) if self.kept.contains_key(&Some(run.clone())) => Some(0),
            Some(_) => self.missing().map(|_| 1),
            None => self.missing(),
        }
    }

    /// Reads the brands that were [tracked](Self::track) last, in this or an earlier visit. `None` if there were none.
    ///
    /// # Errors
    /// [`ArchiveError`] if the store fails.
    pub async fn last_tracked(&self) -> Result<Option<Vec<Brand>>, ArchiveError> {
        self.archive.read_tracked().await
    }
}
