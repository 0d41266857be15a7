//! Metrics that the platform counts. Each fetches nothing while there is no scope.

use std::convert::identity;
use std::time::Duration;

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::metrics::{
    AnswerExcerpt, AnswerMatch, AnswerMatchFilter, AnswerTextFilter, BrandMetrics, BrandMetricsFilter,
    BrandMetricsInclude, BrandPreview, BrandPreviewRequest, Coverage, HighlightFilter, Highlights, MentionFilter,
    MentionList, MovementFilter, MovementList, NextStepDecision, NextStepUpdate, PromptMetrics, PromptMetricsFilter,
    PromptMetricsList, PromptWithoutSearch, PromptWithoutSearchFilter, SourceChangeFilter, SourceChangeList,
    SourceChangeSide, SourceInfluenceFilter, SourceInfluenceList, SourceLevel, SourceTrend, SourceTrendFilter,
    UnnamedSearchFilter, UnnamedSearchList,
};
use answerdeck_api::{AnswerId, AnswerScope, BrandId, NextStepId, Page, Timestamp};
use answerdeck_client::{Client, Error};
use leptos::prelude::*;

use super::pages::CursorPages;
use super::{Items, Kind, Mutation, Query};
use crate::format::time_zone;
use crate::paths::{AnswerFilterParams, AnswerListParams, Period};
use crate::reactive::effect;

/// How long after a value that does not count all answers yet it is asked for again.
const RECOUNT: Duration = Duration::from_secs(3);

/// How many answers meet conditions, and how many were tested for them.
pub type MatchCount = (u64, Coverage);

/// What changes the metrics of finished runs.
const KINDS: &[Kind] = &[Kind::Brands, Kind::FinishedRuns];

/// The metrics of brands over time. Those of the period before are left out of a scope without a first day.
pub fn trend_filter(
    scope: AnswerScope,
    limit: u32,
    period: Period,
    include: &[BrandMetricsInclude],
) -> BrandMetricsFilter {
    let has_period = |include: &BrandMetricsInclude| scope.from.is_some() || *include != BrandMetricsInclude::Before;
    BrandMetricsFilter {
        limit: Some(limit),
        interval: Some(period.interval()),
        time_zone: Some(time_zone()),
        include: include.iter().copied().filter(has_period).collect(),
        ..scope.into()
    }
}

/// The metrics of the brands that most answers name, and of one more if it is not among them. While answers are searched for a new or
/// changed brand, the figures stay those of the last response that counted all answers, with the coverage of the newest.
pub fn use_brand_metrics(
    filter: impl Fn() -> Option<BrandMetricsFilter> + Send + Sync + 'static,
    brand: impl Fn() -> Option<BrandId> + Send + Sync + 'static,
) -> Query<BrandMetrics> {
    let complete = StoredValue::new(None::<(BrandMetricsFilter, BrandMetrics)>);
    let read = move |client: Client, filter: BrandMetricsFilter| async move {
        let found = client.metrics().brands(&filter).await?;
        let coverage = found.coverage;
        if is_complete(coverage) {
            complete.try_set_value(Some((filter, found.clone())));
            return Ok(found);
        }
        let before = complete.try_get_value().flatten().filter(|(asked, _)| *asked == filter);
        Ok::<_, Error>(before.map_or(found, |(_, before)| BrandMetrics { coverage, ..before }))
    };
    let filter = move || Some(BrandMetricsFilter { with_brand_id: brand(), ..filter()? });
    use_covered(KINDS, filter, read, |metrics| metrics.coverage)
}

/// How often the answers to each prompt name a brand. `kinds` is what changes it.
pub fn use_prompt_metrics(
    kinds: &'static [Kind],
    filter: impl Fn() -> Option<PromptMetricsFilter> + Send + Sync + 'static,
) -> Query<PromptMetricsList> {
    let read = |client: Client, filter| async move { client.metrics().prompts(&filter).await };
    use_covered(kinds, filter, read, |metrics| metrics.coverage)
}

/// The pages of the prompts with answers, the highest mention rate first.
pub fn prompt_metrics_pages(client: Client, filter: PromptMetricsFilter) -> CursorPages<PromptMetrics> {
    CursorPages::new(client, Some(filter), |client, filter, cursor| async move {
        let filter = PromptMetricsFilter { cursor, limit: Some(PAGE_SIZE_MAX), ..filter };
        let found = client.metrics().prompts(&filter).await?;
        Ok(Page { items: found.prompts, next_cursor: found.next_cursor })
    })
}

/// What stands out in a scope.
pub fn use_highlights(filter: impl Fn() -> Option<HighlightFilter> + Send + Sync + 'static) -> Query<Highlights> {
    let read = |client: Client, filter| async move { client.metrics().highlights(&filter).await };
    use_covered(KINDS, filter, read, |highlights| highlights.movements.coverage)
}

