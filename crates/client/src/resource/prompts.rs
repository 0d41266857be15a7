use std::rc::Rc;

use answerdeck_api::{
    Prompt, PromptBulkCreate, PromptCreate, PromptFilter, PromptId, PromptIds, PromptList, PromptUpdate, operation,
};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;
use crate::pager::Pager;

/// The operations of prompts.
///
/// Source: docs/platform-api.md, sections 2 and 4.
#[derive(Debug, Clone)]
pub struct Prompts(pub(crate) Rc<Dispatcher>);

impl Prompts {
    /// Creates a prompt.
    ///
    /// # Errors
    /// Fails with the code `PROMPT_SET_PROMPT_LIMIT_EXCEEDED` when the prompt set is full.
    pub async fn create(&self, prompt: &PromptCreate) -> Result<PromptId> {
        self.0.create(Call::new(operation::CREATE_PROMPT).body(prompt)?).await
    }

    /// Creates 1..100 prompts, or none if one is invalid. The ids are in the order of the request.
    ///
    /// # Errors
    /// Fails like [`Prompts::create`]. [`details`](crate::Error::details) names the invalid prompt.
    pub async fn create_many(&self, prompts: &PromptBulkCreate) -> Result<Vec<PromptId>> {
        let created: PromptIds = self.0.call(Call::new(operation::CREATE_PROMPTS).body(prompts)?).await?;
        Ok(created.ids)
    }

    /// Reads a prompt with the number of its answers.
    pub async fn get(&self, id: &PromptId) -> Result<Prompt> {
        self.0.call(Call::new(operation::GET_PROMPT).id(id.as_str())).await
    }

    /// Changes a prompt and returns the changed prompt.
    pub async fn update(&self, id: &PromptId, update: &PromptUpdate) -> Result<Prompt> {
        self.0.call(Call::new(operation::UPDATE_PROMPT).id(id.as_str()).body(update)?).await
    }

    /// Deletes a prompt. Keeps its answers.
    pub async fn delete(&self, id: &PromptId) -> Result<()> {
        self.0.call_without_result(Call::new(operation::DELETE_PROMPT).id(id.as_str())).await
    }

    /// Lists the prompts that match `filter`, newest first. The pager starts at the `cursor` of the filter and uses its
    /// `limit`.
    pub fn list(&self, mut filter: PromptFilter) -> Pager<Prompt> {
        let (cursor, limit) = (filter.cursor.take(), filter.limit.take());
        Pager::new::<PromptList>(self.0.clone(), operation::LIST_PROMPTS, &filter).with_page(cursor, limit)
    }
}
