//! Reads the answers that are not kept yet from the platform.

use std::ops::Bound;
use std::rc::Rc;

use answerdeck_api::{Answer, AnswerId, AnswerStatus, RunId, Timestamp};
use answerdeck_client::Client;
use answerdeck_insight::encode_answers;

use crate::archive::{Archive, NewRun};
use crate::error::{SyncError, Unreadable};
use crate::kept_run::{self, KeptRun};
use crate::listing::{Counts, ListedRun, ListedRuns, Listing};
use crate::prompt_set_search::PromptSetSearch;
use crate::prompt_sets::PromptSets;
use crate::run_checker;
use crate::run_lister::{ListChanges, RunLister};
use crate::run_reader::{Reading, RunReader};
use crate::sorted::SortedMap;
use crate::sync_event::{Listed, NewlyKept, Progress, Searched, SyncEvent};
use crate::without_run_reader::WithoutRunReader;

/// A synchronization of the kept answers with the platform.
///
/// Each step sends one request at most. Between steps the synchronization can pause for any time, or end: kept runs are
/// complete, and the next synchronization continues after them. After an error, another step tries the same again;
/// after an error that is not [retryable](answerdeck_client::Error::is_retryable), start a new synchronization.
pub struct AnswerSync {
    client: Client,
    archive: Rc<Archive>,
    /// By run. The answers without a run are those that are counted: the store has others if an event was not applied.
    kept: SortedMap<Option<RunId>, KeptRun>,
    /// `None` before the whole list of runs was read once.
    listing: Option<Listing>,
    prompt_sets: PromptSets,
    /// The [size](PromptSets::size) of those that were written.
    written_prompt_sets: usize,
    /// `None` when the list has been read.
    lister: Option<RunLister>,
    reader: Option<RunReader>,
    /// `None` when answers without a run have been looked for, or are not.
    without_run: Option<WithoutRunReader>,
    search: PromptSetSearch,
    /// Whether a kept run is still to be compared.
    is_checking: bool,
    /// Runs that cannot be read now.
    unreadable: ListedRuns,
}

/// How much a synchronization reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// The runs that are new, or were not finished before. New answers without a run, if there were any before.
    NewRuns,
    /// Also the newest answers of one kept run, another one each time, to compare them with the kept ones: one request.
    KeptRun,
    /// Also the whole list of runs, to compare it with the kept runs: a request for each ten runs.
    AllRuns,
    /// Also the list of all answers, to find those without a run: a request for each hundred answers.
    AllAnswers,
}

/// The knowledge of the platform that is kept in addition to answers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    /// `None` before the whole list of runs was read once.
    pub(crate) listing: Option<Listing>,
    pub(crate) prompt_sets: PromptSets,
    /// `None` if there were no answers without a run.
    pub(crate) without_run_from: Option<Timestamp>,
}

impl AnswerSync {
    pub(crate) fn new(
        client: Client,
        archive: Rc<Archive>,
        kept: &SortedMap<Option<RunId>, KeptRun>,
        known: Known,
        reach: Reach,
    ) -> Self {
        let Known { listing, prompt_sets, without_run_from } = known;
        let without_run = match reach {
            Reach::AllAnswers => Some(WithoutRunReader::new(&client, None)),
            Reach::NewRuns | Reach::KeptRun | Reach::AllRuns => {
                without_run_from.map(|from| WithoutRunReader::new(&client, Some(from)))
            }
        };
        let lister =
            Some(RunLister::new(&client, matches!(reach, Reach::AllRuns | Reach::AllAnswers), listing.as_ref()));
        let search = PromptSetSearch::new(client.clone());
        Self {
            client,
            archive,
            kept: kept.clone(),
            listing,
            written_prompt_sets: prompt_sets.size(),
            prompt_sets,
            lister,
            reader: None,
            without_run,
            search,
            is_checking: reach == Reach::KeptRun,
            unreadable: ListedRuns::new(),
        }
    }

    /// Returns how many answers are kept now.
    pub fn progress(&self) -> Progress {
        let kept = kept_run::answers_of_runs(&self.kept);
        let missing = self.listing.as_ref().map_or(0, Listing::finished_answers);
        let read = self.reader.as_ref().map_or(0, |reader| reader.answers.len() as u64);
        Progress { kept: kept.saturating_add(read), total: kept.saturating_add(missing) }
    }

    /// Takes the next step. `None` when everything that can be kept is kept.
    ///
    /// # Errors
    /// [`SyncError`] if the platform does not answer or the answers cannot be kept.
    pub async fn next(&mut self) -> Result<Option<SyncEvent>, SyncError> {
        if let Some(lister) = &mut self.lister {
            let (kept, listing) = (&self.kept, &self.listing);
            let is_listed = |id: &RunId| listing.as_ref().is_some_and(|listing| listing.runs.contains_key(id));
            if !lister.step(|id| kept.contains_key(&Some(id.clone())) || is_listed(id)).await? {
                return Ok(Some(SyncEvent::Read(self.progress())));
            }
            let changes = lister.changes(self.listing.as_ref(), &self.kept);
            return self.end_listing(changes).await.map(Some);
        }
        if self.reader.is_none() {
            let runs = self.listing.iter().flat_map(|listing| &listing.runs).rev();
            let mut readable = runs.filter(|(id, run)| run.is_finished && !self.unreadable.contains_key(*id));
            let Some((id, run)) = readable.next() else {
                return match self.read_without_run().await? {
                    None => self.check().await,
                    event => Ok(event),
                };
            };
            self.reader = Some(RunReader::new(&self.client, id.clone(), *run));
        }
        self.read().await
    }

