//! The texts that the models are asked. A run stores each of its prompts once, not with each answer.

use std::collections::{BTreeSet, HashMap};

use answerdeck_api::ModelRoute;
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, QueryFilter};

use crate::entity::{answer, run_prompt};

/// The text that the run of an answer stores for it, as an expression of SQL in a query of `answers`. `NULL` if the
/// answer stores its own.
pub const QUERY_OF_ANSWER_SQL: &str = "(SELECT content FROM run_prompts WHERE answers.query = '' \
     AND run_prompts.run_id = answers.run_id AND run_prompts.prompt_id = answers.prompt_id)";

/// Loads the query of each answer that does not store its own.
pub async fn load(database: &impl ConnectionTrait, answers: &mut [answer::Model]) -> Result<(), DbErr> {
    let wanted: BTreeSet<(&str, &str)> = answers.iter().filter_map(shared_prompt).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let (run, prompt) = (run_prompt::Column::RunId, run_prompt::Column::PromptId);
    let any = wanted.into_iter().fold(Condition::any(), |any, (run_id, prompt_id)| {
        any.add(Condition::all().add(run.eq(run_id)).add(prompt.eq(prompt_id)))
    });
    let rows = run_prompt::Entity::find().filter(any).all(database).await?;
    let contents: HashMap<(&str, &str), &str> =
        rows.iter().map(|row| ((row.run_id.as_str(), row.prompt_id.as_str()), row.content.as_str())).collect();
    for answer in answers {
        if let Some(content) = shared_prompt(answer).and_then(|prompt| contents.get(&prompt)) {
            answer.query = (*content).to_owned();
        }
    }
    Ok(())
}

/// The run and the prompt of an answer whose query the run stores.
fn shared_prompt(answer: &answer::Model) -> Option<(&str, &str)> {
    let run = answer.run_id.as_deref().filter(|_| answer.query.is_empty())?;
    Some((run, &answer.prompt_id))
}

/// Returns the route of an answer. Answers of earlier versions have no route, and came from a stand-in. `None` while
/// there is no answer.
pub fn route_of(stored: Option<&str>, status: answer::Status) -> Option<ModelRoute> {
    let earlier = (status == answer::Status::Success).then_some(ModelRoute::StandIn);
    stored.map(ModelRoute::from).or(earlier)
}
