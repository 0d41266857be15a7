//! Finds answers without a run. They can only be found by their time.
//!
//! Source: docs/platform-api.md, section 2, Answer, `runID`.

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::{Answer, AnswerFilter, AnswerId, AnswerScope, AnswerStatus, Timestamp};
use answerdeck_client::{Client, Pager, Result};

use crate::prompt_set_search::PromptSetSearch;
use crate::prompt_sets::PromptSets;
use crate::sorted::SortedMap;

/// A list of the answers since some time that is being read.
pub(crate) struct WithoutRunReader {
    pager: Pager<Answer>,
    from: Option<Timestamp>,
    /// The ended answers without a run.
    answers: SortedMap<AnswerId, Answer>,
    newest: Option<Timestamp>,
    /// The time of the oldest answer without a run that has not ended.
    waiting_since: Option<Timestamp>,
}

impl WithoutRunReader {
    /// Reads all answers when `from` is `None`.
    pub(crate) fn new(client: &Client, from: Option<Timestamp>) -> Self {
        let filter = AnswerFilter { from: from.clone(), ..AnswerFilter::default() };
        let pager = client.answers().list(filter).limit(PAGE_SIZE_MAX);
        Self { pager, from, answers: SortedMap::new(), newest: None, waiting_since: None }
    }

    /// Asks one question. Returns whether the list and the prompt sets of its answers are known.
    pub(crate) async fn step(&mut self, search: &mut PromptSetSearch, prompt_sets: &mut PromptSets) -> Result<bool> {
        if let Some(page) = self.pager.next_page().await? {
            // The list begins with the newest.
            self.newest = self.newest.take().or_else(|| page.items.first()?.created_at.clone());
            let mut ended = Vec::new();
            for answer in page.items.into_iter().filter(|answer| answer.run_id.is_none()) {
                if matches!(answer.status, AnswerStatus::Success | AnswerStatus::Failed) {
                    ended.push((answer.id.clone(), answer));
                } else {
                    self.waiting_since = answer.created_at;
                }
            }
            self.answers.extend(ended);
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

    /// Returns all ended answers without a run, when `before` are those that were known.
    pub(crate) fn merged(&self, before: &SortedMap<AnswerId, Answer>) -> SortedMap<AnswerId, Answer> {
        let before = self.from.iter().flat_map(|_| before);
        let mut merged = SortedMap::new();
        merged.extend(before.chain(&self.answers).map(|(id, answer)| (id.clone(), answer.clone())));
        merged
    }

    /// Returns the time from which the next reading finds everything that is new. `None` if there is no answer.
    pub(crate) fn next_from(&self) -> Option<Timestamp> {
        self.waiting_since.clone().or_else(|| self.newest.clone()).or_else(|| self.from.clone())
    }

    /// Returns whether an answer without a run was found, ended or not.
    pub(crate) fn has_found(&self) -> bool {
        !self.answers.is_empty() || self.waiting_since.is_some()
    }
}
