//! What a schedule would ask, when, and at which cost.

use answerdeck_api::{RecurrenceRequest, RunSubmit, ScheduleEstimate};
use answerdeck_database::credits::credits;
use answerdeck_database::entity::organization;
use answerdeck_database::time::wire_time;
use jiff::Timestamp;
use sea_orm::{DatabaseTransaction, EntityTrait};

use super::calendar::{Calendar, MONTHS_A_WEEK};
use crate::problem::{ApiResult, Problem};
use crate::run::submission::{self, RunSize, Submission};
use crate::state::AppState;

/// The due times that an estimate names.
const DUE_TIMES: usize = 3;

/// A schedule that was checked without the database.
pub(crate) struct Plan {
    pub(crate) calendar: Calendar,
    /// The first due time when it was checked.
    first_due_at: Timestamp,
    pub(crate) submission: Submission,
}

impl Plan {
    /// Checks a new schedule. `bounds` is the check of the bounds of its request. A refusal has all mistakes.
    pub(crate) fn check(
        app: &AppState,
        bounds: ApiResult<()>,
        recurrence: &RecurrenceRequest,
        run: RunSubmit,
    ) -> ApiResult<Self> {
        let calendar = Calendar::new(recurrence);
        let calendar = calendar.and_then(|calendar| Ok((calendar.require_next(app.clock.now())?, calendar)));
        let checked = Problem::both(bounds, Problem::both(calendar, check_run(app, run)));
        let ((), ((first_due_at, calendar), submission)) = checked?;
        Ok(Self { calendar, first_due_at, submission })
    }
}

/// Estimates a schedule, with the prompts and the balance that there are now.
pub(crate) async fn estimate(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    plan: &Plan,
    monthly_budget: Option<u32>,
) -> ApiResult<ScheduleEstimate> {
    let size = run_size(transaction, organization_id, &plan.submission).await?;
    let organization = organization::Entity::find_by_id(organization_id).one(transaction).await?;
    let balance = credits(organization.map_or(0, |organization| organization.balance));
    let due_times = plan.calendar.due_times_from(plan.first_due_at);
    let credits_per_run = size.credits as f64;
    let budgeted_runs = monthly_budget.and_then(|budget| u64::from(budget).checked_div(size.credits));
    let budgeted = budgeted_runs.map_or(f64::INFINITY, |runs| runs as f64);
    let times_in_final_week = plan.calendar.times_in_final_week(plan.first_due_at);
    let times = match times_in_final_week {
        Some(times) => budgeted.min(times as f64),
        None => plan.calendar.times_a_week().min(budgeted * MONTHS_A_WEEK),
    };
    let credits_per_week = credits_per_run * times;
    // The conversion saturates.
    let weeks_covered = (credits_per_week > 0.0).then(|| (balance.max(0.0) / credits_per_week) as u64);
    Ok(ScheduleEstimate {
        prompt_count: size.prompts,
        item_count: size.items,
        credits_per_run,
        // Credits have thousandths.
        credits_per_week: (credits_per_week * 1_000.0).round() / 1_000.0,
        budgeted_runs,
        balance,
        weeks_covered: weeks_covered.filter(|weeks| *weeks == 0 || times_in_final_week.is_none()),
        due_times: due_times.take(DUE_TIMES).map(|due| wire_time(due.as_millisecond())).collect(),
    })
}

/// Checks the `run` of a schedule, without the database.
pub(crate) fn check_run(app: &AppState, run: RunSubmit) -> ApiResult<Submission> {
    Submission::check(&app.engines(), run).map_err(|problem| problem.within("run"))
}

/// The size that the `run` of a schedule would have now.
pub(crate) async fn run_size(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    submission: &Submission,
) -> ApiResult<RunSize> {
    let size = submission::size(transaction, organization_id, submission, None).await;
    size.map_err(|problem| problem.within("run"))
}
