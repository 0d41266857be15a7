//! The rates of alert conditions, and the counts that they need.

use std::ops::Range;

use answerdeck_api::metrics::Coverage;
use answerdeck_api::{AlertOutage, AnswerScope, ModelCode};
use answerdeck_clickhouse::{Keys, NameColumn, Periods, Position};
use answerdeck_database::time::wire_time;
use answerdeck_insight::{Confidence, Movement, Pair};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bucket_counts::BucketCounts;
use super::copied::{CELL, Copied, Selected};
use super::counting::{Counting, ModelNumbers};
use crate::alert::{AlertCondition, AlertRate, FailedItems, FoundOutage, TimeBuckets};
use crate::embedded::columns::{Cell, Column, Name, NameKind, sources};
use crate::error::StatisticsResult;
use crate::sides::{Side, Sides};

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
    fn value(&self, counts: &[u16]) -> f64 {
        self.own_value(counts) - self.rival_value(counts)
    }

    pub(super) fn own_value(&self, counts: &[u16]) -> f64 {
        f64::from(counts[self.property])
    }

    pub(super) fn rival_value(&self, counts: &[u16]) -> f64 {
        self.property_of_rival.map_or(0.0, |property| f64::from(counts[property]))
    }

    /// Judges the movement. `None` if the sample is too small.
    fn judge(&self, pairs: &[Pair]) -> Option<Movement> {
        if self.prompt.is_some() {
            Movement::by_readings(pairs)
        } else {
            Movement::by_prompts(pairs, Confidence::Percent99)
        }
    }
}

/// A rate whose movement could be judged.
pub(super) struct JudgedRate<'a> {
    pub(super) rate: Rate,
    pub(super) condition: &'a AlertCondition,
    pub(super) periods: Sides<Range<i64>>,
    pub(super) cells: Vec<Cell>,
    /// Those of the cells, in their order.
    pub(super) pairs: Vec<Pair>,
    pub(super) movement: Movement,
}

impl JudgedRate<'_> {
    /// Whether it moved as the condition says.
    pub(super) fn is_wanted(&self) -> bool {
        self.movement.is_significant(&self.condition.direction, self.condition.size)
            && (self.rate.rival.is_none() || self.movement.changes_places())
    }
}

/// The rates of conditions, with their counts.
pub(super) struct CountedRates<'a> {
    conditions: &'a [AlertCondition],
    /// The items that engines failed in each bucket.
    failed: &'a [FailedItems],
    rates: Vec<Rate>,
    pub(super) counts: BucketCounts,
    pub(super) coverage: Coverage,
    pub(super) selected: Selected,
    models: Vec<ModelNumbers>,
}

impl<'a> CountedRates<'a> {
    /// Counts the answers of some days as [`of_scope`](Self::of_scope) does. Those of a run that has not finished are a biased sample.
    pub(super) async fn of_days(
        counting: &Counting,
        days: TimeBuckets,
        range: Range<i64>,
        conditions: &'a [AlertCondition],
        failed: &'a [FailedItems],
    ) -> StatisticsResult<Self> {
        let [from, to] = [range.start, range.end].map(|day| Some(wire_time(days.start_of(day))));
        let scope = AnswerScope { from, to, finished: Some(true), ..AnswerScope::default() };
        Self::of_scope(counting, &scope, days, conditions, failed).await
    }

