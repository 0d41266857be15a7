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

use super::counting::{Brands, Counting};
use super::watches::{CountedWatches, Rate};
use crate::embedded::columns::{ABSENT, Cell, Column};
use crate::error::StatisticsResult;
use crate::moved::{FailedItems, JudgedBrand, MovedDay, MovedDays, MovedRate, MovedRates, TimeBuckets, Watch, Watched};
use crate::scope::valid_ids;

/// The prompts and sources that a movement names.
const NAMED_MAX: usize = 5;

/// Finds the rates that moved as wanted in periods that end with the UTC day `day`. Nothing moved while answers are searched for
/// brands.
pub(crate) async fn find_moved(
    snapshot: DatabaseTransaction,
    organization_id: &str,
    day: i64,
    watches: &[Watch],
    failed: &[FailedItems],
) -> StatisticsResult<MovedRates> {
    let counting = Counting::new(snapshot, organization_id, Brands::Tracked).await?;
    let first = watches.iter().map(|watch| watch.periods(day)[0].start).min().unwrap_or(day);
    let counted = CountedWatches::of_utc_days(&counting, first..day + 1, watches).await?;
    if counted.coverage.counted < counted.coverage.answers {
        return Ok(MovedRates::default());
    }
    let mut found = Vec::new();
    for rate in &counted.rates {
        let watch = &watches[rate.watch];
        let pairs = counted.pairs(rate, &watch.periods(day), failed, |counts| rate.value(counts));
        if let Some(movement) = rate.judge(&pairs).filter(|movement| rate.is_wanted(movement, watch)) {
            found.push(Found { rate: *rate, movement, pairs, sources: FxHashMap::default() });
        }
    }
    count_sources(&counting, &counted, day, watches, &mut found).await?;
    let mut moved = Vec::with_capacity(found.len());
    for found in found {
        moved.push(found.describe(&counting, &counted, day, watches, failed).await?);
    }
    Ok(MovedRates { moved, outages: counted.outages_of(watches, day, failed) })
}

/// Finds the days on which a rate would have moved as wanted, of `days` days that end with `last_day`.
pub(crate) async fn trace_moved(
    snapshot: DatabaseTransaction,
    organization_id: &str,
    last_day: i64,
    days: i64,
    watch: &Watch,
    failed: &[FailedItems],
) -> StatisticsResult<MovedDays> {
    let counting = Counting::new(snapshot, organization_id, Brands::Tracked).await?;
    let traced = last_day + 1 - days..last_day + 1;
    let first = watch.periods(traced.start)[0].start;
    let counted = CountedWatches::of_utc_days(&counting, first..traced.end, std::slice::from_ref(watch)).await?;
    let (mut judged, mut moved) = (0, Vec::new());
    for day in traced {
        let mut is_judged = false;
        for rate in &counted.rates {
            let pairs = counted.pairs(rate, &watch.periods(day), failed, |counts| rate.value(counts));
            let Some(movement) = rate.judge(&pairs) else { continue };
            is_judged = true;
            if rate.is_wanted(&movement, watch) {
                let rival = rate.rival.map(|rival| counting.brands[rival].clone());
                moved.push(MovedDay { day, moved: rounded(movement.moved()), rival });
            }
        }
        judged += u64::from(is_judged);
    }
    Ok(MovedDays { coverage: counted.coverage, judged, days: moved })
}

/// Judges the movements to the period of a scope from the time before it, of the same length. Judges none while answers are searched
/// for brands.
pub(crate) async fn judge_period(
    snapshot: DatabaseTransaction,
    organization_id: &str,
    scope: &AnswerScope,
    brands: &[BrandId],
    failed: &[FailedItems],
) -> StatisticsResult<Vec<JudgedBrand>> {
    let ids = valid_ids(scope)?;
    let buckets = TimeBuckets::of_period(&(time_of(ids.start)..time_of(ids.end)));
    let scope = AnswerScope { from: Some(wire_time(buckets.start_of(0))), ..scope.clone() };
    let watch = |brand: &BrandId| Watch {
        watched: Watched::Mentions(brand.clone()),
        direction: AlertDirection::Either,
        size: 0.0,
        window_days: 1,
    };
    let watches: Vec<Watch> = brands.iter().map(watch).collect();
    let counting = Counting::new(snapshot, organization_id, Brands::Tracked).await?;
    let counted = CountedWatches::of_scope(&counting, &scope, buckets, &watches).await?;
    if counted.coverage.counted < counted.coverage.answers {
        return Ok(Vec::new());
    }
    let judged = counted.rates.iter().filter_map(|rate| {
        let watch = &watches[rate.watch];
        let pairs = counted.pairs(rate, &watch.periods(1), failed, |counts| rate.value(counts));
        let movement = rate.judge(&pairs)?;
        Some(JudgedBrand {
            brand: brands[rate.watch].clone(),
            moved: rounded(movement.moved()),
            is_significant: rate.is_wanted(&movement, watch),
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
    counted: &CountedWatches,
    day: i64,
    watches: &[Watch],
    found: &mut [Found],
) -> StatisticsResult<()> {
    if found.is_empty() {
        return Ok(());
    }
    let compared = found.iter().map(|found| {
        let cells: FxHashSet<Cell> = found.pairs.iter().map(|(cell, _)| *cell).collect();
        (watches[found.rate.watch].periods(day), cells)
    });
    let compared: Vec<_> = compared.collect();
    let mut domains = FxHashSet::default();
    counting
        .visit_values(&counted.selection, Some(Column::Source), |answer, sources| {
            domains.clear();
            domains.extend(sources.as_chunks().0.iter().map(|[_, domain, _]: &[u32; 3]| *domain));
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
        counted: &CountedWatches,
        day: i64,
        watches: &[Watch],
        failed: &[FailedItems],
    ) -> StatisticsResult<MovedRate> {
        let (rate, watch) = (self.rate, &watches[self.rate.watch]);
        let periods = watch.periods(day);
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
        let sources = self.sources(counting, &watch.watched).await?;
        let movement =
            AlertMovement { before: side(0), after: side(1), moved: rounded(moved), interval, prompts, sources };
        Ok(MovedRate {
            watch: rate.watch,
            brand: rate.brand.map(|brand| counting.brands[brand].clone()),
            rival: rate.rival.map(|rival| counting.brands[rival].clone()),
            query: rate.prompt.and_then(|prompt| Some(named.get(&prompt)?.1.clone())),
            movement,
            since: counted.counts.first_id(&periods[1]).map(|id| wire_time(time_of(id))).unwrap_or_default(),
        })
    }

    /// The domains whose shares of the compared answers moved most. A watched domain is not among them.
    async fn sources(&self, counting: &Counting, watched: &Watched) -> StatisticsResult<Vec<AlertSource>> {
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
        // One more, which may be the watched domain.
        moved.truncate(NAMED_MAX + 1);
        let names = counting.names(moved.iter().map(|(domain, _)| *domain)).await?;
        let source = |(number, shares): &(u32, [f64; 2])| {
            let domain = names.get(number)?.clone();
            let [before, after] = shares.map(rounded);
            Some(AlertSource { domain, before, after })
        };
        let is_other =
            |source: &AlertSource| !matches!(watched, Watched::Citations(domain) if *domain == source.domain);
        Ok(moved.iter().filter_map(source).filter(is_other).take(NAMED_MAX).collect())
    }
}
