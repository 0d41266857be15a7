//! How often the answers to each prompt name brands.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::metrics::{PromptMetrics, PromptMetricsFilter, PromptMetricsOrder, PromptModel, PromptSummary};
use answerdeck_api::{AnswerScope, ModelCode};
use answerdeck_database::id::time_of;
use answerdeck_database::parse_stored_id;
use answerdeck_database::time::wire_time;
use jiff::Timestamp;
use rustc_hash::{FxHashMap, FxHashSet};
use sea_orm::DatabaseConnection;

use super::counting::{Brands, Counting, prompt_texts};
use super::rivals::{Outcome, Rivals, is_named};
use super::sample::{IndexedCounts, wire_rate};
use crate::embedded::columns::{Name, NameKind};
use crate::error::{StatisticsError, StatisticsResult};
use crate::page::{PageRange, PromptPage};
use crate::scope;

#[derive(Debug, Clone, Copy, Default)]
struct Count {
    answers: u64,
    latest: u128,
    named: u64,
    gap: u64,
    answers_before: u64,
    named_before: u64,
}

/// Measures the prompts of a page.
pub(crate) async fn measure_prompts(
    database: &DatabaseConnection,
    organization_id: &str,
    now: Timestamp,
    filter: &PromptMetricsFilter,
    range: PageRange,
) -> StatisticsResult<PromptPage> {
    let (scope, counting) = (filter.scope(), Counting::new(database, organization_id, Brands::Tracked).await?);
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
    let mut counts = IndexedCounts::<Count>::default();
    let selection = counting.select(&scope).await?;
    let rivals = Rivals::find(&counting, &selection, brand).await?;
    counting
        .visit(&selection, None, |answer, _, facts| {
            let count = counts.entry(answer.prompt);
            count.answers += 1;
            count.latest = count.latest.max(answer.id);
            match rivals.outcome(facts) {
                Outcome::Named => count.named += 1,
                Outcome::Gap => count.gap += 1,
                Outcome::Neither => {}
            }
        })
        .await?;
    if let Some(before) = &before {
        count_before(&counting, before, brand, &mut counts).await?;
    }
    let mut asked: Vec<(u32, Count)> = counts.into_counts().filter(|(_, count)| count.answers > 0).collect();
    let all = summary(&asked);
    asked.retain(|(number, _)| wanted.as_ref().is_none_or(|wanted| wanted.contains(number)));
    let total = asked.len() as u64;
    let ascending = filter.ascending.unwrap_or_default();
    asked.sort_by(|(one, one_count), (other, other_count)| {
        compare(&order, ascending, one_count, other_count)
            .then(other_count.answers.cmp(&one_count.answers))
            .then(one.cmp(other))
    });
    let page: Vec<(u32, Count)> = range.of(asked);
    let numbers: FxHashSet<u32> = page.iter().map(|(number, _)| *number).collect();
    let shown = shown_brands(counting.brands.len(), brand);
    let mut models = count_models(&counting, &scope, &numbers, &shown).await?;
    let ids = counting.names(numbers).await?;
    let texts = prompt_texts(&counting.snapshot, page.iter().map(|(_, count)| count.latest)).await?;
    let prompts = page.into_iter().filter_map(|(number, count)| {
        let id = ids.get(&number)?;
        Some(parse_stored_id(id.clone()).map(|prompt_id| PromptMetrics {
            prompt_id,
            query: texts.get(id).cloned().unwrap_or_default(),
            answers: count.answers,
            latest_created_at: wire_time(time_of(count.latest)),
            mention_rate: wire_rate(count.named, count.answers),
            before: (count.answers_before > 0).then(|| wire_rate(count.named_before, count.answers_before)),
            gap: count.gap,
            models: models.remove(&number).unwrap_or_default(),
        }))
    });
    Ok(PromptPage {
        prompts: prompts.collect::<Result<_, _>>()?,
        coverage: counting.coverage(&scope, &selection, all.answers).await?,
        all,
        total,
        brands: shown.iter().map(|brand| counting.brands[*brand].clone()).collect(),
        rivals: rivals.names(&counting),
    })
}