    async fn end_listing(&mut self, changes: ListChanges) -> Result<SyncEvent, SyncError> {
        let ListChanges { listing, outdated } = changes;
        let is_news = self.listing.as_ref() != Some(&listing) || !outdated.is_empty();
        if is_news {
            self.archive.write_listing(&listing, &outdated).await?;
        }
        let outdated: Vec<Option<RunId>> = outdated.into_iter().map(|(run, _)| run).collect();
        outdated.iter().for_each(|run| drop(self.kept.remove(run)));
        self.listing = Some(listing.clone());
        self.lister = None;
        Ok(SyncEvent::Listed(Listed { listing, outdated, is_news }))
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
            prompt_sets: self.new_prompt_sets(),
            without_run_from: None,
        };
        self.archive.keep(new).await?;
        let run = run.clone();
        self.kept.insert(Some(run.clone()), kept.clone());
        if let Some(listing) = &mut self.listing {
            listing.runs.remove(&run);
        }
        self.reader = None;
        let prompt_sets = self.take_new_prompt_sets();
        Ok(Some(SyncEvent::Kept(NewlyKept { run: Some(run), kept, columns, prompt_sets, without_run_from: None })))
    }

    fn give_up(&mut self, reason: Unreadable) -> Option<SyncEvent> {
        let RunReader { run, listed, .. } = self.reader.take()?;
        self.unreadable.insert(run.clone(), listed);
        Some(SyncEvent::Unreadable(Some(run), reason))
    }

    /// Takes a step towards the answers without a run.
    async fn read_without_run(&mut self) -> Result<Option<SyncEvent>, SyncError> {
        let Some(reader) = &mut self.without_run else { return Ok(None) };
        if !reader.step(&mut self.search, &mut self.prompt_sets).await? {
            return Ok(Some(SyncEvent::Read(self.progress())));
        }
        let before = self.archive.read_without_run().await?;
        let found = reader.merged(&before.answers);
        let from = reader.next_from().filter(|_| reader.has_found() || !found.is_empty());
        let event = if found == before.answers && before.kept.as_ref() == self.kept.get(&None) {
            self.archive.write_without_run_from(from.as_ref()).await?;
            SyncEvent::Searched(Searched { from, is_deleted: false })
        } else if found.is_empty() {
            self.archive.delete_without_run(before.kept.as_ref(), from.as_ref()).await?;
            SyncEvent::Searched(Searched { from, is_deleted: true })
        } else {
            self.keep_without_run(found, before.kept.as_ref(), from).await?
        };
        self.without_run = None;
        Ok(Some(event))
    }

    /// Compares the kept run after the one that was compared last.
    async fn check(&mut self) -> Result<Option<SyncEvent>, SyncError> {
        if !self.is_checking {
            return Ok(None);
        }
        let last = self.archive.read_checked().await?;
        let after = |run: &Option<RunId>| self.kept.range((Bound::Excluded(run), Bound::Unbounded)).next();
        let Some((Some(run), kept)) = after(&last).or_else(|| after(&None)) else { return Ok(None) };
        let has_changed = run_checker::has_changed(&self.client, &self.archive, run, kept).await?;
        self.archive.write_checked(run).await?;
        self.is_checking = false;
        if !has_changed {
            return Ok(None);
        }
        let mut listing = self.listing.clone().unwrap_or_default();
        listing.runs.insert(run.clone(), ListedRun { is_finished: true, counts: kept.counts });
        let outdated = vec![(Some(run.clone()), kept.clone())];
        self.end_listing(ListChanges { listing, outdated }).await.map(Some)
    }

    async fn keep_without_run(
        &mut self,
        answers: SortedMap<AnswerId, Answer>,
        before: Option<&KeptRun>,
        from: Option<Timestamp>,
    ) -> Result<SyncEvent, SyncError> {
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
        let new = NewRun {
            run: None,
            before,
            record: &record,
            texts: &texts,
            prompt_sets: self.new_prompt_sets(),
            without_run_from: from.as_ref(),
        };
        self.archive.keep(new).await?;
        let prompt_sets = self.take_new_prompt_sets();
        Ok(SyncEvent::Kept(NewlyKept { run: None, kept, columns, prompt_sets, without_run_from: from }))
    }

    /// Returns the prompt sets if they have unwritten changes.
    fn new_prompt_sets(&self) -> Option<&PromptSets> {
        (self.prompt_sets.size() > self.written_prompt_sets).then_some(&self.prompt_sets)
    }

    /// Returns the same after they were written.
    fn take_new_prompt_sets(&mut self) -> Option<PromptSets> {
        let new = self.new_prompt_sets().cloned();
        self.written_prompt_sets = self.prompt_sets.size();
        new
    }
}
