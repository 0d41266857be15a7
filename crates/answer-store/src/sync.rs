//! Reads the answers that are not kept yet from the platform.

use std::ops::Bound;
use std::rc::Rc;

use answerdeck_api::{Answer, AnswerId, AnswerStatus, RunId};
use answerdeck_client::{Client, Error};
use answerdeck_insight::encode_answers;

use crate::answer_lister::{AnswerLister, Extent};
use crate::archive::{Archive, NewRun};
use crate::error::{SyncError, Unreadable};
use crate::kept_run::{self, KeptRun};
use crate::listing::{AnswerListPlace, Counts, ListedRun, ListedRuns, Listing};
use crate::prompt_set_search::PromptSetSearch;
use crate::prompt_sets::PromptSets;
use crate::run_checker::{self, Comparison};
use crate::run_lister::{ListChanges, RunLister};
use crate::run_reader::{Reading, RunReader};
use crate::sorted::SortedMap;
use crate::sync_event::{Listed, NewlyKept, Progress, Searched, SyncEvent};

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
    /// `None` when the list of all answers has been read, or is not.
    answers: Option<AnswerLister>,
    search: PromptSetSearch,
    /// Whether a kept run is still to be compared.
    is_checking: bool,
    /// Runs that cannot be read now, as they are listed.
    unreadable: ListedRuns,
    /// How often runs failed since one was kept.
    failures: u32,
    /// Why the last run failed, if none was kept since.
    failure: Option<Error>,
}

/// How much a synchronization reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// The runs that are new, or were not finished before. New answers without a run, if there were any before, and
    /// recent ones that have ended.
    NewRuns,
    /// Also the newest answers of one kept run, another one each time, to compare them with the kept ones: one request.
    KeptRun,
    /// Also the whole list of runs, to compare it with the kept runs: a request for each ten runs. Also older answers
    /// without a run that have ended.
    AllRuns,
    /// Also the list of all answers, from where an earlier reading was interrupted: a request for each hundred answers. It
    /// contains the answers of runs, so runs need no requests of their own.
    AllAnswers,
}

/// The knowledge of the platform that is kept in addition to answers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    /// `None` before the whole list of runs was read once.
    pub(crate) listing: Option<Listing>,
    pub(crate) prompt_sets: PromptSets,
    pub(crate) place: AnswerListPlace,
    /// The runs that could not be read in this visit.
    pub(crate) unreadable: Vec<Tries>,
}

/// The tries to read a run.
#[derive(Debug, Clone)]
pub(crate) struct Tries {
    pub(crate) run: RunId,
    listed: ListedRun,
    failed: u32,
    /// The synchronizations without another try, unless the platform counts the run otherwise.
    pub(crate) waits: u32,
}

impl Tries {
    /// Adds a try that failed. The next two synchronizations try again. Then the wait doubles each time, up to some five hours if
    /// there is a synchronization every five minutes.
    pub(crate) fn add(all: &mut Vec<Self>, run: RunId, listed: ListedRun) {
        let place = all.iter().position(|tries| tries.run == run).unwrap_or_else(|| {
            all.push(Self { run, listed, failed: 0, waits: 0 });
            all.len() - 1
        });
        let tries = &mut all[place];
        tries.failed += 1;
        (tries.listed, tries.waits) = (listed, (1 << tries.failed.saturating_sub(2).min(6)) - 1);
    }
}

/// Whether the platform does not give what was asked for, and will not the next time.
fn is_refusal(error: &Error) -> bool {
    !error.is_retryable() && !error.is_unauthorized() && error.sign_in_error().is_none()
}

