//! Stores what happened as deliveries, in the transaction in which it happened.

use std::collections::BTreeSet;

use answerdeck_api::limits::{WEBHOOK_BODY_BYTES_MAX, WEBHOOK_DELIVERIES_MAX};
use answerdeck_api::{Event, EventBody, Language, WebhookFormat};
use answerdeck_database::entity::{webhook, webhook_delivery};
use answerdeck_database::time::wire_time;
use answerdeck_database::{delete_beyond, stored_json};
use jiff::Timestamp;
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, DatabaseTransaction, DbErr, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect};
use serde_json::json;

use super::message;
use crate::state::AppState;
use crate::worker::JobKind;

/// Stores a delivery of each event for each enabled webhook of the organization that receives its type.
pub(crate) async fn record(
    app: &AppState,
    transaction: &DatabaseTransaction,
    organization_id: &str,
    events: &[Event],
    now: Timestamp,
) -> Result<(), DbErr> {
    let webhooks = webhook::Entity::find()
        .filter(webhook::Column::OrganizationId.eq(organization_id))
        .filter(webhook::Column::DisabledAt.is_null())
        // Who deletes one of them waits until its delivery is stored.
        .lock(LockType::KeyShare)
        .all(transaction)
        .await?;
    let mut deliveries = Vec::new();
    for webhook in &webhooks {
        let types: Vec<String> = stored_json(webhook.event_types.clone())?;
        let received = events.iter().filter(|event| types.iter().any(|name| name == event.event_type().as_str()));
        deliveries.extend(received.map(|event| (webhook, event)));
    }
    deliver(app, transaction, &deliveries, now).await.map(drop)
}

/// Stores deliveries to webhooks, which the caller has locked, and deletes the oldest ones of each beyond [`WEBHOOK_DELIVERIES_MAX`].
/// Workers find them when the transaction is committed. Returns those that were stored.
pub(crate) async fn deliver(
    app: &AppState,
    transaction: &DatabaseTransaction,
    deliveries: &[(&webhook::Model, &Event)],
    now: Timestamp,
) -> Result<Vec<webhook_delivery::Model>, DbErr> {
    let mut rows = Vec::new();
    for ((webhook, event), id) in deliveries.iter().zip(app.random.ids::<String>(now, deliveries.len())) {
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
    if rows.is_empty() {
        return Ok(rows);
    }
    let inserted = rows.iter().cloned().map(IntoActiveModel::into_active_model);
    webhook_delivery::Entity::insert_many(inserted).exec_without_returning(transaction).await?;
    for webhook in rows.iter().map(|row| row.webhook_id.as_str()).collect::<BTreeSet<_>>() {
        delete_beyond(transaction, "webhook_deliveries", "webhook_id", webhook, WEBHOOK_DELIVERIES_MAX).await?;
    }
    app.notifications.of(JobKind::WebhookDeliveries).notify_one();
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
