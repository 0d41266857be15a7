use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::{PromptSet, PromptSetCreate, PromptSetId, PromptSetUpdate};
use answerdeck_client::Client;
use leptos::prelude::*;

use super::deletions::{Deletions, deletions};
use super::pages::all_items;
use super::{Items, Kind, Mutation, Query};

/// All prompt sets, newest first, page by page.
pub fn use_prompt_sets() -> Query<Items<PromptSet>> {
    Query::paged(&[Kind::PromptSets], |client| client.prompt_sets().list())
}

/// All prompt sets in one value, for a selection.
pub fn use_all_prompt_sets() -> Query<Vec<PromptSet>> {
    use_all_prompt_sets_when(|| true)
}

/// All prompt sets in one value. Fetches nothing until they are needed.
pub fn use_all_prompt_sets_when(is_needed: impl Fn() -> bool + Send + Sync + 'static) -> Query<Vec<PromptSet>> {
    let is_needed = Memo::new(move |was_needed| was_needed == Some(&true) || is_needed());
    Query::new(&[Kind::PromptSets], move |client| {
        is_needed.get().then_some(async move { all_items(client.prompt_sets().list().limit(PAGE_SIZE_MAX)).await })
    })
}

/// The number of all prompts. `None` if the platform does not say it. Fetches nothing until it is needed.
pub fn use_prompt_count(is_needed: impl Fn() -> bool + 'static) -> Query<Option<u64>> {
    Query::keeping_previous(&[Kind::PromptSets, Kind::Prompts], move |client| {
        is_needed().then_some(async move {
            let sets = all_items(client.prompt_sets().list().limit(PAGE_SIZE_MAX)).await?;
            Ok(sets.iter().map(|set| set.prompt_count.map(u64::from)).sum::<Option<u64>>())
        })
    })
}

/// One prompt set with the number of its prompts. Fetches nothing while `id` is `None`.
pub fn use_prompt_set(id: Signal<Option<PromptSetId>>) -> Query<PromptSet> {
    let kinds = &[Kind::PromptSets, Kind::Prompts];
    Query::of_id(kinds, id, |client, id| async move { client.prompt_sets().get(&id).await })
}

pub fn create(mutation: Mutation, set: PromptSetCreate, on_success: impl FnOnce(PromptSetId) + 'static) {
    mutation.run(&[Kind::PromptSets], |client| async move { client.prompt_sets().create(&set).await }, on_success);
}

pub fn update(
    mutation: Mutation,
    id: PromptSetId,
    update: PromptSetUpdate,
    on_success: impl FnOnce(PromptSet) + 'static,
) {
    mutation.run(
        &[Kind::PromptSets],
        |client| async move { client.prompt_sets().update(&id, &update).await },
        on_success,
    );
}

/// The deletions of a page of prompt sets. The prompts of a set are deleted with it, its schedules start no run any more, and the
/// answers remain.
pub fn use_deletions() -> Deletions {
    let delete = |client: Client, id: PromptSetId| async move { client.prompt_sets().delete(&id).await };
    deletions(&[Kind::PromptSets, Kind::Prompts, Kind::Schedules], delete, |t| t.prompt_sets().not_deleted)
}
