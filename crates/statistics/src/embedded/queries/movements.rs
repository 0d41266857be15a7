//! What changed between two runs or periods.

use std::collections::BTreeSet;

use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::metrics::{
    BrandChange, ChangeBasis, ComparedAnswers, Comparison, Coverage, MovedPrompt, MovedPrompts, Movement,
    MovementFilter, MovementList,
};
use answerdeck_api::{AnswerScope, ModelCode, RunId};
use answerdeck_clickhouse::Keys;
use answerdeck_database::id::id_of;
use answerdeck_database::{parse_stored_id, query_rows};
use answerdeck_insight::{PromptMovement, rounded};
use jiff::Timestamp;
use rustc_hash::{FxHashMap, FxHashSet};
use sea_orm::Value;

use super::cells::{CellCount, Cells};
use super::counting::{Counting, created_at};
use crate::embedded::columns::{Cell, Dimensions};
use crate::error::{StatisticsError, StatisticsResult, both};
use crate::scope;
use crate::sides::{Side, Sides};

/// The maximum number of later runs for which an earlier one is looked for.
const LATER_RUNS_MAX: usize = 20;
/// The maximum number of runs before one of which those that asked the same prompts are found.
const EARLIER_RUNS_MAX: usize = 200;
/// The maximum number of runs that are read for a later one, and altogether.
const EARLIER_READS_MAX: usize = 40;
const READS_MAX: usize = 60;
/// Whether a row of `runs` is a finished run with answers.
const IS_FINISHED: &str = "status = 'FINISHED' AND success_count > 0";
/// The maximum number of prompts that a movement names for each direction.
const NAMED_MAX: usize = 5;

/// Compares two runs or periods.
pub(crate) async fn list_movements(
    counting: &Counting,
    now: Timestamp,
    filter: &MovementFilter,
) -> StatisticsResult<MovementList> {
    let (scope, earlier) = (filter.scope(), filter.before_run_id.as_ref());
    let is_of_periods = match &filter.basis {
        Some(basis) => *basis == ChangeBasis::Periods,
        None => scope.from.is_some() && scope.run_id.is_none() && earlier.is_none(),
    };
    let before = is_of_periods.then(|| scope::before(&scope, now)).transpose();
    let known = match earlier {
        Some(_) if is_of_periods => Err(StatisticsError::validation("beforeRunID: is only for the basis RUNS")),
        Some(run) => scope::check_run(&counting.snapshot, counting.organization_id(), "beforeRunID", run).await,
        None => Ok(()),
    };
    let brands = counting.indexes_of("brandID", &filter.brand_ids);
    let ((before, ()), brands) = counting.checked(&scope, both(both(before, known), brands)).await?;
    let limit = filter.limit.unwrap_or(PAGE_SIZE_DEFAULT) as usize;
    if let Some(before) = before {
        let periods = Sides { before, after: scope.clone() };
        let moved = compare(counting, &brands, limit, &scope, Some(periods)).await?;
        let is_comparable = |compared: &Comparison| compared.before.comparable.answers > 0;
        if filter.basis.is_some() || moved.comparison.as_ref().is_some_and(is_comparable) {
            return Ok(moved);
        }
    }
    let runs = runs_to_compare(counting, &scope, earlier).await?;
    compare(counting, &brands, limit, &scope, runs).await
}

