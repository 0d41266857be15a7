//! What the address of a new run selects. The code that reads it is loaded when the address selects something.

use std::collections::BTreeMap;

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::{AnswerStatus, ModelCode, PromptFilter, PromptId, RunAnswer};
use answerdeck_client::{Client, Error};
use futures_util::future::LocalBoxFuture;
use leptos::prelude::*;

use super::Query;
use super::runs::DEFAULT_REGION;
use crate::parts::lazy_part;
use crate::paths::RunStartParams;

/// What a new run asks at first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// The prompts with their texts.
    pub prompts: BTreeMap<PromptId, String>,
    /// The models.
    pub models: Vec<ModelCode>,
    /// The region, ISO 3166-1 alpha-2.
    pub region: String,
    /// How often each prompt is sent to each model, at least 1. For failed items the average, rounded up.
    pub repeats: usize,
}

/// What the address of a new run selects: what another run asked, or only what failed in it, or else prompts. Deleted prompts
/// are missing. `None` if it selects neither.
pub fn use_selection(params: Memo<RunStartParams>) -> Query<Option<Selection>> {
    Query::new(&[], move |client| {
        let params = params.get();
        Some(async move {
            if params.run.is_none() && params.prompts.is_empty() {
                return Ok(None);
            }
            let read = load().await;
            read(client, params).await.map(Some)
        })
    })
}

/// Reads what an address selects.
type Read = fn(Client, RunStartParams) -> LocalBoxFuture<'static, Result<Selection, Error>>;

lazy_part! {
    /// Reads what an address selects.
    run_selection: Read = |client, params| Box::pin(read(client, params))
}

async fn read(client: Client, params: RunStartParams) -> Result<Selection, Error> {
    let RunStartParams { prompts, run, failed, .. } = params;
    if let Some(run) = run {
        let items = client.runs().get(&run).await?.answers.unwrap_or_default();
        let is_selected = |item: &&RunAnswer| !failed || item.status == AnswerStatus::Failed;
        return Ok(of_items(items.iter().filter(is_selected)));
    }
    let prompts = read_prompts(client, prompts).await?;
    Ok(Selection { prompts, models: Vec::new(), region: DEFAULT_REGION.to_owned(), repeats: 1 })
}

fn of_items<'a>(items: impl Iterator<Item = &'a RunAnswer>) -> Selection {
    let mut selection = Selection::default();
    let mut count = 0_usize;
    for item in items {
        selection.prompts.insert(item.prompt_id.clone(), item.query.clone());
        if !selection.models.contains(&item.model) {
            selection.models.push(item.model.clone());
        }
        selection.region.clone_from(&item.region);
        count += 1;
    }
    let pairs = selection.prompts.len() * selection.models.len();
    selection.repeats = count.div_ceil(pairs.max(1)).max(1);
    selection
}

async fn read_prompts(client: Client, ids: Vec<PromptId>) -> Result<BTreeMap<PromptId, String>, Error> {
    if let [id] = ids.as_slice() {
        return match client.prompts().get(id).await {
            Ok(prompt) => Ok(BTreeMap::from([(prompt.id, prompt.content)])),
            Err(error) if error.is_not_found() => Ok(BTreeMap::new()),
            Err(error) => Err(error),
        };
    }
    // Reads the list until all prompts are found, instead of reading each prompt separately.
    let mut pager = client.prompts().list(PromptFilter::default()).limit(PAGE_SIZE_MAX);
    let mut found = BTreeMap::new();
    while found.len() < ids.len() {
        let Some(page) = pager.next_page().await? else { break };
        let selected = page.items.into_iter().filter(|prompt| ids.contains(&prompt.id));
        found.extend(selected.map(|prompt| (prompt.id, prompt.content)));
    }
    Ok(found)
}
