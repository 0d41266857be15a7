//! Reads the list of all answers, of runs and without a run. No other list has the answers without a run.
//!
//! An answer has ended when it is `SUCCESS` or `FAILED`. Until then it is pending.
//!
//! Source: docs/platform-api.md, section 2, Answer, `runID`.

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::{Answer, AnswerFilter, AnswerId, AnswerScope, AnswerStatus, RunId, Timestamp};
use answerdeck_client::{Client, Pager};
use answerdeck_insight::encode_answers;

use crate::archive::Archive;
use crate::error::SyncError;
use crate::list_state::{AnswerListCheckpoint, ListedRun};
use crate::prompt_set_search::PromptSetSearch;
use crate::prompt_sets::PromptSets;
use crate::run_reader::RunReader;
use crate::sorted::{SortedMap, SortedSet};

/// All answers without a run are written again each time. So they are written only when at least this many are new, and at least
/// as many as are kept already.
const BATCH_MIN: u64 = 1_000;

/// The maximum number of pages that are read again after an interruption, in addition to the pages of a run.
const PAGES_AGAIN_MAX: u64 = 100;

/// The maximum number of pages that are read to find a pending answer again. Otherwise an answer that stays pending forever would
/// make every synchronization read everything since then.
const PENDING_PAGES_MAX: u64 = 3;

/// Reads the list of answers page by page.
pub(crate) struct AnswerListReader {
    pager: Pager<Answer>,
    before: AnswerListCheckpoint,
    /// Whether the whole list is read. Otherwise the answers since a time are.
    is_whole: bool,
    /// Whether it stops before an old pending answer.
    stops_early: bool,
    /// Whether it did stop before an old pending answer.
    stopped_early: bool,
    /// Whether it began at the checkpoint of an interrupted reading.
    is_resumed: bool,
    /// Whether what it finds replaces the kept answers without a run, because it reads them all again.
    replaces: bool,
    has_ended: bool,
    pages: u64,
    /// How many pages were read at the last checkpoint.
    checkpoint_pages: u64,
    /// The cursor of the next page.
    cursor: Option<String>,
    /// The answers without a run that have ended and are not kept yet.
    answers: SortedMap<AnswerId, Answer>,
    newest: Option<Timestamp>,
    /// The time of the oldest pending answer without a run.
    pending_since: Option<Timestamp>,
    /// Runs of which the list had some answers so far.
    parts: Vec<Part>,
    /// Runs whose answers are spread over too many pages. They are read by their own lists.
    slow: SortedSet<RunId>,
}

/// How much of the list is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// New answers.
    New,
    /// New answers, and all since the oldest pending answer without a run.
    Pending,
    /// The whole list, or the rest of it after an interruption.
    Whole,
}

/// A run of which the list had some answers so far.
struct Part {
    reader: RunReader,
    /// The number of the page with its newest answers, and the cursor of that page.
    page: u64,
    cursor: Option<String>,
}

impl AnswerListReader {
    /// Reads the list from the checkpoint `before` on.
    pub(crate) fn new(client: &Client, before: AnswerListCheckpoint, extent: Extent) -> Self {
        let is_whole = extent == Extent::Whole;
        let cursor = before.rest.clone().filter(|_| is_whole);
        let from = before.pending_since.as_ref().or(before.from.as_ref()).filter(|_| !is_whole).cloned();
        let pager = client.answers().list(AnswerFilter { from, cursor: cursor.clone(), ..AnswerFilter::default() });
        Self {
            pager: pager.limit(PAGE_SIZE_MAX),
            before,
            is_whole,
            stops_early: extent == Extent::New,
            stopped_early: false,
            is_resumed: cursor.is_some(),
            replaces: is_whole && cursor.is_none(),
            has_ended: false,
            pages: 0,
            checkpoint_pages: 0,
            cursor,
            answers: SortedMap::new(),
            newest: None,
            pending_since: None,
            parts: Vec::new(),
            slow: SortedSet::new(),
        }
    }

    /// Takes a run of which the list has had all answers.
    pub(crate) fn take_complete(&mut self) -> Option<RunReader> {
        let is_complete = |part: &Part| part.reader.read_answers() >= part.reader.counts().total();
        let index = self.parts.iter().position(is_complete)?;
        Some(self.parts.remove(index).reader)
    }

    /// Sends one request. Returns whether it is time to keep the answers without a run: enough were found, or the list has ended,
    /// and their prompt sets are known. `listed` returns a run that is to be read, and `kept` is the number of kept answers without
    /// a run.
    pub(crate) async fn step(
        &mut self,
        listed: impl Fn(&RunId) -> Option<ListedRun>,
        kept: u64,
        archive: &Archive,
        search: &mut PromptSetSearch,
        prompt_sets: &mut PromptSets,
    ) -> Result<bool, SyncError> {
        if !self.has_ended && !self.is_due(kept) {
            self.read_page(listed, archive).await?;
            return Ok(false);
        }
        let counted = |answer: &&Answer| answer.status == AnswerStatus::Success;
        let unknown = self.answers.values().filter(counted).find(|answer| !prompt_sets.is_known(&answer.prompt_id));
        match unknown {
            None => Ok(true),
            Some(answer) => {
                let scope = AnswerScope { prompt_id: Some(answer.prompt_id.clone()), ..AnswerScope::default() };
                search.step(&scope, std::slice::from_ref(answer), prompt_sets).await?;
                Ok(false)
            }
        }
    }

    /// Whether the answers without a run should be written before the list ends. `kept` is the number of those that are kept.
    fn is_due(&self, kept: u64) -> bool {
        let found = self.answers.len() as u64;
        // If they are not written, an interruption makes the next reading begin at the last checkpoint.
        let is_overdue = self.pages >= self.checkpoint_pages + PAGES_AGAIN_MAX + kept / u64::from(PAGE_SIZE_MAX);
        self.is_whole && (found >= kept.max(BATCH_MIN) || (found > 0 && is_overdue))
    }