/// Compares the sides of a scope. `None` if it has nothing to compare with.
async fn compare(
    counting: &Counting,
    brands: &[usize],
    limit: usize,
    scope: &AnswerScope,
    sides: Option<Sides<AnswerScope>>,
) -> StatisticsResult<MovementList> {
    let Some(sides) = sides else {
        let selection = counting.select(scope).await?;
        let answers = selection.count(&counting.snapshot, counting.organization_id()).await?;
        let coverage = counting.coverage(scope, &selection, answers).await?;
        return Ok(MovementList { coverage, comparison: None });
    };
    let (mut cells, mut coverage) = (Cells::default(), Coverage::default());
    let (mut first, mut latest) = (Sides::<Option<u128>>::default(), FxHashMap::<u32, u128>::default());
    for side in Side::BOTH {
        let selected = counting.select_copied(&sides[side]).await?;
        let mut counted = counting
            .visit(&selected.columns, None, |answer, _, facts| {
                cells.add(side, answer, facts);
                first[side] = Some(first[side].unwrap_or(answer.id).min(answer.id));
                let latest = latest.entry(answer.prompt).or_default();
                *latest = answer.id.max(*latest);
            })
            .await?;
        if let Some(copied) = &selected.copied {
            let of_cells = copied.cells().await?;
            cells.add_copied(side, &of_cells);
            for row in &of_cells.answers {
                let [first_id, latest_id] = [row.first, row.latest].map(u128::from_be_bytes);
                first[side] = Some(first[side].unwrap_or(first_id).min(first_id));
                let latest = latest.entry(row.prompt).or_default();
                *latest = latest_id.max(*latest);
                counted += row.answers;
            }
        }
        let of_side = counting.coverage(&sides[side], &selected.columns, counted).await?;
        coverage.answers += of_side.answers;
        coverage.counted += of_side.counted;
    }
    let (all, comparable) = (cells.samples(|_| true), cells.samples(CellCount::is_in_both));
    let compared = |side: Side| ComparedAnswers {
        run_id: sides[side].run_id.clone(),
        first_created_at: first[side].map(created_at),
        sample: all[side].clone(),
        comparable: comparable[side].clone(),
    };
    let (total, moved) = moved(counting, &cells, brands, limit).await?;
    Ok(MovementList {
        coverage,
        comparison: Some(Comparison {
            before: compared(Side::Before),
            after: compared(Side::After),
            tier: all.before.tier.min(all.after.tier),
            changes: changes(counting, &cells, brands, limit),
            total_movements: total as u64,
            movements: with_prompts(counting, moved, &latest).await?,
        }),
    })
}

fn changes(counting: &Counting, cells: &Cells, chosen: &[usize], limit: usize) -> Vec<BrandChange> {
    let weighted = cells.weighted(|_| true);
    let of_brand = |brand: &usize| {
        let named = weighted.named(*brand);
        BrandChange {
            brand: counting.brands[*brand].clone(),
            mention_rate: weighted.mention_rate(&named),
            share_of_voice: weighted.share_of_voice(&named),
        }
    };
    let size = |change: &BrandChange| change.mention_rate.map_or(0.0, |change| (change.after - change.before).abs());
    let mut changes: Vec<BrandChange> = chosen.iter().map(of_brand).collect();
    changes.sort_by(|one, other| size(other).total_cmp(&size(one)));
    changes.truncate(limit);
    changes
}

/// A movement before its prompts are named.
struct Moved {
    brand: usize,
    model: ModelCode,
    moved: f64,
    moved_by_prompts: f64,
    gained: MovedMost,
    lost: MovedMost,
}

/// Prompts for which a rate moved in one direction.
struct MovedMost {
    count: u64,
    /// The first [`NAMED_MAX`] of them.
    prompts: Vec<PromptMovement>,
}

impl MovedMost {
    fn of(moved: &[PromptMovement]) -> Self {
        Self { count: moved.len() as u64, prompts: moved.iter().take(NAMED_MAX).copied().collect() }
    }
}

