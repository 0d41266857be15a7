//! Sending deliveries.
//!
//! Each attempt is one request. Its outcome is stored with its webhook, whose row is locked before that of the delivery. A delivery
//! whose process dies is attempted again when its lease has expired, so an address may get it twice: with the same `webhook-id`.

use answerdeck_api::{WebhookDeliveryFailure, WebhookDisabledReason};
use answerdeck_database::begin;
use answerdeck_database::entity::webhook_delivery::Status;
use answerdeck_database::entity::{webhook, webhook_delivery};
use answerdeck_guarded_http::{HttpError, PostError, PostResponse};
use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, DatabaseTransaction, DbErr, EntityTrait, IntoActiveModel, PaginatorTrait,
    QueryFilter, QuerySelect,
};
use url::Url;

use super::signature;
use crate::state::AppState;
use crate::worker::lease::Leasable;
use crate::worker::{INTERRUPTED_MAX, JobKind, retry_delay};

/// The status with which an address says that it wants no more deliveries.
const GONE: u16 = 410;

impl Leasable for webhook_delivery::Entity {
    const TABLE: &'static str = "webhook_deliveries";
    const UNFINISHED: &'static str = "status = 'PENDING'";
    const KIND: JobKind = JobKind::WebhookDeliveries;

    fn ids(row: &webhook_delivery::Model) -> (&str, &str) {
        (&row.id, &row.organization_id)
    }
}

struct Outcome {
    response: Option<PostResponse>,
    failure: Option<WebhookDeliveryFailure>,
}

impl Outcome {
    fn of(result: Result<PostResponse, PostError>) -> Self {
        use WebhookDeliveryFailure as Failure;
        let failure = match &result {
            Ok(response) => match response.status {
                200..300 => None,
                300..400 => Some(Failure::Redirect),
                _ => Some(Failure::Status),
            },
            Err(error) => Some(match error {
                PostError::TimedOut => Failure::TimedOut,
                PostError::Http(HttpError::Address) => Failure::Address,
                PostError::Http(HttpError::UnknownHost) => Failure::UnknownHost,
                PostError::Http(HttpError::PrivateAddress) => Failure::PrivateAddress,
                PostError::Http(HttpError::Unreachable | HttpError::Unreadable) => Failure::Unreachable,
                PostError::Http(
                    HttpError::Untrusted
                    | HttpError::CertificateChain
                    | HttpError::CertificateExpired
                    | HttpError::CertificateName,
                ) => Failure::Certificate,
            }),
        };
        Self { response: result.ok(), failure }
    }

    fn stored(&self) -> webhook_delivery::ActiveModel {
        // PostgreSQL stores no U+0000.
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace('\0', "\u{fffd}");
        let body = self.response.as_ref().map(|response| text(&response.body));
        webhook_delivery::ActiveModel {
            response_status: Set(self.response.as_ref().map(|response| response.status.into())),
            response_body: Set(body.filter(|body| !body.is_empty())),
            failure: Set(self.failure.as_ref().map(ToString::to_string)),
            ..Default::default()
        }
    }
}

/// Makes an attempt.
pub(crate) async fn run(app: AppState, delivery: webhook_delivery::Model) -> Result<(), DbErr> {
    let Some(webhook) = webhook::Entity::find_by_id(&delivery.webhook_id).one(&app.databases.jobs).await? else {
        return Ok(());
    };
    let outcome = match webhook.disabled_at {
        Some(_) => Outcome { response: None, failure: Some(WebhookDeliveryFailure::Disabled) },
        // Most attempts have ended their workers.
        None if delivery.attempts > INTERRUPTED_MAX => {
            Outcome { response: None, failure: Some(WebhookDeliveryFailure::Unreachable) }
        }
        None => Outcome::of(send(&app, &webhook, &delivery).await),
    };
    settle(&app, &delivery, outcome).await
}

async fn send(
    app: &AppState,
    webhook: &webhook::Model,
    delivery: &webhook_delivery::Model,
) -> Result<PostResponse, PostError> {
    let url = Url::parse(&webhook.url).map_err(|_| HttpError::Address)?;
    let headers = signature::headers(webhook, &delivery.id, &delivery.body, app.clock.now());
    app.webhook_poster.post(&url, &headers, delivery.body.clone()).await
}

