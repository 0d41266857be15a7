//! How often the answers to each prompt name brands.

use std::cmp::Ordering;

use answerdeck_api::AnswerScope;
use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::metrics::{
    PromptMetrics, PromptMetricsFilter, PromptMetricsList, PromptMetricsOrder, PromptModel, PromptSummary,
};
use answerdeck_database::id::time_of;
use answerdeck_database::time::wire_time;
use answerdeck_insight as insight;
use jiff::Timestamp;
use rustc_hash::{FxHashMap, FxHashSet};
use sea_orm::DatabaseTransaction;

use super::counting::{Brands, Counting};
use super::rivals::{Outcome, Rivals};
use super::sample::IndexedCounts;
use crate::embedded::columns::{Dimensions, IndexedFact, Name, NameKind};
use crate::error::{StatisticsError, StatisticsResult};
use crate::page::{PageRange, PromptPage};
use crate::scope;

/// The counts of models that are kept for all prompts: 4 MB. If there are more, those of a page take a pass of their own.
const MODEL_COUNTS_MAX: usize = 500_000;

#[derive(Debug, Clone, Copy, Default)]
struct Count {
    answers: u64,
    latest: u128,
    named: u64,
    gap: u64,
    answers_before: u64,
    named_before: u64,
}

impl Count {
    fn add(&mut self, answer: u128, outcome: Outcome) {
        self.answers += 1;
        self.latest = self.latest.max(answer);
        self.named += u64::from(outcome == Outcome::Named);
        self.gap += u64::from(outcome == Outcome::Gap);
    }
}

/// Measures the prompts of a page.
pub(crate) async fn measure_prompts(
    snapshot: DatabaseTransaction,
    organization_id: &str,
    now: Timestamp,
    filter: &PromptMetricsFilter,
    range: PageRange,
) -> StatisticsResult<PromptPage> {
    let (scope, counting) = (filter.scope(), Counting::new(snapshot, organization_id, Brands::Tracked).await?);
    let brand = counting.required(filter.brand_id.as_ref())?;
    let order = filter.order.clone().unwrap_or(PromptMetricsOrder::Rate);
    order.require_known("order").map_err(StatisticsError::validation)?;
    let before = match (&scope.from, &order) {
        (None, PromptMetricsOrder::Change) => {
            return Err(StatisticsError::validation("from: is required by the order CHANGE"));
        }
        (None, _) => None,
        (Some(_), _) => Some(scope::before(&scope, now)?),
    };
    let wanted = wanted_numbers(&counting, filter).await?;
    let shown = shown_brands(counting.brands.len(), brand);
    let new_models = || ModelCounts::new(counting.brands.len(), &shown);
    let (mut counts, mut models) = (IndexedCounts::<Count>::default(), Some(new_models()));
    let selection = counting.select(&scope).await?;
    let rivals = Rivals::find(&counting, &selection, brand).await?;
    counting
        .visit(&selection, None, |answer, _, facts| {
            counts.entry(answer.prompt).add(answer.id, rivals.outcome(facts));
            if let Some(of_all) = &mut models {
                of_all.add(answer, facts);
                if of_all.counts.len() > MODEL_COUNTS_MAX {
                    models = None;
                }
            }
        })
        .await?;
    if let Some(before) = &before {
        count_before(&counting, before, brand, &mut counts).await?;
    }
    let mut asked: Vec<(u32, Count)> = counts.into_counts().filter(|(_, count)| count.answers > 0).collect();
    let all = summary(&asked);
    asked.retain(|(number, _)| wanted.as_ref().is_none_or(|wanted| wanted.contains(number)));
    let total_prompts = asked.len() as u64;
    let ascending = filter.ascending.unwrap_or_default();
    asked.sort_by(|one, other| compare(&order, ascending, one, other));
    let page: Vec<(u32, Count)> = range.of(asked);
    let numbers: FxHashSet<u32> = page.iter().map(|(number, _)| *number).collect();
    let models = match models {
        Some(models) => models,
        None => {
            let mut models = new_models();
            counting
                .visit(&selection, None, |answer, _, facts| {
                    if numbers.contains(&answer.prompt) {
                        models.add(answer, facts);
                    }
                })
                .await?;
            models
        }
    };
    let models = models.of_prompts(&counting, &numbers).await?;
    let list = PromptMetricsList {
        prompts: with_texts(&counting, page, models).await?,
        coverage: counting.coverage(&scope, &selection, all.answers).await?,
        all,
        total_prompts,
        brands: shown.iter().map(|brand| counting.brands[*brand].clone()).collect(),
        next_cursor: None,
    };
    Ok(PromptPage { list, rivals: rivals.names(&counting) })
}

