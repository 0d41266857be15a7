//! Asks the platform for the prompt sets of prompts.
//!
//! A prompt names its set. For a deleted prompt, the answers reveal it: the platform lists them under its set.

use std::collections::VecDeque;

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::{
    Answer, AnswerFilter, AnswerScope, AnswerStatus, ErrorCode, Prompt, PromptFilter, PromptId, PromptSet, PromptSetId,
};
use answerdeck_client::{Client, Pager, Result};

use crate::prompt_sets::PromptSets;

/// A search through the answers of one run after the other, which continues where it was left.
pub(crate) struct PromptSetSearch {
    client: Client,
    prompts: Pager<Prompt>,
    sets: Pager<PromptSet>,
    /// The prompt sets that may still be the right one. `None` before the first comparison.
    candidates: Option<Candidates>,
}

struct Candidates {
    waiting: VecDeque<PromptSetId>,
    asked: Option<(PromptSetId, Pager<Answer>)>,
}

impl PromptSetSearch {
    /// Starts a search for runs that the platform has listed before: their prompts, unless deleted, are listed by now.
    pub(crate) fn new(client: Client) -> Self {
        let prompts = client.prompts().list(PromptFilter::default()).limit(PAGE_SIZE_MAX);
        let sets = client.prompt_sets().list().limit(PAGE_SIZE_MAX);
        Self { client, prompts, sets, candidates: None }
    }

    /// Sends one request about the prompts of `answers`, which are the answers of `scope`. Returns whether the sets of all prompts are
    /// known. Call it with the same answers until then.
    pub(crate) async fn step(
        &mut self,
        scope: &AnswerScope,
        answers: &[Answer],
        known: &mut PromptSets,
    ) -> Result<bool> {
        if unknown(answers, known).next().is_some() {
            self.ask(scope, answers, known).await?;
        }
        let is_known = unknown(answers, known).next().is_none();
        if is_known {
            self.candidates = None;
        }
        Ok(is_known)
    }

    async fn ask(&mut self, scope: &AnswerScope, answers: &[Answer], known: &mut PromptSets) -> Result<()> {
        if let Some(page) = self.prompts.next_page().await? {
            page.items.iter().for_each(|prompt| known.add_prompt(&prompt.id, &prompt.prompt_set_id));
            return Ok(());
        }
        if let Some(page) = self.sets.next_page().await? {
            page.items.iter().for_each(|set| known.add_set(&set.id));
            return Ok(());
        }
        let candidates = self.candidates.get_or_insert_with(|| {
            let waiting = known.sets_by_likelihood(answers.iter().map(|answer| &answer.prompt_id)).into();
            Candidates { waiting, asked: None }
        });
        if candidates.asked.is_none() {
            let Some(set) = candidates.waiting.pop_front() else {
                let orphans: Vec<PromptId> = unknown(answers, known).cloned().collect();
                orphans.iter().for_each(|prompt| known.add_orphan(prompt));
                return Ok(());
            };
            let filter = AnswerFilter { prompt_set_id: Some(set.clone()), ..scope.clone().into() };
            candidates.asked = Some((set, self.client.answers().list(filter).limit(PAGE_SIZE_MAX)));
        }
        if let Some((set, pager)) = &mut candidates.asked {
            let page = match pager.next_page().await {
                // A set that was deleted, and never had answers.
                Err(error) if error.code() == Some(&ErrorCode::PromptSetNotFound) => None,
                page => page?,
            };
            match page {
                Some(page) => page.items.iter().for_each(|answer| known.add_prompt(&answer.prompt_id, set)),
                None => candidates.asked = None,
            }
        }
        Ok(())
    }
}

/// Returns the prompts of counted answers whose set is unknown.
fn unknown<'a>(answers: &'a [Answer], known: &'a PromptSets) -> impl Iterator<Item = &'a PromptId> {
    let counted = answers.iter().filter(|answer| answer.status == AnswerStatus::Success);
    counted.map(|answer| &answer.prompt_id).filter(|prompt| !known.is_known(prompt))
}
