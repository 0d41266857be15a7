use std::collections::BTreeSet;

use answerdeck_api::limits::{WEBHOOK_SECRET_ROTATION_HOURS, WEBHOOKS_MAX};
use answerdeck_api::operation::LIST_WEBHOOKS;
use answerdeck_api::{
    ErrorCode, Event, EventType, MessageLanguage, PageRequest, Webhook, WebhookCreate, WebhookDisabledReason,
    WebhookFormat, WebhookId, WebhookList, WebhookSecret, WebhookTest, WebhookUpdate,
};
use answerdeck_database::entity::webhook;
use answerdeck_database::time::wire_time;
use answerdeck_database::{parse_stored_id, stored_json};
use answerdeck_guarded_http::NetworkPolicy;
use axum::Json;
use jiff::SignedDuration;
use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel};
use serde_json::json;

use super::web_address::visitable_url;
use super::{rows, webhook_deliveries};
use crate::http::caller::Read;
use crate::http::extract::{Body, PathId, QueryParams};
use crate::idempotency::{IdempotentWrite, WriteResult};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;
use crate::webhooks::signature::new_secret;
use crate::webhooks::{deliveries, events};

pub(super) async fn create(write: IdempotentWrite, Body(create): Body<WebhookCreate>) -> WriteResult {
    let IdempotentWrite { app, caller, .. } = &write;
    let now = app.clock.now();
    let id: WebhookId = app.random.id(now);
    let (format, language) =
        (create.format.unwrap_or(WebhookFormat::Standard), create.language.unwrap_or(MessageLanguage::Korean));
    let secret = new_secret(&app.random);
    let row = webhook::ActiveModel {
        id: Set(id.to_string()),
        organization_id: Set(caller.organization_id.to_string()),
        url: Set(checked_url(app, &create.url)?),
        format: Set(format.to_string()),
        language: Set(language.to_string()),
        event_types: Set(json!(BTreeSet::from_iter(create.event_types))),
        secret: Set(secret.clone()),
        created_at: Set(now.as_millisecond()),
        ..Default::default()
    };
    let transaction = write.begin().await?;
    let too_many = Problem::refused(ErrorCode::WebhookLimitExceeded);
    rows::check_limit(&transaction, rows::select_all::<webhook::Entity>(caller), WEBHOOKS_MAX, too_many).await?;
    webhook::Entity::insert(row).exec_without_returning(&*transaction).await?;
    transaction.commit(&WebhookSecret { id, secret }).await
}

pub(super) async fn list(read: Read, QueryParams(page): QueryParams<PageRequest>) -> ApiResult<Json<WebhookList>> {
    let query = rows::select_all::<webhook::Entity>(&read.caller);
    Ok(Json(rows::list(&read, LIST_WEBHOOKS, &page, query, to_wire).await?.into()))
}

pub(super) async fn update(
    write: IdempotentWrite,
    (PathId(id), Body(update)): (PathId<WebhookId>, Body<WebhookUpdate>),
) -> WriteResult {
    let transaction = write.begin().await?;
    let mut row = rows::lock::<webhook::Entity>(&transaction, id.as_str()).await?;
    let enables = row.disabled_at.is_some() && update.enabled == Some(true);
    if row.disabled_at.is_none() && update.enabled == Some(false) {
        row = deliveries::disable(&transaction, row, None, write.app.clock.now()).await?;
    }
    let mut change = row.into_active_model();
    if enables {
        (change.disabled_at, change.disabled_reason) = (Set(None), Set(None));
    }
    if let Some(url) = update.url {
        change.url = Set(checked_url(&write.app, &url)?);
    }
    change.format = update.format.map_or(change.format, |format| Set(format.to_string()));
    change.language = update.language.map_or(change.language, |language| Set(language.to_string()));
    change.event_types = update.event_types.map_or(change.event_types, |types| Set(json!(BTreeSet::from_iter(types))));
    let row = change.update(&*transaction).await?;
    transaction.commit(&to_wire(row)?).await
}

pub(super) async fn rotate_secret(write: IdempotentWrite, PathId(id): PathId<WebhookId>) -> WriteResult {
    let until = write.app.clock.now() + SignedDuration::from_hours(WEBHOOK_SECRET_ROTATION_HOURS.into());
    let transaction = write.begin().await?;
    let row = rows::lock::<webhook::Entity>(&transaction, id.as_str()).await?;
    let secret = new_secret(&write.app.random);
    let change = webhook::ActiveModel {
        secret: Set(secret.clone()),
        previous_secret: Set(Some(row.secret.clone())),
        previous_secret_until: Set(Some(until.as_millisecond())),
        ..row.into_active_model()
    };
    change.update(&*transaction).await?;
    transaction.commit(&WebhookSecret { id, secret }).await
}

pub(super) async fn test(write: IdempotentWrite, PathId(id): PathId<WebhookId>) -> WriteResult {
    let transaction = write.begin().await?;
    let row = rows::lock::<webhook::Entity>(&transaction, id.as_str()).await?;
    webhook_deliveries::require_enabled(&row)?;
    let event = Event::WebhookTest(WebhookTest { webhook_id: id });
    let stored = events::deliver(&write.app, &transaction, &[(&row, &event)], write.app.clock.now()).await?;
    let delivery = stored.into_iter().next().ok_or_else(|| Problem::refused(ErrorCode::WebhookDeliveryNotFound))?;
    transaction.commit(&webhook_deliveries::to_wire(delivery)?).await
}

fn checked_url(app: &AppState, text: &str) -> ApiResult<String> {
    let policy = NetworkPolicy { own_listener: None, ..app.config.network_policy };
    Ok(visitable_url("url", text, policy)?.into())
}

fn to_wire(row: webhook::Model) -> ApiResult<Webhook> {
    let types: Vec<String> = stored_json(row.event_types)?;
    Ok(Webhook {
        id: parse_stored_id(row.id)?,
        url: row.url,
        format: WebhookFormat::from(row.format.as_str()),
        language: MessageLanguage::from(row.language.as_str()),
        event_types: types.iter().map(|name| EventType::from(name.as_str())).collect(),
        enabled: row.disabled_at.is_none(),
        disabled_reason: row.disabled_reason.map(|reason| WebhookDisabledReason::from(reason.as_str())),
        disabled_at: row.disabled_at.map(wire_time),
        created_at: wire_time(row.created_at),
    })
}