    /// Counts the answers of a scope by time bucket. A condition on a brand that is not tracked, or on a prompt or domain without
    /// answers, has no rate.
    pub(super) async fn of_scope(
        counting: &Counting,
        scope: &AnswerScope,
        buckets: TimeBuckets,
        conditions: &'a [AlertCondition],
        failed: &'a [FailedItems],
    ) -> StatisticsResult<Self> {
        let selected = counting.select_copied(scope).await?;
        let rivals = match conditions.iter().any(|condition| matches!(condition.rate, AlertRate::Lead(_))) {
            true => most_named(counting, &selected).await?,
            false => Vec::new(),
        };
        let mut properties = Properties::default();
        let mut rates = Vec::new();
        let names: Vec<Name<'_>> = conditions.iter().filter_map(|condition| name_of(&condition.rate)).collect();
        let mut numbers = counting.number_of_each(&names).await?.into_iter();
        for (at, condition) in conditions.iter().enumerate() {
            let number = name_of(&condition.rate).and_then(|_| numbers.next().flatten());
            rates.extend(properties.rates(counting, at, &condition.rate, number, &rivals));
        }
        let mut counts = BucketCounts::new(buckets, properties.count());
        let column = (!properties.domains.is_empty()).then_some(Column::Source);
        let mut cited = FxHashSet::default();
        let brands = properties.brands.keys().copied();
        let mut counted = counting
            .visit_of(&selected.columns, column, brands, |answer, list, facts| {
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
        if let Some(copied) = &selected.copied {
            counted += add_copied(&mut counts, copied, &properties).await?;
        }
        let models = counting.models(counts.models()).await?;
        let coverage = counting.coverage(scope, &selected.columns, counted).await?;
        Ok(Self { conditions, failed, rates, counts, coverage, selected, models })
    }

    /// The rates that can be judged in periods that end with a bucket.
    pub(super) fn judged(&self, last: i64) -> impl Iterator<Item = JudgedRate<'a>> {
        self.rates.iter().filter_map(move |rate| {
            let condition = &self.conditions[rate.condition];
            let periods = condition.periods(last);
            let (cells, pairs) = self.pairs(rate, &periods, |counts| rate.value(counts));
            let movement = rate.judge(&pairs)?;
            Some(JudgedRate { rate: *rate, condition, periods, cells, pairs, movement })
        })
    }

    /// The cells of a rate and their pairs, without those of models that failed half of their items in one of the periods.
    pub(super) fn pairs(
        &self,
        rate: &Rate,
        periods: &Sides<Range<i64>>,
        value: impl Fn(&[u16]) -> f64,
    ) -> (Vec<Cell>, Vec<Pair>) {
        let outages: Vec<AlertOutage> = Side::BOTH.into_iter().flat_map(|side| self.outages(&periods[side])).collect();
        let is_out = |model: &&ModelNumbers| outages.iter().any(|outage| outage.model == model.code);
        let out: FxHashSet<u32> = self.models.iter().filter(is_out).flat_map(|model| &model.numbers).copied().collect();
        let is_wanted =
            |cell: Cell| !out.contains(&cell.model) && rate.prompt.is_none_or(|wanted| wanted == cell.prompt);
        self.counts.pairs(periods, is_wanted, value).into_iter().unzip()
    }

    /// The models that failed half of their items of some buckets.
    fn outages(&self, buckets: &Range<i64>) -> Vec<AlertOutage> {
        let mut failed: FxHashMap<&ModelCode, u64> = FxHashMap::default();
        for items in self.failed.iter().filter(|items| buckets.contains(&items.bucket)) {
            *failed.entry(&items.model).or_default() += items.items;
        }
        if failed.is_empty() {
            return Vec::new();
        }
        let answers = self.counts.answers_of_models(buckets);
        let outage = |(code, failed_count): (&ModelCode, u64)| {
            let numbers = self.models.iter().filter(|model| model.code == *code).flat_map(|model| &model.numbers);
            let item_count = failed_count + numbers.filter_map(|number| answers.get(number)).sum::<u64>();
            let is_out = failed_count >= OUTAGE_MIN && 2 * failed_count >= item_count;
            is_out.then(|| AlertOutage { model: code.clone(), failed_count, item_count })
        };
        let mut outages: Vec<AlertOutage> = failed.into_iter().filter_map(outage).collect();
        outages.sort_unstable_by(|one, other| one.model.cmp(&other.model));
        outages
    }

    /// The outages of the later periods of conditions, each model once.
    pub(super) fn outages_of(&self, day: i64) -> Vec<FoundOutage> {
        let mut lengths: Vec<i64> = self.conditions.iter().map(|condition| condition.window_days).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let mut found: Vec<FoundOutage> = Vec::new();
        for length in lengths {
            let days = day + 1 - length..day + 1;
            for outage in self.outages(&days) {
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
    fn rates(
        &mut self,
        counting: &Counting,
        condition: usize,
        rate: &AlertRate,
        number: Option<u32>,
        rivals: &[usize],
    ) -> Vec<Rate> {
        let id = match rate {
            AlertRate::Mentions(brand) | AlertRate::Lead(brand) | AlertRate::PromptMentions(_, brand) => Some(brand),
            AlertRate::Citations(_) => None,
        };
        let brand = id.and_then(|id| counting.brands.iter().position(|known| known.id == *id));
        let new = |property| Rate { condition, brand, rival: None, prompt: None, property, property_of_rival: None };
        match (rate, brand, number) {
            (AlertRate::Citations(_), _, Some(number)) => {
                let next = self.count();
                vec![new(*self.domains.entry(number).or_insert(next))]
            }
            (AlertRate::Mentions(_), Some(brand), _) => vec![new(self.brand(brand))],
            (AlertRate::PromptMentions(..), Some(brand), Some(_)) => {
                vec![Rate { prompt: number, ..new(self.brand(brand)) }]
            }
            (AlertRate::Lead(_), Some(brand), _) => {
                let own = new(self.brand(brand));
                let rivals = rivals.iter().copied().filter(|rival| *rival != brand).take(RIVALS_MAX);
                let lead = |rival| Rate { rival: Some(rival), property_of_rival: Some(self.brand(rival)), ..own };
                rivals.map(lead).collect()
            }
            _ => Vec::new(),
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

/// Adds what ClickHouse counts. Returns the number of its answers.
async fn add_copied(counts: &mut BucketCounts, copied: &Copied, properties: &Properties) -> StatisticsResult<u64> {
    let (buckets, mut counted) = (counts.buckets, 0);
    // The buckets of days begin at a quarter of an hour in every time zone.
    let slot = Periods::start_of(1);
    let (has_slots, mut parts) = (buckets.origin % slot == 0 && buckets.length % slot == 0, Vec::new());
    if has_slots {
        parts.push((0, copied.clone(), Some(copied.periods(|time| buckets.bucket_of(time)).await?)));
    } else {
        // Other buckets begin at any millisecond. There are only two.
        for bucket in [0, 1] {
            parts.push((bucket, copied.between(buckets.ids_of(&(bucket..bucket + 1))), None));
        }
    }
    let domains: Vec<u32> = properties.domains.keys().copied().collect();
    let brands: Vec<usize> = properties.brands.keys().copied().collect();
    for (bucket, copied, periods) in &parts {
        let keys = Keys { periods: periods.as_ref(), ..CELL };
        let bucket_of = |period: i64| if has_slots { period } else { *bucket };
        for row in copied.answers(keys).await? {
            let cell = Cell::new(row.prompt, row.region, row.model);
            let [first, latest] = [row.first, row.latest].map(u128::from_be_bytes);
            counts.add_many(bucket_of(row.period), cell, u32::try_from(row.answers).unwrap_or(u32::MAX), first, latest);
            counted += row.answers;
        }
        let mut add = |period: i64, cell: Cell, property: usize, answers: u64| {
            let count = &mut counts.counts_of(bucket_of(period), cell)[property];
            *count = count.saturating_add(u16::try_from(answers).unwrap_or(u16::MAX));
        };
        for (brand, row) in copied.brands(keys, Position::No, Some(&brands)).await? {
            if let Some(property) = properties.brands.get(&brand) {
                add(row.period, Cell::new(row.prompt, row.region, row.model), *property, row.named);
            }
        }
        for row in copied.names(&NameColumn::DomainsAndSites, Some(&domains), keys).await? {
            if let Some(property) = properties.domains.get(&row.number) {
                add(row.period, Cell::new(row.prompt, row.region, row.model), *property, row.answers);
            }
        }
    }
    Ok(counted)
}

/// The brands that most answers name, first the one of most: a brand and its rivals.
async fn most_named(counting: &Counting, selected: &Selected) -> StatisticsResult<Vec<usize>> {
    let mut named = vec![0_u64; counting.brands.len()];
    counting
        .visit_contents(&selected.columns, None, |_, facts| {
            facts.iter().filter(|fact| fact.mentions > 0).for_each(|fact| named[fact.brand] += 1);
        })
        .await?;
    if let Some(copied) = &selected.copied {
        for (brand, row) in copied.brands(Keys::default(), Position::No, None).await? {
            named[brand] += row.named;
        }
    }
    let mut brands: Vec<usize> = (0..named.len()).filter(|brand| named[*brand] > 0).collect();
    brands.sort_by_key(|brand| std::cmp::Reverse(named[*brand]));
    brands.truncate(RIVALS_MAX + 1);
    Ok(brands)
}
