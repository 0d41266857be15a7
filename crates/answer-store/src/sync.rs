//! Reads from the platform what is not kept yet.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use answerdeck_api::RunId;
use answerdeck_client::Client;

use crate::archive::{Archive, NewRun};
use crate::error::{SyncError, Unreadable};
use crate::kept_run::{self, KeptRun};
use crate::listing::Listing;
use crate::prompt_set_search::PromptSetSearch;
use crate::prompt_sets::PromptSets;
use crate::run_lister::{Reach, RunLister};
use crate::run_reader::{Reading, RunReader};

/// A synchronization of the kept answers with the platform.
///
/// Each step asks the platform one question at most. Between steps the synchronization can pause for any time, or end: what
/// is kept is complete, and the next synchronization goes on after it. After an error, another step tries the same again;
/// after an error that is not [retryable](answerdeck_client::Error::is_retryable), start anew.
pub struct Sync {
    client: Client,
    archive: Rc<Archive>,
    kept: BTreeMap<RunId, KeptRun>,
    /// `None` before the whole list of runs was read once.
    listing: Option<Listing>,
    prompt_sets: PromptSets,
    /// `None` when the list has been read.
    lister: Option<RunLister>,
    reader: Option<RunReader>,
    search: PromptSetSearch,
    /// Runs that cannot be read now.
    unreadable: BTreeSet<RunId>,
    /// Events of a step that has more than one.
    events: VecDeque<SyncEvent>,
}

/// How many answers are kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// The answers that are kept, and those of the run that is being read.
    pub kept: u64,
    /// The answers of all finished runs that are known.
    pub total: u64,
}

/// What a step of a synchronization did. [`AnswerStore::apply`](crate::AnswerStore::apply) takes it.
#[derive(Debug)]
pub enum SyncEvent {
    /// A page was read.
    Read(Progress),
    /// The list of runs was read.
    Listed(Listed),
    /// A run was kept.
    Kept(NewlyKept),
    /// The platform has a run otherwise than it was kept, or no more. It was deleted.
    Deleted(RunId),
    /// The answers of a run cannot be kept. The next synchronization tries it again.
    Unreadable(RunId, Unreadable),
}

/// The runs of the platform that are not kept.
#[derive(Debug)]
pub struct Listed(pub(crate) Listing);

/// A run that was kept.
#[derive(Debug)]
pub struct NewlyKept {
    pub(crate) run: RunId,
    pub(crate) kept: KeptRun,
    pub(crate) columns: Vec<u8>,
    pub(crate) prompt_sets: PromptSets,
}

impl Sync {
    pub(crate) fn new(
        client: Client,
        archive: Rc<Archive>,
        kept: BTreeMap<RunId, KeptRun>,
        listing: Option<Listing>,
        prompt_sets: PromptSets,
        reach: Reach,
    ) -> Self {
        let lister = Some(RunLister::new(&client, reach, listing.as_ref()));
        let search = PromptSetSearch::new(client.clone());
        let (unreadable, events) = (BTreeSet::new(), VecDeque::new());
        Self { client, archive, kept, listing, prompt_sets, lister, reader: None, search, unreadable, events }
    }

    /// Returns how many answers are kept now.
    pub fn progress(&self) -> Progress {
        let kept = self.kept.values().fold(0_u64, |sum, run| sum.saturating_add(run.counts.total()));
        let missing = self.listing.as_ref().map_or(0, Listing::finished_answers);
        let read = self.reader.as_ref().map_or(0, |reader| reader.answers.len() as u64);
        Progress { kept: kept.saturating_add(read), total: kept.saturating_add(missing) }
    }

    /// Takes the next step. `None` when everything that can be kept is kept.
    ///
    /// # Errors
    /// [`SyncError`] if the platform does not answer or the answers cannot be kept.
    pub async fn next(&mut self) -> Result<Option<SyncEvent>, SyncError> {
        if let Some(event) = self.events.pop_front() {
            return Ok(Some(event));
        }
        if let Some(lister) = &mut self.lister {
            let (kept, listing) = (&self.kept, &self.listing);
            let is_listed = |id: &RunId| listing.as_ref().is_some_and(|listing| listing.runs.contains_key(id));
            if !lister.step(|id| kept.contains_key(id) || is_listed(id)).await? {
                return Ok(Some(SyncEvent::Read(self.progress())));
            }
            return self.end_listing().await.map(Some);
        }
        if self.reader.is_none() {
            let runs = self.listing.iter().flat_map(|listing| &listing.runs).rev();
            let mut readable = runs.filter(|(id, run)| run.is_finished && !self.unreadable.contains(*id));
            let Some((id, run)) = readable.next() else { return Ok(None) };
            self.reader = Some(RunReader::new(&self.client, id.clone(), *run));
        }
        self.read().await
    }

    async fn end_listing(&mut self) -> Result<SyncEvent, SyncError> {
        if let Some(lister) = &self.lister {
            let changes = lister.changes(self.listing.as_ref(), &self.kept);
            self.archive.write_listing(&changes.listing, &changes.outdated).await?;
            for id in changes.outdated.into_keys() {
                self.kept.remove(&id);
                self.events.push_back(SyncEvent::Deleted(id));
            }
            self.listing = Some(changes.listing);
            self.lister = None;
        }
        Ok(SyncEvent::Listed(Listed(self.listing.clone().unwrap_or_default())))
    }

    /// Takes a step with the run that is being read.
    async fn read(&mut self) -> Result<Option<SyncEvent>, SyncError> {
        let Some(reader) = &mut self.reader else { return Ok(None) };
        match reader.step(&self.archive).await? {
            Reading::More => Ok(Some(SyncEvent::Read(self.progress()))),
            Reading::Unreadable(reason) => Ok(self.give_up(reason)),
            Reading::Complete => {
                let is_known = self.search.step(&reader.scope(), &reader.answers, &mut self.prompt_sets).await?;
                if !is_known {
                    return Ok(Some(SyncEvent::Read(self.progress())));
                }
                match reader.columns(&self.prompt_sets) {
                    Ok(columns) => self.keep(columns).await,
                    Err(reason) => Ok(self.give_up(reason)),
                }
            }
        }
    }

    async fn keep(&mut self, columns: Vec<u8>) -> Result<Option<SyncEvent>, SyncError> {
        let Some(RunReader { run, texts, .. }) = &self.reader else { return Ok(None) };
        let counts = self.reader.as_ref().map(RunReader::counts).unwrap_or_default();
        let (kept, record) = kept_run::encode(counts, texts, &columns)?;
        let new = NewRun { run: Some(run), record: &record, texts, prompt_sets: &self.prompt_sets };
        self.archive.keep(new).await?;
        let run = run.clone();
        self.kept.insert(run.clone(), kept.clone());
        if let Some(listing) = &mut self.listing {
            listing.runs.remove(&run);
        }
        self.reader = None;
        Ok(Some(SyncEvent::Kept(NewlyKept { run, kept, columns, prompt_sets: self.prompt_sets.clone() })))
    }

    fn give_up(&mut self, reason: Unreadable) -> Option<SyncEvent> {
        let run = self.reader.take()?.run;
        self.unreadable.insert(run.clone());
        Some(SyncEvent::Unreadable(run, reason))
    }
}