    async fn read_page(
        &mut self,
        listed: impl Fn(&RunId) -> Option<ListedRun>,
        archive: &Archive,
    ) -> Result<(), SyncError> {
        for part in &mut self.parts {
            part.reader.compress(PAGE_SIZE_MAX, archive).await?;
        }
        let Some(page) = self.pager.next_page().await? else {
            self.has_ended = true;
            // Runs with missing answers are read by their own lists.
            self.parts.clear();
            return Ok(());
        };
        self.pages += 1;
        // The list begins with the newest.
        self.newest = self.newest.take().or_else(|| page.items.iter().find_map(|answer| answer.created_at.clone()));
        let oldest = page.items.last().and_then(|answer| answer.created_at.clone());
        let mut ended = Vec::new();
        for answer in page.items {
            if let Some(run) = &answer.run_id {
                // Few runs overlap in time, so a linear search is fast.
                if let Some(part) = self.parts.iter_mut().find(|part| part.reader.run == *run) {
                    part.reader.add(answer);
                } else if let Some(listed) = listed(run).filter(|_| !self.slow.contains(run)) {
                    let mut reader = RunReader::without_list(run.clone(), listed);
                    reader.add(answer);
                    self.parts.push(Part { reader, page: self.pages, cursor: self.cursor.clone() });
                }
            } else if matches!(answer.status, AnswerStatus::Success | AnswerStatus::Failed) {
                // An answer that cannot be counted is left out, so that it does not block the others.
                if encode_answers(None, [(&answer, None)]).is_ok() {
                    ended.push((answer.id.clone(), answer));
                }
            } else {
                self.pending_since = answer.created_at;
            }
        }
        self.answers.extend(ended);
        self.cursor = page.next_cursor;
        let pages = self.pages;
        let is_recent = |part: &Part| {
            pages - part.page <= PAGES_AGAIN_MAX + part.reader.counts().total() / u64::from(PAGE_SIZE_MAX)
        };
        self.slow.extend(self.parts.iter().filter(|part| !is_recent(part)).map(|part| part.reader.run.clone()));
        self.parts.retain(is_recent);
        let is_known =
            oldest.zip(self.before.from.as_ref()).is_some_and(|(oldest, from)| oldest.as_str() < from.as_str());
        if self.stops_early && is_known && self.pages >= PENDING_PAGES_MAX && self.cursor.is_some() {
            (self.has_ended, self.stopped_early) = (true, true);
            self.parts.clear();
        }
        Ok(())
    }

    /// Whether the kept answers without a run are still complete.
    pub(crate) fn has_nothing_new(&self) -> bool {
        self.answers.is_empty() && !self.replaces
    }

    /// Returns the found answers without a run, together with the kept ones in `before` unless they are replaced.
    pub(crate) fn merged(&self, before: &SortedMap<AnswerId, Answer>) -> SortedMap<AnswerId, Answer> {
        let before = (!self.replaces).then_some(before).into_iter().flatten();
        let mut merged = SortedMap::new();
        merged.extend(before.chain(&self.answers).map(|(id, answer)| (id.clone(), answer.clone())));
        merged
    }

    /// Records that the found answers without a run were written.
    pub(crate) fn has_kept(&mut self) {
        self.answers.clear();
        self.checkpoint_pages = self.pages;
        (self.replaces, self.before.has_found) = (false, true);
    }

    /// Returns the checkpoint that is valid once the found answers without a run are written.
    pub(crate) fn checkpoint_after_keeping(&self) -> AnswerListCheckpoint {
        // The first run in `parts` began on the earliest page.
        let rest = self.parts.first().map_or(&self.cursor, |part| &part.cursor);
        let newest = self.newest.as_ref().filter(|_| !self.is_resumed);
        // A reading that got as far as the pending answer has seen whether it still is.
        let pending_before = self.before.pending_since.as_ref().filter(|_| self.stopped_early || self.is_resumed);
        let was_found = self.before.has_found && !self.replaces;
        AnswerListCheckpoint {
            has_ended: self.has_ended || !self.is_whole,
            rest: rest.clone().filter(|_| self.is_whole),
            from: newest.or(self.before.from.as_ref()).cloned(),
            has_found: was_found || !self.answers.is_empty() || self.pending_since.is_some(),
            pending_since: if self.stopped_early {
                pending_before
            } else {
                self.pending_since.as_ref().or(pending_before)
            }
            .cloned(),
        }
    }

    /// Returns the checkpoint at which another reading can resume. `None` if it would miss answers that are not written yet.
    pub(crate) fn checkpoint(&self) -> Option<AnswerListCheckpoint> {
        (self.is_whole && self.answers.is_empty()).then(|| self.checkpoint_after_keeping())
    }

    /// Returns the checkpoint if many pages were read since the last one.
    pub(crate) fn new_checkpoint(&mut self) -> Option<AnswerListCheckpoint> {
        let checkpoint =
            self.checkpoint().filter(|_| !self.has_ended && self.pages >= self.checkpoint_pages + PAGES_AGAIN_MAX)?;
        self.checkpoint_pages = self.pages;
        Some(checkpoint)
    }

    /// Whether the reading resumed an interrupted one.
    pub(crate) fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// Whether the reading resumed an interrupted one and has not read a page yet.
    pub(crate) fn has_just_resumed(&self) -> bool {
        self.is_resumed && self.pages == 0
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// The number of answers that were read of runs that are not complete yet.
    pub(crate) fn partial_answers(&self) -> u64 {
        self.parts.iter().map(|part| part.reader.read_answers()).sum()
    }
}
