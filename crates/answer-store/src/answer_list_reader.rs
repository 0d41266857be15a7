//! Reads the list of all answers. It alone leads to answers without a run, and has those of runs beside them.
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

/// The answers without a run are kept when there are at least this many new ones, and as many as were kept before: they are
/// written as a whole.
const BATCH_MIN: u64 = 1_000;

/// So many pages may be read again after an interruption, beside those of a run.
const PAGES_AGAIN_MAX: u64 = 100;

/// While an answer without a run has not ended, up to this many pages are read to find it. One that never ends would have
/// everything since it read each time.
const WAITING_PAGES_MAX: u64 = 3;

/// A list of answers that is being read.
pub(crate) struct AnswerListReader {
    pager: Pager<Answer>,
    before: AnswerListCheckpoint,
    /// Whether the whole list is read, and not the answers since some time.
    is_whole: bool,
    /// Whether an old answer that has not ended is not looked for.
    is_short: bool,
    /// Whether the reading has ended before such an answer.
    is_cut: bool,
    /// Whether it was read to some checkpoint before.
    is_continued: bool,
    /// Whether the answers without a run that were kept before are not those of this reading.
    replaces: bool,
    has_ended: bool,
    pages: u64,
    /// The pages at the last new checkpoint.
    checkpoint_pages: u64,
    /// The cursor of the next page.
    cursor: Option<String>,
    /// The ended answers without a run that have not been kept.
    answers: SortedMap<AnswerId, Answer>,
    newest: Option<Timestamp>,
    /// The time of the oldest answer without a run that has not ended.
    waiting_since: Option<Timestamp>,
    /// Runs of which some answers were in the list.
    parts: Vec<Part>,
    /// Runs that were slow to become complete.
    slow: SortedSet<RunId>,
}

/// How much of the list is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The answers that are new.
    New,
    /// Also those since the oldest one without a run that had not ended.
    Waiting,
    /// The rest of the list, or all of it when there is no rest.
    Whole,
}

/// A part of a run.
struct Part {
    reader: RunReader,
    /// The page with its newest answers, and the cursor of this page.
    page: u64,
    cursor: Option<String>,
}

impl AnswerListReader {
    /// Reads the list on from `before`.
    pub(crate) fn new(client: &Client, before: AnswerListCheckpoint, extent: Extent) -> Self {
        let is_whole = extent == Extent::Whole;
        let cursor = before.rest.clone().filter(|_| is_whole);
        let from = before.waiting_since.as_ref().or(before.from.as_ref()).filter(|_| !is_whole).cloned();
        let pager = client.answers().list(AnswerFilter { from, cursor: cursor.clone(), ..AnswerFilter::default() });
        Self {
            pager: pager.limit(PAGE_SIZE_MAX),
            before,
            is_whole,
            is_short: extent == Extent::New,
            is_cut: false,
            is_continued: cursor.is_some(),
            replaces: is_whole && cursor.is_none(),
            has_ended: false,
            pages: 0,
            checkpoint_pages: 0,
            cursor,
            answers: SortedMap::new(),
            newest: None,
            waiting_since: None,
            parts: Vec::new(),
            slow: SortedSet::new(),
        }
    }

    /// Returns a run of which the list had all answers.
    pub(crate) fn take_complete(&mut self) -> Option<RunReader> {
        let is_complete = |part: &Part| part.reader.read_answers() >= part.reader.counts().total();
        let index = self.parts.iter().position(is_complete)?;
        Some(self.parts.remove(index).reader)
    }

    /// Asks one question. Returns whether answers without a run are to be kept now, with known prompt sets, or the list has ended.
    /// `listed` tells which runs are wanted, and `kept` is the number of kept answers without a run.
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

