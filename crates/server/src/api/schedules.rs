use std::collections::HashMap;

use answerdeck_api::limits::{RUN_REGION_DEFAULT, SCHEDULES_MAX};
use answerdeck_api::operation::{LIST_SCHEDULE_ENTRIES, LIST_SCHEDULES};
use answerdeck_api::{
    Created, Frequency, PageRequest, RecurrenceRequest, RunSubmit, Schedule, ScheduleCreate, ScheduleEntry,
    ScheduleEntryFilter, ScheduleEntryList, ScheduleEstimate, ScheduleEstimateRequest, ScheduleId, ScheduleList,
    ScheduleUpdate,
};
use answerdeck_database::credits::credits;
use answerdeck_database::entity::{prompt_set, run, schedule, schedule_entry};
use answerdeck_database::time::wire_time;
use answerdeck_database::{lock_organization, parse_stored_id, snapshot, stored_json};
use answerdeck_mcp::{ProposedSchedule, ScheduleProposal};
use axum::Json;
use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Query;
use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter};
use serde_json::{Value, json};

use super::{rows, runs};
use crate::http::caller::Read;
use crate::http::extract::{PathId, QueryParams, UncheckedBody, check_bounds};
use crate::idempotency::{IdempotentTransaction, IdempotentWrite, WriteResult};
use crate::problem::{ApiResult, Problem};
use crate::schedule::calendar::Calendar;
use crate::schedule::estimate::{self, Plan};
use crate::schedule::{pause, spending};

pub(super) async fn create(
    write: IdempotentWrite,
    UncheckedBody(create): UncheckedBody<ScheduleCreate>,
) -> WriteResult {
    let plan = Plan::check(&write.app, check_bounds(&create), &create.recurrence, create.run.clone())?;
    let transaction = write.begin().await?;
    let id = insert(&transaction, create, &plan).await?;
    transaction.commit(&Created { id }).await
}

async fn insert(transaction: &IdempotentTransaction, create: ScheduleCreate, plan: &Plan) -> ApiResult<ScheduleId> {
    let IdempotentWrite { app, caller, .. } = &transaction.write;
    let now = app.clock.now();
    estimate::run_size(transaction, caller.organization_id.as_str(), &plan.submission).await?;
    let too_many = Problem::validation(format!("schedules: an organization has at most {SCHEDULES_MAX}"));
    rows::check_limit(transaction, rows::select_all::<schedule::Entity>(caller), SCHEDULES_MAX, too_many).await?;
    let id: ScheduleId = app.random.id(now);
    let (run, recurrence) = stored(&create, plan);
    let row = schedule::Model {
        id: id.to_string(),
        organization_id: caller.organization_id.to_string(),
        name: create.name,
        run,
        recurrence,
        monthly_budget: create.monthly_budget.map(i64::from),
        paused: false,
        next_due_at: Some(plan.calendar.require_next(now)?.as_millisecond()),
        created_at: now.as_millisecond(),
    };
    schedule::Entity::insert(row.into_active_model()).exec_without_returning(&**transaction).await?;
    Ok(id)
}

pub(super) async fn list(read: Read, QueryParams(page): QueryParams<PageRequest>) -> ApiResult<Json<ScheduleList>> {
    let query = rows::select_all::<schedule::Entity>(&read.caller);
    let found = rows::list(&read, LIST_SCHEDULES, &page, query, Ok).await?;
    let schedules = to_wire(&read.app.database, found.items, read.app.clock.now()).await?;
    Ok(Json(ScheduleList { schedules, next_cursor: found.next_cursor }))
}

pub(super) async fn get(Read { app, caller }: Read, PathId(id): PathId<ScheduleId>) -> ApiResult<Json<Schedule>> {
    let row = rows::find::<schedule::Entity>(&app.database, &caller, id.as_str()).await?;
    one_to_wire(&app.database, row, app.clock.now()).await.map(Json)
}

