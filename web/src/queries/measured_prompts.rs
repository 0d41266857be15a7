//! The prompts of a list with their metrics, which are asked for as the list grows, or give it its order.

use std::collections::HashMap;

use answerdeck_api::limits::{PAGE_SIZE_DEFAULT, PROMPT_IDS_MAX};
use answerdeck_api::metrics::{
    Coverage, PromptMetrics, PromptMetricsFilter, PromptMetricsList, PromptMetricsOrder, PromptSummary,
};
use answerdeck_api::{Page, Prompt, PromptFilter, PromptId};
use answerdeck_client::{Client, Error};
use leptos::prelude::*;

use super::metrics::ask_again_until_covered;
use super::pages::{CursorPages, Pages, first_items};
use super::{Items, Kind, Query};
use crate::reactive::effect;

/// What changes the list and its metrics.
const KINDS: &[Kind] = &[Kind::Prompts, Kind::Brands, Kind::FinishedRuns];

/// An order by metrics, and whether it is ascending.
pub type PromptOrder = (PromptMetricsOrder, bool);

/// The metrics of a prompt. `None` while they are unknown, and `Some(None)` for a prompt without answers.
type Known = Option<Option<PromptMetrics>>;

/// What is known about the answers to prompts.
#[derive(Clone, Copy)]
pub struct Measured {
    // A signal for each prompt, because a change of one that all rows read takes long.
    prompts: StoredValue<HashMap<PromptId, ArcRwSignal<Known>>>,
    all: RwSignal<Option<PromptSummary>>,
    coverage: RwSignal<Option<Coverage>>,
}

impl Measured {
    pub fn new() -> Self {
        Self { prompts: StoredValue::default(), all: RwSignal::new(None), coverage: RwSignal::new(None) }
    }

    pub fn of(self, prompt: &PromptId) -> ArcRwSignal<Known> {
        let known = self.prompts.try_update_value(|known| known.entry(prompt.clone()).or_default().clone());
        known.unwrap_or_default()
    }

    /// What all prompts of the scope have together. `None` while it is unknown. Reactive.
    pub fn all(self) -> Option<PromptSummary> {
        self.all.get()
    }

    // The prompts that were asked for, of which those without answers are not in the response.
    fn add(self, asked: &[PromptId], found: &PromptMetricsList) {
        let mut metrics: HashMap<&PromptId, &PromptMetrics> =
            found.prompts.iter().map(|metrics| (&metrics.prompt_id, metrics)).collect();
        for prompt in asked {
            // The counts of each model are not shown, and are most of it.
            let of_prompt = metrics.remove(prompt).map(|of| PromptMetrics { models: Vec::new(), ..of.clone() });
            self.of(prompt).set(Some(of_prompt));
        }
        self.all.try_set(Some(found.all.clone()));
        self.coverage.try_set(Some(found.coverage));
    }

    fn forget(self) {
        self.prompts.update_value(|known| known.values().for_each(|metrics| metrics.set(None)));
        self.all.set(None);
        self.coverage.set(None);
    }
}

#[derive(Clone, Copy)]
pub struct MeasuredPrompts {
    pub list: Query<Items<Prompt>>,
    /// What is known about their answers.
    pub measured: Measured,
    /// Reads the metrics of further prompts of the list, unless it has an order by metrics.
    pub metrics_query: Query<()>,
}