/// What all prompts have together.
fn summary(asked: &[(u32, Count)]) -> PromptSummary {
    let sum = |read: fn(&Count) -> u64| asked.iter().map(|(_, count)| read(count)).sum::<u64>();
    let answers = sum(|count| count.answers);
    PromptSummary {
        prompts: asked.len() as u64,
        answers,
        mention_rate: insight::rate(sum(|count| count.named), answers),
        behind: sum(|count| u64::from(count.gap > count.named)),
    }
}

/// The order of two prompts, given by their numbers and counts.
fn compare(
    order: &PromptMetricsOrder,
    ascending: bool,
    (number, one): &(u32, Count),
    (other_number, other): &(u32, Count),
) -> Ordering {
    let rate = |named: u64, answers: u64| named as f64 / answers as f64;
    // NaN if there is nothing to compare with: after all others, in both directions.
    let change = |count: &Count| rate(count.named, count.answers) - rate(count.named_before, count.answers_before);
    let direction = |ordering: Ordering| if ascending { ordering } else { ordering.reverse() };
    let by_order = match order {
        PromptMetricsOrder::Change => {
            let (one, other) = (change(one), change(other));
            one.is_nan().cmp(&other.is_nan()).then(direction(one.total_cmp(&other)))
        }
        PromptMetricsOrder::Gap => direction(one.gap.cmp(&other.gap)),
        PromptMetricsOrder::Newest => direction(one.latest.cmp(&other.latest)),
        PromptMetricsOrder::Rate | PromptMetricsOrder::Unknown(_) => {
            direction(rate(one.named, one.answers).total_cmp(&rate(other.named, other.answers)))
        }
    };
    by_order.then(other.answers.cmp(&one.answers)).then(number.cmp(other_number))
}

/// The numbers of the prompts of the request. `None` if it names none.
async fn wanted_numbers(counting: &Counting, filter: &PromptMetricsFilter) -> StatisticsResult<Option<FxHashSet<u32>>> {
    if filter.prompt_ids.is_empty() {
        return Ok(None);
    }
    let names: Vec<Name<'_>> = filter.prompt_ids.iter().map(|id| Name::new(NameKind::Prompt, id.as_str())).collect();
    counting.numbers_of(&names).await.map(Some)
}

async fn count_before(
    counting: &Counting,
    scope: &AnswerScope,
    brand: usize,
    counts: &mut IndexedCounts<Count>,
) -> StatisticsResult<()> {
    let selection = counting.select(scope).await?;
    counting
        .visit_naming(&selection, None, brand, |answer, _, is_named| {
            let count = counts.entry(answer.prompt);
            count.answers_before += 1;
            count.named_before += u64::from(is_named);
        })
        .await
}

/// Reads the texts of the prompts of a page. `models` has the models of each prompt.
async fn with_texts(
    counting: &Counting,
    page: Vec<(u32, Count)>,
    mut models: FxHashMap<u32, Vec<PromptModel>>,
) -> StatisticsResult<Vec<PromptMetrics>> {
    let mut prompts = counting.prompts(page.iter().map(|(number, count)| (*number, count.latest))).await?;
    let metrics = page.into_iter().filter_map(|(number, count)| {
        let (prompt_id, query) = prompts.remove(&number)?;
        Some(PromptMetrics {
            prompt_id,
            query,
            answers: count.answers,
            latest_created_at: wire_time(time_of(count.latest)),
            mention_rate: insight::rate(count.named, count.answers),
            before: (count.answers_before > 0).then(|| insight::rate(count.named_before, count.answers_before)),
            answers_before: count.answers_before,
            gap: count.gap,
            models: models.remove(&number).unwrap_or_default(),
        })
    });
    Ok(metrics.collect())
}

