//! The ledger alone changes an attempt's state after its claim, with what it costs. `QUEUED` becomes `ASKED` before a paid
//! engine is called, so that a crash never repeats the call, `ACCEPTED` when the provider works on the question as a task, and
//! once `SUCCESS` or `FAILED`. A worker changes only rows whose lease it holds.

use std::borrow::Cow;

use answerdeck_api::{Event, FailureCode, RunFinished};
use answerdeck_database::entity::answer::{self, Status};
use answerdeck_database::entity::{credit_entry, run};
use answerdeck_database::{begin, execute, lock_organization, parse_stored_id, query_row, skip_locked};
use answerdeck_engine::{EngineLimits, TaskId};
use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, EntityTrait, Value};

use super::failure::AttemptError;
use super::reply::{self, AnalyzedReply};
use crate::alerts;
use crate::clock::utc_day;
use crate::engines::spend;
use crate::random::Random;
use crate::state::AppState;
use crate::webhooks::events;

/// Whether the cost of a call was reserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reservation {
    /// The attempt is ASKED. Call the engine now.
    Reserved,
    /// Another worker holds the attempt, or it has settled.
    LeaseLost,
    /// The organization needs its credits for the attempts in progress.
    CreditsInUse,
    /// The engine could exceed its daily limit.
    SpendLimitReached,
}

/// Changes an attempt from QUEUED to ASKED, and counts its estimate in the spend of the day. The balance of the
/// organization must cover this attempt and those in progress, each at `charge`. Rows are locked in the order answer,
/// organization. After a failure the engine must not be called.
pub(super) async fn reserve(
    database: &DatabaseConnection,
    answer: &mut answer::Model,
    limits: &EngineLimits,
    charge: i64,
    now: Timestamp,
) -> Result<Reservation, DbErr> {
    let (asked_at, reserved) = (now.as_millisecond(), clamped(limits.estimated_cost));
    let transaction = begin(database).await?;
    let sql = "UPDATE answers SET status = 'ASKED', asked_at = $2, reserved_cost = $3, route = $5 \
               WHERE id = $1 AND status = 'QUEUED' AND lease_owner = $4";
    let values = [
        answer.id.as_str().into(),
        asked_at.into(),
        reserved.into(),
        answer.lease_owner.clone().into(),
        answer.route.clone().into(),
    ];
    if execute(&transaction, sql, values).await? == 0 {
        return Ok(Reservation::LeaseLost);
    }
    let organization = lock_organization(&transaction, &answer.organization_id).await?;
    let balance = organization.map_or(0, |organization| organization.balance);
    let sql = format!("SELECT count(*) FROM answers WHERE organization_id = $1 AND {}", Status::IN_PROGRESS);
    let values = [answer.organization_id.as_str().into()];
    let in_progress: i64 = query_row(&transaction, &sql, values).await?.unwrap_or_default();
    if balance < in_progress.saturating_mul(charge) {
        return Ok(Reservation::CreditsInUse);
    }
    let limit = limits.spend_per_day.map_or(i64::MAX, clamped);
    if !spend::reserve(&transaction, &answer.model, utc_day(now), reserved, limit).await? {
        return Ok(Reservation::SpendLimitReached);
    }
    transaction.commit().await?;
    answer.status = Status::Asked;
    (answer.asked_at, answer.reserved_cost) = (Some(asked_at), Some(reserved));
    Ok(Reservation::Reserved)
}

/// Changes an attempt from ASKED to ACCEPTED. Returns `false` when another worker holds it, or it has settled.
pub(super) async fn accept(
    database: &impl ConnectionTrait,
    answer: &answer::Model,
    task: &TaskId,
) -> Result<bool, DbErr> {
    let sql =
        "UPDATE answers SET status = 'ACCEPTED', task = $2 WHERE id = $1 AND status = 'ASKED' AND lease_owner = $3";
    let values = [answer.id.as_str().into(), task.0.as_str().into(), answer.lease_owner.clone().into()];
    Ok(execute(database, sql, values).await? == 1)
}

