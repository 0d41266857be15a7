use answerdeck_api::limits::WEBHOOK_EXCERPT_MAX;
use answerdeck_api::operation::LIST_WEBHOOK_DELIVERIES;
use answerdeck_api::{
    ErrorCode, EventType, WebhookDelivery, WebhookDeliveryFailure, WebhookDeliveryFilter, WebhookDeliveryId,
    WebhookDeliveryList,
};
use answerdeck_database::entity::webhook;
use answerdeck_database::entity::webhook_delivery::{self, Status};
use answerdeck_database::parse_stored_id;
use answerdeck_database::time::wire_time;
use axum::Json;
use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, QuerySelect};

use super::rows;
use crate::http::caller::Read;
use crate::http::extract::{PathId, QueryParams};
use crate::idempotency::{IdempotentWrite, WriteResult};
use crate::problem::{ApiResult, Problem};
use crate::worker::JobKind;

pub(super) async fn list(
    read: Read,
    QueryParams(filter): QueryParams<WebhookDeliveryFilter>,
) -> ApiResult<Json<WebhookDeliveryList>> {
    let of_webhook = ("webhookID", webhook_delivery::Column::WebhookId);
    let query =
        rows::select_of::<webhook_delivery::Entity, webhook::Entity>(&read, of_webhook, filter.webhook_id.as_ref());
    Ok(Json(rows::list(&read, LIST_WEBHOOK_DELIVERIES, &filter, query.await?, to_wire).await?.into()))
}

/// A delivery that is in progress stays as it is.
pub(super) async fn resend(write: IdempotentWrite, PathId(id): PathId<WebhookDeliveryId>) -> WriteResult {
    let transaction = write.begin().await?;
    let row = rows::find::<webhook_delivery::Entity>(&*transaction, &write.caller, id.as_str()).await?;
    // The webhook is locked first, as where an attempt ends.
    let webhook = webhook::Entity::find_by_id(&row.webhook_id).lock_exclusive().one(&*transaction).await?;
    require_enabled(&rows::or_not_found::<webhook_delivery::Entity, _>(webhook)?)?;
    let mut row = rows::lock::<webhook_delivery::Entity>(&transaction, id.as_str()).await?;
    let now = write.app.clock.now().as_millisecond();
    if row.lease_owner.is_none() || row.lease_until.is_none_or(|until| until <= now) {
        let change = webhook_delivery::ActiveModel {
            status: Set(Status::Pending),
            attempts: Set(0),
            lease_until: Set(Some(now)),
            lease_owner: Set(None),
            response_status: Set(None),
            response_body: Set(None),
            failure: Set(None),
            attempted_at: Set(None),
            ..row.into_active_model()
        };
        row = change.update(&*transaction).await?;
    }
    transaction.commit_work(JobKind::WebhookDeliveries, &to_wire(row)?).await
}

pub(super) fn require_enabled(row: &webhook::Model) -> ApiResult<()> {
    match row.disabled_at {
        None => Ok(()),
        Some(_) => Err(Problem::refused(ErrorCode::WebhookDisabled)),
    }
}

pub(super) fn to_wire(row: webhook_delivery::Model) -> ApiResult<WebhookDelivery> {
    let is_waiting = row.status == Status::Pending && row.lease_owner.is_none();
    Ok(WebhookDelivery {
        id: parse_stored_id(row.id)?,
        webhook_id: parse_stored_id(row.webhook_id)?,
        event_type: EventType::from(row.event_type.as_str()),
        status: row.status.into(),
        attempts: row.attempts.cast_unsigned(),
        request_body: row.body.chars().take(WEBHOOK_EXCERPT_MAX).collect(),
        response_status: row.response_status.and_then(|status| u16::try_from(status).ok()),
        response_body: row.response_body,
        failure: row.failure.map(|failure| WebhookDeliveryFailure::from(failure.as_str())),
        attempted_at: row.attempted_at.map(wire_time),
        next_attempt_at: is_waiting.then(|| wire_time(row.lease_until.unwrap_or(row.created_at))),
        created_at: wire_time(row.created_at),
    })
}
