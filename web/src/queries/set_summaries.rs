//! The number of prompts and the newest answer of each set in a list. The platform's list has neither.

use std::collections::{HashMap, HashSet};

use answerdeck_api::{AnswerFilter, PromptSet, PromptSetId, Timestamp};
use answerdeck_client::{Client, Error};
use leptos::prelude::*;

use super::{Connection, PagedQuery};
use crate::reactive::effect;
use crate::request_error::RequestError;
use crate::session::use_session;

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

/// Summarizes the sets of a list. They are read once, one after the other. Those that could not be read are read again when the
/// connection is back, or the list changes.
pub fn use_set_summaries(sets: PagedQuery<PromptSet>) -> SetSummaries {
    let summaries = SetSummaries(RwSignal::new(HashMap::new()));
    let (session, connection) = (use_session(), expect_context::<Connection>());
    let requested = StoredValue::new(HashSet::new());
    effect(move || {
        connection.reconnections();
        let ids = sets.with_items(|sets| sets.iter().map(|set| set.id.clone()).collect::<Vec<_>>());
        let Some(client) = session.client_untracked() else { return };
        let is_new = |id: &PromptSetId| requested.try_update_value(|requested| requested.insert(id.clone()));
        let unknown: Vec<_> = ids.into_iter().filter(|id| is_new(id).unwrap_or_default()).collect();
        leptos::task::spawn_local(async move {
            let mut unknown = unknown.into_iter();
            while let Some(id) = unknown.next() {
                if summaries.0.is_disposed() {
                    return;
                }
                let result = read_summary(&client, &id).await.map_err(RequestError::from);
                connection.record(&result);
                match result {
                    Ok(summary) => {
                        summaries.0.try_update(|known| known.insert(id, summary));
                    }
                    // Deleted meanwhile.
                    Err(error) if error.is_not_found() => {}
                    Err(_) => {
                        let unread = std::iter::once(id).chain(unknown).collect::<HashSet<_>>();
                        requested.try_update_value(|requested| requested.retain(|id| !unread.contains(id)));
                        return;
                    }
                }
            }
        });
    });
    summaries
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
