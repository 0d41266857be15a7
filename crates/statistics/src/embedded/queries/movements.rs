//! What changed between two runs or periods.

use std::collections::{BTreeMap, BTreeSet};

use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::metrics::{
    BrandChange, ChangeBasis, ComparedAnswers, Comparison, Coverage, MovedPrompt, MovedPrompts, Movement,
    MovementFilter, MovementList,
};
use answerdeck_api::{AnswerScope, ModelCode, RunId};
use answerdeck_database::entity::run;
use answerdeck_database::id::{id_of, time_of};
use answerdeck_database::time::wire_time;
use answerdeck_database::{parse_stored_id, query_rows};
use answerdeck_insight::rounded;
use jiff::Timestamp;
use rustc_hash::{FxHashMap, FxHashSet};
use sea_orm::prelude::Expr;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::cells::{Cells, Side};
use super::counting::{Brands, Counting};
use crate::embedded::columns::{Cell, Dimensions};
use crate::error::{StatisticsError, StatisticsResult};
use crate::scope;

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
    snapshot: DatabaseTransaction,
    organization_id: &str,
    now: Timestamp,
    filter: &MovementFilter,
) -> StatisticsResult<MovementList> {
    let (scope, counting) = (filter.scope(), Counting::new(snapshot, organization_id, Brands::Tracked).await?);
    let basis = filter.basis.as_ref().unwrap_or(&ChangeBasis::Runs);
    basis.require_known("basis").map_err(StatisticsError::validation)?;
    let sides = match basis {
        ChangeBasis::Runs => runs_to_compare(&counting, &scope, filter.before_run_id.as_ref()).await?,
        ChangeBasis::Periods if filter.before_run_id.is_some() => {
            return Err(StatisticsError::validation("beforeRunID: is only for the basis RUNS"));
        }
        ChangeBasis::Periods | ChangeBasis::Unknown(_) => Some([scope::before(&scope, now)?, scope.clone()]),
    };
    let Some(sides) = sides else {
        let selection = counting.select(&scope).await?;
        let answers = selection.count(&counting.snapshot, counting.organization_id()).await?;
        let coverage = counting.coverage(&scope, &selection, answers).await?;
        return Ok(MovementList { coverage, comparison: None });
    };
    let (mut cells, mut coverage) = (Cells::default(), Coverage::default());
    let (mut first_at, mut latest) = ([None; 2], FxHashMap::<u32, u128>::default());
    for (side, of_side) in [Side::Before, Side::After].into_iter().zip(&sides) {
        let selection = counting.select(of_side).await?;
        let mut counted = 0;
        counting
            .visit(&selection, None, |answer, _, facts| {
                counted += 1;
                cells.add(side, answer, facts);
                let first = &mut first_at[side as usize];
                *first = Some(first.unwrap_or(answer.id).min(answer.id));
                let latest = latest.entry(answer.prompt).or_default();
                *latest = answer.id.max(*latest);
            })
            .await?;
        let of_side = counting.coverage(of_side, &selection, counted).await?;
        coverage.answers += of_side.answers;
        coverage.counted += of_side.counted;
    }
    let [all, comparable] = cells.samples();
    let compared = |side: usize| ComparedAnswers {
        run_id: sides[side].run_id.clone(),
        first_created_at: first_at[side].map(|id| wire_time(time_of(id))),
        sample: all[side].clone(),
        comparable: comparable[side].clone(),
    };
    let chosen = match filter.brand_ids.is_empty() {
        true => (0..counting.brands.len()).collect(),
        false => counting.indexes_of("brandID", &filter.brand_ids)?,
    };
    let limit = filter.limit.unwrap_or(PAGE_SIZE_DEFAULT) as usize;
    let (total, moved) = moved(&counting, &cells, &chosen, limit).await?;
    Ok(MovementList {
        coverage,
        comparison: Some(Comparison {
            before: compared(0),
            after: compared(1),
            tier: cells.tier(),
            changes: changes(&counting, &cells, &chosen, limit),
            total_movements: total as u64,
            movements: with_prompts(&counting, moved, &latest).await?,
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
    /// The prompts for which the rate rose, and those for which it fell.
    prompts: [Vec<u32>; 2],
}

/// Returns the number of all movements, and the largest.
async fn moved(
    counting: &Counting,
    cells: &Cells,
    chosen: &[usize],
    limit: usize,
) -> StatisticsResult<(usize, Vec<Moved>)> {
    let numbers: BTreeSet<u32> = cells.models().collect();
    let codes = counting.model_codes(numbers.iter().copied()).await?;
    // A code can have several routes.
    let mut by_code: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (number, code) in &codes {
        by_code.entry(code.as_str()).or_default().push(*number);
    }
    let mut moved = Vec::new();
    for (code, numbers) in by_code {
        let of_model = cells.weighted(|model| numbers.contains(&model));
        for brand in chosen {
            let named = of_model.named(*brand);
            let (Some(change), Some(by_brand)) = (of_model.mention_rate(&named), of_model.moved(&named)) else {
                continue;
            };
            let by_brand = rounded(by_brand);
            if by_brand != 0.0 {
                moved.push(Moved {
                    brand: *brand,
                    model: ModelCode::from(code),
                    moved: by_brand,
                    moved_by_prompts: rounded(change.after - change.before - by_brand),
                    prompts: of_model.moved_prompts(&named),
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
    let named: BTreeSet<u32> = moved
        .iter()
        .flat_map(|moved| &moved.prompts)
        .flat_map(|prompts| prompts.iter().take(NAMED_MAX))
        .copied()
        .collect();
    let named = counting.prompts(named.iter().filter_map(|prompt| Some((*prompt, *latest.get(prompt)?)))).await?;
    let list = |prompts: &[u32]| {
        let listed = prompts.iter().take(NAMED_MAX).filter_map(|prompt| named.get(prompt).cloned());
        let listed = listed.map(|(prompt_id, query)| MovedPrompt { prompt_id, query });
        MovedPrompts { count: prompts.len() as u64, prompts: listed.collect() }
    };
    let movement = |moved: Moved| Movement {
        brand: counting.brands[moved.brand].clone(),
        gained: list(&moved.prompts[0]),
        lost: list(&moved.prompts[1]),
        model: moved.model,
        moved: moved.moved,
        moved_by_prompts: moved.moved_by_prompts,
    };
    Ok(moved.into_iter().map(movement).collect())
}

/// The scopes of the newest two finished runs that asked a model the same prompt, the earlier one first. `None` if there are none. A scope
/// with a run, or `before`, chooses one of them. The earlier one may be older than the period of the scope.
pub(super) async fn runs_to_compare(
    counting: &Counting,
    scope: &AnswerScope,
    before: Option<&RunId>,
) -> StatisticsResult<Option<[AnswerScope; 2]>> {
    // The scope of the earlier runs may not be limited to the later one.
    let any_run = AnswerScope { run_id: None, ..scope.clone() };
    let of_run = |run: &RunId| AnswerScope { run_id: Some(run.clone()), ..any_run.clone() };
    let of_earlier_run = |run: &RunId| AnswerScope { from: None, ..of_run(run) };
    if let Some(before) = before {
        scope::check_run(&counting.snapshot, counting.organization_id(), "beforeRunID", before).await?;
    }
    let finished = finished_runs(counting).await?;
    let runs = answered_runs(counting, &any_run, &finished).await?;
    let is_later = |run: &&RunId| scope.run_id.as_ref().is_none_or(|chosen| chosen == *run);
    let later_runs: Vec<&RunId> = runs.iter().filter(is_later).take(LATER_RUNS_MAX).collect();
    let Some(newest) = later_runs.first() else { return Ok(None) };
    if let Some(before) = before {
        if before == *newest {
            return Err(StatisticsError::validation("beforeRunID: must be another run"));
        }
        // One that is older than the period is not known to have answers in the rest of the scope.
        let is_answered = runs.contains(before)
            || finished.contains(before) && !cells(counting, &of_earlier_run(before)).await?.is_empty();
        return match is_answered {
            true => Ok(Some([of_earlier_run(before), of_run(newest)])),
            false => Err(StatisticsError::validation("beforeRunID: has not finished, or has no answers in this scope")),
        };
    }
    let (answered, first): (FxHashSet<&RunId>, String) = (runs.iter().collect(), id_of(scope::first_id(scope)?));
    // Of a run from before the period, only its cells tell whether it has answers in the rest of the scope.
    let can_have_answers = |run: &RunId| answered.contains(run) || run.as_str() < first.as_str();
    let mut asked: FxHashMap<RunId, FxHashSet<Cell>> = FxHashMap::default();
    for after in later_runs {
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
                return Ok(Some([of_earlier_run(&before), of_run(after)]));
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

/// The finished runs with answers, newest first.
async fn finished_runs(counting: &Counting) -> StatisticsResult<Vec<RunId>> {
    let ids: Vec<String> = run::Entity::find()
        .select_only()
        .column(run::Column::Id)
        .filter(run::Column::OrganizationId.eq(counting.organization_id()))
        .filter(Expr::cust(IS_FINISHED))
        .order_by_desc(run::Column::Id)
        .into_tuple()
        .all(&counting.snapshot)
        .await?;
    Ok(ids.into_iter().map(parse_stored_id).collect::<Result<_, _>>()?)
}

/// Those of the finished runs that have answers in a scope.
async fn answered_runs(counting: &Counting, scope: &AnswerScope, finished: &[RunId]) -> StatisticsResult<Vec<RunId>> {
    let mut runs = finished.to_vec();
    // Each has answers in a scope without other conditions.
    if (AnswerScope { finished: None, ..scope.clone() }) != AnswerScope::default() {
        let (selection, mut answered) = (counting.select(scope).await?, FxHashSet::default());
        let visit = |answer: Dimensions, _: &[u32]| {
            answered.insert(answer.run);
        };
        counting.visit_values(&selection, None, visit).await?;
        let answered: FxHashSet<String> = counting.names(answered).await?.into_values().collect();
        runs.retain(|run| answered.contains(run.as_str()));
    }
    Ok(runs)
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
