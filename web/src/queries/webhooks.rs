use answerdeck_api::{
    Webhook, WebhookCreate, WebhookDelivery, WebhookDeliveryFilter, WebhookDeliveryId, WebhookId, WebhookSecret,
    WebhookUpdate,
};
use answerdeck_client::Client;
use leptos::prelude::*;

use super::deletions::{Deletions, deletions};
use super::{Changes, Items, Kind, Mutation, Query};

/// The webhooks, newest first.
pub fn use_webhooks() -> Query<Items<Webhook>> {
    Query::paged(&[Kind::Webhooks], |client| client.webhooks().list())
}

/// The deliveries to a webhook, newest first.
pub fn use_deliveries(id: WebhookId) -> Query<Items<WebhookDelivery>> {
    Query::paged(&[Kind::WebhookDeliveries], move |client| {
        client.webhooks().deliveries(WebhookDeliveryFilter { webhook_id: Some(id.clone()), ..Default::default() })
    })
}

/// A function that reads data of a kind again: the platform changes it by itself.
pub fn use_refresh(kind: Kind) -> impl Fn() + Copy + Send + Sync + 'static {
    let changes: Changes = expect_context();
    move || changes.invalidate(kind)
}

pub fn create(mutation: Mutation, webhook: WebhookCreate, on_success: impl FnOnce(WebhookSecret) + 'static) {
    mutation.run(&[Kind::Webhooks], |client| async move { client.webhooks().create(&webhook).await }, on_success);
}

/// Updates a webhook. Disabling it ends deliveries.
pub fn update(mutation: Mutation, id: WebhookId, update: WebhookUpdate, on_success: impl FnOnce(Webhook) + 'static) {
    let kinds = &[Kind::Webhooks, Kind::WebhookDeliveries];
    mutation.run(kinds, |client| async move { client.webhooks().update(&id, &update).await }, on_success);
}

/// The deletions of a page of webhooks. Their deliveries are deleted with them.
pub fn use_deletions() -> Deletions {
    let delete = |client: Client, id: WebhookId| async move { client.webhooks().delete(&id).await };
    deletions(&[Kind::Webhooks], delete, |t| t.webhooks().not_deleted)
}

pub fn rotate_secret(mutation: Mutation, id: WebhookId, on_success: impl FnOnce(WebhookSecret) + 'static) {
    mutation.run(&[], |client| async move { client.webhooks().rotate_secret(&id).await }, on_success);
}

pub fn test(mutation: Mutation, id: WebhookId, on_success: impl FnOnce(WebhookDelivery) + 'static) {
    let kinds = &[Kind::WebhookDeliveries];
    mutation.run(kinds, |client| async move { client.webhooks().test(&id).await }, on_success);
}

pub fn resend(mutation: Mutation, id: WebhookDeliveryId, on_success: impl FnOnce(WebhookDelivery) + 'static) {
    let kinds = &[Kind::WebhookDeliveries];
    mutation.run(kinds, |client| async move { client.webhooks().resend(&id).await }, on_success);
}
