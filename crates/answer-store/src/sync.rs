//! Reads the answers that are not kept yet from the platform.

use std::ops::Bound;
use std::rc::Rc;

use answerdeck_api::{Answer, AnswerId, AnswerStatus, RunId};
use answerdeck_client::{Client, Error};
use answerdeck_insight::encode_answers;

use crate::answer_list_reader::{AnswerListReader, Extent};
use crate::archive::{Archive, NewRun};
use crate::error::{SyncError, Unreadable};
use crate::kept_run::{self, KeptRun};
use crate::list_state::{AnswerListCheckpoint, Counts, ListedRun, ListedRuns, MissingRuns};
use crate::prompt_set_search::PromptSetSearch;
use crate::prompt_sets::PromptSets;
use crate::run_checker::{self, Comparison};
use crate::run_list_reader::{ListChanges, RunListReader};
use crate::run_reader::{Reading, RunReader};
use crate::sorted::SortedMap;
use crate::sync_event::{AnswersListed, NewlyKept, Progress, RunsListed, SyncEvent};

/// A synchronization of the kept answers with the platform.
///
/// Each step sends at most one request. Between steps, the synchronization can pause for any time, or end: kept runs are complete,
/// and the next synchronization continues after them. After an error, the next step tries the same again. After an error that is
/// not [retryable](answerdeck_client::Error::is_retryable), start a new synchronization.
pub struct AnswerSync {
    client: Client,
    archive: Rc<Archive>,
    /// By run. The answers without a run are those that are counted. The store has others if an event was not applied.
    kept: SortedMap<Option<RunId>, KeptRun>,
    /// `None` before the whole list of runs was read once.
    missing_runs: Option<MissingRuns>,
    prompt_sets: PromptSets,
    /// The [size](PromptSets::size) of the prompt sets in the store.
    written_prompt_sets: usize,
    /// `None` when the list of runs has been read.
    run_list: Option<RunListReader>,
    reader: Option<RunReader>,
    /// `None` when the list of all answers has been read, or is not needed.
    answer_list: Option<AnswerListReader>,
    search: PromptSetSearch,
    /// Whether a kept run is still to be compared.
    is_checking: bool,
    /// Runs that cannot be read now, with their counts in the list.
    unreadable: ListedRuns,
    /// Whether the list of runs was read.
    has_listed_runs: bool,
    /// How many requests for runs failed in a row.
    failures: u32,
    /// Why the last run failed, if none was kept since.
    last_error: Option<Error>,
    /// Whether the last request for the list of all answers failed with a server error.
    has_list_failed: bool,
}

/// How much a synchronization reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SyncMode {
    /// New runs, and runs that were not finished before. If there are answers without a run, also new ones, and recent ones that
    /// were pending.
    NewRuns,
    /// Also the newest answers of one kept run, a different run each time, to compare them with the kept answers. One request.
    KeptRun,
    /// Like [`NewRuns`](Self::NewRuns), but the whole list of runs, to compare it with the kept runs: a request for every ten runs.
    /// Also older answers without a run that were pending.
    AllRuns,
    /// Like [`NewRuns`](Self::NewRuns), and the list of all answers, resumed where an earlier reading was interrupted: a request for
    /// every hundred answers. It contains the answers of runs, so runs need no further requests.
    AllAnswers,
}

/// What synchronizations know about the platform, in addition to the kept answers.
#[derive(Debug, Clone, Default)]
pub(crate) struct SyncState {
    /// `None` before the whole list of runs was read once.
    pub(crate) missing_runs: Option<MissingRuns>,
    pub(crate) prompt_sets: PromptSets,
    pub(crate) checkpoint: AnswerListCheckpoint,
    /// The runs that could not be read in this visit.
    pub(crate) unreadable: Vec<UnreadableRun>,
}