/// Ends the lease of an attempt that has no answer yet. It can be claimed from `free_at`, or now. What is ASKED was not answered: it
/// is QUEUED again, and cost `cost`, or nothing. What the provider has ACCEPTED stays so. `is_counted`: it uses up one of the attempts.
pub(super) async fn release(
    transaction: &DatabaseTransaction,
    answer: &answer::Model,
    free_at: Option<Timestamp>,
    is_counted: bool,
    cost: Option<u64>,
) -> Result<(), DbErr> {
    let is_asked = answer.status == Status::Asked;
    let end_call =
        if is_asked { ", status = 'QUEUED', asked_at = NULL, reserved_cost = NULL, route = NULL" } else { "" };
    let sql = format!(
        "UPDATE answers SET lease_owner = NULL, lease_until = $3, attempts = attempts - $4{end_call} \
         WHERE id = $1 AND lease_owner = $2 AND {}",
        Status::UNSETTLED
    );
    let values = [
        answer.id.as_str().into(),
        answer.lease_owner.clone().into(),
        free_at.map(Timestamp::as_millisecond).into(),
        i32::from(!is_counted).into(),
    ];
    let is_released = execute(transaction, &sql, values).await? == 1;
    if is_released && is_asked { settle_spend(transaction, answer, cost, false).await } else { Ok(()) }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttemptResult {
    Answered {
        analyzed: AnalyzedReply,
        /// What the answer costs the organization, in thousandths of a credit.
        charge: i64,
    },
    Failed(AttemptError),
}

impl AttemptResult {
    /// What the provider billed, in millionths of a US dollar. `None` when it did not say.
    fn cost(&self) -> Option<u64> {
        match self {
            Self::Answered { analyzed, .. } => analyzed.reply.cost,
            Self::Failed(AttemptError::NotStored { cost }) => *cost,
            Self::Failed(error) => error.provider().and_then(|failure| failure.cost),
        }
    }

    /// Whether the provider may bill a call with this outcome.
    fn may_be_billed(&self) -> bool {
        match self {
            Self::Failed(AttemptError::Engine(failure)) => failure.class.may_be_billed(),
            Self::Answered { .. } | Self::Failed(_) => true,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettleResult {
    /// The answer is stored and paid for.
    Succeeded,
    /// The answer failed and cost nothing.
    Failed,
    /// The answer failed and cost nothing, because the organization cannot pay.
    CreditsRanOut,
    /// Nothing changed: the attempt has settled already, or another worker holds its lease.
    LeaseLost,
    /// The brands have changed since they were found in the reply. Roll the transaction back.
    BrandsChanged,
}

/// Settles an attempt in its own transaction. If the brands have changed, it finds them again.
pub async fn settle(
    app: &AppState,
    answer: &answer::Model,
    outcome: &AttemptResult,
    now: Timestamp,
) -> Result<SettleResult, DbErr> {
    let mut outcome = Cow::Borrowed(outcome);
    loop {
        let transaction = begin(&app.databases.jobs).await?;
        let result = settle_in(app, &transaction, answer, &outcome, now).await?;
        if result != SettleResult::BrandsChanged {
            transaction.commit().await?;
            return Ok(result);
        }
        transaction.rollback().await?;
        if let AttemptResult::Answered { analyzed, .. } = outcome.to_mut() {
            analyzed.analysis = reply::find(app, &answer.organization_id, &analyzed.reply).await?;
        }
    }
}

/// Settles an attempt whose lease the caller holds: its status, the charge, the counts of its run and the spend of the
/// provider. `answer` is the row as of its claim and the changes of this worker since, with the route of the engine
/// that was asked. Rows are locked in the order answer, organization, run. Roll the transaction back after a failure.
///
/// Source: docs/platform-api.md, section 3; section 8, Credits.
pub async fn settle_in(
    app: &AppState,
    transaction: &DatabaseTransaction,
    answer: &answer::Model,
    outcome: &AttemptResult,
    now: Timestamp,
) -> Result<SettleResult, DbErr> {
    if !set_status(transaction, answer, outcome, now).await? {
        return Ok(SettleResult::LeaseLost);
    }
    let mut counts = RunCounts { failed: 1, cost: outcome.cost().map(clamped), ..RunCounts::default() };
    let result = match outcome {
        AttemptResult::Failed(AttemptError::CreditsRanOut) => SettleResult::CreditsRanOut,
        AttemptResult::Failed(_) => SettleResult::Failed,
        AttemptResult::Answered { analyzed, charge } => {
            match pay(transaction, &app.random, answer, *charge, now).await? {
                Some(revision) if revision == analyzed.analysis.revision => {
                    reply::store(app.statistics.as_ref(), transaction, answer, analyzed).await?;
                    counts = RunCounts { succeeded: 1, failed: 0, charged: *charge, ..counts };
                    SettleResult::Succeeded
                }
                Some(_) => return Ok(SettleResult::BrandsChanged),
                None => {
                    let sql = "UPDATE answers SET status = 'FAILED', content = '', failure_code = $1 WHERE id = $2";
                    let values = [FailureCode::InsufficientCredits.as_str().into(), answer.id.as_str().into()];
                    execute(transaction, sql, values).await?;
                    SettleResult::CreditsRanOut
                }
            }
        }
    };
    add_counts(app, transaction, &answer.run_id, counts, now).await?;
    settle_spend(transaction, answer, outcome.cost(), outcome.may_be_billed()).await?;
    Ok(result)
}

/// Fails the answers of a run whose organization has no credits, except those that a worker holds. Those without a row
/// fail in slices of [`super::slices`].
pub async fn fail_remaining(app: &AppState, run_id: &str, now: Timestamp) -> Result<(), DbErr> {
    let transaction = begin(&app.databases.jobs).await?;
    fail_unheld(app, &transaction, run_id, ("TRUE", [], &FailureCode::InsufficientCredits), i64::MAX, now).await?;
    let sql = "UPDATE runs SET credits_ran_out = TRUE WHERE id = $1";
    execute(&transaction, sql, [run_id.into()]).await?;
    transaction.commit().await
}

/// Fails up to `limit` answers of a run that no worker holds and that meet a condition, whose parameters start at $5. Estimates of
/// their calls stay in the spend of the day: the providers may bill them. Returns how many.
pub(super) async fn fail_unheld(
    app: &AppState,
    transaction: &DatabaseTransaction,
    run_id: &str,
    (condition, values, code): (&str, impl IntoIterator<Item = Value>, &FailureCode),
    limit: i64,
    now: Timestamp,
) -> Result<i64, DbErr> {
    // A worker that claims or settles an answer meanwhile keeps it.
    let skip_locked = skip_locked(transaction);
    let sql = format!(
        "UPDATE answers SET status = 'FAILED', failure_code = $1, ended_at = $2, lease_owner = NULL, lease_until = NULL, \
         asked_at = NULL, reserved_cost = NULL, task = NULL \
         WHERE id IN (SELECT id FROM answers WHERE run_id = $3 AND {} \
         AND (lease_owner IS NULL OR lease_until <= $2) AND {condition} LIMIT $4 {skip_locked})",
        Status::UNSETTLED
    );
    let own: [Value; 4] = [code.as_str().into(), now.as_millisecond().into(), run_id.into(), limit.into()];
    let values = own.into_iter().chain(values);
    let failed = execute(transaction, &sql, values).await?;
    let failed = i64::try_from(failed).unwrap_or(i64::MAX);
    if failed > 0 {
        add_counts(app, transaction, run_id, RunCounts { failed, ..RunCounts::default() }, now).await?;
    }
    Ok(failed)
}

/// Returns `false` when the attempt has settled, or the lease is another worker's.
async fn set_status(
    transaction: &DatabaseTransaction,
    answer: &answer::Model,
    outcome: &AttemptResult,
    now: Timestamp,
) -> Result<bool, DbErr> {
    let (status, content, error) = match outcome {
        AttemptResult::Answered { analyzed, .. } => (Status::Success, analyzed.reply.content.as_str(), None),
        AttemptResult::Failed(error) => (Status::Failed, "", Some(error)),
    };
    let code = error.map(|error| error.code().to_string());
    let said = error.and_then(AttemptError::provider);
    let words = |text: &String| (!text.is_empty()).then(|| text.clone());
    let sql = format!(
        "UPDATE answers SET status = $1, content = $2, failure_code = $3, ended_at = $4, lease_owner = NULL, \
         lease_until = NULL, asked_at = NULL, reserved_cost = NULL, task = NULL, route = $7, provider_cost = $8, \
         provider_status = $9, provider_message = $10 WHERE id = $5 AND {} AND lease_owner = $6",
        Status::UNSETTLED
    );
    let values = [
        status.into(),
        content.into(),
        code.into(),
        now.as_millisecond().into(),
        answer.id.as_str().into(),
        answer.lease_owner.clone().into(),
        answer.route.clone().into(),
        outcome.cost().map(clamped).into(),
        said.and_then(|failure| words(&failure.provider_status)).into(),
        said.and_then(|failure| words(&failure.provider_message)).into(),
    ];
    Ok(execute(transaction, &sql, values).await? == 1)
}

/// Takes the charge of an answer from the balance of its organization, and enters it in `credit_entries`. Returns the revision of the
/// organization's brands, and `None` when the balance is too low. Locks the organization, also if the answer costs nothing.
async fn pay(
    transaction: &DatabaseTransaction,
    random: &Random,
    answer: &answer::Model,
    charge: i64,
    now: Timestamp,
) -> Result<Option<i64>, DbErr> {
    let sql = "UPDATE organizations SET balance = balance - $1 WHERE id = $2 AND (balance >= $1 OR $1 = 0) \
               RETURNING brands_revision";
    let values = [charge.into(), answer.organization_id.as_str().into()];
    let revision = query_row(transaction, sql, values).await?;
    if charge == 0 || revision.is_none() {
        return Ok(revision);
    }
    credit_entry::Entity::insert(credit_entry::ActiveModel {
        id: Set(random.id(now)),
        organization_id: Set(answer.organization_id.clone()),
        amount: Set(-charge),
        answer_id: Set(Some(answer.id.clone())),
        created_at: Set(now.as_millisecond()),
    })
    .exec_without_returning(transaction)
    .await?;
    Ok(revision)
}

/// Replaces the estimate of a call by its cost. A call without a known `cost` keeps its estimate if the provider may
/// bill it. Does nothing if no paid engine was asked.
async fn settle_spend(
    transaction: &DatabaseTransaction,
    answer: &answer::Model,
    cost: Option<u64>,
    may_be_billed: bool,
) -> Result<(), DbErr> {
    let (Some(asked_at), Some(reserved)) = (answer.asked_at, answer.reserved_cost) else { return Ok(()) };
    let day = utc_day(Timestamp::from_millisecond(asked_at).unwrap_or_default());
    let cost = cost.map_or(if may_be_billed { reserved } else { 0 }, clamped);
    spend::settle(transaction, &answer.model, day, reserved, cost).await
}

/// Answers of a run that have settled.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RunCounts {
    pub(super) succeeded: i64,
    pub(super) failed: i64,
    /// What they cost the organization, in thousandths of a credit.
    pub(super) charged: i64,
    /// What their providers billed, in millionths of a US dollar. Absent when they did not say.
    pub(super) cost: Option<i64>,
}

/// Adds to the counts of a run. It becomes FINISHED with its last answer, which is an event.
pub(super) async fn add_counts(
    app: &AppState,
    transaction: &DatabaseTransaction,
    run_id: &str,
    settled: RunCounts,
    now: Timestamp,
) -> Result<(), DbErr> {
    let sql = "UPDATE runs SET success_count = success_count + $1, failed_count = failed_count + $2, \
               status = CASE WHEN success_count + failed_count + $1 + $2 = total_count THEN 'FINISHED' ELSE status END, \
               finished_at = CASE WHEN status = 'RUNNING' AND success_count + failed_count + $1 + $2 = total_count \
               THEN $3 ELSE finished_at END, charged = charged + $6, \
               provider_cost = COALESCE(provider_cost + $5, provider_cost, $5) WHERE id = $4 \
               RETURNING success_count + failed_count = total_count";
    let RunCounts { succeeded, failed, charged, cost } = settled;
    let at = now.as_millisecond();
    let values = [succeeded.into(), failed.into(), at.into(), run_id.into(), cost.into(), charged.into()];
    let is_last: bool = query_row(transaction, sql, values).await?.unwrap_or_default();
    if is_last && let Some(run) = run::Entity::find_by_id(run_id).one(transaction).await? {
        record_end(app, transaction, run, now).await?;
    }
    Ok(())
}

/// Records the event that a run has finished. The rules of alerts are due then.
pub(super) async fn record_end(
    app: &AppState,
    transaction: &DatabaseTransaction,
    run: run::Model,
    now: Timestamp,
) -> Result<(), DbErr> {
    alerts::due::run_finished(transaction, &run.organization_id, now).await?;
    let event = Event::RunFinished(RunFinished {
        run_id: parse_stored_id(run.id)?,
        name: run.name,
        total_count: run.total_count.unsigned_abs(),
        success_count: run.success_count.unsigned_abs(),
        failed_count: run.failed_count.unsigned_abs(),
        schedule_id: run.schedule_id.map(parse_stored_id).transpose()?,
    });
    events::record(app, transaction, &run.organization_id, &[event], now).await
}

/// An amount as the database stores it.
fn clamped(micro_dollars: u64) -> i64 {
    i64::try_from(micro_dollars).unwrap_or(i64::MAX)
}
