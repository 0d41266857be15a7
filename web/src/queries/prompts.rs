use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::{Prompt, PromptBulkCreate, PromptCreate, PromptFilter, PromptId, PromptSetId, PromptUpdate};
use answerdeck_client::Client;
use leptos::prelude::*;

use super::deletions::{Deletions, deletions};
use super::pages::{all_items, first_items};
use super::{Items, Kind, Mutation, Query};
use crate::paths::AnswerFilterParams;

/// The prompts that match a filter, newest first.
pub fn use_prompts(filter: impl Fn() -> PromptFilter + 'static) -> Query<Items<Prompt>> {
    Query::paged(&[Kind::Prompts], move |client| client.prompts().list(filter()))
}

/// The newest prompts that match a filter: one page of them. They stay while those of another filter are read.
pub fn use_newest_prompts(filter: impl Fn() -> PromptFilter + 'static) -> Query<Vec<Prompt>> {
    Query::keeping_previous(&[Kind::Prompts], move |client| {
        let filter = filter();
        Some(async move { first_items(client.prompts().list(filter)).await })
    })
}

/// All prompts of a set. Fetches nothing while `set` is `None`.
pub fn use_prompts_of_set(set: Signal<Option<PromptSetId>>) -> Query<Vec<Prompt>> {
    Query::of_id(&[Kind::Prompts], set, |client, set| async move {
        let filter = PromptFilter { prompt_set_id: Some(set), limit: Some(PAGE_SIZE_MAX), ..PromptFilter::default() };
        all_items(client.prompts().list(filter)).await
    })
}

/// Whether there are prompts. Fetches nothing until that is needed.
pub fn use_has_prompts(is_needed: impl Fn() -> bool + 'static) -> Query<bool> {
    Query::keeping_previous(&[Kind::Prompts], move |client| {
        let filter = PromptFilter { limit: Some(1), ..PromptFilter::default() };
        is_needed().then_some(async move { Ok(!first_items(client.prompts().list(filter)).await?.is_empty()) })
    })
}

/// One prompt with the number of its answers. Fetches nothing while `id` is `None`.
pub fn use_prompt(id: Signal<Option<PromptId>>) -> Query<Prompt> {
    Query::of_id(&[Kind::Prompts], id, |client, id| async move { client.prompts().get(&id).await })
}

pub fn use_prompt_of_filter(params: Memo<AnswerFilterParams>) -> Query<Prompt> {
    use_prompt(Memo::new(move |_| params.with(|params| params.prompt.clone())).into())
}

pub fn create(mutation: Mutation, prompt: PromptCreate, on_success: impl FnOnce(PromptId) + 'static) {
    mutation.run(&[Kind::Prompts], |client| async move { client.prompts().create(&prompt).await }, on_success);
}

/// Creates up to 100 prompts: all or none. The callbacks are called even after the form has disappeared.
pub fn create_many(
    mutation: Mutation,
    prompts: PromptBulkCreate,
    on_success: impl FnOnce(Vec<PromptId>) + 'static,
    on_failure: impl FnOnce() + 'static,
) {
    let request = |client: Client| async move {
        let result = client.prompts().create_many(&prompts).await;
        if result.is_err() {
            on_failure();
        }
        result
    };
    mutation.run(&[Kind::Prompts], request, on_success);
}

pub fn update(mutation: Mutation, id: PromptId, update: PromptUpdate, on_success: impl FnOnce(Prompt) + 'static) {
    mutation.run(&[Kind::Prompts], |client| async move { client.prompts().update(&id, &update).await }, on_success);
}

/// The deletions of a page of prompts. Their answers remain.
pub fn use_deletions() -> Deletions {
    let delete = |client: Client, id: PromptId| async move { client.prompts().delete(&id).await };
    deletions(&[Kind::Prompts], delete, |t| t.prompts().not_deleted)
}
