//! Ending an item: its answer, its price and its run's counts change together, once.

use answerdeck_api::AnswerStatus;
use answerdeck_api::limits::ANSWER_PRICE;
use answerdeck_engine::Reply;
use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, EntityTrait};

use super::persist_reply::persist_reply;
use crate::analyzer_pool::AnalyzerPool;
use crate::database::begin;
use crate::database::entity::{answer, credit_entry};
use crate::database::statement;
use crate::random::Random;

/// What an answer costs, in thousandths of a credit.
pub const PRICE: i64 = 1_000 * ANSWER_PRICE as i64;
/// Why the items of an organization without credits fail.
pub const CREDITS_RAN_OUT: &str = "credits ran out";
/// Why an item fails whose model has nothing to say.
pub const NO_ANSWER: &str = "the model gave no answer";

/// What became of an item that was worked on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The model answered.
    ApiResult {
        /// What it said.
        reply: Reply,
        /// The tokens of what it said, each once.
        tokens: Vec<String>,
    },
    /// It did not, and why.
    Failed(String),
}

impl Outcome {
    /// What becomes of a reply: its tokens are taken out before anything is locked.
    pub async fn answered(words: &AnalyzerPool, reply: Reply) -> Self {
        let tokens = words.tokens(reply.content.clone()).await;
        Self::ApiResult { reply, tokens }
    }
}

/// How an item ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Its answer can be read and is paid for.
    Success,
    /// It has no answer and cost nothing.
    Failed,
    /// There was an answer, and no credit to pay for it: as [`Ended::Failed`].
    CreditsRanOut,
    /// It had ended before, or another worker has it: nothing changed.
    NotOurs,
}

/// Ends an item in a transaction of its own.
///
/// # Errors
/// When the database fails: the item is as it was.
pub async fn complete(
    database: &DatabaseConnection,
    random: &Random,
    item: &answer::Model,
    outcome: &Outcome,
    now: Timestamp,
) -> Result<Ended, DbErr> {
    let transaction = begin(database).await?;
    let ended = end(&transaction, random, item, outcome, now).await?;
    transaction.commit().await?;
    Ok(ended)
}

/// Ends an item that the caller holds by lease. Rows are locked in the order answer, organization, run.
///
/// # Errors
/// When the database fails: the transaction is not to be committed.
///
/// Source: docs/platform-api.md, section 3; section 8, Credits.
pub async fn end(
    transaction: &DatabaseTransaction,
    random: &Random,
    item: &answer::Model,
    outcome: &Outcome,
    now: Timestamp,
) -> Result<Ended, DbErr> {
    let ended_at = now.as_millisecond();
    if !set_status(transaction, item, outcome, ended_at).await? {
        return Ok(Ended::NotOurs);
    }
    let ended = match outcome {
        Outcome::Failed(_) => Ended::Failed,
        Outcome::ApiResult { reply, tokens } if charge(transaction, random, item, now).await? => {
            persist_reply(transaction, item, reply, tokens).await?;
            Ended::Success
        }
        Outcome::ApiResult { .. } => {
            let sql = "UPDATE answers SET status = 'FAILED', content = '', failure = $1 WHERE id = $2";
            let values = [CREDITS_RAN_OUT.into(), item.id.as_str().into()];
            transaction.execute_raw(statement(transaction, sql, values)).await?;
            Ended::CreditsRanOut
        }
    };
    if let Some(run_id) = &item.run_id {
        let (succeeded, failed) = if ended == Ended::Success { (1, 0) } else { (0, 1) };
        count(transaction, run_id, succeeded, failed, ended_at).await?;
    }
    Ok(ended)
}

/// Ends what is left of a run whose organization has no credits: every item that nobody works on fails.
///
/// # Errors
/// When the database fails: nothing changed.
pub async fn fail_rest(database: &DatabaseConnection, run_id: &str, now: Timestamp) -> Result<(), DbErr> {
    let transaction = begin(database).await?;
    let now = now.as_millisecond();
    let sql = "UPDATE answers SET status = 'FAILED', failure = $1, ended_at = $2, lease_owner = NULL, \
               lease_until = NULL WHERE run_id = $3 AND status = 'PENDING' \
               AND (lease_until IS NULL OR lease_until <= $2)";
    let values = [CREDITS_RAN_OUT.into(), now.into(), run_id.into()];
    let failed = transaction.execute_raw(statement(&transaction, sql, values)).await?.rows_affected();
    if failed > 0 {
        count(&transaction, run_id, 0, i64::try_from(failed).unwrap_or(i64::MAX), now).await?;
    }
    transaction.commit().await
}

/// Whether the item was PENDING and the caller's.
async fn set_status(
    transaction: &DatabaseTransaction,
    item: &answer::Model,
    outcome: &Outcome,
    ended_at: i64,
) -> Result<bool, DbErr> {
    let (status, content, failure) = match outcome {
        Outcome::ApiResult { reply, .. } => (AnswerStatus::Success, reply.content.as_str(), None),
        Outcome::Failed(failure) => (AnswerStatus::Failed, "", Some(failure.as_str())),
    };
    let sql = "UPDATE answers SET status = $1, content = $2, failure = $3, ended_at = $4, lease_owner = NULL, \
               lease_until = NULL WHERE id = $5 AND status = 'PENDING' AND lease_owner = $6";
    let values = [
        status.as_str().into(),
        content.into(),
        failure.into(),
        ended_at.into(),
        item.id.as_str().into(),
        item.lease_owner.clone().into(),
    ];
    Ok(transaction.execute_raw(statement(transaction, sql, values)).await?.rows_affected() == 1)
}

/// Whether the organization could pay.
async fn charge(
    transaction: &DatabaseTransaction,
    random: &Random,
    item: &answer::Model,
    now: Timestamp,
) -> Result<bool, DbErr> {
    let sql = "UPDATE organizations SET balance = balance - $1 WHERE id = $2 AND balance >= $1";
    let values = [PRICE.into(), item.organization_id.as_str().into()];
    if transaction.execute_raw(statement(transaction, sql, values)).await?.rows_affected() == 0 {
        return Ok(false);
    }
    credit_entry::Entity::insert(credit_entry::ActiveModel {
        id: Set(random.id(now)),
        organization_id: Set(item.organization_id.clone()),
        amount: Set(-PRICE),
        answer_id: Set(Some(item.id.clone())),
        created_at: Set(now.as_millisecond()),
    })
    .exec_without_returning(transaction)
    .await?;
    Ok(true)
}

/// The run is FINISHED with its last item.
async fn count(
    transaction: &DatabaseTransaction,
    run_id: &str,
    succeeded: i64,
    failed: i64,
    now: i64,
) -> Result<(), DbErr> {
    let sql = "UPDATE runs SET success_count = success_count + $1, failed_count = failed_count + $2, \
               status = CASE WHEN success_count + failed_count + $1 + $2 = total_count THEN 'FINISHED' ELSE status END, \
               finished_at = CASE WHEN success_count + failed_count + $1 + $2 = total_count THEN $3 ELSE finished_at END \
               WHERE id = $4";
    let values = [succeeded.into(), failed.into(), now.into(), run_id.into()];
    transaction.execute_raw(statement(transaction, sql, values)).await?;
    Ok(())
}