pub(super) async fn update(
    write: IdempotentWrite,
    (PathId(id), UncheckedBody(update)): (PathId<ScheduleId>, UncheckedBody<ScheduleUpdate>),
) -> WriteResult {
    let IdempotentWrite { app, caller, .. } = &write;
    let now = app.clock.now();
    let calendar = update.recurrence.as_ref().map(Calendar::new).transpose();
    let submission = update.run.clone().map(|run| estimate::check_run(app, run)).transpose();
    let ((), (calendar, submission)) = Problem::both(check_bounds(&update), Problem::both(calendar, submission))?;
    let transaction = write.begin().await?;
    let row = rows::lock::<schedule::Entity>(&transaction, id.as_str()).await?;
    let mut change = row.clone().into_active_model();
    change.name = update.name.map_or(change.name, Set);
    if let Some((run, submission)) = update.run.zip(submission) {
        estimate::run_size(&transaction, caller.organization_id.as_str(), &submission).await?;
        change.run = Set(json!(with_defaults(run)));
    }
    change.monthly_budget = update.monthly_budget.map_or(change.monthly_budget, |budget| Set(budget.map(i64::from)));
    let is_paused = update.paused.unwrap_or(row.paused);
    let has_recurrence = update.recurrence.is_some();
    let has_new_times = has_recurrence || is_paused != row.paused;
    let (recurrence, calendar) = match update.recurrence.zip(calendar) {
        Some(changed) => changed,
        None => {
            let stored: RecurrenceRequest = stored_json(row.recurrence.clone())?;
            let calendar = Calendar::new(&stored)?;
            (stored, calendar)
        }
    };
    let recurrence = json!(completed(recurrence, &calendar));
    if has_recurrence && recurrence != row.recurrence {
        calendar.require_next(now)?;
    }
    (change.recurrence, change.paused) = (Set(recurrence), Set(is_paused));
    // What is due now starts as it was planned.
    let is_due = row.next_due_at.is_some_and(|due| due <= now.as_millisecond());
    if is_paused {
        change.next_due_at = Set(None);
    } else if has_new_times && !is_due {
        change.next_due_at = Set(calendar.next_after(now).map(Timestamp::as_millisecond));
    }
    let row = change.update(&*transaction).await?;
    let changed = one_to_wire(&*transaction, row, now).await?;
    transaction.commit(&changed).await
}

pub(super) async fn list_entries(
    read: Read,
    QueryParams(filter): QueryParams<ScheduleEntryFilter>,
) -> ApiResult<Json<ScheduleEntryList>> {
    let of_schedule = ("scheduleID", schedule_entry::Column::ScheduleId);
    let query =
        rows::select_of::<schedule_entry::Entity, schedule::Entity>(&read, of_schedule, filter.schedule_id.as_ref());
    let found = rows::list(&read, LIST_SCHEDULE_ENTRIES, &filter, query.await?, Ok).await?;
    let entries = entries_to_wire(&read.app.database, found.items).await?;
    Ok(Json(ScheduleEntryList { entries, next_cursor: found.next_cursor }))
}

pub(super) async fn estimate(
    Read { app, caller }: Read,
    UncheckedBody(request): UncheckedBody<ScheduleEstimateRequest>,
) -> ApiResult<Json<ScheduleEstimate>> {
    let plan = Plan::check(&app, check_bounds(&request), &request.recurrence, request.run)?;
    let snapshot = snapshot(&app.database).await?;
    estimate::estimate(&snapshot, caller.organization_id.as_str(), &plan, request.monthly_budget).await.map(Json)
}

/// Estimates a schedule. Creates it if the caller names what the estimate says: a tool has shown it to a person then. A call that is
/// repeated creates none: the runs of two would cost twice.
pub(super) async fn propose(
    write: IdempotentWrite,
    UncheckedBody(proposal): UncheckedBody<ScheduleProposal>,
) -> WriteResult {
    let IdempotentWrite { app, caller, .. } = &write;
    let confirmed = proposal.credits_per_run;
    let create = ScheduleCreate::from(proposal);
    let plan = Plan::check(app, check_bounds(&create), &create.recurrence, create.run.clone())?;
    let transaction = write.begin().await?;
    let organization = caller.organization_id.as_str();
    let estimate = estimate::estimate(&transaction, organization, &plan, create.monthly_budget).await?;
    let (id, existed) = match confirmed {
        None => (None, false),
        Some(credits) if credits == estimate.credits_per_run => match find_same(&transaction, &create, &plan).await? {
            Some(id) => (Some(id), true),
            None => (Some(insert(&transaction, create, &plan).await?), false),
        },
        Some(_) => {
            let changed =
                format!("creditsPerRun: the estimate is {} now. Show it to the user", estimate.credits_per_run);
            return Err(Problem::validation(changed).into());
        }
    };
    transaction.commit(&ProposedSchedule { id, existed, estimate }).await
}

/// The active schedule with the same name, run and due times. Locks the organization, so that two creations at the same time are one.
async fn find_same(
    transaction: &IdempotentTransaction,
    create: &ScheduleCreate,
    plan: &Plan,
) -> ApiResult<Option<ScheduleId>> {
    let caller = &transaction.write.caller;
    lock_organization(&**transaction, caller.organization_id.as_str()).await?;
    let (run, recurrence) = stored(create, plan);
    // One that is paused or has ended has no due time.
    let active = rows::select_all::<schedule::Entity>(caller)
        .filter(schedule::Column::Name.eq(create.name.as_str()))
        .filter(schedule::Column::NextDueAt.is_not_null());
    let mut active = active.all(&**transaction).await?.into_iter();
    let same = active.find(|row| row.run == run && row.recurrence == recurrence);
    Ok(same.map(|row| parse_stored_id(row.id)).transpose()?)
}

