//! Prompts.

use std::rc::Rc;

use answerdeck_api::{
    Created, Prompt, PromptBulkCreate, PromptCreate, PromptFilter, PromptId, PromptIds, PromptList, PromptUpdate,
    operation,
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
    /// Makes a prompt.
    ///
    /// # Errors
    /// `is_validation` for content out of bounds; `is_not_found` for the set; `is_prompt_limit_exceeded` when the set
    /// is full.
    pub async fn create(&self, prompt: &PromptCreate) -> Result<PromptId> {
        let created: Created<_> = self.0.call(Call::new(operation::CREATE_PROMPT).body(prompt)?).await?;
        Ok(created.id)
    }

    /// Makes 1..100 prompts: all of them or, when one is refused, none. The ids are in the order of the request.
    ///
    /// # Errors
    /// As [`Prompts::create`]; [`details`](crate::Error::details) names the prompt that is refused.
    pub async fn create_many(&self, prompts: &PromptBulkCreate) -> Result<Vec<PromptId>> {
        let created: PromptIds = self.0.call(Call::new(operation::CREATE_PROMPTS).body(prompts)?).await?;
        Ok(created.ids)
    }

    /// Reads a prompt, with the count of its answers.
    ///
    /// # Errors
    /// `is_not_found`.
    pub async fn get(&self, id: &PromptId) -> Result<Prompt> {
        self.0.call(Call::new(operation::GET_PROMPT).id(id.as_str())).await
    }

    /// Changes a prompt, and gives it as it is then.
    ///
    /// # Errors
    /// `is_not_found`; `is_validation` for content out of bounds.
    pub async fn update(&self, id: &PromptId, update: &PromptUpdate) -> Result<Prompt> {
        self.0.call(Call::new(operation::UPDATE_PROMPT).id(id.as_str()).body(update)?).await
    }

    /// Takes a prompt away. Its answers stay.
    ///
    /// # Errors
    /// `is_not_found`.
    pub async fn delete(&self, id: &PromptId) -> Result<()> {
        self.0.send(Call::new(operation::DELETE_PROMPT).id(id.as_str())).await?;
        Ok(())
    }

    /// Lists the prompts that `filter` lets through, the newest first. Its `cursor` and `limit` are where the pager
    /// begins.
    pub fn list(&self, mut filter: PromptFilter) -> Pager<Prompt> {
        let (cursor, limit) = (filter.cursor.take(), filter.limit.take());
        Pager::new::<PromptList>(self.0.clone(), operation::LIST_PROMPTS, &filter).with_page(cursor, limit)
    }
}
