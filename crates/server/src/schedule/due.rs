//! Starting the runs of due schedules. A due time is claimed, its run submitted, and its outcome and the next due time stored in one
//! transaction: after a kill nothing or all of it has happened, and another process finds the schedule locked or no longer due.
//!
//! When several due times have passed, as after a downtime, only the latest one starts a run.

use answerdeck_api::limits::SCHEDULE_ENTRIES_MAX;
use answerdeck_api::{ErrorCode, Event, RecurrenceRequest, RunSubmit, ScheduleOutcome, ScheduleSkipped, SkipReason};
use answerdeck_database::credits::thousandths;
use answerdeck_database::entity::{schedule, schedule_entry};
use answerdeck_database::time::wire_time;
use answerdeck_database::{WriteTransaction, begin, delete_beyond, parse_stored_id, query_rows, stored_json};
use jiff::{SignedDuration, Timestamp};
use sea_orm::sea_query::{LockBehavior, LockType};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, DbErr, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect,
};
use serde_json::json;

use super::calendar::Calendar;
use super::{pause, spending};
use crate::engines::stops;
use crate::problem::{ApiResult, Problem};
use crate::run::submission::{self, Submission};
use crate::state::AppState;
use crate::webhooks::events;
use crate::worker::JobKind;

/// A run that starts later than this after its due time was caught up.
const LATE_AFTER: SignedDuration = SignedDuration::from_mins(5);
/// The next due schedules after one, the oldest first.
const DUE: &str = "SELECT next_due_at, id FROM schedules WHERE next_due_at <= $1 AND (next_due_at, id) > ($2, $3) \
                   ORDER BY next_due_at, id LIMIT 100";

/// Handles the schedules that are due. Returns how many were. One that fails is tried again in the next round, and no other waits
/// for it.
pub async fn start_due(app: &AppState) -> Result<u64, DbErr> {
    let (mut handled, mut last) = (0, (i64::MIN, String::new()));
    loop {
        let values = [app.clock.now().as_millisecond().into(), last.0.into(), last.1.into()];
        let due: Vec<(i64, String)> = query_rows(&app.databases.jobs, DUE, values).await?;
        for (_, id) in &due {
            match handle(app, id).await {
                Ok(is_handled) => handled += u64::from(is_handled),
                Err(problem) => tracing::error!(schedule = id, ?problem, "a due schedule failed: it is tried again"),
            }
        }
        match due.into_iter().last() {
            Some(schedule) => last = schedule,
            None => return Ok(handled),
        }
    }
}

/// Handles the due times of a schedule that have passed. Returns `false` if it is not due, or another process handles it.
async fn handle(app: &AppState, id: &str) -> ApiResult<bool> {
    let transaction = begin(&app.databases.jobs).await?;
    let now = app.clock.now();
    let row = schedule::Entity::find_by_id(id)
        .filter(schedule::Column::NextDueAt.lte(now.as_millisecond()))
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .one(&transaction)
        .await?;
    let Some(row) = row else { return Ok(false) };
    let recurrence: RecurrenceRequest = stored_json(row.recurrence.clone())?;
    let calendar = Calendar::new(&recurrence)?;
    let first = row.next_due_at.and_then(|due| Timestamp::from_millisecond(due).ok()).unwrap_or(now);
    let passed = (0_i64..).zip(calendar.due_times_from(first)).take_while(|(_, due)| *due <= now);
    let (missed, latest) = passed.last().unwrap_or((0, first));
    if missed > 0 {
        let entry = new_entry(app, &row, first, &ScheduleOutcome::Missed, now);
        insert(&transaction, schedule_entry::Model { missed_count: Some(missed), ..entry }).await?;
    }
    let is_late = now.duration_since(latest) > LATE_AFTER;
    let started = if is_late { ScheduleOutcome::CaughtUp } else { ScheduleOutcome::Started };
    let entry = new_entry(app, &row, latest, &started, now);
    let (outcome, entry) = match start(app, &transaction, &row, entry, now).await? {
        Ok(entry) => {
            JobKind::RunItems.notify_workers(&transaction).await?;
            (started, entry)
        }
        Err(reason) => {
            let skipped = ScheduleOutcome::Skipped;
            let entry = new_entry(app, &row, latest, &skipped, now);
            let entry = schedule_entry::Model { skip_reason: Some(reason.to_string()), ..entry };
            let event = Event::ScheduleSkipped(ScheduleSkipped {
                schedule_id: parse_stored_id(row.id.clone())?,
                name: row.name.clone(),
                due_at: wire_time(latest.as_millisecond()),
                skip_reason: reason,
            });
            events::record(app, &transaction, &row.organization_id, &[event], now).await?;
            (skipped, entry)
        }
    };
    insert(&transaction, entry).await?;
    delete_beyond(&transaction, "schedule_entries", "schedule_id", &row.id, SCHEDULE_ENTRIES_MAX).await?;
    let mut change = row.into_active_model();
    change.next_due_at = Set(calendar.next_after(now).map(Timestamp::as_millisecond));
    change.update(&transaction).await?;
    transaction.commit().await?;
    app.notifications.of(JobKind::RunItems).notify_one();
    app.prometheus.count_due_times(&outcome, 1);
    app.prometheus.count_due_times(&ScheduleOutcome::Missed, missed.unsigned_abs());
    Ok(true)
}