/// A run that could not be read.
#[derive(Debug, Clone)]
pub(crate) struct UnreadableRun {
    pub(crate) run: RunId,
    listed: ListedRun,
    /// How often reading it failed.
    failures: u32,
    /// How many synchronizations skip the run, unless its counts in the list change.
    pub(crate) waits: u32,
}

impl UnreadableRun {
    /// Adds a failure. The next two synchronizations try again. Then the wait doubles each time, up to about five hours with a
    /// synchronization every five minutes.
    pub(crate) fn add(all: &mut Vec<Self>, run: RunId, listed: ListedRun) {
        let index = all.iter().position(|unreadable| unreadable.run == run).unwrap_or_else(|| {
            all.push(Self { run, listed, failures: 0, waits: 0 });
            all.len() - 1
        });
        let unreadable = &mut all[index];
        unreadable.failures += 1;
        (unreadable.listed, unreadable.waits) = (listed, (1 << unreadable.failures.saturating_sub(2).min(6)) - 1);
    }
}

/// Whether the platform refused the request, so that it would refuse it again.
fn is_refusal(error: &Error) -> bool {
    !error.is_retryable() && !error.is_unauthorized() && error.sign_in_error().is_none()
}

impl AnswerSync {
    pub(crate) fn new(
        client: Client,
        archive: Rc<Archive>,
        kept: &SortedMap<Option<RunId>, KeptRun>,
        state: SyncState,
        mode: SyncMode,
    ) -> Self {
        let SyncState { missing_runs, prompt_sets, checkpoint: before, unreadable: runs } = state;
        let mut unreadable = ListedRuns::new();
        for run in runs.into_iter().filter(|run| run.waits > 0) {
            unreadable.insert(run.run, run.listed);
        }
        let extent = match mode {
            SyncMode::NewRuns | SyncMode::KeptRun => Extent::New,
            SyncMode::AllRuns => Extent::Pending,
            SyncMode::AllAnswers => Extent::Whole,
        };
        let is_read = extent == Extent::Whole || (before.has_ended && before.has_found);
        let answer_list = is_read.then(|| AnswerListReader::new(&client, before, extent));
        let run_list = Some(RunListReader::new(&client, mode == SyncMode::AllRuns, missing_runs.as_ref()));
        let search = PromptSetSearch::new(client.clone());
        Self {
            client,
            archive,
            kept: kept.clone(),
            missing_runs,
            written_prompt_sets: prompt_sets.size(),
            prompt_sets,
            run_list,
            reader: None,
            answer_list,
            search,
            is_checking: mode == SyncMode::KeptRun,
            unreadable,
            has_listed_runs: false,
            failures: 0,
            last_error: None,
            has_list_failed: false,
        }
    }

    /// Returns how many answers are kept now.
    pub fn progress(&self) -> Progress {
        let kept = kept_run::answers_of_runs(&self.kept);
        let missing = self.missing_runs.as_ref().map_or(0, MissingRuns::finished_answers);
        let read = self.reader.as_ref().map_or(0, |reader| reader.answers.len() as u64)
            + self.answer_list.as_ref().map_or(0, AnswerListReader::partial_answers);
        Progress { kept: kept.saturating_add(read), total: kept.saturating_add(missing) }
    }

    /// Takes the next step. `None` when everything that can be kept is kept.
    ///
    /// # Errors
    /// [`SyncError`] if the platform does not answer or the answers cannot be kept.
    pub async fn next(&mut self) -> Result<Option<SyncEvent>, SyncError> {
        if let Some(list) = &mut self.run_list {
            let (kept, missing_runs) = (&self.kept, &self.missing_runs);
            let is_listed = |id: &RunId| missing_runs.as_ref().is_some_and(|missing| missing.runs.contains_key(id));
            if !list.step(|id| kept.contains_key(&Some(id.clone())) || is_listed(id)).await? {
                return Ok(Some(SyncEvent::Read(self.progress())));
            }
            let changes = list.changes(self.missing_runs.as_ref(), &self.kept);
            return self.end_run_list(changes).await.map(Some);
        }
        if self.reader.is_none() {
            self.reader = self.answer_list.as_mut().and_then(AnswerListReader::take_complete);
        }
        if self.reader.is_none() {
            let next = match &self.answer_list {
                None => self.readable_after(None).next_back(),
                Some(list) => self.run_before(list),
            };
            let Some((id, run)) = next else {
                if self.answer_list.is_some() {
                    return self.list_answers().await.map(Some);
                }
                // No run was read since the last failure, so the platform may be failing as a whole.
                return match self.last_error.take() {
                    Some(error) => Err(error.into()),
                    None => self.check().await,
                };
            };
            self.reader = Some(RunReader::new(&self.client, id.clone(), *run));
        }
        match self.read().await {
            Err(SyncError::Client(error)) if is_refusal(&error) || error.is_server() => self.run_failed(error),
            read => read,
        }
    }

