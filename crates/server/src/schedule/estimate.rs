//! What a schedule would cost.

use answerdeck_api::{RunSubmit, ScheduleEstimate, ScheduleEstimateRequest};
use answerdeck_database::credits::credits;
use answerdeck_database::entity::organization;
use answerdeck_database::time::wire_time;
use sea_orm::{DatabaseTransaction, EntityTrait};

use super::calendar::{Calendar, MONTHS_A_WEEK};
use crate::problem::{ApiResult, Problem};
use crate::run::submission::{self, RunSize, Submission};
use crate::state::AppState;

/// The due times that an estimate names.
const DUE_TIMES: usize = 3;

/// Estimates a schedule, with the prompts and the balance that there are now.
pub(crate) async fn estimate(
    app: &AppState,
    transaction: &DatabaseTransaction,
    organization_id: &str,
    request: ScheduleEstimateRequest,
) -> ApiResult<ScheduleEstimate> {
    let calendar = Calendar::new(&request.recurrence)?;
    let size = run_size(app, transaction, organization_id, request.run).await?;
    let organization = organization::Entity::find_by_id(organization_id).one(transaction).await?;
    let balance = credits(organization.map_or(0, |organization| organization.balance));
    let next = calendar.require_next(app.clock.now())?;
    let due_times = calendar.due_times_from(next);
    let credits_per_run = size.credits as f64;
    let budgeted_runs = request.monthly_budget.and_then(|budget| u64::from(budget).checked_div(size.credits));
    let within_budget = budgeted_runs.map_or(f64::INFINITY, |runs| runs as f64 * MONTHS_A_WEEK);
    let credits_per_week = credits_per_run * calendar.times_a_week().min(within_budget);
    Ok(ScheduleEstimate {
        prompt_count: size.prompts,
        item_count: size.items,
        credits_per_run,
        // Credits have thousandths.
        credits_per_week: (credits_per_week * 1_000.0).round() / 1_000.0,
        budgeted_runs,
        balance,
        // The conversion saturates.
        weeks_covered: (credits_per_week > 0.0).then(|| (balance.max(0.0) / credits_per_week) as u64),
        due_times: due_times.take(DUE_TIMES).map(|due| wire_time(due.as_millisecond())).collect(),
    })
}

/// Checks the `run` of a schedule as a submission, and returns the size that it would have now.
pub(crate) async fn run_size(
    app: &AppState,
    transaction: &DatabaseTransaction,
    organization_id: &str,
    run: RunSubmit,
) -> ApiResult<RunSize> {
    let of_run = |problem: Problem| problem.within("run");
    let submission = Submission::check(&app.engines(), run).map_err(of_run)?;
    submission::size(transaction, organization_id, &submission, None).await.map_err(of_run)
}
