//! The rates of alert conditions, and the counts that they need.

use std::ops::Range;

use answerdeck_api::metrics::Coverage;
use answerdeck_api::{AlertOutage, AnswerScope, ModelCode};
use answerdeck_database::time::wire_time;
use answerdeck_insight::{Movement, Pair};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bucket_counts::BucketCounts;
use super::counting::Counting;
use crate::alert::{AlertCondition, AlertRate, FailedItems, FoundOutage, TimeBuckets};
use crate::embedded::columns::{Cell, Column, Name, NameKind, Selection, sources};
use crate::error::StatisticsResult;

/// The rivals over which a lead is counted.
const RIVALS_MAX: usize = 5;
/// The items that an engine has to fail for an outage.
const OUTAGE_MIN: u64 = 5;

/// A rate that is counted: of a condition, and of a rival if the condition is on leads.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rate {
    /// The index of the condition.
    pub(super) condition: usize,
    /// The index of the brand.
    pub(super) brand: Option<usize>,
    pub(super) rival: Option<usize>,
    pub(super) prompt: Option<u32>,
    property: usize,
    property_of_rival: Option<usize>,
}

impl Rate {
    /// What the counts of some answers add up to.
    pub(super) fn value(&self, counts: &[u16]) -> f64 {
        self.own_value(counts) - self.rival_value(counts)
    }

    pub(super) fn own_value(&self, counts: &[u16]) -> f64 {
        f64::from(counts[self.property])
    }

    pub(super) fn rival_value(&self, counts: &[u16]) -> f64 {
        self.property_of_rival.map_or(0.0, |property| f64::from(counts[property]))
    }

    /// Judges the movement. `None` if the sample is too small.
    pub(super) fn judge(&self, pairs: &[(Cell, Pair)]) -> Option<Movement> {
        let pairs: Vec<Pair> = pairs.iter().map(|(_, pair)| *pair).collect();
        if self.prompt.is_some() { Movement::by_readings(&pairs) } else { Movement::by_prompts(&pairs) }
    }

    pub(super) fn is_wanted(&self, movement: &Movement, condition: &AlertCondition) -> bool {
        movement.is_significant(&condition.direction, condition.size)
            && (self.rival.is_none() || movement.changes_places())
    }
}

/// The rates of conditions, with their counts.
pub(super) struct CountedRates {
    pub(super) rates: Vec<Rate>,
    pub(super) counts: BucketCounts,
    pub(super) coverage: Coverage,
    pub(super) selection: Selection,
    codes: FxHashMap<u32, ModelCode>,
}

impl CountedRates {
    /// Counts the answers of some UTC days, since 1970, as [`of_scope`](Self::of_scope) does. Those of a run that has not finished are a
    /// biased sample.
    pub(super) async fn of_utc_days(
        counting: &Counting,
        days: Range<i64>,
        conditions: &[AlertCondition],
    ) -> StatisticsResult<Self> {
        let time = |day: i64| Some(wire_time(TimeBuckets::UTC_DAYS.start_of(day)));
        let (from, to) = (time(days.start), time(days.end));
        let scope = AnswerScope { from, to, finished: Some(true), ..AnswerScope::default() };
        Self::of_scope(counting, &scope, TimeBuckets::UTC_DAYS, conditions).await
    }

    /// Counts the answers of a scope by time bucket. A condition on a brand that is not tracked, or on a prompt or domain without
    /// answers, has no rate.
    pub(super) async fn of_scope(
        counting: &Counting,
        scope: &AnswerScope,
        buckets: TimeBuckets,
        conditions: &[AlertCondition],
    ) -> StatisticsResult<Self> {
        let selection = counting.select(scope).await?;
        let rivals = match conditions.iter().any(|condition| matches!(condition.rate, AlertRate::Lead(_))) {
            true => most_named(counting, &selection).await?,
            false => Vec::new(),
        };
        let mut properties = Properties::default();
        let mut rates = Vec::new();
        let names: Vec<Name<'_>> = conditions.iter().filter_map(|condition| name_of(&condition.rate)).collect();
        let mut numbers = counting.number_of_each(&names).await?.into_iter();
        for (at, condition) in conditions.iter().enumerate() {
            let number = name_of(&condition.rate).and_then(|_| numbers.next().flatten());
            properties.add_rates(counting, at, &condition.rate, number, &rivals, &mut rates);
        }
        let (mut counts, mut counted) = (BucketCounts::new(buckets, properties.count()), 0);
        let column = (!properties.domains.is_empty()).then_some(Column::Source);
        let mut cited = FxHashSet::default();
        counting
            .visit(&selection, column, |answer, list, facts| {
                counted += 1;
                let row = counts.add(answer);
                let mut count = |property: usize| row[property] = row[property].saturating_add(1);
                for fact in facts.iter().filter(|fact| fact.mentions > 0) {
                    properties.brands.get(&fact.brand).copied().into_iter().for_each(&mut count);
                }
                cited.clear();
                let numbers = sources(list).flat_map(|source| [source.domain, source.site]);
                cited.extend(numbers.filter_map(|number| properties.domains.get(&number)));
                cited.iter().copied().for_each(&mut count);
            })
            .await?;
        let answers = selection.count(&counting.snapshot, counting.organization_id()).await?;
        let codes = counting.model_codes(counts.models()).await?;
        Ok(Self { rates, counts, coverage: Coverage { answers, counted }, selection, codes })
    }

