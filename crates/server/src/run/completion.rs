//! Completing an item: its answer, its charge and the counts of its run change in one transaction, once.

use std::borrow::Cow;
use std::sync::Arc;

use answerdeck_api::{FailureCode, ModelRoute};
use answerdeck_database::begin;
use answerdeck_database::entity::{answer, credit_entry};
use answerdeck_database::statement;
use answerdeck_engine::{Reply, ServedModel};
use answerdeck_statistics::TextFindings;
use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, EntityTrait};

use super::failure::ItemError;
use super::persist_reply::persist_reply;
use super::responses::StoredResponse;
use crate::analyzer_pool::AnalyzerPool;
use crate::brand_finder::BrandFinder;
use crate::engines::calls;
use crate::random::Random;
use crate::state::AppState;

/// What an answer of a model costs the organization, in thousandths of a credit.
pub(crate) fn price(served: &ServedModel) -> i64 {
    1_000 * i64::from(served.credits)
}

/// The result of asking an engine for an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineOutcome {
    /// The model answered.
    Answered {
        /// The answer.
        reply: Reply,
        /// What was found in it.
        findings: TextFindings,
        /// The provider's response. Absent for an answer of this server, and when it is too large.
        response: Option<StoredResponse>,
        /// What the answer costs the organization, in thousandths of a credit.
        price: i64,
    },
    /// There is no answer.
    Failed(ItemError),
}

impl EngineOutcome {
    /// Finds brands and tokens in a reply, and compresses the provider's response. The answer costs the organization `price`
    /// thousandths of a credit. Call it before the transaction, which locks rows.
    pub async fn from_reply(analyzer: &AnalyzerPool, brands: &Arc<BrandFinder>, mut reply: Reply, price: i64) -> Self {
        let findings = find(analyzer, brands, &reply).await;
        let response = match reply.raw.take() {
            Some(raw) => analyzer.run(move |_| StoredResponse::compress(&raw)).await,
            None => None,
        };
        Self::Answered { reply, findings, response, price }
    }

    /// What the provider charged, in millionths of a US dollar. `None` when it did not say.
    fn cost(&self) -> Option<u64> {
        match self {
            Self::Answered { reply, .. } => reply.cost,
            Self::Failed(ItemError::Engine(failure)) => failure.cost,
            Self::Failed(_) => None,
        }
    }

    /// Whether the provider may have charged for a call with this outcome.
    fn is_charged(&self) -> bool {
        match self {
            Self::Failed(ItemError::Engine(failure)) => failure.class.is_charged(),
            Self::Answered { .. } | Self::Failed(_) => true,
        }
    }
}

/// Finds tokens and the brands that an organization has now in a reply.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn search(app: &AppState, organization_id: &str, reply: &Reply) -> Result<TextFindings, DbErr> {
    let brands = app.brand_finders.of(&app.jobs_database, organization_id).await?;
    Ok(find(&app.config.analyzer, &brands, reply).await)
}

async fn find(analyzer: &AnalyzerPool, brands: &Arc<BrandFinder>, reply: &Reply) -> TextFindings {
    let sources = reply.sources.iter().map(|source| source.url.clone()).collect();
    analyzer.find(brands, vec![(reply.content.clone(), sources)]).await.pop().unwrap_or_default()
}

/// How an item was completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completion {
    /// The answer is stored and paid for.
    Succeeded,
    /// The item failed and cost nothing.
    Failed,
    /// The item failed and cost nothing, because the organization cannot pay.
    CreditsRanOut,
    /// Nothing changed: the item was complete already, or another worker holds its lease.
    LeaseLost,
    /// The brands have changed since the answer was searched for them. Roll the transaction back.
    BrandsChanged,
}

/// Completes an item in its own transaction. If the brands have changed, it searches the answer for them again.
///
/// # Errors
/// Returns an error if the database fails. The item is unchanged then.
pub async fn complete(
    app: &AppState,
    item: &answer::Model,
    outcome: &EngineOutcome,
    now: Timestamp,
) -> Result<Completion, DbErr> {
    let database = &app.jobs_database;
    let mut outcome = Cow::Borrowed(outcome);
    loop {
        let transaction = begin(database).await?;
        let completion = complete_in(app, &transaction, item, &outcome, now).await?;
        if completion != Completion::BrandsChanged {
            transaction.commit().await?;
            return Ok(completion);
        }
        transaction.rollback().await?;
        if let EngineOutcome::Answered { reply, findings, .. } = outcome.to_mut() {
            *findings = search(app, &item.organization_id, reply).await?;
        }
    }
}