/// What answers that cite a source say about a brand.
pub fn use_source_influence(
    filter: impl Fn() -> Option<SourceInfluenceFilter> + Send + Sync + 'static,
) -> Query<SourceInfluenceList> {
    let read = |client: Client, filter| async move { client.metrics().source_influence(&filter).await };
    use_covered(KINDS, filter, read, |found| found.coverage)
}

/// The sources that are new or lost, and the answers of both sides.
#[derive(Debug, Clone)]
pub struct SourceComparison {
    pub changes: SourceChangeList,
    /// The answers of the earlier period or run.
    pub before: AnswerFilterParams,
    /// The answers of the later one.
    pub after: AnswerFilterParams,
}

/// The sources that are new or lost in the answers of a filter, since the period or run before. Without a first day, in the last
/// seven days.
pub fn use_source_changes(answers: Memo<AnswerFilterParams>, level: SourceLevel) -> Query<SourceComparison> {
    Query::keeping_previous(&[Kind::FinishedRuns], move |client| {
        let (after, level) = (answers.get().with_first_day(), Some(level.clone()));
        let filter = SourceChangeFilter { level, limit: Some(PAGE_SIZE_MAX), ..after.counted_scope()?.into() };
        Some(async move {
            let changes = client.metrics().source_changes(&filter).await?;
            let SourceChangeSide { run_id, from, to, .. } = changes.before.clone().unwrap_or_default();
            let before = AnswerFilterParams { run: run_id, ..after.clone().during(from, to) };
            Ok(SourceComparison { changes, before, after })
        })
    })
}

/// The searches whose answers never name a brand.
pub fn use_unnamed_searches(
    filter: impl Fn() -> Option<UnnamedSearchFilter> + Send + Sync + 'static,
) -> Query<UnnamedSearchList> {
    let read = |client: Client, filter| async move { client.metrics().unnamed_searches(&filter).await };
    use_covered(KINDS, filter, read, |found| found.coverage)
}

/// How metrics of brands changed, and where it comes from.
pub fn use_movements(filter: impl Fn() -> Option<MovementFilter> + Send + Sync + 'static) -> Query<MovementList> {
    let read = |client: Client, filter| async move { client.metrics().movements(&filter).await };
    use_covered(KINDS, filter, read, |found| found.coverage)
}

/// Changes what was decided about a next step. No query runs again: the decision is all that changed.
pub fn update_next_step(
    mutation: Mutation,
    id: NextStepId,
    update: NextStepUpdate,
    on_success: impl FnOnce(NextStepDecision) + 'static,
) {
    mutation.run(&[], |client| async move { client.metrics().update_next_step(&id, &update).await }, on_success);
}

/// The citations of domains over time, and the stability of all sources.
pub fn use_source_trend(filter: impl Fn() -> Option<SourceTrendFilter> + Send + Sync + 'static) -> Query<SourceTrend> {
    let filter = Memo::new(move |_| filter());
    Query::keeping_previous(KINDS, move |client| {
        let filter = filter.get()?;
        Some(async move { client.metrics().source_trend(&filter).await })
    })
}

/// Where the texts of answers name brands. Fetches nothing while there are no answers.
pub fn use_mentions(answers: impl Fn() -> Vec<AnswerId> + Send + Sync + 'static) -> Query<MentionList> {
    let answers = Memo::new(move |_| answers());
    Query::new(&[Kind::Brands], move |client| {
        let filter = MentionFilter { answer_ids: Some(answers.get()).filter(|answers| !answers.is_empty())? };
        Some(async move { client.metrics().mentions(&filter).await })
    })
}

/// Which of the newest answers new names of a brand would find. Fetches nothing while there are none.
pub fn use_brand_preview(request: impl Fn() -> Option<BrandPreviewRequest> + 'static) -> Query<BrandPreview> {
    Query::keeping_previous(&[], move |client| {
        let request = request()?;
        Some(async move { client.metrics().preview_brand(&request).await })
    })
}

/// The answers that meet conditions, newest first. Sets `counted` as [`match_pages`] does, and to `None` before the first page.
pub fn use_matched_answers(
    filter: Memo<Option<AnswerMatchFilter>>,
    counted: RwSignal<Option<MatchCount>>,
) -> Query<Items<AnswerMatch>> {
    counted.set(None);
    let list = Query::paged(KINDS, move |client| match_pages(client, filter.get(), counted, identity));
    ask_again_until_covered(move || counted.get().map(|(_, coverage)| coverage), move || list.refresh());
    list
}

/// The pages of the answers that meet conditions, each made an item. Sets `counted` to how many do.
pub fn match_pages<T: 'static>(
    client: Client,
    filter: Option<AnswerMatchFilter>,
    counted: RwSignal<Option<MatchCount>>,
    item: fn(AnswerMatch) -> T,
) -> CursorPages<T> {
    CursorPages::new(client, filter, move |client, filter, cursor| async move {
        let limit = filter.limit.or(Some(PAGE_SIZE_MAX));
        let found = client.metrics().answers(&AnswerMatchFilter { cursor, limit, ..filter }).await?;
        counted.try_set(Some((found.total_answers, found.coverage)));
        Ok(Page { items: found.answers.into_iter().map(item).collect(), next_cursor: found.next_cursor })
    })
}