impl AnswerSync {
    pub(crate) fn new(
        client: Client,
        archive: Rc<Archive>,
        kept: &SortedMap<Option<RunId>, KeptRun>,
        known: Known,
        reach: Reach,
    ) -> Self {
        let Known { listing, prompt_sets, place: before, unreadable: tries } = known;
        let mut unreadable = ListedRuns::new();
        for tries in tries.into_iter().filter(|tries| tries.waits > 0) {
            unreadable.insert(tries.run, tries.listed);
        }
        let extent = match reach {
            Reach::NewRuns | Reach::KeptRun => Extent::New,
            Reach::AllRuns => Extent::Waiting,
            Reach::AllAnswers => Extent::Whole,
        };
        let is_read = extent == Extent::Whole || (before.has_ended && before.has_found);
        let answers = is_read.then(|| AnswerLister::new(&client, before, extent));
        let lister = Some(RunLister::new(&client, reach == Reach::AllRuns, listing.as_ref()));
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
            answers,
            search,
            is_checking: reach == Reach::KeptRun,
            unreadable,
            failures: 0,
            failure: None,
        }
    }

    /// Returns how many answers are kept now.
    pub fn progress(&self) -> Progress {
        let kept = kept_run::answers_of_runs(&self.kept);
        let missing = self.listing.as_ref().map_or(0, Listing::finished_answers);
        let read = self.reader.as_ref().map_or(0, |reader| reader.answers.len() as u64)
            + self.answers.as_ref().map_or(0, AnswerLister::partial_answers);
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
            self.reader = self.answers.as_mut().and_then(AnswerLister::take_complete);
        }
        if self.reader.is_none() {
            let next = match &self.answers {
                None => self.readable_after(None).next_back(),
                Some(lister) => self.run_before(lister),
            };
            let Some((id, run)) = next else {
                if self.answers.is_some() {
                    return self.list_answers().await.map(Some);
                }
                // Nothing shows that the platform gives other runs.
                return match self.failure.take() {
                    Some(error) => Err(error.into()),
                    None => self.check().await,
                };
            };
            self.reader = Some(RunReader::new(&self.client, id.clone(), *run));
        }
        match self.read().await {
            Err(SyncError::Client(error)) if is_refusal(&error) || error.is_server() => self.fail(error),
            read => read,
        }
    }

    /// Decides what follows when the platform answers a request for a run with an error. The run may be at fault, or the whole
    /// platform.
    fn fail(&mut self, error: Error) -> Result<Option<SyncEvent>, SyncError> {
        self.failures += 1;
        match self.failures {
            // The list of runs shows whether the platform answers at all. Then the run is tried once more.
            1 => {
                self.lister = Some(RunLister::new(&self.client, false, self.listing.as_ref()));
                Ok(Some(SyncEvent::Read(self.progress())))
            }
            2 => {
                self.failure = Some(error.clone());
                Ok(self.give_up(error.into()))
            }
            // Another run fails, too.
            _ => {
                self.failures = 0;
                Err(error.into())
            }
        }
    }

    /// The listed runs that can be read and are newer than a run, the oldest first.
    fn readable_after(&self, run: Option<&RunId>) -> impl DoubleEndedIterator<Item = (&RunId, &ListedRun)> {
        let after = run.map_or(Bound::Unbounded, Bound::Excluded);
        let runs = self.listing.iter().flat_map(move |listing| listing.runs.range((after, Bound::Unbounded)));
        runs.filter(|(id, run)| run.is_finished && self.unreadable.get(*id) != Some(*run))
    }

    /// A run that is newer than all kept ones, where the list of all answers continues behind it. The oldest of them: after an
    /// interruption, the others are still newer.
    fn run_before(&self, lister: &AnswerLister) -> Option<(&RunId, &ListedRun)> {
        let newest = self.kept.keys().next_back()?.as_ref()?;
        self.readable_after(Some(newest)).next().filter(|_| lister.is_continued())
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
        let place = self.answers.as_ref().and_then(AnswerLister::place).map(Box::new);
        let new = NewRun {
            run: Some(run),
            before: None,
            record: &record,
            texts,
            prompt_sets: self.new_prompt_sets(),
            place: place.as_deref(),
        };
        self.archive.keep(new).await?;
        let run = run.clone();
        self.kept.insert(Some(run.clone()), kept.clone());
        if let Some(listing) = &mut self.listing {
            listing.runs.remove(&run);
        }
        (self.reader, self.failures, self.failure) = (None, 0, None);
        let prompt_sets = self.take_new_prompt_sets();
        Ok(Some(SyncEvent::Kept(NewlyKept { run: Some(run), kept, columns, prompt_sets, place })))
    }

    fn give_up(&mut self, reason: Unreadable) -> Option<SyncEvent> {
        let RunReader { run, listed, .. } = self.reader.take()?;
        self.unreadable.insert(run.clone(), listed);
        Some(SyncEvent::Unreadable(Some(run), reason))
    }

    /// Takes a step with the list of all answers.
    async fn list_answers(&mut self) -> Result<SyncEvent, SyncError> {
        let read = SyncEvent::Read(self.progress());
        let Some(lister) = &mut self.answers else { return Ok(read) };
        let (listing, unreadable) = (&self.listing, &self.unreadable);
        let listed = |id: &RunId| {
            let run = listing.as_ref()?.runs.get(id)?;
            (run.is_finished && unreadable.get(id) != Some(run)).then_some(*run)
        };
        let kept = self.kept.get(&None).map_or(0, |kept| kept.counts.total());
        match lister.step(listed, kept, &self.archive, &mut self.search, &mut self.prompt_sets).await {
            Ok(true) => self.keep_without_run().await,
            Ok(false) => match lister.new_place() {
                Some(place) => {
                    self.archive.write_place(&place).await?;
                    Ok(SyncEvent::Searched(Searched { place, is_deleted: false }))
                }
                None => Ok(SyncEvent::Read(self.progress())),
            },
            // The place is one of another platform.
            Err(SyncError::Client(error)) if error.is_invalid_cursor() && lister.is_at_rest() => {
                self.answers = Some(AnswerLister::new(&self.client, AnswerListPlace::default(), Extent::Whole));
                Ok(read)
            }
            // The runs can still be read by themselves.
            Err(SyncError::Client(error)) if is_refusal(&error) => {
                self.answers = None;
                Ok(SyncEvent::Unreadable(None, error.into()))
            }
            Err(error) => Err(error),
        }
    }

    /// Keeps the answers without a run that were found.
    async fn keep_without_run(&mut self) -> Result<SyncEvent, SyncError> {
        let Some(lister) = &mut self.answers else { return Ok(SyncEvent::Read(self.progress())) };
        let place = lister.place_after_keeping();
        // Those before are not read without need.
        let changed = match lister.has_nothing_new() {
            true => None,
            false => {
                let before = self.archive.read_without_run().await?;
                let found = lister.merged(&before.answers);
                let is_same = found == before.answers && before.kept.as_ref() == self.kept.get(&None);
                (!is_same).then_some((found, before.kept))
            }
        };
        let event = match changed {
            None => {
                self.archive.write_place(&place).await?;
                SyncEvent::Searched(Searched { place, is_deleted: false })
            }
            Some((found, before)) if found.is_empty() => {
                self.archive.delete_without_run(before.as_ref(), &place).await?;
                SyncEvent::Searched(Searched { place, is_deleted: true })
            }
            Some((found, before)) => self.write_without_run(found, before.as_ref(), place).await?,
        };
        match &event {
            SyncEvent::Kept(kept) => drop(self.kept.insert(None, kept.kept.clone())),
            SyncEvent::Searched(Searched { is_deleted: true, .. }) => drop(self.kept.remove(&None)),
            _ => {}
        }
        self.answers = self.answers.take().filter(|lister| !lister.has_ended());
        if let Some(lister) = &mut self.answers {
            lister.has_kept();
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
        let mut listing = self.listing.clone().unwrap_or_default();
        match comparison {
            Comparison::Same => return Ok(None),
            Comparison::Different => {
                listing.runs.insert(run.clone(), ListedRun { is_finished: true, counts: kept.counts });
            }
            Comparison::Gone => {}
        }
        let outdated = vec![(Some(run.clone()), kept.clone())];
        self.end_listing(ListChanges { listing, outdated }).await.map(Some)
    }

    async fn write_without_run(
        &mut self,
        answers: SortedMap<AnswerId, Answer>,
        before: Option<&KeptRun>,
        place: AnswerListPlace,
    ) -> Result<SyncEvent, SyncError> {
        let with_sets = answers.values().map(|answer| (answer, self.prompt_sets.of(&answer.prompt_id)));
        let columns = match encode_answers(None, with_sets) {
            Ok(columns) => columns,
            Err(error) => {
                self.answers = None;
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
            place: Some(&place),
        };
        self.archive.keep(new).await?;
        let prompt_sets = self.take_new_prompt_sets();
        Ok(SyncEvent::Kept(NewlyKept { run: None, kept, columns, prompt_sets, place: Some(Box::new(place)) }))
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