/// Completes an item whose lease the caller holds. `item.route` is that of the engine that was asked. Rows are locked in the
/// order answer, organization, run.
///
/// # Errors
/// Returns an error if the database fails. Roll the transaction back then.
///
/// Source: docs/platform-api.md, section 3; section 8, Credits.
pub async fn complete_in(
    app: &AppState,
    transaction: &DatabaseTransaction,
    item: &answer::Model,
    outcome: &EngineOutcome,
    now: Timestamp,
) -> Result<Completion, DbErr> {
    let ended_at = now.as_millisecond();
    if !set_status(transaction, item, outcome, ended_at).await? {
        return Ok(Completion::LeaseLost);
    }
    let completion = match outcome {
        EngineOutcome::Failed(ItemError::CreditsRanOut) => Completion::CreditsRanOut,
        EngineOutcome::Failed(_) => Completion::Failed,
        EngineOutcome::Answered { reply, findings, response, price } => {
            match charge(transaction, &app.random, item, *price, now).await? {
                Some(revision) if revision == findings.revision => {
                    persist_reply(app.statistics.as_ref(), transaction, item, reply, findings).await?;
                    if let Some(response) = response {
                        response.store(transaction, &item.id).await?;
                    }
                    Completion::Succeeded
                }
                Some(_) => return Ok(Completion::BrandsChanged),
                None => {
                    let sql = "UPDATE answers SET status = 'FAILED', content = '', failure_code = $1 WHERE id = $2";
                    let values = [FailureCode::InsufficientCredits.as_str().into(), item.id.as_str().into()];
                    transaction.execute_raw(statement(transaction, sql, values)).await?;
                    Completion::CreditsRanOut
                }
            }
        }
    };
    if let Some(run_id) = &item.run_id {
        let (succeeded, failed) = if completion == Completion::Succeeded { (1, 0) } else { (0, 1) };
        let cost = outcome.cost().map(calls::clamped);
        add_counts(transaction, run_id, Ended { succeeded, failed, cost }, ended_at).await?;
    }
    // Stand-ins answer only items without a call.
    let is_of_stand_in = item.route.as_deref() == Some(ModelRoute::StandIn.as_str());
    if !(is_of_stand_in && matches!(outcome, EngineOutcome::Answered { .. })) {
        calls::end(transaction, item, outcome.cost(), outcome.is_charged()).await?;
    }
    Ok(completion)
}

/// Fails the started items of a run whose organization has no credits, except those that a worker holds. The items that were
/// not started fail in slices of [`super::slices`].
///
/// # Errors
/// Returns an error if the database fails. Nothing has changed then.
pub async fn fail_remaining(database: &DatabaseConnection, run_id: &str, now: Timestamp) -> Result<(), DbErr> {
    let transaction = begin(database).await?;
    let now = now.as_millisecond();
    let sql = "UPDATE answers SET status = 'FAILED', failure_code = $1, ended_at = $2, lease_owner = NULL, \
               lease_until = NULL WHERE run_id = $3 AND status = 'PENDING' \
               AND (lease_until IS NULL OR lease_until <= $2)";
    let values = [FailureCode::InsufficientCredits.as_str().into(), now.into(), run_id.into()];
    let failed = transaction.execute_raw(statement(&transaction, sql, values)).await?.rows_affected();
    // Their estimates stay in the spend of the day: the providers may have charged for them.
    let sql = "DELETE FROM engine_calls WHERE EXISTS (SELECT 1 FROM answers WHERE answers.id = engine_calls.answer_id \
               AND run_id = $1 AND status = 'FAILED')";
    transaction.execute_raw(statement(&transaction, sql, [run_id.into()])).await?;
    let sql = "UPDATE runs SET credits_ran_out = TRUE WHERE id = $1";
    transaction.execute_raw(statement(&transaction, sql, [run_id.into()])).await?;
    let failed = i64::try_from(failed).unwrap_or(i64::MAX);
    add_counts(&transaction, run_id, Ended { failed, ..Ended::default() }, now).await?;
    transaction.commit().await
}

