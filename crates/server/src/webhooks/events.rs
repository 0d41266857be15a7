//! Stores what happened as deliveries, in the transaction in which it happened.

use answerdeck_api::limits::{WEBHOOK_BODY_BYTES_MAX, WEBHOOK_DELIVERIES_MAX};
use answerdeck_api::{Event, EventBody, Language, WebhookFormat};
use answerdeck_database::entity::{webhook, webhook_delivery};
use answerdeck_database::time::wire_time;
use answerdeck_database::{statement, stored_json};
use jiff::Timestamp;
use sea_orm::sea_query::LockType;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect,
};
use serde_json::json;

use super::message;
use crate::state::AppState;
use crate::worker::JobKind;

/// Stores a delivery of `event` for each enabled webhook of the organization that receives its type. Does nothing if there is none.
pub(crate) async fn record(
    app: &AppState,
    transaction: &DatabaseTransaction,
    organization_id: &str,
    event: &Event,
    now: Timestamp,
) -> Result<(), DbErr> {
    let webhooks = webhook::Entity::find()
        .filter(webhook::Column::OrganizationId.eq(organization_id))
        .filter(webhook::Column::DisabledAt.is_null())
        // Who deletes one of them waits until its delivery is stored.
        .lock(LockType::KeyShare)
        .all(transaction)
        .await?;
    let mut receivers = Vec::new();
    for webhook in webhooks {
        let types: Vec<String> = stored_json(webhook.event_types.clone())?;
        if types.iter().any(|name| name == event.event_type().as_str()) {
            receivers.push(webhook);
        }
    }
    deliver(app, transaction, &receivers, event, now).await?;
    Ok(())
}

/// Stores a delivery of `event` for each of the webhooks of an organization, which the caller has locked, and deletes the oldest ones
/// beyond [`WEBHOOK_DELIVERIES_MAX`]. Workers find them when the transaction is committed. Returns those that were stored.
pub(crate) async fn deliver(
    app: &AppState,
    transaction: &DatabaseTransaction,
    webhooks: &[webhook::Model],
    event: &Event,
    now: Timestamp,
) -> Result<Vec<webhook_delivery::Model>, DbErr> {
    let mut rows = Vec::new();
    for (webhook, id) in webhooks.iter().zip(app.random.ids::<String>(now, webhooks.len())) {
        let body = body(webhook, event, &app.config.public_url, now);
        if body.len() > WEBHOOK_BODY_BYTES_MAX {
            // The types of events have bounds, so this is a fault of the platform. What happened is stored all the same.
            tracing::error!(event = %event.event_type(), webhook = webhook.id, "an event is too large to be delivered");
            continue;
        }
        rows.push(webhook_delivery::Model {
            id,
            organization_id: webhook.organization_id.clone(),
            webhook_id: webhook.id.clone(),
            event_type: event.event_type().to_string(),
            body,
            status: webhook_delivery::Status::Pending,
            attempts: 0,
            lease_until: None,
            lease_owner: None,
            response_status: None,
            response_body: None,
            failure: None,
            attempted_at: None,
            created_at: now.as_millisecond(),
        });
    }
    let Some(first) = rows.first() else { return Ok(rows) };
    let inserted = rows.iter().cloned().map(IntoActiveModel::into_active_model);
    webhook_delivery::Entity::insert_many(inserted).exec_without_returning(transaction).await?;
    let sql = "DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM (SELECT id, \
               row_number() OVER (PARTITION BY webhook_id ORDER BY id DESC) AS number \
               FROM webhook_deliveries WHERE organization_id = $1) AS numbered WHERE number > $2)";
    let values = [first.organization_id.as_str().into(), WEBHOOK_DELIVERIES_MAX.cast_signed().into()];
    transaction.execute_raw(statement(transaction, sql, values)).await?;
    app.webhook_notify.notify_one();
    JobKind::WebhookDeliveries.notify_workers(transaction).await?;
    Ok(rows)
}

/// The body of a delivery, in the format and language of the webhook.
fn body(webhook: &webhook::Model, event: &Event, public_url: &str, now: Timestamp) -> String {
    let language = Language::parse(&webhook.language).unwrap_or_default();
    let format = WebhookFormat::from(webhook.format.as_str());
    let message = message::body(&format, language, event, public_url);
    let standard = || json!(EventBody { event, timestamp: wire_time(now.as_millisecond()) });
    message.unwrap_or_else(standard).to_string()
}
