//! The texts of prompts, which kept answers have.

use std::collections::HashMap;

use answerdeck_answer_store::{AnswerStore, ArchiveError};
use answerdeck_insight::Selection;

/// Returns the texts of prompts by their ids: each is that of the newest answer in the selection.
pub(crate) async fn read_texts(
    selection: &Selection<'_>,
    prompts: &[&str],
    answers: &AnswerStore,
) -> Result<HashMap<String, String>, ArchiveError> {
    let ids: Vec<_> = selection.newest_ids_of(prompts).iter().filter_map(|id| id.parse().ok()).collect();
    let read = answers.answers(&ids).await?;
    Ok(read.into_iter().map(|answer| (answer.prompt_id.to_string(), answer.query)).collect())
}
