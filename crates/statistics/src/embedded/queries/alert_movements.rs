//! Which rates moved significantly from one period to the next: one pass over the brands and sources of both periods, and one over their
//! sources if something moved.

use std::cmp::Ordering;

use answerdeck_api::{
    AlertDirection, AlertInterval, AlertMovement, AlertPrompt, AlertSide, AlertSource, AnswerScope, BrandId,
};
use answerdeck_database::id::time_of;
use answerdeck_database::time::wire_time;
use answerdeck_insight::{Movement, Pair, moved_most, rounded, sample};
use rustc_hash::{FxHashMap, FxHashSet};
use sea_orm::DatabaseTransaction;

use super::alert_rates::{CountedRates, Rate};
use super::counting::{Brands, Counting};
use crate::alert::{
    AlertCondition, AlertRate, FailedItems, FoundMovement, FoundMovements, JudgedBrand, TimeBuckets, TrialDay,
    TrialDays,
};
use crate::embedded::columns::{ABSENT, Cell, Column, sources};
use crate::error::StatisticsResult;
use crate::scope::valid_ids;

/// The prompts and sources that a movement names.
const NAMED_MAX: usize = 5;

/// Finds the rates that moved as wanted in periods that end with the UTC day `day`. Nothing moved while answers are searched for
/// brands.
pub(crate) async fn find_alert_movements(
    snapshot: DatabaseTransaction,
    organization_id: &str,
    day: i64,
    conditions: &[AlertCondition],
    failed: &[FailedItems],
) -> StatisticsResult<FoundMovements> {
    let counting = Counting::new(snapshot, organization_id, Brands::Tracked).await?;
    let first = conditions.iter().map(|condition| condition.periods(day)[0].start).min().unwrap_or(day);
    let counted = CountedRates::of_utc_days(&counting, first..day + 1, conditions).await?;
    if counted.coverage.counted < counted.coverage.answers {
        return Ok(FoundMovements::default());
    }
    let mut found = Vec::new();
    for rate in &counted.rates {
        let condition = &conditions[rate.condition];
        let pairs = counted.pairs(rate, &condition.periods(day), failed, |counts| rate.value(counts));
        if let Some(movement) = rate.judge(&pairs).filter(|movement| rate.is_wanted(movement, condition)) {
            found.push(Found { rate: *rate, movement, pairs, sources: FxHashMap::default() });
        }
    }
    count_sources(&counting, &counted, day, conditions, &mut found).await?;
    let mut movements = Vec::with_capacity(found.len());
    for found in found {
        movements.push(found.describe(&counting, &counted, day, conditions, failed).await?);
    }
    Ok(FoundMovements { movements, outages: counted.outages_of(conditions, day, failed) })
}

/// Finds the days on which a rate would have moved as wanted, of `days` days that end with `last_day`.
pub(crate) async fn trial_days(
    snapshot: DatabaseTransaction,
    organization_id: &str,
    last_day: i64,
    days: i64,
    condition: &AlertCondition,
    failed: &[FailedItems],
) -> StatisticsResult<TrialDays> {
    let counting = Counting::new(snapshot, organization_id, Brands::Tracked).await?;
    let tried = last_day + 1 - days..last_day + 1;
    let first = condition.periods(tried.start)[0].start;
    let counted = CountedRates::of_utc_days(&counting, first..tried.end, std::slice::from_ref(condition)).await?;
    let (mut judged, mut moved) = (0, Vec::new());
    for day in tried {
        let mut is_judged = false;
        for rate in &counted.rates {
            let pairs = counted.pairs(rate, &condition.periods(day), failed, |counts| rate.value(counts));
            let Some(movement) = rate.judge(&pairs) else { continue };
            is_judged = true;
            if rate.is_wanted(&movement, condition) {
                let rival = rate.rival.map(|rival| counting.brands[rival].clone());
                moved.push(TrialDay { day, moved: rounded(movement.moved()), rival });
            }
        }
        judged += u64::from(is_judged);
    }
    Ok(TrialDays { coverage: counted.coverage, judged, days: moved })
}

/// Judges the movements to the period of a scope from the time before it, of the same length. Judges none while answers are searched
/// for brands.
pub(crate) async fn compare_with_period_before(
    snapshot: DatabaseTransaction,
    organization_id: &str,
    scope: &AnswerScope,
    brands: &[BrandId],
    failed: &[FailedItems],
) -> StatisticsResult<Vec<JudgedBrand>> {
    let ids = valid_ids(scope)?;
    let buckets = TimeBuckets::of_period(&(time_of(ids.start)..time_of(ids.end)));
    let scope = AnswerScope { from: Some(wire_time(buckets.start_of(0))), ..scope.clone() };
    let condition = |brand: &BrandId| AlertCondition {
        rate: AlertRate::Mentions(brand.clone()),
        direction: AlertDirection::Either,
        size: 0.0,
        window_days: 1,
    };
    let conditions: Vec<AlertCondition> = brands.iter().map(condition).collect();
    let counting = Counting::new(snapshot, organization_id, Brands::Tracked).await?;
    let counted = CountedRates::of_scope(&counting, &scope, buckets, &conditions).await?;
    if counted.coverage.counted < counted.coverage.answers {
        return Ok(Vec::new());
    }
    let judged = counted.rates.iter().filter_map(|rate| {
        let condition = &conditions[rate.condition];
        let pairs = counted.pairs(rate, &condition.periods(1), failed, |counts| rate.value(counts));
        let movement = rate.judge(&pairs)?;
        Some(JudgedBrand {
            brand: brands[rate.condition].clone(),
            moved: rounded(movement.moved()),
            is_significant: rate.is_wanted(&movement, condition),
        })
    });
    Ok(judged.collect())
}