    /// The pairs of a rate, without those of models that failed half of their items in one of the periods.
    pub(super) fn pairs(
        &self,
        rate: &Rate,
        periods: &[Range<i64>; 2],
        failed: &[FailedItems],
        value: impl Fn(&[u16]) -> f64,
    ) -> Vec<(Cell, Pair)> {
        let out: Vec<AlertOutage> = periods.iter().flat_map(|buckets| self.outages(buckets, failed)).collect();
        let is_out = |model: u32| {
            let code = self.codes.get(&model);
            out.iter().any(|outage| Some(&outage.model) == code)
        };
        let models: FxHashSet<u32> = self.counts.models().filter(|model| !is_out(*model)).collect();
        let is_wanted =
            |cell: Cell| models.contains(&cell.model) && rate.prompt.is_none_or(|wanted| wanted == cell.prompt);
        self.counts.pairs(periods, is_wanted, value)
    }

    /// The models that failed half of their items of some buckets.
    pub(super) fn outages(&self, buckets: &Range<i64>, failed: &[FailedItems]) -> Vec<AlertOutage> {
        let mut models: FxHashMap<&ModelCode, u64> = FxHashMap::default();
        for items in failed.iter().filter(|items| buckets.contains(&items.bucket)) {
            *models.entry(&items.model).or_default() += items.items;
        }
        if models.is_empty() {
            return Vec::new();
        }
        let answers = self.counts.answers_of_models(buckets);
        let outage = |(model, failed_count): (&ModelCode, u64)| {
            let of_model = answers.iter().filter(|(number, _)| self.codes.get(number) == Some(model));
            let item_count = failed_count + of_model.map(|(_, answers)| answers).sum::<u64>();
            let is_out = failed_count >= OUTAGE_MIN && 2 * failed_count >= item_count;
            is_out.then(|| AlertOutage { model: model.clone(), failed_count, item_count })
        };
        let mut outages: Vec<AlertOutage> = models.into_iter().filter_map(outage).collect();
        outages.sort_unstable_by(|one, other| one.model.cmp(&other.model));
        outages
    }

    /// The outages of the later periods of conditions, each model once.
    pub(super) fn outages_of(
        &self,
        conditions: &[AlertCondition],
        day: i64,
        failed: &[FailedItems],
    ) -> Vec<FoundOutage> {
        let mut lengths: Vec<i64> = conditions.iter().map(|condition| condition.window_days).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let mut found: Vec<FoundOutage> = Vec::new();
        for length in lengths {
            let days = day + 1 - length..day + 1;
            for outage in self.outages(&days, failed) {
                if found.iter().all(|known| known.outage.model != outage.model) {
                    found.push(FoundOutage { outage, days: days.clone() });
                }
            }
        }
        found
    }
}

/// The properties that are counted, by their index.
#[derive(Default)]
struct Properties {
    /// By the index of a brand: whether an answer names it.
    brands: FxHashMap<usize, usize>,
    /// By the number of a domain or site: whether an answer cites it.
    domains: FxHashMap<u32, usize>,
}

impl Properties {
    fn count(&self) -> usize {
        self.brands.len() + self.domains.len()
    }

    fn brand(&mut self, brand: usize) -> usize {
        let next = self.count();
        *self.brands.entry(brand).or_insert(next)
    }

    /// `number` is that of the prompt or domain of the rate.
    fn add_rates(
        &mut self,
        counting: &Counting,
        condition: usize,
        rate: &AlertRate,
        number: Option<u32>,
        rivals: &[usize],
        rates: &mut Vec<Rate>,
    ) {
        let id = match rate {
            AlertRate::Mentions(brand) | AlertRate::Lead(brand) | AlertRate::PromptMentions(_, brand) => Some(brand),
            AlertRate::Citations(_) => None,
        };
        let brand = id.and_then(|id| counting.brands.iter().position(|known| known.id == *id));
        let mut add = |property: usize, rival: Option<(usize, usize)>| {
            let prompt = number.filter(|_| matches!(rate, AlertRate::PromptMentions(..)));
            rates.push(Rate {
                condition,
                brand,
                prompt,
                property,
                rival: rival.map(|(rival, _)| rival),
                property_of_rival: rival.map(|(_, property)| property),
            });
        };
        match (rate, brand, number) {
            (AlertRate::Citations(_), _, Some(number)) => {
                let next = self.count();
                add(*self.domains.entry(number).or_insert(next), None);
            }
            (AlertRate::PromptMentions(..), Some(brand), Some(_)) | (AlertRate::Mentions(_), Some(brand), _) => {
                add(self.brand(brand), None);
            }
            (AlertRate::Lead(_), Some(brand), _) => {
                for rival in rivals.iter().filter(|rival| **rival != brand).take(RIVALS_MAX) {
                    add(self.brand(brand), Some((*rival, self.brand(*rival))));
                }
            }
            _ => {}
        }
    }
}

/// The name of the prompt or domain of a rate.
fn name_of(rate: &AlertRate) -> Option<Name<'_>> {
    match rate {
        AlertRate::Citations(domain) => Some(Name::new(NameKind::Domain, domain)),
        AlertRate::PromptMentions(prompt, _) => Some(Name::new(NameKind::Prompt, prompt.as_str())),
        AlertRate::Mentions(_) | AlertRate::Lead(_) => None,
    }
}

/// The brands that most answers name, first the one of most: a brand and its rivals.
async fn most_named(counting: &Counting, selection: &Selection) -> StatisticsResult<Vec<usize>> {
    let mut named = vec![0_u64; counting.brands.len()];
    counting
        .visit_facts(selection, |facts| {
            facts.iter().filter(|fact| fact.mentions > 0).for_each(|fact| named[fact.brand] += 1);
        })
        .await?;
    let mut brands: Vec<usize> = (0..named.len()).filter(|brand| named[*brand] > 0).collect();
    brands.sort_by_key(|brand| std::cmp::Reverse(named[*brand]));
    brands.truncate(RIVALS_MAX + 1);
    Ok(brands)
}
