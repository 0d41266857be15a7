//! How often the answers to each prompt name brands.

use std::cmp::Ordering;

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::metrics::{
    PromptMetrics, PromptMetricsFilter, PromptMetricsList, PromptMetricsOrder, PromptModel, PromptSummary,
};
use answerdeck_clickhouse::{Keys, Position};
use jiff::Timestamp;
use rustc_hash::{FxHashMap, FxHashSet};

use super::copied::Selected;
use super::counting::{Counting, ModelNumbers, created_at};
use super::rivals::{Outcome, OutcomeCount, Rivals};
use super::sample::IndexedCounts;
use crate::embedded::columns::{Dimensions, IndexedFact, Name, NameKind};
use crate::error::{StatisticsError, StatisticsResult, both};
use crate::page::{PageRange, PromptPage};
use crate::scope;

/// The counts of models that are kept for all prompts: 4 MB. If there are more, those of a page take a pass of their own.
const MODEL_COUNTS_MAX: usize = 500_000;

/// The answers to a prompt.
#[derive(Debug, Clone, Copy, Default)]
struct PromptCount {
    now: OutcomeCount,
    latest: u128,
    /// Those of the period before. Their gaps are not counted.
    before: OutcomeCount,
}

/// Measures the prompts of a page.
pub(crate) async fn measure_prompts(
    counting: &Counting,
    now: Timestamp,
    filter: &PromptMetricsFilter,
    range: PageRange,
) -> StatisticsResult<PromptPage> {
    let scope = filter.scope();
    let order = filter.order.clone().unwrap_or(PromptMetricsOrder::Rate);
    let before = match (&scope.from, &order) {
        (None, PromptMetricsOrder::Change) => Err(StatisticsError::validation("from: is required by the order CHANGE")),
        (None, _) => Ok(None),
        (Some(_), _) => scope::before(&scope, now).map(Some),
    };
    let checked = both(before, counting.required(filter.brand_id.as_ref()));
    let (before, brand) = counting.checked(&scope, checked).await?;
    let names: Vec<Name<'_>> = filter.prompt_ids.iter().map(|id| Name::new(NameKind::Prompt, id.as_str())).collect();
    let wanted = counting.numbers_of(&names).await?;
    let shown = shown_brands(counting.brands.len(), brand);
    let new_models = || ModelCounts::new(counting.brands.len(), &shown);
    let (mut counts, mut models) = (IndexedCounts::<PromptCount>::default(), Some(new_models()));
    let selected = counting.select_copied(&scope).await?;
    let rivals = Rivals::find(counting, &selected, brand, None, |_| {}).await?;
    let mut counted = counting
        .visit(&selected.columns, None, |answer, _, facts| {
            let count = counts.entry(answer.prompt);
            count.now.add(rivals.outcome(facts));
            count.latest = count.latest.max(answer.id);
            if let Some(of_all) = &mut models {
                of_all.add(answer, facts);
                if of_all.counts.len() > MODEL_COUNTS_MAX {
                    models = None;
                }
            }
        })
        .await?;
    for (outcome, copied) in rivals.copied(counting, &selected).into_iter().flatten() {
        for row in copied.answers(Keys { prompt: true, ..Keys::default() }).await? {
            let count = counts.entry(row.prompt);
            count.now.add_copied(outcome, row.answers);
            count.latest = count.latest.max(u128::from_be_bytes(row.latest));
            counted += if outcome == Outcome::Neither { row.answers } else { 0 };
        }
    }
    if let Some(before) = &before {
        let selected = counting.select_copied(before).await?;
        counting
            .visit_naming(&selected.columns, None, brand, |answer, _, is_named| {
                let count = &mut counts.entry(answer.prompt).before;
                count.answers += 1;
                count.named += u32::from(is_named);
            })
            .await?;
        let by_outcome = rivals.copied(counting, &selected).into_iter().flatten();
        for (outcome, copied) in by_outcome.filter(|(outcome, _)| *outcome != Outcome::Gap) {
            for row in copied.answers(Keys { prompt: true, ..Keys::default() }).await? {
                counts.entry(row.prompt).before.add_copied(outcome, row.answers);
            }
        }
    }
    let mut asked: Vec<(u32, PromptCount)> = counts.into_counts().filter(|(_, count)| count.now.answers > 0).collect();
    let all = summary(&asked);
    asked.retain(|(number, _)| names.is_empty() || wanted.contains(number));
    let total_prompts = asked.len() as u64;
    let ascending = filter.ascending.unwrap_or_default();
    asked.sort_by(|one, other| compare(&order, ascending, one, other));
    let page: Vec<(u32, PromptCount)> = range.of(asked);
    let numbers: FxHashSet<u32> = page.iter().map(|(number, _)| *number).collect();
    let mut models = match models {
        Some(models) => models,
        None => {
            let mut models = new_models();
            counting
                .visit(&selected.columns, None, |answer, _, facts| {
                    if numbers.contains(&answer.prompt) {
                        models.add(answer, facts);
                    }
                })
                .await?;
            models
        }
    };
    models.add_copied(&selected, &numbers).await?;
    let list = PromptMetricsList {
        prompts: with_texts(counting, page, &models).await?,
        coverage: counting.coverage(&scope, &selected.columns, counted).await?,
        all,
        total_prompts,
        brands: shown.iter().map(|brand| counting.brands[*brand].clone()).collect(),
        next_cursor: None,
    };
    Ok(PromptPage { list, rivals: rivals.names(counting) })
}

