use std::rc::Rc;

use answerdeck_api::{PageRequest, PromptSet, PromptSetCreate, PromptSetId, PromptSetList, PromptSetUpdate, operation};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;
use crate::pager::Pager;

/// The operations of prompt sets.
///
/// Source: docs/platform-api.md, sections 2 and 4.
#[derive(Debug, Clone)]
pub struct PromptSets(pub(crate) Rc<Dispatcher>);

impl PromptSets {
    /// Creates a prompt set.
    pub async fn create(&self, set: &PromptSetCreate) -> Result<PromptSetId> {
        self.0.create(Call::new(operation::CREATE_PROMPT_SET).body(set)?).await
    }

    /// Reads a prompt set with the number of its prompts.
    pub async fn get(&self, id: &PromptSetId) -> Result<PromptSet> {
        self.0.call(Call::new(operation::GET_PROMPT_SET).id(id.as_str())).await
    }

    /// Changes a prompt set and returns the changed prompt set.
    pub async fn update(&self, id: &PromptSetId, update: &PromptSetUpdate) -> Result<PromptSet> {
        self.0.call(Call::new(operation::UPDATE_PROMPT_SET).id(id.as_str()).body(update)?).await
    }

    /// Deletes a prompt set and its prompts. Keeps its answers.
    pub async fn delete(&self, id: &PromptSetId) -> Result<()> {
        self.0.call_without_result(Call::new(operation::DELETE_PROMPT_SET).id(id.as_str())).await
    }

    /// Lists the prompt sets, newest first.
    pub fn list(&self) -> Pager<PromptSet> {
        Pager::new::<PromptSetList>(self.0.clone(), operation::LIST_PROMPT_SETS, &PageRequest::default())
    }
}
