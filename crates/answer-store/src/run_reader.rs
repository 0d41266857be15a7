//! Reads the answers of a run, page by page.

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::{Answer, AnswerFilter, AnswerScope, AnswerStatus, Run, RunId, RunStatus};
use answerdeck_client::{Client, Pager};
use answerdeck_insight::encode_answers;

use crate::archive::Archive;
use crate::error::{SyncError, Unreadable};
use crate::list_state::{Counts, ListedRun};
use crate::prompt_sets::PromptSets;
use crate::texts::TextBlock;

/// Reads a run from its own list, or from the list of all answers. A step that is dropped or fails is repeated by the next one.
pub(crate) struct RunReader {
    pub(crate) run: RunId,
    pub(crate) listed: ListedRun,
    /// `None` if the answers come from the list of all answers.
    pager: Option<Pager<Answer>>,
    /// Answers that are not compressed yet.
    page: Vec<Answer>,
    /// The answers without their texts.
    pub(crate) answers: Vec<Answer>,
    pub(crate) texts: Vec<TextBlock>,
}

/// How far a run is read.
pub(crate) enum Reading {
    More,
    Complete,
    Unreadable(Unreadable),
}

impl RunReader {
    pub(crate) fn new(client: &Client, run: RunId, listed: ListedRun) -> Self {
        let filter = AnswerFilter::from(scope_of(&run));
        let pager = client.answers().list(filter).limit(PAGE_SIZE_MAX);
        Self { pager: Some(pager), ..Self::without_list(run, listed) }
    }

    /// Reads a run whose answers come from the list of all answers: they are [added](Self::add).
    pub(crate) fn without_list(run: RunId, listed: ListedRun) -> Self {
        Self { run, listed, pager: None, page: Vec::new(), answers: Vec::new(), texts: Vec::new() }
    }

    /// Adds the next answer.
    pub(crate) fn add(&mut self, answer: Answer) {
        self.page.push(answer);
    }

    /// The number of answers that were read or added.
    pub(crate) fn read_answers(&self) -> u64 {
        (self.answers.len() + self.page.len()) as u64
    }

    /// Compresses the answers that are not compressed yet, if there are `min` of them. Returns whether there were.
    pub(crate) async fn compress(&mut self, min: u32, archive: &Archive) -> Result<bool, SyncError> {
        if self.page.len() < min as usize {
            return Ok(false);
        }
        let texts = archive.compress(&self.page).await?;
        self.texts.extend(texts);
        self.answers.extend(std::mem::take(&mut self.page).into_iter().map(without_text));
        Ok(true)
    }

    /// The scope of its answers.
    pub(crate) fn scope(&self) -> AnswerScope {
        scope_of(&self.run)
    }

    /// The counts of the run in the platform's list.
    pub(crate) fn counts(&self) -> Counts {
        self.listed.counts
    }

    /// Reads a page, or compresses the one that was read.
    pub(crate) async fn step(&mut self, archive: &Archive) -> Result<Reading, SyncError> {
        if self.compress(1, archive).await? {
            return Ok(Reading::More);
        }
        let page = match &mut self.pager {
            None => None,
            Some(pager) => match pager.next_page().await {
                Err(error) if error.is_not_found() || error.is_unreadable_response() => {
                    return Ok(Reading::Unreadable(error.into()));
                }
                page => page?,
            },
        };
        match page {
            Some(page) => {
                self.page = page.items;
                if self.read_answers() > self.counts().total() {
                    return Ok(Reading::Unreadable(Unreadable::OtherCount));
                }
                Ok(Reading::More)
            }
            None if self.has_counted_answers() => Ok(Reading::Complete),
            None => Ok(Reading::Unreadable(Unreadable::OtherCount)),
        }
    }

    fn has_counted_answers(&self) -> bool {
        let count = |status| self.answers.iter().filter(|answer| answer.status == status).count() as u64;
        let Counts { success, failed } = self.counts();
        count(AnswerStatus::Success) == success && count(AnswerStatus::Failed) == failed
    }

    /// Encodes the columns of the answers, all of which have been read.
    pub(crate) fn columns(&self, prompt_sets: &PromptSets) -> Result<Vec<u8>, Unreadable> {
        let Counts { success, failed } = self.counts();
        let run = Run {
            id: self.run.clone(),
            status: RunStatus::Finished,
            total_count: self.counts().total(),
            finished_count: self.counts().total(),
            success_count: success,
            failed_count: failed,
            running_count: 0,
            created_at: None,
            stopped_at: None,
            provider_cost: None,
            answers: None,
        };
        let answers = self.answers.iter().map(|answer| (answer, prompt_sets.of(&answer.prompt_id)));
        Ok(encode_answers(Some(&run), answers)?)
    }
}

/// The scope of the answers of a run.
pub(crate) fn scope_of(run: &RunId) -> AnswerScope {
    AnswerScope { run_id: Some(run.clone()), ..AnswerScope::default() }
}

fn without_text(answer: Answer) -> Answer {
    Answer { content: String::new(), query: String::new(), ..answer }
}