/// What all prompts have together.
fn summary(asked: &[(u32, PromptCount)]) -> PromptSummary {
    let mut all = OutcomeCount::default();
    asked.iter().for_each(|(_, count)| all.merge(count.now));
    PromptSummary {
        prompts: asked.len() as u64,
        answers: all.answers.into(),
        mention_rate: all.mention_rate(),
        behind: asked.iter().filter(|(_, count)| count.now.gap > count.now.named).count() as u64,
    }
}

/// The order of two prompts, given by their numbers and counts.
fn compare(
    order: &PromptMetricsOrder,
    ascending: bool,
    (number, one): &(u32, PromptCount),
    (other_number, other): &(u32, PromptCount),
) -> Ordering {
    let rate = |count: OutcomeCount| f64::from(count.named) / f64::from(count.answers);
    // NaN if there is nothing to compare with: after all others, in both directions.
    let change = |count: &PromptCount| rate(count.now) - rate(count.before);
    let direction = |ordering: Ordering| if ascending { ordering } else { ordering.reverse() };
    let by_order = match order {
        PromptMetricsOrder::Change => {
            let (one, other) = (change(one), change(other));
            one.is_nan().cmp(&other.is_nan()).then(direction(one.total_cmp(&other)))
        }
        PromptMetricsOrder::Gap => direction(one.now.gap.cmp(&other.now.gap)),
        PromptMetricsOrder::Newest => direction(one.latest.cmp(&other.latest)),
        PromptMetricsOrder::Rate | PromptMetricsOrder::Unknown(_) => {
            direction(rate(one.now).total_cmp(&rate(other.now)))
        }
    };
    by_order.then(other.now.answers.cmp(&one.now.answers)).then(number.cmp(other_number))
}

/// Reads the texts of the prompts of a page.
async fn with_texts(
    counting: &Counting,
    page: Vec<(u32, PromptCount)>,
    counts: &ModelCounts,
) -> StatisticsResult<Vec<PromptMetrics>> {
    let models = counting.models(counts.rows.keys().map(|[_, model]| *model)).await?;
    let mut prompts = counting.prompts(page.iter().map(|(number, count)| (*number, count.latest))).await?;
    let metrics = page.into_iter().filter_map(|(number, count)| {
        let (prompt_id, query) = prompts.remove(&number)?;
        Some(PromptMetrics {
            prompt_id,
            query,
            answers: count.now.answers.into(),
            latest_created_at: created_at(count.latest),
            mention_rate: count.now.mention_rate(),
            before: (count.before.answers > 0).then(|| count.before.mention_rate()),
            answers_before: count.before.answers.into(),
            gap: count.now.gap.into(),
            models: counts.of_prompt(number, &models),
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
        let row = self.row(answer.prompt, answer.model);
        let counts = &mut self.counts[row..row + self.row_length];
        counts[0] += 1;
        counts[1] += u64::from(answer.citations);
        for fact in facts.iter().filter(|fact| fact.mentions > 0) {
            if let Some(named) = counts.get_mut(self.places[fact.brand]) {
                *named += 1;
            }
        }
    }

    /// Adds the answers to some prompts that ClickHouse counts.
    async fn add_copied(&mut self, selected: &Selected, prompts: &FxHashSet<u32>) -> StatisticsResult<()> {
        let of_prompts =
            selected.copied_with(|_, conditions| conditions.prompts = Some(prompts.iter().copied().collect()));
        let Some(copied) = of_prompts else { return Ok(()) };
        let keys = Keys { prompt: true, model: true, ..Keys::default() };
        for row in copied.answers(keys).await? {
            let at = self.row(row.prompt, row.model);
            self.counts[at] += row.answers;
            self.counts[at + 1] += row.citations;
        }
        let listed: Vec<usize> = (0..self.places.len()).filter(|brand| self.places[*brand] < self.row_length).collect();
        for (brand, row) in copied.brands(keys, Position::No, Some(&listed)).await? {
            let at = self.row(row.prompt, row.model) + self.places[brand];
            self.counts[at] += row.named;
        }
        Ok(())
    }

    /// Where the row of a prompt and a model begins.
    fn row(&mut self, prompt: u32, model: u32) -> usize {
        let end = self.counts.len();
        let row = *self.rows.entry([prompt, model]).or_insert(end);
        if row == end {
            self.counts.resize(end + self.row_length, 0);
        }
        row
    }

    /// Those of some models that answered a prompt, in their order.
    fn of_prompt(&self, prompt: u32, models: &[ModelNumbers]) -> Vec<PromptModel> {
        let of_model = |model: &ModelNumbers| {
            let mut sum = vec![0_u64; self.row_length];
            for row in model.numbers.iter().filter_map(|number| self.rows.get(&[prompt, *number])) {
                sum.iter_mut().zip(&self.counts[*row..]).for_each(|(sum, count)| *sum += count);
            }
            let named = sum.split_off(2);
            (sum[0] > 0).then(|| PromptModel { model: model.code.clone(), answers: sum[0], citations: sum[1], named })
        };
        models.iter().filter_map(of_model).collect()
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