/// A movement, before its names are read.
struct Found {
    rate: Rate,
    movement: Movement,
    pairs: Vec<(Cell, Pair)>,
    /// The answers of both periods that cite each domain.
    sources: FxHashMap<u32, [u64; 2]>,
}

/// Counts the domains that the compared answers of each movement cite.
async fn count_sources(
    counting: &Counting,
    counted: &CountedRates,
    day: i64,
    conditions: &[AlertCondition],
    found: &mut [Found],
) -> StatisticsResult<()> {
    if found.is_empty() {
        return Ok(());
    }
    let compared = found.iter().map(|found| {
        let cells: FxHashSet<Cell> = found.pairs.iter().map(|(cell, _)| *cell).collect();
        (conditions[found.rate.condition].periods(day), cells)
    });
    let compared: Vec<_> = compared.collect();
    let mut domains = FxHashSet::default();
    counting
        .visit_values(&counted.selection, Some(Column::Source), |answer, list| {
            domains.clear();
            domains.extend(sources(list).map(|source| source.domain));
            domains.remove(&ABSENT);
            let (cell, bucket) = (answer.cell(), counted.counts.buckets.bucket_of(time_of(answer.id)));
            for (found, (periods, cells)) in found.iter_mut().zip(&compared) {
                let side = periods.iter().position(|buckets| buckets.contains(&bucket));
                if let Some(side) = side.filter(|_| cells.contains(&cell)) {
                    domains.iter().for_each(|domain| found.sources.entry(*domain).or_default()[side] += 1);
                }
            }
        })
        .await
}

impl Found {
    async fn describe(
        self,
        counting: &Counting,
        counted: &CountedRates,
        day: i64,
        conditions: &[AlertCondition],
        failed: &[FailedItems],
    ) -> StatisticsResult<FoundMovement> {
        let (rate, condition) = (self.rate, &conditions[self.rate.condition]);
        let periods = condition.periods(day);
        let pairs: Vec<Pair> = self.pairs.iter().map(|(_, pair)| *pair).collect();
        let most = if rate.prompt.is_some() { Vec::new() } else { moved_most(&pairs, NAMED_MAX) };
        let numbers = most.iter().map(|moved| moved.prompt).chain(rate.prompt);
        let latest = numbers.filter_map(|prompt| Some((prompt, counted.counts.latest_id(prompt)?)));
        let named = counting.prompts(latest).await?;
        let prompts = most.iter().filter_map(|moved| {
            let (prompt_id, query) = named.get(&moved.prompt)?.clone();
            let [before, after] = moved.rates.map(rounded);
            Some(AlertPrompt { prompt_id, query, before, after })
        });
        let prompts: Vec<AlertPrompt> = prompts.collect();

        let of = |value: &dyn Fn(&[u16]) -> f64| {
            let pairs: Vec<Pair> =
                counted.pairs(&rate, &periods, failed, value).into_iter().map(|(_, pair)| pair).collect();
            Movement::without_margin(&pairs).unwrap_or_default().rates.map(rounded)
        };
        let own = of(&|counts| rate.own_value(counts));
        let rival = rate.rival.map(|_| of(&|counts| rate.rival_value(counts)));
        let distinct = pairs.chunk_by(|one, other| one.prompt == other.prompt).count() as u64;
        let side = |side: usize| AlertSide {
            rate: own[side],
            rival_rate: rival.map(|rates| rates[side]),
            sample: sample(self.movement.answers[side], distinct),
        };
        let (moved, margin) = (self.movement.moved(), self.movement.margin);
        let interval = AlertInterval { lower: rounded(moved - margin), upper: rounded(moved + margin) };
        let sources = self.sources(counting, &condition.rate).await?;
        let movement =
            AlertMovement { before: side(0), after: side(1), moved: rounded(moved), interval, prompts, sources };
        Ok(FoundMovement {
            condition: rate.condition,
            brand: rate.brand.map(|brand| counting.brands[brand].clone()),
            rival: rate.rival.map(|rival| counting.brands[rival].clone()),
            query: rate.prompt.and_then(|prompt| Some(named.get(&prompt)?.1.clone())),
            movement,
            since: counted.counts.first_id(&periods[1]).map(|id| wire_time(time_of(id))).unwrap_or_default(),
        })
    }

    /// The domains whose shares of the compared answers moved most. The domain of the rate itself is not among them.
    async fn sources(&self, counting: &Counting, rate: &AlertRate) -> StatisticsResult<Vec<AlertSource>> {
        let answers = self.movement.answers.map(|answers| answers as f64);
        let shares = |cited: [u64; 2]| [0, 1].map(|side| cited[side] as f64 / answers[side]);
        let mut moved: Vec<(u32, [f64; 2])> =
            self.sources.iter().map(|(domain, cited)| (*domain, shares(*cited))).collect();
        let size = |[before, after]: [f64; 2]| (after - before).abs();
        let compare = |one: &(u32, [f64; 2]), other: &(u32, [f64; 2])| -> Ordering {
            size(other.1).total_cmp(&size(one.1)).then(one.0.cmp(&other.0))
        };
        moved.sort_unstable_by(compare);
        moved.retain(|(_, shares)| size(*shares) > 0.0);
        // One more, which may be the domain of the rate.
        moved.truncate(NAMED_MAX + 1);
        let names = counting.names(moved.iter().map(|(domain, _)| *domain)).await?;
        let source = |(number, shares): &(u32, [f64; 2])| {
            let domain = names.get(number)?.clone();
            let [before, after] = shares.map(rounded);
            Some(AlertSource { domain, before, after })
        };
        let is_other = |source: &AlertSource| !matches!(rate, AlertRate::Citations(domain) if *domain == source.domain);
        Ok(moved.iter().filter_map(source).filter(is_other).take(NAMED_MAX).collect())
    }
}