/// Returns the number of all movements, and the largest.
async fn moved(
    counting: &Counting,
    cells: &Cells,
    chosen: &[usize],
    limit: usize,
) -> StatisticsResult<(usize, Vec<Moved>)> {
    let mut moved = Vec::new();
    for model in counting.models(cells.models()).await? {
        let of_model = cells.weighted(|number| model.numbers.contains(&number));
        for brand in chosen {
            let named = of_model.named(*brand);
            let (Some(change), Some(by_brand)) = (of_model.mention_rate(&named), of_model.moved(&named)) else {
                continue;
            };
            let by_brand = rounded(by_brand);
            if by_brand != 0.0 {
                let [gained, lost] = of_model.moved_prompts(&named).map(|moved| MovedMost::of(&moved));
                moved.push(Moved {
                    brand: *brand,
                    model: model.code.clone(),
                    moved: by_brand,
                    moved_by_prompts: rounded(change.after - change.before - by_brand),
                    gained,
                    lost,
                });
            }
        }
    }
    // Equal movements keep the order of models and brands.
    moved.sort_by(|one, other| other.moved.abs().total_cmp(&one.moved.abs()));
    let total = moved.len();
    moved.truncate(limit);
    Ok((total, moved))
}

async fn with_prompts(
    counting: &Counting,
    moved: Vec<Moved>,
    latest: &FxHashMap<u32, u128>,
) -> StatisticsResult<Vec<Movement>> {
    let most = moved.iter().flat_map(|moved| moved.gained.prompts.iter().chain(&moved.lost.prompts));
    let named: BTreeSet<u32> = most.map(|moved| moved.prompt).collect();
    let named = counting.prompts(named.iter().filter_map(|prompt| Some((*prompt, *latest.get(prompt)?)))).await?;
    let list = |MovedMost { count, prompts }: MovedMost| {
        let prompt = |moved: PromptMovement| {
            let (prompt_id, query) = named.get(&moved.prompt)?.clone();
            let [before, after] = moved.rates.map(rounded);
            Some(MovedPrompt { prompt_id, query, before, after })
        };
        MovedPrompts { count, prompts: prompts.into_iter().filter_map(prompt).collect() }
    };
    let movement = |moved: Moved| Movement {
        brand: counting.brands[moved.brand].clone(),
        gained: list(moved.gained),
        lost: list(moved.lost),
        model: moved.model,
        moved: moved.moved,
        moved_by_prompts: moved.moved_by_prompts,
    };
    Ok(moved.into_iter().map(movement).collect())
}

/// The scopes of the newest two finished runs that asked a model the same prompt. `None` if there are none. A scope with a run, or
/// `before`, chooses one of them. The earlier one may be older than the period of the scope.
pub(super) async fn runs_to_compare(
    counting: &Counting,
    scope: &AnswerScope,
    before: Option<&RunId>,
) -> StatisticsResult<Option<Sides<AnswerScope>>> {
    // The scope of the earlier runs may not be limited to the later one.
    let any_run = AnswerScope { run_id: None, ..scope.clone() };
    let of_run = |run: &RunId| AnswerScope { run_id: Some(run.clone()), ..any_run.clone() };
    let of_earlier_run = |run: &RunId| AnswerScope { from: None, ..of_run(run) };
    let answered = answered_runs(counting, &any_run).await?;
    let is_answered = |run: &RunId| answered.as_ref().is_none_or(|answered| answered.contains(run.as_str()));
    let mut later_runs = finished_runs(counting, scope.run_id.as_ref()).await?;
    later_runs.retain(is_answered);
    later_runs.truncate(LATER_RUNS_MAX);
    let Some(newest) = later_runs.first() else { return Ok(None) };
    if let Some(before) = before {
        if before == newest {
            return Err(StatisticsError::validation("beforeRunID: must be another run"));
        }
        // One that is older than the period is not known to have answers in the rest of the scope.
        let has_answers = !finished_runs(counting, Some(before)).await?.is_empty()
            && (is_answered(before) || !cells(counting, &of_earlier_run(before)).await?.is_empty());
        return match has_answers {
            // Ids sort by time.
            true if before.as_str() > newest.as_str() => {
                Err(StatisticsError::validation("beforeRunID: must be an earlier run"))
            }
            true => Ok(Some(Sides { before: of_earlier_run(before), after: of_run(newest) })),
            false => Err(StatisticsError::validation("beforeRunID: has not finished, or has no answers in this scope")),
        };
    }
    let first = id_of(scope::first_id(scope)?);
    // Of a run from before the period, only its cells tell whether it has answers in the rest of the scope.
    let can_have_answers = |run: &RunId| is_answered(run) || run.as_str() < first.as_str();
    let mut asked: FxHashMap<RunId, FxHashSet<Cell>> = FxHashMap::default();
    for after in &later_runs {
        let mut earlier = earlier_runs(counting, after).await?;
        earlier.retain(can_have_answers);
        for before in earlier.into_iter().take(EARLIER_READS_MAX) {
            for run in [after, &before] {
                if !asked.contains_key(run) {
                    if asked.len() == READS_MAX {
                        return Ok(None);
                    }
                    asked.insert(run.clone(), cells(counting, &of_earlier_run(run)).await?);
                }
            }
            if !asked[after].is_disjoint(&asked[&before]) {
                return Ok(Some(Sides { before: of_earlier_run(&before), after: of_run(after) }));
            }
        }
    }
    Ok(None)
}

