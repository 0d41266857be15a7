//! The texts of prompts, which kept answers have.

use answerdeck_answer_store::{AnswerStore, ArchiveError};
use answerdeck_api::PromptId;
use answerdeck_insight::{Selection, sort_by};

/// The texts of some prompts, in the order of their ids.
pub(crate) struct PromptTexts(Vec<(PromptId, String)>);

/// Reads the texts of prompts: each is that of the newest answer in the selection.
pub(crate) async fn read_texts(
    selection: &Selection<'_>,
    prompts: &[&str],
    answers: &AnswerStore,
) -> Result<PromptTexts, ArchiveError> {
    let ids: Vec<_> = selection.newest_ids_of(prompts).iter().filter_map(|id| id.parse().ok()).collect();
    let read = answers.answers(&ids).await?;
    let mut texts: Vec<_> = read.into_iter().map(|answer| (answer.prompt_id, answer.query)).collect();
    sort_by(&mut texts, |(one, _), (other, _)| one.as_str().cmp(other.as_str()));
    Ok(PromptTexts(texts))
}

impl PromptTexts {
    /// Returns the id and the text of a prompt. `None` if its text was not read.
    pub(crate) fn get(&self, id: &str) -> Option<(PromptId, String)> {
        let at = self.0.binary_search_by(|(known, _)| known.as_str().cmp(id)).ok()?;
        self.0.get(at).cloned()
    }
}
