//! Which rates moved significantly from one period to the next: one pass over the brands and sources of both periods, and one over their
//! sources if something moved.

use std::collections::BTreeSet;

use answerdeck_api::{
    AlertDirection, AlertInterval, AlertMovement, AlertPrompt, AlertSide, AlertSource, AnswerScope, BrandId,
};
use answerdeck_clickhouse::{Keys, NameColumn, SourceFilter};
use answerdeck_database::id::time_of;
use answerdeck_database::time::wire_time;
use answerdeck_insight::{Confidence, Movement, moved_most, rounded, sample};
use rustc_hash::{FxHashMap, FxHashSet};

use super::alert_rates::{CountedRates, JudgedRate};
use super::copied::CELL;
use super::counting::{Counting, created_at};
use crate::alert::{
    AlertCondition, AlertRate, FailedItems, FoundMovement, FoundMovements, JudgedBrand, TimeBuckets, TrialDay,
    TrialDays,
};
use crate::embedded::columns::{ABSENT, Cell, Column, sources};
use crate::error::StatisticsResult;
use crate::scope::valid_ids;
use crate::sides::{Side, Sides};

/// The prompts and sources that a movement names.
const NAMED_MAX: usize = 5;

/// The answers of both periods that cite each domain.
type Cited = FxHashMap<u32, Sides<u64>>;

/// Finds the rates that moved as wanted in periods that end with a day. Nothing moved while answers are searched for brands.
pub(crate) async fn find_alert_movements(
    counting: &Counting,
    days: TimeBuckets,
    day: i64,
    conditions: &[AlertCondition],
    failed: &[FailedItems],
) -> StatisticsResult<FoundMovements> {
    let first = conditions.iter().map(|condition| condition.periods(day).before.start).min().unwrap_or(day);
    let counted = CountedRates::of_days(counting, days, first..day + 1, conditions, failed).await?;
    if counted.coverage.counted < counted.coverage.answers {
        return Ok(FoundMovements::default());
    }
    let moved: Vec<JudgedRate<'_>> = counted.judged(day).filter(|judged| judged.is_wanted()).collect();
    let cited = count_sources(counting, &counted, &moved).await?;
    let mut movements = Vec::with_capacity(moved.len());
    for (moved, cited) in moved.iter().zip(&cited) {
        movements.push(describe(counting, &counted, moved, cited).await?);
    }
    Ok(FoundMovements { movements, outages: counted.outages_of(day) })
}

/// Finds the days on which a rate would have moved as wanted, of so many that end with `last_day`.
pub(crate) async fn trial_days(
    counting: &Counting,
    days: TimeBuckets,
    last_day: i64,
    day_count: i64,
    condition: &AlertCondition,
    failed: &[FailedItems],
) -> StatisticsResult<TrialDays> {
    let tried = last_day + 1 - day_count..last_day + 1;
    let first = condition.periods(tried.start).before.start;
    let condition = std::slice::from_ref(condition);
    let counted = CountedRates::of_days(counting, days, first..tried.end, condition, failed).await?;
    let (mut judged_days, mut moved_days) = (0, Vec::new());
    for day in tried {
        let judged: Vec<JudgedRate<'_>> = counted.judged(day).collect();
        judged_days += u64::from(!judged.is_empty());
        let moved = judged.iter().filter(|judged| judged.is_wanted()).map(|moved| TrialDay {
            day,
            moved: rounded(moved.movement.moved()),
            rival: moved.rate.rival.map(|rival| counting.brands[rival].clone()),
        });
        moved_days.extend(moved);
    }
    Ok(TrialDays { coverage: counted.coverage, judged: judged_days, days: moved_days })
}

/// Judges the movements to the period of a scope from the time before it, of the same length. Judges none while answers are searched
/// for brands.
pub(crate) async fn compare_with_period_before(
    counting: &Counting,
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
    let counted = CountedRates::of_scope(counting, &scope, buckets, &conditions, failed).await?;
    if counted.coverage.counted < counted.coverage.answers {
        return Ok(Vec::new());
    }
    let judged = counted.judged(1).map(|judged| {
        // Alerts watch many rates, a digest a few: it judges them as the metrics do.
        let movement = Movement::by_prompts(&judged.pairs, Confidence::Percent95).unwrap_or(judged.movement);
        JudgedBrand {
            brand: brands[judged.rate.condition].clone(),
            moved: rounded(movement.moved()),
            is_significant: movement.is_significant(&judged.condition.direction, judged.condition.size),
        }
    });
    Ok(judged.collect())
}