/// Stores the outcome of an attempt. Does nothing if another worker has the delivery, or the webhook is deleted.
async fn settle(app: &AppState, delivery: &webhook_delivery::Model, outcome: Outcome) -> Result<(), DbErr> {
    let now = app.clock.now();
    let transaction = begin(&app.databases.jobs).await?;
    let webhook = webhook::Entity::find_by_id(&delivery.webhook_id).lock_exclusive().one(&transaction).await?;
    let Some(webhook) = webhook else { return Ok(()) };
    let is_enabled = webhook.disabled_at.is_none();
    let begins_to_fail = outcome.failure.is_some() && is_enabled && !is_failing(&transaction, &webhook).await?;
    let is_gone = outcome.response.as_ref().is_some_and(|response| response.status == GONE);
    let delay = retry_delay(&app.random, delivery.attempts).filter(|_| is_enabled && !is_gone);
    let (status, counted, next) = match (&outcome.failure, delay) {
        (None, _) => (Status::Succeeded, "succeeded", None),
        (Some(_), Some(delay)) => (Status::Pending, "retried", Some((now + delay).as_millisecond())),
        (Some(_), None) => (Status::Failed, "failed", None),
    };
    let change = webhook_delivery::ActiveModel {
        status: Set(status),
        lease_until: Set(next),
        lease_owner: Set(None),
        attempted_at: Set(Some(now.as_millisecond())),
        ..outcome.stored()
    };
    let changed = webhook_delivery::Entity::update_many()
        .set(change)
        .filter(webhook_delivery::Column::Id.eq(&delivery.id))
        .filter(webhook_delivery::Column::Status.eq(Status::Pending))
        .filter(webhook_delivery::Column::LeaseOwner.eq(delivery.lease_owner.clone()))
        .exec(&transaction)
        .await?;
    if changed.rows_affected == 0 {
        return Ok(());
    }
    if begins_to_fail {
        tracing::warn!(
            webhook = webhook.id,
            organization = webhook.organization_id,
            failure = outcome.failure.as_ref().map(ToString::to_string),
            status = outcome.response.as_ref().map(|response| response.status),
            "a webhook begins to fail, and is not logged again until a delivery succeeds"
        );
    }
    let has_succeeded_since = webhook.succeeded_at.is_some_and(|at| at >= delivery.created_at);
    match status {
        Status::Succeeded => {
            let succeeded_at = Set(Some(now.as_millisecond()));
            webhook::ActiveModel { succeeded_at, ..webhook.into_active_model() }.update(&transaction).await?;
        }
        Status::Failed if is_enabled && (is_gone || !has_succeeded_since) => {
            let reason = if is_gone { WebhookDisabledReason::Gone } else { WebhookDisabledReason::Failing };
            tracing::warn!(webhook = webhook.id, %reason, "a webhook was disabled");
            disable(&transaction, webhook, Some(&reason), now).await?;
        }
        Status::Failed | Status::Pending => {}
    }
    transaction.commit().await?;
    app.prometheus.webhook_deliveries.count(counted);
    Ok(())
}

/// Whether an attempt has failed since the last success.
async fn is_failing(transaction: &DatabaseTransaction, webhook: &webhook::Model) -> Result<bool, DbErr> {
    let failed = webhook_delivery::Entity::find()
        .filter(webhook_delivery::Column::WebhookId.eq(&webhook.id))
        .filter(webhook_delivery::Column::Failure.is_not_null())
        .filter(webhook_delivery::Column::AttemptedAt.gte(webhook.succeeded_at.unwrap_or_default()));
    Ok(failed.count(transaction).await? > 0)
}

/// Disables a webhook, which the caller has locked, and ends its deliveries except for those in progress. Without a reason, a person
/// did.
pub(crate) async fn disable(
    transaction: &DatabaseTransaction,
    webhook: webhook::Model,
    reason: Option<&WebhookDisabledReason>,
    now: Timestamp,
) -> Result<webhook::Model, DbErr> {
    let now = now.as_millisecond();
    let is_free = Condition::any()
        .add(webhook_delivery::Column::LeaseOwner.is_null())
        .add(webhook_delivery::Column::LeaseUntil.lte(now));
    webhook_delivery::Entity::update_many()
        .col_expr(webhook_delivery::Column::Status, Expr::value(Status::Failed))
        .col_expr(webhook_delivery::Column::Failure, Expr::value(WebhookDeliveryFailure::Disabled.as_str()))
        .col_expr(webhook_delivery::Column::LeaseUntil, Expr::value(None::<i64>))
        .filter(webhook_delivery::Column::WebhookId.eq(&webhook.id))
        .filter(webhook_delivery::Column::Status.eq(Status::Pending))
        .filter(is_free)
        .exec(transaction)
        .await?;
    let change = webhook::ActiveModel {
        disabled_reason: Set(reason.map(ToString::to_string)),
        disabled_at: Set(Some(now)),
        ..webhook.into_active_model()
    };
    change.update(transaction).await
}