/// Of the last runs before a run, the finished ones that asked one of its prompts in its region, newest first. Their models may be
/// others.
async fn earlier_runs(counting: &Counting, run: &RunId) -> StatisticsResult<Vec<RunId>> {
    let sql = format!(
        "SELECT id FROM runs WHERE organization_id = $1 AND id < $2 AND id >= COALESCE((SELECT id FROM runs \
         WHERE organization_id = $1 AND id < $2 ORDER BY id DESC LIMIT 1 OFFSET {}), '') AND {IS_FINISHED} \
         AND region = (SELECT region FROM runs WHERE id = $2) AND EXISTS (SELECT 1 FROM run_prompts AS asked \
         WHERE asked.run_id = runs.id AND asked.prompt_id IN (SELECT prompt_id FROM run_prompts WHERE run_id = $2)) \
         ORDER BY id DESC",
        EARLIER_RUNS_MAX - 1
    );
    let values = [counting.organization_id().into(), run.as_str().into()];
    let ids = query_rows::<String>(&counting.snapshot, &sql, values).await?;
    Ok(ids.into_iter().map(parse_stored_id).collect::<Result<_, _>>()?)
}

/// The finished runs with answers, newest first, or only one of them.
async fn finished_runs(counting: &Counting, only: Option<&RunId>) -> StatisticsResult<Vec<RunId>> {
    let is_wanted = if only.is_some() { "AND id = $2" } else { "" };
    let sql = format!("SELECT id FROM runs WHERE organization_id = $1 AND {IS_FINISHED} {is_wanted} ORDER BY id DESC");
    let values = std::iter::once(counting.organization_id()).chain(only.map(RunId::as_str));
    let ids = query_rows::<String>(&counting.snapshot, &sql, values.map(Value::from)).await?;
    Ok(ids.into_iter().map(parse_stored_id).collect::<Result<_, _>>()?)
}

/// The ids of the runs that have answers in a scope. `None` without a condition: each finished run with answers has.
async fn answered_runs(counting: &Counting, scope: &AnswerScope) -> StatisticsResult<Option<FxHashSet<String>>> {
    if (AnswerScope { finished: None, ..scope.clone() }) == AnswerScope::default() {
        return Ok(None);
    }
    let (selected, mut answered) = (counting.select_copied(scope).await?, FxHashSet::default());
    let visit = |answer: Dimensions, _: &[u32]| {
        answered.insert(answer.run);
    };
    counting.visit_values(&selected.columns, None, visit).await?;
    answered.extend(selected.answers(Keys { run: true, ..Keys::default() }).await?.iter().map(|row| row.run));
    Ok(Some(counting.names(answered).await?.into_values().collect()))
}

async fn cells(counting: &Counting, scope: &AnswerScope) -> StatisticsResult<FxHashSet<Cell>> {
    let selection = counting.select(scope).await?;
    let mut cells = FxHashSet::default();
    counting
        .visit_values(&selection, None, |answer, _| {
            cells.insert(answer.cell());
        })
        .await?;
    Ok(cells)
}