/// Counts the domains that the compared answers of each movement cite.
async fn count_sources(
    counting: &Counting,
    counted: &CountedRates<'_>,
    moved: &[JudgedRate<'_>],
) -> StatisticsResult<Vec<Cited>> {
    let mut cited = vec![Cited::default(); moved.len()];
    if moved.is_empty() {
        return Ok(cited);
    }
    let cells: Vec<FxHashSet<Cell>> = moved.iter().map(|moved| moved.cells.iter().copied().collect()).collect();
    let mut domains = FxHashSet::default();
    counting
        .visit_values(&counted.selected.columns, Some(Column::Source), |answer, list| {
            domains.clear();
            domains.extend(sources(list).map(|source| source.domain));
            domains.remove(&ABSENT);
            let (cell, bucket) = (answer.cell(), counted.counts.buckets.bucket_of(time_of(answer.id)));
            for ((moved, cells), cited) in moved.iter().zip(&cells).zip(&mut cited) {
                let side = moved.periods.side_of(bucket);
                if let Some(side) = side.filter(|_| cells.contains(&cell)) {
                    domains.iter().for_each(|domain| cited.entry(*domain).or_default()[side] += 1);
                }
            }
        })
        .await?;
    let Some(copied) = &counted.selected.copied else { return Ok(cited) };
    let buckets = counted.counts.buckets;
    // One query for all movements between the same periods.
    let windows: BTreeSet<i64> = moved.iter().map(|moved| moved.condition.window_days).collect();
    for days in windows {
        let of_window = || (0..moved.len()).filter(|at| moved[*at].condition.window_days == days);
        let Some(Sides { before, after }) = of_window().next().map(|at| &moved[at].periods) else { continue };
        let prompts: BTreeSet<u32> = of_window().flat_map(|at| &moved[at].cells).map(|cell| cell.prompt).collect();
        let copied = copied.between(buckets.ids_of(&(before.start..after.end)));
        let copied = copied.with(|_, conditions| conditions.prompts = Some(prompts.into_iter().collect()));
        let sides = copied.periods(|time| i64::from(buckets.bucket_of(time) >= after.start)).await?;
        let keys = Keys { periods: Some(&sides), ..CELL };
        for row in copied.names(&NameColumn::Domains(SourceFilter::default()), None, keys).await? {
            let (cell, side) = (Cell::new(row.prompt, row.region, row.model), Side::BOTH[usize::from(row.period > 0)]);
            for at in of_window().filter(|at| row.number != ABSENT && cells[*at].contains(&cell)) {
                cited[at].entry(row.number).or_default()[side] += row.answers;
            }
        }
    }
    Ok(cited)
}

async fn describe(
    counting: &Counting,
    counted: &CountedRates<'_>,
    moved: &JudgedRate<'_>,
    cited: &Cited,
) -> StatisticsResult<FoundMovement> {
    let JudgedRate { rate, periods, pairs, movement, .. } = moved;
    let most = if rate.prompt.is_some() { Vec::new() } else { moved_most(pairs, NAMED_MAX) };
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
        let (_, pairs) = counted.pairs(rate, periods, value);
        Movement::without_margin(&pairs).unwrap_or_default().rates.map(rounded)
    };
    let own = of(&|counts| rate.own_value(counts));
    let rival = rate.rival.map(|_| of(&|counts| rate.rival_value(counts)));
    let distinct = pairs.chunk_by(|one, other| one.prompt == other.prompt).count() as u64;
    let side = |side: Side| AlertSide {
        rate: own[side as usize],
        rival_rate: rival.map(|rates| rates[side as usize]),
        sample: sample(movement.answers[side as usize], distinct),
    };
    let (difference, margin) = (movement.moved(), movement.margin);
    let movement = AlertMovement {
        before: side(Side::Before),
        after: side(Side::After),
        moved: rounded(difference),
        interval: AlertInterval { lower: rounded(difference - margin), upper: rounded(difference + margin) },
        prompts,
        sources: moved_sources(counting, moved, cited).await?,
    };
    Ok(FoundMovement {
        condition: rate.condition,
        brand: rate.brand.map(|brand| counting.brands[brand].clone()),
        rival: rate.rival.map(|rival| counting.brands[rival].clone()),
        query: rate.prompt.and_then(|prompt| Some(named.get(&prompt)?.1.clone())),
        movement,
        since: counted.counts.first_id(&periods.after).map(created_at).unwrap_or_default(),
    })
}

/// The domains whose shares of the compared answers moved most. The domain of the rate itself is not among them.
async fn moved_sources(
    counting: &Counting,
    moved: &JudgedRate<'_>,
    cited: &Cited,
) -> StatisticsResult<Vec<AlertSource>> {
    let (answers, rate) = (moved.movement.answers, &moved.condition.rate);
    let share = |cited: &Sides<u64>| Sides::new(|side| cited[side] as f64 / answers[side as usize] as f64);
    let size = |share: &Sides<f64>| (share.after - share.before).abs();
    let mut shares: Vec<(u32, Sides<f64>)> = cited.iter().map(|(domain, cited)| (*domain, share(cited))).collect();
    shares.retain(|(_, share)| size(share) > 0.0);
    shares.sort_unstable_by(|(one, of_one), (other, of_other)| {
        size(of_other).total_cmp(&size(of_one)).then(one.cmp(other))
    });
    // One more, which may be the domain of the rate.
    shares.truncate(NAMED_MAX + 1);
    let names = counting.names(shares.iter().map(|(domain, _)| *domain)).await?;
    let source = |(number, share): &(u32, Sides<f64>)| {
        let domain = names.get(number)?.clone();
        Some(AlertSource { domain, before: rounded(share.before), after: rounded(share.after) })
    };
    let is_other = |source: &AlertSource| !matches!(rate, AlertRate::Citations(domain) if *domain == source.domain);
    Ok(shares.iter().filter_map(source).filter(is_other).take(NAMED_MAX).collect())
}