/// Returns `false` when the item is not PENDING, or the lease is another worker's.
async fn set_status(
    transaction: &DatabaseTransaction,
    item: &answer::Model,
    outcome: &EngineOutcome,
    ended_at: i64,
) -> Result<bool, DbErr> {
    let (status, content, error) = match outcome {
        EngineOutcome::Answered { reply, .. } => (answer::Status::Success, reply.content.as_str(), None),
        EngineOutcome::Failed(error) => (answer::Status::Failed, "", Some(error)),
    };
    let code = error.map(|error| error.code().to_string());
    let said = error.and_then(ItemError::provider);
    let words = |text: &String| (!text.is_empty()).then(|| text.clone());
    let sql = "UPDATE answers SET status = $1, content = $2, failure_code = $3, ended_at = $4, lease_owner = NULL, \
               lease_until = NULL, route = $7, provider_cost = $8, provider_status = $9, provider_message = $10 \
               WHERE id = $5 AND status = 'PENDING' AND lease_owner = $6";
    let values = [
        status.into(),
        content.into(),
        code.into(),
        ended_at.into(),
        item.id.as_str().into(),
        item.lease_owner.clone().into(),
        item.route.clone().into(),
        outcome.cost().map(calls::clamped).into(),
        said.and_then(|failure| words(&failure.provider_status)).into(),
        said.and_then(|failure| words(&failure.provider_message)).into(),
    ];
    Ok(transaction.execute_raw(statement(transaction, sql, values)).await?.rows_affected() == 1)
}

/// Returns the revision of the organization's brands, and `None` when the balance is too low. Locks the organization, also if the
/// answer costs nothing.
async fn charge(
    transaction: &DatabaseTransaction,
    random: &Random,
    item: &answer::Model,
    price: i64,
    now: Timestamp,
) -> Result<Option<i64>, DbErr> {
    let sql = "UPDATE organizations SET balance = balance - $1 WHERE id = $2 AND (balance >= $1 OR $1 = 0) \
               RETURNING brands_revision";
    let values = [price.into(), item.organization_id.as_str().into()];
    let row = transaction.query_one_raw(statement(transaction, sql, values)).await?;
    let revision = row.map(|row| row.try_get_by_index(0)).transpose()?;
    if price == 0 || revision.is_none() {
        return Ok(revision);
    }
    credit_entry::Entity::insert(credit_entry::ActiveModel {
        id: Set(random.id(now)),
        organization_id: Set(item.organization_id.clone()),
        amount: Set(-price),
        answer_id: Set(Some(item.id.clone())),
        created_at: Set(now.as_millisecond()),
    })
    .exec_without_returning(transaction)
    .await?;
    Ok(revision)
}

/// Items of a run that have ended.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Ended {
    pub(super) succeeded: i64,
    pub(super) failed: i64,
    /// What their providers charged, in millionths of a US dollar. Absent when they did not say.
    pub(super) cost: Option<i64>,
}

/// The run becomes FINISHED with its last item.
pub(super) async fn add_counts(
    transaction: &DatabaseTransaction,
    run_id: &str,
    ended: Ended,
    now: i64,
) -> Result<(), DbErr> {
    let sql = "UPDATE runs SET success_count = success_count + $1, failed_count = failed_count + $2, \
               status = CASE WHEN success_count + failed_count + $1 + $2 = total_count THEN 'FINISHED' ELSE status END, \
               finished_at = CASE WHEN status = 'RUNNING' AND success_count + failed_count + $1 + $2 = total_count \
               THEN $3 ELSE finished_at END, \
               provider_cost = COALESCE(provider_cost + $5, provider_cost, $5) WHERE id = $4";
    let values = [ended.succeeded.into(), ended.failed.into(), now.into(), run_id.into(), ended.cost.into()];
    transaction.execute_raw(statement(transaction, sql, values)).await?;
    Ok(())
}
