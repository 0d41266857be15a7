//! Prompts.

use answerdeck_api::{Prompt, PromptBulkCreate, PromptCreate, PromptFilter, PromptId, PromptUpdate};
use leptos::prelude::*;

use super::{Kind, Mutation, PagedQuery, Query};

/// The prompts that meet the conditions, the newest first.
pub fn use_prompts(filter: impl Fn() -> PromptFilter + 'static) -> PagedQuery<Prompt> {
    PagedQuery::new(&[Kind::Prompts], move |client| client.prompts().list(filter()))
}

/// One prompt, with how many answers were collected for it. Nothing is read while `id` is `None`.
pub fn use_prompt(id: Signal<Option<PromptId>>) -> Query<Prompt> {
    Query::new(&[Kind::Prompts], move |client| {
        let id = id.get()?;
        Some(async move { client.prompts().get(&id).await })
    })
}

/// Makes a prompt.
pub fn create(mutation: Mutation, prompt: PromptCreate, then: impl FnOnce(PromptId) + 'static) {
    mutation.run(&[Kind::Prompts], |client| async move { client.prompts().create(&prompt).await }, then);
}

/// Makes up to 100 prompts, all or none.
pub fn create_many(mutation: Mutation, prompts: PromptBulkCreate, then: impl FnOnce(Vec<PromptId>) + 'static) {
    mutation.run(&[Kind::Prompts], |client| async move { client.prompts().create_many(&prompts).await }, then);
}

/// Changes a prompt.
pub fn update(mutation: Mutation, id: PromptId, update: PromptUpdate, then: impl FnOnce(Prompt) + 'static) {
    mutation.run(&[Kind::Prompts], |client| async move { client.prompts().update(&id, &update).await }, then);
}

/// Deletes a prompt. Its answers stay.
pub fn delete(mutation: Mutation, id: PromptId, then: impl FnOnce(()) + 'static) {
    mutation.run(&[Kind::Prompts], |client| async move { client.prompts().delete(&id).await }, then);
}