    /// Whether answers without a run are to be kept before the list ends, when so many are kept.
    fn is_due(&self, kept: u64) -> bool {
        let found = self.answers.len() as u64;
        // Until they are kept, an interruption has everything since the last checkpoint read again.
        let is_late = self.pages >= self.checkpoint_pages + PAGES_AGAIN_MAX + kept / u64::from(PAGE_SIZE_MAX);
        self.is_whole && (found >= kept.max(BATCH_MIN) || (found > 0 && is_late))
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
            // What they lack may be found in their own lists.
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
                // Runs that are asked at the same time are few.
                if let Some(part) = self.parts.iter_mut().find(|part| part.reader.run == *run) {
                    part.reader.add(answer);
                } else if let Some(listed) = listed(run).filter(|_| !self.slow.contains(run)) {
                    let mut reader = RunReader::without_list(run.clone(), listed);
                    reader.add(answer);
                    self.parts.push(Part { reader, page: self.pages, cursor: self.cursor.clone() });
                }
            } else if matches!(answer.status, AnswerStatus::Success | AnswerStatus::Failed) {
                // One that cannot be counted does not keep the others from it.
                if encode_answers(None, [(&answer, None)]).is_ok() {
                    ended.push((answer.id.clone(), answer));
                }
            } else {
                self.waiting_since = answer.created_at;
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
        if self.is_short && is_known && self.pages >= WAITING_PAGES_MAX && self.cursor.is_some() {
            (self.has_ended, self.is_cut) = (true, true);
            self.parts.clear();
        }
        Ok(())
    }

    /// Whether the answers without a run that were kept before are all that there are.
    pub(crate) fn has_nothing_new(&self) -> bool {
        self.answers.is_empty() && !self.replaces
    }

    /// Returns all ended answers without a run, when `before` are those that were known.
    pub(crate) fn merged(&self, before: &SortedMap<AnswerId, Answer>) -> SortedMap<AnswerId, Answer> {
        let before = (!self.replaces).then_some(before).into_iter().flatten();
        let mut merged = SortedMap::new();
        merged.extend(before.chain(&self.answers).map(|(id, answer)| (id.clone(), answer.clone())));
        merged
    }

    /// The answers without a run have been kept.
    pub(crate) fn has_kept(&mut self) {
        self.answers.clear();
        self.checkpoint_pages = self.pages;
        (self.replaces, self.before.has_found) = (false, true);
    }

    /// Returns how far the list is read, once the answers without a run that were found are kept.
    pub(crate) fn checkpoint_after_keeping(&self) -> AnswerListCheckpoint {
        // The first part is the one that began first.
        let rest = self.parts.first().map_or(&self.cursor, |part| &part.cursor);
        let newest = self.newest.as_ref().filter(|_| !self.is_continued);
        // A reading that reached that time has found the answer again, or it has ended.
        let waiting_before = self.before.waiting_since.as_ref().filter(|_| self.is_cut || self.is_continued);
        let was_found = self.before.has_found && !self.replaces;
        AnswerListCheckpoint {
            has_ended: self.has_ended || !self.is_whole,
            rest: rest.clone().filter(|_| self.is_whole),
            from: newest.or(self.before.from.as_ref()).cloned(),
            has_found: was_found || !self.answers.is_empty() || self.waiting_since.is_some(),
            waiting_since: if self.is_cut { waiting_before } else { self.waiting_since.as_ref().or(waiting_before) }
                .cloned(),
        }
    }

    /// Returns from where another reading can go on. `None` if it would miss what was not kept.
    pub(crate) fn checkpoint(&self) -> Option<AnswerListCheckpoint> {
        (self.is_whole && self.answers.is_empty()).then(|| self.checkpoint_after_keeping())
    }

    /// Returns the same when it has not been asked for many pages.
    pub(crate) fn new_checkpoint(&mut self) -> Option<AnswerListCheckpoint> {
        let checkpoint =
            self.checkpoint().filter(|_| !self.has_ended && self.pages >= self.checkpoint_pages + PAGES_AGAIN_MAX)?;
        self.checkpoint_pages = self.pages;
        Some(checkpoint)
    }

    /// Whether the reading continues where another one was interrupted.
    pub(crate) fn is_continued(&self) -> bool {
        self.is_continued
    }

    /// Whether no page was read since the interruption.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.is_continued && self.pages == 0
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// The answers of runs that were in the list, and are not complete.
    pub(crate) fn partial_answers(&self) -> u64 {
        self.parts.iter().map(|part| part.reader.read_answers()).sum()
    }
}