/// The brands whose counts are listed: that of the request, then the newest.
fn shown_brands(brands: usize, brand: usize) -> Vec<usize> {
    let others = (0..brands).filter(|other| *other != brand);
    std::iter::once(brand).chain(others).take(PAGE_SIZE_MAX as usize).collect()
}

/// The answers of each model to each prompt, and how they cite and name some brands.
struct ModelCounts {
    /// For each brand, the place of its count in a row. Those that are not listed have a place after the last.
    places: Vec<usize>,
    row_length: usize,
    /// Where the row of a prompt and a model begins.
    rows: FxHashMap<[u32; 2], usize>,
    /// A row has the answers, their sources, and for each listed brand the answers that name it.
    counts: Vec<u64>,
}

impl ModelCounts {
    fn new(brands: usize, shown: &[usize]) -> Self {
        let row_length = 2 + shown.len();
        let mut places = vec![row_length; brands];
        (2..).zip(shown).for_each(|(place, brand)| places[*brand] = place);
        Self { places, row_length, rows: FxHashMap::default(), counts: Vec::new() }
    }

    fn add(&mut self, answer: Dimensions, facts: &[IndexedFact<'_>]) {
        let end = self.counts.len();
        let row = *self.rows.entry([answer.prompt, answer.model]).or_insert(end);
        if row == end {
            self.counts.resize(end + self.row_length, 0);
        }
        let counts = &mut self.counts[row..row + self.row_length];
        counts[0] += 1;
        counts[1] += u64::from(answer.citations);
        for fact in facts.iter().filter(|fact| fact.mentions > 0) {
            if let Some(named) = counts.get_mut(self.places[fact.brand]) {
                *named += 1;
            }
        }
    }

    /// The models of some prompts, by the number of the prompt.
    async fn of_prompts(
        &self,
        counting: &Counting,
        prompts: &FxHashSet<u32>,
    ) -> StatisticsResult<FxHashMap<u32, Vec<PromptModel>>> {
        let codes = counting.model_codes(self.rows.keys().map(|[_, model]| *model)).await?;
        let mut models: FxHashMap<u32, Vec<PromptModel>> = FxHashMap::default();
        for ([prompt, model], row) in self.rows.iter().filter(|([prompt, _], _)| prompts.contains(prompt)) {
            let counts = &self.counts[*row..*row + self.row_length];
            let (Some(code), [answers, citations, named @ ..]) = (codes.get(model), counts) else { continue };
            let of_prompt = models.entry(*prompt).or_default();
            // A code can have several routes.
            match of_prompt.iter_mut().find(|known| known.model == *code) {
                Some(known) => {
                    known.answers += answers;
                    known.citations += citations;
                    known.named.iter_mut().zip(named).for_each(|(named, other)| *named += other);
                }
                None => of_prompt.push(PromptModel {
                    model: code.clone(),
                    answers: *answers,
                    citations: *citations,
                    named: named.to_vec(),
                }),
            }
        }
        models
            .values_mut()
            .for_each(|models| models.sort_by(|one, other| one.model.as_str().cmp(other.model.as_str())));
        Ok(models)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_the_answers_their_sources_and_the_listed_brands() {
        let mut models = ModelCounts::new(3, &[2, 0]);
        for (model, citations, named) in [(8, 3, &[0, 1][..]), (9, 0, &[2]), (8, 2, &[0, 2])] {
            let answer = Dimensions { id: 1, run: 1, set: 1, prompt: 7, model, region: 1, citations };
            let fact = |brand: &usize| IndexedFact { brand: *brand, mentions: 1, first: 0, cited: &[] };
            let cited = IndexedFact { brand: 2, mentions: 0, first: 0, cited: &[0] };
            let facts: Vec<IndexedFact<'_>> = named.iter().map(fact).chain([cited]).collect();
            models.add(answer, &facts);
        }
        assert_eq!((models.rows[&[7, 8]], models.rows[&[7, 9]]), (0, 4));
        assert_eq!(models.counts, [2, 5, 1, 2, 1, 0, 1, 0]);
    }
}