/// The prompts that match a filter, newest first or in an order by metrics, which leaves out prompts without answers. `scope` is the
/// brand and the answers that are measured, or nothing.
pub fn use_measured_prompts(
    filter: impl Fn() -> PromptFilter + 'static,
    scope: Memo<Option<PromptMetricsFilter>>,
    order: Memo<Option<PromptOrder>>,
) -> MeasuredPrompts {
    let measured = Measured::new();
    effect(move || {
        scope.track();
        measured.forget();
    });
    let list = Query::ordered(KINDS, filter, move |client, filter| -> Box<dyn Pages<Prompt>> {
        match order.get() {
            Some(order) => Box::new(ordered_pages(client, filter.clone(), scope.get(), order, measured)),
            None => Box::new(client.prompts().list(filter.clone())),
        }
    });
    let asked = RwSignal::new(None::<(PromptMetricsFilter, Vec<PromptId>)>);
    let metrics_query = Query::keeping_previous(&[], move |client| {
        let (scope, prompts) = asked.get()?;
        Some(measure(client, scope, prompts, measured))
    });
    // The list and the scope, and how many prompts have been measured or are asked for.
    let mut known = None::<(Items<Prompt>, PromptMetricsFilter, usize)>;
    effect(move || {
        // A request that runs is not given up for a longer one, and one that failed is repeated first.
        if metrics_query.is_fetching() || metrics_query.failure().is_some() {
            return;
        }
        let (Some(scope), Some(items)) = (scope.get(), list.value()) else { return };
        let before = match &known {
            Some((of, measured, known)) if items.continues(of) && *measured == scope => *known,
            _ => 0,
        };
        let further = list.with_items(|items| {
            let further = items.iter().skip(before).take(PROMPT_IDS_MAX);
            further.map(|prompt| prompt.id.clone()).collect::<Vec<_>>()
        });
        if further.is_empty() {
            return;
        }
        known = Some((items, scope.clone(), before + further.len()));
        // The metrics of a list in an order by them came with it.
        if order.with(Option::is_none) {
            asked.set(Some((scope, further)));
        }
    });
    ask_again_until_covered(move || measured.coverage.get(), move || list.refresh());
    MeasuredPrompts { list, measured, metrics_query }
}

/// The pages of a list of prompts, with the metrics of each page if there is a scope.
pub fn measured_pages(
    client: Client,
    filter: PromptFilter,
    scope: Option<PromptMetricsFilter>,
    order: Option<PromptOrder>,
    measured: Measured,
) -> Box<dyn Pages<Prompt>> {
    let Some(scope) = scope else { return Box::new(client.prompts().list(filter)) };
    if let Some(order) = order {
        return Box::new(ordered_pages(client, filter, Some(scope), order, measured));
    }
    Box::new(CursorPages::new(client, Some(filter), move |client, filter, cursor| {
        let scope = scope.clone();
        async move {
            let page = client.prompts().list(PromptFilter { cursor, ..filter }).next_page().await?;
            let page = page.unwrap_or(Page { items: Vec::new(), next_cursor: None });
            let prompts: Vec<PromptId> = page.items.iter().map(|prompt| prompt.id.clone()).collect();
            if !prompts.is_empty() {
                measure(client, scope, prompts, measured).await?;
            }
            Ok(page)
        }
    }))
}

async fn measure(
    client: Client,
    scope: PromptMetricsFilter,
    prompts: Vec<PromptId>,
    measured: Measured,
) -> Result<(), Error> {
    let limit = u32::try_from(prompts.len()).ok();
    let filter = PromptMetricsFilter { prompt_ids: prompts, limit, ..scope };
    measured.add(&filter.prompt_ids, &client.metrics().prompts(&filter).await?);
    Ok(())
}

// The prompts with answers. Deleted ones have metrics, and are left out.
fn ordered_pages(
    client: Client,
    filter: PromptFilter,
    scope: Option<PromptMetricsFilter>,
    (order, is_ascending): PromptOrder,
    measured: Measured,
) -> CursorPages<Prompt> {
    let (order, ascending) = (Some(order), is_ascending.then_some(true));
    let scope = scope.map(|scope| PromptMetricsFilter { order, ascending, ..scope });
    let limit = filter.limit.or(Some(PAGE_SIZE_DEFAULT));
    CursorPages::new(client, scope, move |client, scope, cursor| {
        let filter = filter.clone();
        async move {
            let found = client.metrics().prompts(&PromptMetricsFilter { cursor, limit, ..scope }).await?;
            let prompt_ids: Vec<PromptId> = found.prompts.iter().map(|metrics| metrics.prompt_id.clone()).collect();
            measured.add(&prompt_ids, &found);
            let next_cursor = found.next_cursor;
            if prompt_ids.is_empty() {
                return Ok(Page { items: Vec::new(), next_cursor });
            }
            let stored = PromptFilter { prompt_ids: prompt_ids.clone(), limit, ..filter };
            let stored = first_items(client.prompts().list(stored)).await?;
            let mut stored: HashMap<PromptId, Prompt> =
                stored.into_iter().map(|prompt| (prompt.id.clone(), prompt)).collect();
            Ok(Page { items: prompt_ids.iter().filter_map(|id| stored.remove(id)).collect(), next_cursor })
        }
    })
}
