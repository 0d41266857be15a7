//! Prompt sets.

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::{PromptSet, PromptSetCreate, PromptSetId, PromptSetUpdate};
use leptos::prelude::*;

use super::{Kind, Mutation, PagedQuery, Query};

/// Every set, the newest first.
pub fn use_prompt_sets() -> PagedQuery<PromptSet> {
    PagedQuery::new(&[Kind::PromptSets], |client| client.prompt_sets().list())
}

/// Every set at once, to choose one of.
pub fn use_all_prompt_sets() -> Query<Vec<PromptSet>> {
    Query::new(&[Kind::PromptSets], |client| {
        Some(async move {
            let mut pager = client.prompt_sets().list().limit(PAGE_SIZE_MAX);
            let mut sets = Vec::new();
            while let Some(page) = pager.next_page().await? {
                sets.extend(page.items);
            }
            Ok(sets)
        })
    })
}

/// One set, with how many prompts it holds. Nothing is read while `id` is `None`.
pub fn use_prompt_set(id: Signal<Option<PromptSetId>>) -> Query<PromptSet> {
    Query::new(&[Kind::PromptSets, Kind::Prompts], move |client| {
        let id = id.get()?;
        Some(async move { client.prompt_sets().get(&id).await })
    })
}

/// Makes a set.
pub fn create(mutation: Mutation, set: PromptSetCreate, then: impl FnOnce(PromptSetId) + 'static) {
    mutation.run(&[Kind::PromptSets], |client| async move { client.prompt_sets().create(&set).await }, then);
}

/// Changes a set.
pub fn update(mutation: Mutation, id: PromptSetId, update: PromptSetUpdate, then: impl FnOnce(PromptSet) + 'static) {
    mutation.run(&[Kind::PromptSets], |client| async move { client.prompt_sets().update(&id, &update).await }, then);
}

/// Deletes a set and its prompts.
pub fn delete(mutation: Mutation, id: PromptSetId, then: impl FnOnce(()) + 'static) {
    let touches = &[Kind::PromptSets, Kind::Prompts];
    mutation.run(touches, |client| async move { client.prompt_sets().delete(&id).await }, then);
}