/// How many answers meet conditions. `kinds` is what changes it.
pub fn use_match_total(
    kinds: &'static [Kind],
    filter: impl Fn() -> Option<AnswerMatchFilter> + Send + Sync + 'static,
) -> Query<MatchCount> {
    let read = |client: Client, filter| async move {
        client.metrics().answers(&filter).await.map(|found| (found.total_answers, found.coverage))
    };
    let filter = move || Some(AnswerMatchFilter { limit: Some(1), ..filter()? });
    use_covered(kinds, filter, read, |(_, coverage)| *coverage)
}

/// How far a search in texts has come.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextSearchProgress {
    /// The number of answers that were searched.
    pub searched: u64,
    /// Answers requested at this time or later are searched. `None` when all are, and before the first page.
    pub since: Option<Timestamp>,
}

/// The answers with a phrase in their text, newest first. Searches nothing while there is none.
pub fn use_answer_texts(params: Memo<AnswerListParams>) -> (Query<Items<AnswerExcerpt>>, RwSignal<TextSearchProgress>) {
    let progress = RwSignal::new(TextSearchProgress::default());
    let list = Query::paged(&[], move |client| {
        progress.set(TextSearchProgress::default());
        text_pages(client, params.get(), progress)
    });
    (list, progress)
}

/// The pages of the answers with a phrase. The platform does not search by brand. Updates the progress.
pub fn text_pages(
    client: Client,
    AnswerListParams { answers, phrase }: AnswerListParams,
    progress: RwSignal<TextSearchProgress>,
) -> CursorPages<AnswerExcerpt> {
    let filter = phrase.map(|phrase| AnswerTextFilter { phrase, ..answers.scope().into() });
    CursorPages::new(client, filter, move |client, filter, cursor| {
        let brand = answers.brand.clone();
        async move {
            let filter = AnswerTextFilter { cursor, limit: Some(PAGE_SIZE_MAX), ..filter };
            let mut found = client.metrics().answer_texts(&filter).await?;
            if let Some(brand) = brand {
                found.answers.retain(|found| found.answer.brands.iter().any(|named| named.brand.id == brand));
            }
            progress.try_update(|progress| {
                progress.searched += found.searched;
                progress.since = found.searched_since;
            });
            Ok(Page { items: found.answers, next_cursor: found.next_cursor })
        }
    })
}

/// The prompts for which no model searched, those with the most answers first, and the numbers of these and of all prompts: `None`
/// before the first page.
pub fn use_prompts_without_search(
    scope: impl Fn() -> Option<AnswerScope> + 'static,
) -> (Query<Items<PromptWithoutSearch>>, RwSignal<Option<[u64; 2]>>) {
    let totals = RwSignal::new(None);
    let list = Query::paged(&[Kind::FinishedRuns], move |client| without_search_pages(client, scope(), totals));
    (list, totals)
}

/// The pages of the prompts for which no model searched. Sets their number, and that of all.
pub fn without_search_pages(
    client: Client,
    scope: Option<AnswerScope>,
    totals: RwSignal<Option<[u64; 2]>>,
) -> CursorPages<PromptWithoutSearch> {
    CursorPages::new(client, scope, move |client, scope, cursor| async move {
        let filter = PromptWithoutSearchFilter { cursor, limit: Some(PAGE_SIZE_MAX), ..scope.into() };
        let found = client.metrics().prompts_without_search(&filter).await?;
        totals.try_set(Some([found.total_without_search, found.total_prompts]));
        Ok(Page { items: found.prompts, next_cursor: found.next_cursor })
    })
}

fn use_covered<Asked, T, F>(
    kinds: &'static [Kind],
    asked: impl Fn() -> Option<Asked> + Send + Sync + 'static,
    read: impl Fn(Client, Asked) -> F + 'static,
    coverage: fn(&T) -> Coverage,
) -> Query<T>
where
    Asked: Clone + PartialEq + Send + Sync + 'static,
    T: Clone + 'static,
    F: Future<Output = Result<T, Error>> + 'static,
{
    let asked = Memo::new(move |_| asked());
    let query = Query::keeping_previous(kinds, move |client| Some(read(client, asked.get()?)));
    ask_again_until_covered(move || query.with(|value| value.map(coverage)), move || query.refresh());
    query
}

fn is_complete(Coverage { answers, counted }: Coverage) -> bool {
    counted >= answers
}

/// Calls `ask` some seconds after a value that does not count all answers yet.
pub(super) fn ask_again_until_covered(
    coverage: impl Fn() -> Option<Coverage> + 'static,
    ask: impl Fn() + Copy + 'static,
) {
    effect(move || {
        if coverage().is_some_and(|coverage| !is_complete(coverage))
            && let Ok(wait) = set_timeout_with_handle(ask, RECOUNT)
        {
            on_cleanup(move || wait.clear());
        }
    });
}
