//! Reads from the platform what is not kept yet.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use answerdeck_api::{Answer, AnswerId, AnswerStatus, RunId, Timestamp};
use answerdeck_client::Client;
use answerdeck_insight::encode_answers;

use crate::archive::{Archive, NewRun};
use crate::error::{SyncError, Unreadable};
use crate::kept_run::{self, KeptRun};
use crate::listing::{Counts, Listing};
use crate::prompt_set_search::PromptSetSearch;
use crate::prompt_sets::PromptSets;
use crate::run_lister::{Reach, RunLister};
use crate::run_reader::{Reading, RunReader};
use crate::without_run_reader::WithoutRunReader;

/// A synchronization of the kept answers with the platform.
///
/// Each step asks the platform one question at most. Between steps the synchronization can pause for any time, or end: what
/// is kept is complete, and the next synchronization goes on after it. After an error, another step tries the same again;
/// after an error that is not [retryable](answerdeck_client::Error::is_retryable), start anew.
pub struct Sync {
    client: Client,
    archive: Rc<Archive>,
    kept: BTreeMap<RunId, KeptRun>,
    /// The kept answers without a run.
    kept_without_run: Option<KeptRun>,
    /// `None` before the whole list of runs was read once.
    listing: Option<Listing>,
    prompt_sets: PromptSets,
    /// `None` when the list has been read.
    lister: Option<RunLister>,
    reader: Option<RunReader>,
    /// `None` when answers without a run have been looked for, or are not.
    without_run: Option<WithoutRunReader>,
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
    /// Answers without a run were looked for.
    Searched(Searched),
    /// A run was kept.
    Kept(NewlyKept),
    /// The platform has a run otherwise than it was kept, or no more. It was deleted. `None` for the answers without a run.
    Deleted(Option<RunId>),
    /// The answers of a run cannot be kept. The next synchronization tries it again. `None` for the answers without a run.
    Unreadable(Option<RunId>, Unreadable),
}

/// The runs of the platform that are not kept.
#[derive(Debug)]
pub struct Listed(pub(crate) Listing);

/// The time from which answers without a run are looked for next.
#[derive(Debug)]
pub struct Searched(pub(crate) Option<Timestamp>);

/// A run that was kept, or the answers without a run.
#[derive(Debug)]
pub struct NewlyKept {
    pub(crate) run: Option<RunId>,
    pub(crate) kept: KeptRun,
    pub(crate) columns: Vec<u8>,
    pub(crate) prompt_sets: PromptSets,
}

/// What the store knows of the platform.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    /// `None` before the whole list of runs was read once.
    pub(crate) listing: Option<Listing>,
    pub(crate) prompt_sets: PromptSets,
    /// `None` if there were no answers without a run.
    pub(crate) without_run_from: Option<Timestamp>,
}

impl Sync {
    pub(crate) fn new(
        client: Client,
        archive: Rc<Archive>,
        kept: &BTreeMap<Option<RunId>, KeptRun>,
        known: Known,
        reach: Reach,
    ) -> Self {
        let Known { listing, prompt_sets, without_run_from } = known;
        let kept_without_run = kept.get(&None).cloned();
        let kept = kept.iter().filter_map(|(run, kept)| Some((run.clone()?, kept.clone()))).collect();
        let without_run = match reach {
            Reach::All => Some(WithoutRunReader::new(&client, None)),
            Reach::New => without_run_from.map(|from| WithoutRunReader::new(&client, Some(from))),
        };
        let lister = Some(RunLister::new(&client, reach, listing.as_ref()));
        let search = PromptSetSearch::new(client.clone());
        let (unreadable, events) = (BTreeSet::new(), VecDeque::new());
        Self {
            client,
            archive,
            kept,
            kept_without_run,
            listing,
            prompt_sets,
            lister,
            reader: None,
            without_run,
            search,
            unreadable,
            events,
        }
    }

