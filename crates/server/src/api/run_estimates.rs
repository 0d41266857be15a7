//! Estimates of runs: a tool can start a run only after its cost was estimated, and each estimate once.

use answerdeck_api::{Created, RunId, RunSubmit};
use answerdeck_database::credits::credits;
use answerdeck_database::entity::run_estimate;
use answerdeck_database::time::wire_time;
use answerdeck_database::{delete_beyond, parse_stored_id, stored_json};
use answerdeck_mcp::{ESTIMATE_MINUTES, RunEstimate, RunStart};
use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect};

use super::organization;
use crate::http::extract::{Body, UncheckedBody, check_bounds};
use crate::idempotency::{IdempotentWrite, WriteResult};
use crate::problem::Problem;
use crate::run::submission::{self, Submission};
use crate::worker::JobKind;

/// The estimates of an organization that are kept. A new one replaces the oldest.
const KEPT_MAX: u64 = 20;

pub(super) async fn estimate(write: IdempotentWrite, UncheckedBody(submit): UncheckedBody<RunSubmit>) -> WriteResult {
    let IdempotentWrite { app, caller, .. } = &write;
    let stored_submission = serde_json::json!(submit);
    let models = submit.models.clone();
    let repeat_count = submit.repeat_count.unwrap_or(1);
    let ((), submission) = Problem::both(check_bounds(&submit), Submission::check(&app.engines(), submit))?;
    let balance = organization::find(app, caller).await?.balance;
    let now = app.clock.now();
    let expires_at = now.as_millisecond() + i64::from(ESTIMATE_MINUTES) * 60_000;
    let transaction = write.begin().await?;
    let size = submission::size(&transaction, caller.organization_id.as_str(), &submission, None).await?;
    let row = run_estimate::Model {
        id: app.random.id(now),
        organization_id: caller.organization_id.to_string(),
        submission: stored_submission,
        item_count: i64::try_from(size.items).unwrap_or(i64::MAX),
        expires_at,
        run_id: None,
    };
    run_estimate::Entity::insert(row.clone().into_active_model()).exec_without_returning(&*transaction).await?;
    delete_beyond(&*transaction, "run_estimates", "organization_id", caller.organization_id.as_str(), KEPT_MAX).await?;
    let balance = credits(balance);
    let estimate = RunEstimate {
        estimate_id: row.id,
        prompt_count: size.prompts,
        models,
        repeat_count,
        item_count: size.items,
        credits: size.credits as f64,
        balance,
        is_covered: size.credits == 0 || size.credits as f64 <= balance,
        expires_at: wire_time(expires_at),
    };
    transaction.commit(&estimate).await
}

/// Starts the run of an estimate. The estimate remembers it, so a repetition starts no second one.
pub(super) async fn start(write: IdempotentWrite, Body(start): Body<RunStart>) -> WriteResult {
    let IdempotentWrite { app, caller, .. } = &write;
    let now = app.clock.now();
    let transaction = write.begin().await?;
    let row = run_estimate::Entity::find_by_id(start.estimate_id)
        .filter(run_estimate::Column::OrganizationId.eq(caller.organization_id.as_str()))
        .lock_exclusive()
        .one(&*transaction)
        .await?;
    let unknown =
        || Problem::validation("estimateID: there is no such estimate, or it has expired. Estimate the run again");
    let row = row.ok_or_else(unknown)?;
    if let Some(run) = row.run_id {
        return transaction.commit(&Created::<RunId> { id: parse_stored_id(run)? }).await;
    }
    if row.expires_at <= now.as_millisecond() {
        return Err(unknown().into());
    }
    let submit: RunSubmit = stored_json(row.submission.clone())?;
    let submission = Submission::check(&app.engines(), submit)?;
    let organization = caller.organization_id.as_str();
    let (id, size) = submission::submit(app, &transaction, organization, &submission, now).await?;
    if i64::try_from(size.items) != Ok(row.item_count) {
        let changed = "estimateID: the prompt set has changed since the estimate. Estimate the run again";
        return Err(Problem::validation(changed).into());
    }
    let mut change = row.into_active_model();
    change.run_id = Set(Some(id.to_string()));
    change.update(&*transaction).await?;
    transaction.commit_work(JobKind::RunItems, &Created { id }).await
}