    /// Decides how to continue after a request for a run failed: the cause may be the run, or the platform as a whole.
    fn run_failed(&mut self, error: Error) -> Result<Option<SyncEvent>, SyncError> {
        self.failures += 1;
        match self.failures {
            // Reading the list of runs shows whether the platform responds at all. Then the run is tried once more.
            1 => {
                self.run_list = Some(RunListReader::new(&self.client, false, self.missing_runs.as_ref()));
                Ok(Some(SyncEvent::Read(self.progress())))
            }
            2 => {
                self.last_error = Some(error.clone());
                Ok(self.give_up(error.into()))
            }
            // A second run failed too.
            _ => {
                self.failures = 0;
                Err(error.into())
            }
        }
    }

    /// The listed runs that can be read and are newer than `run`, oldest first.
    fn readable_after(&self, run: Option<&RunId>) -> impl DoubleEndedIterator<Item = (&RunId, &ListedRun)> {
        let after = run.map_or(Bound::Unbounded, Bound::Excluded);
        let runs = self.missing_runs.iter().flat_map(move |missing| missing.runs.range((after, Bound::Unbounded)));
        runs.filter(|(id, run)| run.is_finished && self.unreadable.get(*id) != Some(*run))
    }

    /// The oldest run that is newer than all kept runs, if the reading of all answers has resumed and so will not reach it. The
    /// oldest first: after an interruption, the others are still newer than all kept runs.
    fn run_before(&self, list: &AnswerListReader) -> Option<(&RunId, &ListedRun)> {
        let newest = self.kept.keys().next_back()?.as_ref()?;
        self.readable_after(Some(newest)).next().filter(|_| list.is_resumed())
    }

    async fn end_run_list(&mut self, changes: ListChanges) -> Result<SyncEvent, SyncError> {
        let ListChanges { missing_runs, outdated } = changes;
        let is_news = self.missing_runs.as_ref() != Some(&missing_runs) || !outdated.is_empty();
        if is_news {
            self.archive.write_missing_runs(&missing_runs, &outdated).await?;
        }
        let outdated: Vec<Option<RunId>> = outdated.into_iter().map(|(run, _)| run).collect();
        outdated.iter().for_each(|run| drop(self.kept.remove(run)));
        self.missing_runs = Some(missing_runs.clone());
        self.run_list = None;
        let is_first = !std::mem::replace(&mut self.has_listed_runs, true);
        Ok(SyncEvent::RunsListed(RunsListed { missing_runs, outdated, is_news, is_first }))
    }

    /// Takes a step with the run that is being read.
    async fn read(&mut self) -> Result<Option<SyncEvent>, SyncError> {
        let Some(reader) = &mut self.reader else { return Ok(None) };
        match reader.step(&self.archive).await? {
            Reading::More => Ok(Some(SyncEvent::Read(self.progress()))),
            Reading::Unreadable(reason) => {
                self.failures = 0;
                Ok(self.give_up(reason))
            }
            Reading::Complete => {
                let is_known = self.search.step(&reader.scope(), &reader.answers, &mut self.prompt_sets).await?;
                if !is_known {
                    return Ok(Some(SyncEvent::Read(self.progress())));
                }
                match reader.columns(&self.prompt_sets) {
                    Ok(columns) => self.keep(columns).await,
                    Err(reason) => {
                        self.failures = 0;
                        Ok(self.give_up(reason))
                    }
                }
            }
        }
    }

