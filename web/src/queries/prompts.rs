//! Prompts.

use answerdeck_api::{Prompt, PromptBulkCreate, PromptCreate, PromptFilter, PromptId, PromptUpdate};
use leptos::prelude::*;

use super::{Deed, Kind, Listing, Query};

/// The prompts that meet the conditions, the newest first.
pub fn use_prompts(filter: impl Fn() -> PromptFilter + 'static) -> Listing<Prompt> {
    Listing::new(&[Kind::Prompts], move |client| client.prompts().list(filter()))
}

/// One prompt, with how many answers were collected for it. Nothing is read while `id` is `None`.
pub fn use_prompt(id: Signal<Option<PromptId>>) -> Query<Prompt> {
    Query::new(&[Kind::Prompts], move |client| {
        let id = id.get()?;
        Some(async move { client.prompts().get(&id).await })
    })
}

/// Makes a prompt.
pub fn create(deed: Deed, prompt: PromptCreate, then: impl FnOnce(PromptId) + 'static) {
    deed.run(&[Kind::Prompts], |client| async move { client.prompts().create(&prompt).await }, then);
}

/// Makes up to 100 prompts, all or none.
pub fn create_many(deed: Deed, prompts: PromptBulkCreate, then: impl FnOnce(Vec<PromptId>) + 'static) {
    deed.run(&[Kind::Prompts], |client| async move { client.prompts().create_many(&prompts).await }, then);
}

/// Changes a prompt.
pub fn update(deed: Deed, id: PromptId, update: PromptUpdate, then: impl FnOnce(Prompt) + 'static) {
    deed.run(&[Kind::Prompts], |client| async move { client.prompts().update(&id, &update).await }, then);
}

/// Deletes a prompt. Its answers stay.
pub fn delete(deed: Deed, id: PromptId, then: impl FnOnce(()) + 'static) {
    deed.run(&[Kind::Prompts], |client| async move { client.prompts().delete(&id).await }, then);
}
