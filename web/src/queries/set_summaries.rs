//! The number of prompts and the newest answer of each set in a list. The platform's list includes neither.

use std::collections::HashMap;

use answerdeck_api::{AnswerFilter, PromptSet, PromptSetId, Timestamp};
use answerdeck_client::{Client, Error};
use leptos::prelude::*;

use super::PagedQuery;
use super::item_details::use_details;

/// What the list of prompt sets does not say about one of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetSummary {
    /// The number of its prompts.
    pub prompts: u64,
    /// When its newest answer was requested. `None` if it has none.
    pub last_answer: Option<Timestamp>,
}

/// The summaries of the sets of a list.
#[derive(Clone, Copy)]
pub struct SetSummaries(RwSignal<HashMap<PromptSetId, SetSummary>>);

impl SetSummaries {
    /// The summary of a set. `None` while it is unknown. Reactive.
    pub fn get(&self, set: &PromptSetId) -> Option<SetSummary> {
        self.0.with(|known| known.get(set).cloned())
    }
}

/// Summarizes the sets of a list.
pub fn use_set_summaries(sets: PagedQuery<PromptSet>) -> SetSummaries {
    let read = |client: Client, id| async move { read_summary(&client, &id).await.map(Some) };
    SetSummaries(use_details(sets, usize::MAX, |set| &set.id, |_| None, |_| true, read))
}

/// Reads the summary of a set.
///
/// # Errors
/// Fails like every call.
pub async fn read_summary(client: &Client, id: &PromptSetId) -> Result<SetSummary, Error> {
    let set = client.prompt_sets().get(id).await?;
    let filter = AnswerFilter { prompt_set_id: Some(id.clone()), limit: Some(1), ..AnswerFilter::default() };
    let newest = client.answers().list(filter).next_page().await?;
    let newest = newest.and_then(|page| page.items.into_iter().next());
    Ok(SetSummary {
        prompts: set.prompt_count.unwrap_or_default().into(),
        last_answer: newest.and_then(|answer| answer.created_at),
    })
}