/// What happened at a due time, without its details.
pub(crate) fn new_entry(
    app: &AppState,
    schedule: &schedule::Model,
    due_at: Timestamp,
    outcome: &ScheduleOutcome,
    now: Timestamp,
) -> schedule_entry::Model {
    schedule_entry::Model {
        id: app.random.id(due_at),
        organization_id: schedule.organization_id.clone(),
        schedule_id: schedule.id.clone(),
        due_at: due_at.as_millisecond(),
        handled_at: now.as_millisecond(),
        outcome: outcome.to_string(),
        skip_reason: None,
        missed_count: None,
        run_id: None,
        credits: None,
        missing_models: json!([]),
        stopped_models: json!([]),
    }
}

/// Submits the run of a schedule, and adds it to the entry, or says why it does not start.
async fn start(
    app: &AppState,
    transaction: &WriteTransaction,
    row: &schedule::Model,
    entry: schedule_entry::Model,
    now: Timestamp,
) -> ApiResult<Result<schedule_entry::Model, SkipReason>> {
    if pause::is_paused(transaction).await? {
        return Ok(Err(SkipReason::PausedByOperator));
    }
    let (engines, organization) = (app.engines(), row.organization_id.as_str());
    let mut run: RunSubmit = stored_json(row.run.clone())?;
    let (models, missing_models): (Vec<_>, Vec<_>) =
        run.models.into_iter().partition(|model| engines.of(model).is_some());
    if models.is_empty() {
        return Ok(Err(SkipReason::NoModel));
    }
    let stopped = stops::all(transaction, now).await?;
    let stopped_models: Vec<_> = models.iter().filter(|model| stopped.contains_key(model)).cloned().collect();
    run.models = models;
    if let Some(ids) = &mut run.prompt_ids {
        let existing = submission::existing(transaction, organization, ids, Some(LockType::Share)).await?;
        ids.retain(|id| existing.contains(id.as_str()));
        if ids.is_empty() {
            return Ok(Err(SkipReason::NoPrompts));
        }
    }
    let submission = Submission::check(&engines, run)?.of_schedule(row.id.clone(), row.name.clone());
    let size = match submission::size(transaction, organization, &submission, Some(LockType::Share)).await {
        Ok(size) if size.items == 0 => return Ok(Err(SkipReason::NoPrompts)),
        Ok(size) => size,
        Err(problem) => return skipped(problem),
    };
    if let Some(budget) = row.monthly_budget.filter(|_| size.credits > 0) {
        let spent = spending::spending_this_month(transaction, std::slice::from_ref(row), now).await?;
        let committed = spent.get(&row.id).map_or(0, |spent| spent.committed);
        let credits = i64::try_from(size.credits).unwrap_or(i64::MAX);
        if thousandths(credits).saturating_add(committed) > thousandths(budget) {
            return Ok(Err(SkipReason::BudgetReached));
        }
    }
    match submission::submit(app, transaction, organization, &submission, now).await {
        Ok((run_id, size)) => Ok(Ok(schedule_entry::Model {
            run_id: Some(run_id.to_string()),
            credits: Some(i64::try_from(size.credits).unwrap_or(i64::MAX)),
            missing_models: json!(missing_models),
            stopped_models: json!(stopped_models),
            ..entry
        })),
        Err(problem) => skipped(problem),
    }
}

/// Why a submission that was refused starts no run. It was refused before it wrote anything. A problem that is no
/// refusal is a failure.
fn skipped<T>(problem: Problem) -> ApiResult<Result<T, SkipReason>> {
    let Problem::Refused { code, .. } = &problem else { return Err(problem) };
    Ok(Err(match code {
        ErrorCode::PromptSetNotFound => SkipReason::NoPrompts,
        ErrorCode::RunPromptTooLong => SkipReason::PromptTooLong,
        ErrorCode::InsufficientCredits => SkipReason::NoCredits,
        ErrorCode::PlatformPendingLimitExceeded => SkipReason::TooManyPending,
        _ => return Err(problem),
    }))
}

async fn insert(transaction: &WriteTransaction, entry: schedule_entry::Model) -> Result<(), DbErr> {
    schedule_entry::Entity::insert(entry.into_active_model()).exec_without_returning(transaction).await.map(drop)
}