/// The run and the recurrence of a new schedule as they are stored.
fn stored(create: &ScheduleCreate, plan: &Plan) -> (Value, Value) {
    let recurrence = completed(create.recurrence.clone(), &plan.calendar);
    (json!(with_defaults(create.run.clone())), json!(recurrence))
}

/// Completes a recurrence with the defaults of its frequency, without the fields of others.
fn completed(recurrence: RecurrenceRequest, calendar: &Calendar) -> RecurrenceRequest {
    let weekday = recurrence.weekday.clone().unwrap_or(answerdeck_api::Weekday::Monday);
    RecurrenceRequest {
        weekday: (recurrence.frequency == Frequency::Weekly).then_some(weekday),
        day_of_month: (recurrence.frequency == Frequency::Monthly).then(|| recurrence.day_of_month.unwrap_or(1)),
        time_zone: calendar.time_zone().to_owned(),
        ..recurrence
    }
}

fn with_defaults(run: RunSubmit) -> RunSubmit {
    RunSubmit {
        region: run.region.or_else(|| Some(RUN_REGION_DEFAULT.to_owned())),
        repeat_count: run.repeat_count.or(Some(1)),
        ..run
    }
}

async fn one_to_wire(database: &impl ConnectionTrait, row: schedule::Model, now: Timestamp) -> ApiResult<Schedule> {
    rows::or_not_found::<schedule::Entity, _>(to_wire(database, vec![row], now).await?.pop())
}

async fn to_wire(
    database: &impl ConnectionTrait,
    rows: Vec<schedule::Model>,
    now: Timestamp,
) -> ApiResult<Vec<Schedule>> {
    let spending = spending::spending_this_month(database, &rows, now).await?;
    let are_all_paused = pause::is_paused(database).await?;
    let newest = Query::select()
        .expr(schedule_entry::Column::Id.max())
        .from(schedule_entry::Entity)
        .and_where(schedule_entry::Column::ScheduleId.is_in(rows.iter().map(|row| row.id.as_str())))
        .group_by_col(schedule_entry::Column::ScheduleId)
        .to_owned();
    let newest = schedule_entry::Entity::find().filter(schedule_entry::Column::Id.in_subquery(newest));
    let newest = entries_to_wire(database, newest.all(database).await?).await?;
    let mut newest: HashMap<String, ScheduleEntry> =
        newest.into_iter().map(|entry| (entry.schedule_id.to_string(), entry)).collect();
    let set_of = |row: &schedule::Model| row.run["promptSetID"].as_str().map(str::to_owned);
    let sets = prompt_set::Entity::find().filter(prompt_set::Column::Id.is_in(rows.iter().filter_map(set_of)));
    let sets = sets.all(database).await?.into_iter().map(|set| (set.id, set.name)).collect::<HashMap<_, _>>();
    let schedule = |row: schedule::Model| {
        let charged = spending.get(&row.id).map_or(0, |spending| spending.charged);
        Ok(Schedule {
            last_entry: newest.remove(&row.id),
            prompt_set_name: set_of(&row).and_then(|id| sets.get(&id).cloned()),
            id: parse_stored_id(row.id)?,
            name: row.name,
            run: stored_json(row.run)?,
            recurrence: stored_json(row.recurrence)?,
            monthly_budget: row.monthly_budget.and_then(|budget| u32::try_from(budget).ok()),
            paused: row.paused,
            paused_by_operator: are_all_paused && row.next_due_at.is_some(),
            next_due_at: row.next_due_at.filter(|_| !are_all_paused).map(wire_time),
            spent_this_month: credits(charged),
            created_at: wire_time(row.created_at),
        })
    };
    rows.into_iter().map(schedule).collect()
}

async fn entries_to_wire(
    database: &impl ConnectionTrait,
    rows: Vec<schedule_entry::Model>,
) -> ApiResult<Vec<ScheduleEntry>> {
    let runs = run::Column::Id.is_in(rows.iter().filter_map(|row| row.run_id.as_deref()));
    let found = run::Entity::find().filter(runs).all(database).await?;
    let mut found: HashMap<String, run::Model> = found.into_iter().map(|run| (run.id.clone(), run)).collect();
    let entry = |row: schedule_entry::Model| {
        let run = row.run_id.as_ref().and_then(|id| found.remove(id)).map(runs::without_answers).transpose()?;
        Ok(ScheduleEntry {
            schedule_id: parse_stored_id(row.schedule_id)?,
            due_at: wire_time(row.due_at),
            handled_at: wire_time(row.handled_at),
            outcome: row.outcome.as_str().into(),
            skip_reason: row.skip_reason.as_deref().map(Into::into),
            missed_count: row.missed_count.and_then(|count| u32::try_from(count).ok()),
            run_id: row.run_id.map(parse_stored_id).transpose()?,
            run,
            missing_models: stored_json(row.missing_models)?,
            stopped_models: stored_json(row.stopped_models)?,
        })
    };
    rows.into_iter().map(entry).collect()
}