    async fn keep(&mut self, columns: Vec<u8>) -> Result<Option<SyncEvent>, SyncError> {
        let Some(RunReader { run, texts, .. }) = &self.reader else { return Ok(None) };
        let counts = self.reader.as_ref().map(RunReader::counts).unwrap_or_default();
        let (kept, record) = kept_run::encode(counts, texts, &columns)?;
        let checkpoint = self.answer_list.as_ref().and_then(AnswerListReader::checkpoint).map(Box::new);
        let new = NewRun {
            run: Some(run),
            before: None,
            record: &record,
            texts,
            prompt_sets: self.new_prompt_sets(),
            checkpoint: checkpoint.as_deref(),
        };
        self.archive.keep(new).await?;
        let run = run.clone();
        self.kept.insert(Some(run.clone()), kept.clone());
        if let Some(missing_runs) = &mut self.missing_runs {
            missing_runs.runs.remove(&run);
        }
        (self.reader, self.failures, self.last_error) = (None, 0, None);
        let prompt_sets = self.take_new_prompt_sets();
        Ok(Some(SyncEvent::Kept(NewlyKept { run: Some(run), kept, columns, prompt_sets, checkpoint })))
    }

    fn give_up(&mut self, reason: Unreadable) -> Option<SyncEvent> {
        let RunReader { run, listed, .. } = self.reader.take()?;
        self.unreadable.insert(run.clone(), listed);
        Some(SyncEvent::Unreadable(Some(run), reason))
    }

    /// Takes a step with the list of all answers.
    async fn list_answers(&mut self) -> Result<SyncEvent, SyncError> {
        let read = SyncEvent::Read(self.progress());
        let Some(list) = &mut self.answer_list else { return Ok(read) };
        let (missing_runs, unreadable) = (&self.missing_runs, &self.unreadable);
        let listed = |id: &RunId| {
            let run = missing_runs.as_ref()?.runs.get(id)?;
            (run.is_finished && unreadable.get(id) != Some(run)).then_some(*run)
        };
        let kept = self.kept.get(&None).map_or(0, |kept| kept.counts.total());
        let step = list.step(listed, kept, &self.archive, &mut self.search, &mut self.prompt_sets).await;
        let has_failed = std::mem::take(&mut self.has_list_failed);
        match step {
            Ok(true) => self.keep_without_run().await,
            Ok(false) => match list.new_checkpoint() {
                Some(checkpoint) => {
                    self.archive.write_checkpoint(&checkpoint).await?;
                    Ok(SyncEvent::AnswersListed(AnswersListed { checkpoint, is_deleted: false }))
                }
                None => Ok(SyncEvent::Read(self.progress())),
            },
            // The cursor in the checkpoint is not valid on this platform.
            Err(SyncError::Client(error)) if error.is_invalid_cursor() && list.has_just_resumed() => {
                self.answer_list =
                    Some(AnswerListReader::new(&self.client, AnswerListCheckpoint::default(), Extent::Whole));
                Ok(read)
            }
            // The runs can still be read one by one. A single server error may be temporary.
            Err(SyncError::Client(error)) if is_refusal(&error) || (error.is_server() && has_failed) => {
                self.answer_list = None;
                Ok(SyncEvent::Unreadable(None, error.into()))
            }
            Err(error) => {
                self.has_list_failed = matches!(&error, SyncError::Client(error) if error.is_server());
                Err(error)
            }
        }
    }