/// What all prompts have together.
fn summary(asked: &[(u32, Count)]) -> PromptSummary {
    let sum = |read: fn(&Count) -> u64| asked.iter().map(|(_, count)| read(count)).sum::<u64>();
    let answers = sum(|count| count.answers);
    PromptSummary {
        prompts: asked.len() as u64,
        answers,
        mention_rate: wire_rate(sum(|count| count.named), answers),
        behind: sum(|count| u64::from(count.gap > count.named)),
    }
}

fn compare(order: &PromptMetricsOrder, ascending: bool, one: &Count, other: &Count) -> Ordering {
    let rate = |named: u64, answers: u64| named as f64 / answers as f64;
    // NaN if there is nothing to compare with: after all others, in both directions.
    let change = |count: &Count| rate(count.named, count.answers) - rate(count.named_before, count.answers_before);
    let direction = |ordering: Ordering| if ascending { ordering } else { ordering.reverse() };
    match order {
        PromptMetricsOrder::Change => {
            let (one, other) = (change(one), change(other));
            one.is_nan().cmp(&other.is_nan()).then(direction(one.total_cmp(&other)))
        }
        PromptMetricsOrder::Gap => direction(one.gap.cmp(&other.gap)),
        PromptMetricsOrder::Newest => direction(one.latest.cmp(&other.latest)),
        PromptMetricsOrder::Rate | PromptMetricsOrder::Unknown(_) => {
            direction(rate(one.named, one.answers).total_cmp(&rate(other.named, other.answers)))
        }
    }
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
        .visit(&selection, None, |answer, _, facts| {
            let count = counts.entry(answer.prompt);
            count.answers_before += 1;
            count.named_before += u64::from(is_named(facts, brand));
        })
        .await
}

/// The brands whose counts are listed: that of the request, then the newest.
fn shown_brands(brands: usize, brand: usize) -> Vec<usize> {
    let others = (0..brands).filter(|other| *other != brand);
    std::iter::once(brand).chain(others).take(PAGE_SIZE_MAX as usize).collect()
}

/// The counts of each model for some prompts, by the number of the prompt.
async fn count_models(
    counting: &Counting,
    scope: &AnswerScope,
    prompts: &FxHashSet<u32>,
    shown: &[usize],
) -> StatisticsResult<FxHashMap<u32, Vec<PromptModel>>> {
    let mut cells: BTreeMap<(u32, u32), PromptModel> = BTreeMap::new();
    let mut places = vec![usize::MAX; counting.brands.len()];
    shown.iter().enumerate().for_each(|(place, brand)| places[*brand] = place);
    let selection = counting.select(scope).await?;
    counting
        .visit(&selection, None, |answer, _, facts| {
            if !prompts.contains(&answer.prompt) {
                return;
            }
            let new =
                || PromptModel { model: ModelCode::default(), answers: 0, citations: 0, named: vec![0; shown.len()] };
            let cell = cells.entry((answer.prompt, answer.model)).or_insert_with(new);
            cell.answers += 1;
            cell.citations += u64::from(answer.citations);
            for fact in facts.iter().filter(|fact| fact.mentions > 0) {
                if let Some(named) = cell.named.get_mut(places[fact.brand]) {
                    *named += 1;
                }
            }
        })
        .await?;
    let codes = counting.model_codes(cells.keys().map(|(_, model)| *model)).await?;
    let mut models: FxHashMap<u32, Vec<PromptModel>> = FxHashMap::default();
    for ((prompt, model), cell) in cells {
        let Some(code) = codes.get(&model) else { continue };
        let of_prompt = models.entry(prompt).or_default();
        // A code can have several routes.
        match of_prompt.iter_mut().find(|known| known.model == *code) {
            Some(known) => {
                known.answers += cell.answers;
                known.citations += cell.citations;
                known.named.iter_mut().zip(&cell.named).for_each(|(named, other)| *named += other);
            }
            None => of_prompt.push(PromptModel { model: code.clone(), ..cell }),
        }
    }
    models.values_mut().for_each(|models| models.sort_by(|one, other| one.model.as_str().cmp(other.model.as_str())));
    Ok(models)
}