    /// Returns how many answers are kept now.
    pub fn progress(&self) -> Progress {
        let kept = self
            .kept
            .values()
            .chain(&self.kept_without_run)
            .fold(0_u64, |sum, run| sum.saturating_add(run.counts.total()));
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
            let Some((id, run)) = readable.next() else { return self.read_without_run().await };
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
                self.events.push_back(SyncEvent::Deleted(Some(id)));
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
        let new = NewRun {
            run: Some(run),
            before: None,
            record: &record,
            texts,
            prompt_sets: &self.prompt_sets,
            without_run_from: None,
        };
        self.archive.keep(new).await?;
        let run = run.clone();
        self.kept.insert(run.clone(), kept.clone());
        if let Some(listing) = &mut self.listing {
            listing.runs.remove(&run);
        }
        self.reader = None;
        let prompt_sets = self.prompt_sets.clone();
        Ok(Some(SyncEvent::Kept(NewlyKept { run: Some(run), kept, columns, prompt_sets })))
    }

    fn give_up(&mut self, reason: Unreadable) -> Option<SyncEvent> {
        let run = self.reader.take()?.run;
        self.unreadable.insert(run.clone());
        Some(SyncEvent::Unreadable(Some(run), reason))
    }

    /// Takes a step towards the answers without a run.
    async fn read_without_run(&mut self) -> Result<Option<SyncEvent>, SyncError> {
        let Some(reader) = &mut self.without_run else { return Ok(None) };
        if !reader.step(&mut self.search, &mut self.prompt_sets).await? {
            return Ok(Some(SyncEvent::Read(self.progress())));
        }
        let blocks = self.kept_without_run.as_ref().map_or(0, |kept| kept.texts.len());
        let mut before: BTreeMap<AnswerId, Answer> = BTreeMap::new();
        for block in 0..blocks {
            let answers = self.archive.read_texts(None, block).await?;
            before.extend(answers.into_iter().map(|answer| (answer.id.clone(), answer)));
        }
        let mut now = if reader.is_whole() { BTreeMap::new() } else { before.clone() };
        now.extend(reader.answers.iter().map(|(id, answer)| (id.clone(), answer.clone())));
        let has_any = reader.has_found() || !now.is_empty();
        let next_from = reader.next_from().filter(|_| has_any);
        if now != before {
            match self.replace_without_run(now, next_from.as_ref()).await? {
                event @ SyncEvent::Unreadable(..) => {
                    // They are looked for again.
                    self.without_run = None;
                    return Ok(Some(event));
                }
                event => self.events.push_back(event),
            }
        } else if let Some(from) = &next_from {
            self.archive.write_without_run_from(from).await?;
        }
        self.without_run = None;
        Ok(Some(SyncEvent::Searched(Searched(next_from))))
    }

    async fn replace_without_run(
        &mut self,
        answers: BTreeMap<AnswerId, Answer>,
        next_from: Option<&Timestamp>,
    ) -> Result<SyncEvent, SyncError> {
        if answers.is_empty() {
            self.archive.delete_without_run(self.kept_without_run.as_ref()).await?;
            self.kept_without_run = None;
            return Ok(SyncEvent::Deleted(None));
        }
        let with_sets = answers.values().map(|answer| (answer, self.prompt_sets.of(&answer.prompt_id)));
        let columns = match encode_answers(None, with_sets) {
            Ok(columns) => columns,
            Err(error) => return Ok(SyncEvent::Unreadable(None, error.into())),
        };
        let success = answers.values().filter(|answer| answer.status == AnswerStatus::Success).count() as u64;
        let counts = Counts { success, failed: answers.len() as u64 - success };
        let answers: Vec<Answer> = answers.into_values().collect();
        let texts = self.archive.compress(&answers).await?;
        let (kept, record) = kept_run::encode(counts, &texts, &columns)?;
        let before = self.kept_without_run.as_ref();
        let new = NewRun {
            run: None,
            before,
            record: &record,
            texts: &texts,
            prompt_sets: &self.prompt_sets,
            without_run_from: next_from,
        };
        self.archive.keep(new).await?;
        self.kept_without_run = Some(kept.clone());
        Ok(SyncEvent::Kept(NewlyKept { run: None, kept, columns, prompt_sets: self.prompt_sets.clone() }))
    }
}