    /// Keeps the answers without a run that were found.
    async fn keep_without_run(&mut self) -> Result<SyncEvent, SyncError> {
        let Some(list) = &mut self.answer_list else { return Ok(SyncEvent::Read(self.progress())) };
        let checkpoint = list.checkpoint_after_keeping();
        // Kept answers are read only when needed.
        let changed = match list.has_nothing_new() {
            true => None,
            false => {
                let before = self.archive.read_without_run().await?;
                let found = list.merged(&before.answers);
                let is_same = found == before.answers && before.kept.as_ref() == self.kept.get(&None);
                (!is_same).then_some((found, before.kept))
            }
        };
        let event = match changed {
            None => {
                self.archive.write_checkpoint(&checkpoint).await?;
                SyncEvent::AnswersListed(AnswersListed { checkpoint, is_deleted: false })
            }
            Some((found, before)) if found.is_empty() => {
                self.archive.delete_without_run(before.as_ref(), &checkpoint).await?;
                SyncEvent::AnswersListed(AnswersListed { checkpoint, is_deleted: true })
            }
            Some((found, before)) => self.write_without_run(found, before.as_ref(), checkpoint).await?,
        };
        match &event {
            SyncEvent::Kept(kept) => drop(self.kept.insert(None, kept.kept.clone())),
            SyncEvent::AnswersListed(AnswersListed { is_deleted: true, .. }) => drop(self.kept.remove(&None)),
            _ => {}
        }
        self.answer_list = self.answer_list.take().filter(|list| !list.has_ended());
        if let Some(list) = &mut self.answer_list {
            list.has_kept();
        }
        Ok(event)
    }

    /// Compares the kept run after the one that was compared last.
    async fn check(&mut self) -> Result<Option<SyncEvent>, SyncError> {
        if !self.is_checking {
            return Ok(None);
        }
        let last = self.archive.read_checked().await?;
        let after = |run: &Option<RunId>| self.kept.range((Bound::Excluded(run), Bound::Unbounded)).next();
        let Some((Some(run), kept)) = after(&last).or_else(|| after(&None)) else { return Ok(None) };
        let comparison = run_checker::compare(&self.client, &self.archive, run, kept).await?;
        self.archive.write_checked(run).await?;
        self.is_checking = false;
        let mut missing_runs = self.missing_runs.clone().unwrap_or_default();
        match comparison {
            Comparison::Same => return Ok(None),
            Comparison::Different => {
                missing_runs.runs.insert(run.clone(), ListedRun { is_finished: true, counts: kept.counts });
            }
            Comparison::Gone => {}
        }
        let outdated = vec![(Some(run.clone()), kept.clone())];
        self.end_run_list(ListChanges { missing_runs, outdated }).await.map(Some)
    }

    async fn write_without_run(
        &mut self,
        answers: SortedMap<AnswerId, Answer>,
        before: Option<&KeptRun>,
        checkpoint: AnswerListCheckpoint,
    ) -> Result<SyncEvent, SyncError> {
        let with_sets = answers.values().map(|answer| (answer, self.prompt_sets.of(&answer.prompt_id)));
        let columns = match encode_answers(None, with_sets) {
            Ok(columns) => columns,
            Err(error) => {
                self.answer_list = None;
                return Ok(SyncEvent::Unreadable(None, error.into()));
            }
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
            checkpoint: Some(&checkpoint),
        };
        self.archive.keep(new).await?;
        let prompt_sets = self.take_new_prompt_sets();
        Ok(SyncEvent::Kept(NewlyKept { run: None, kept, columns, prompt_sets, checkpoint: Some(Box::new(checkpoint)) }))
    }

    /// Returns the prompt sets if they have unwritten changes.
    fn new_prompt_sets(&self) -> Option<&PromptSets> {
        (self.prompt_sets.size() > self.written_prompt_sets).then_some(&self.prompt_sets)
    }

    /// Like [`new_prompt_sets`](Self::new_prompt_sets), and records that they were written.
    fn take_new_prompt_sets(&mut self) -> Option<PromptSets> {
        let new = self.new_prompt_sets().cloned();
        self.written_prompt_sets = self.prompt_sets.size();
        new
    }
}
