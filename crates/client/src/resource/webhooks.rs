use std::rc::Rc;

use answerdeck_api::{
    PageRequest, Webhook, WebhookCreate, WebhookDelivery, WebhookDeliveryFilter, WebhookDeliveryId,
    WebhookDeliveryList, WebhookId, WebhookList, WebhookSecret, WebhookUpdate, operation,
};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;
use crate::pager::Pager;

/// The operations of webhooks.
///
/// Source: docs/platform-api.md, sections 2 and 4.
#[derive(Debug, Clone)]
pub struct Webhooks(pub(crate) Rc<Dispatcher>);

impl Webhooks {
    /// Lists the webhooks, newest first.
    pub fn list(&self) -> Pager<Webhook> {
        Pager::new::<WebhookList>(self.0.clone(), operation::LIST_WEBHOOKS, &PageRequest::default())
    }

    /// Creates a webhook, and returns its secret, which is not shown again.
    ///
    /// # Errors
    /// Fails with the code `WEBHOOK_LIMIT_EXCEEDED` when there are 10.
    pub async fn create(&self, webhook: &WebhookCreate) -> Result<WebhookSecret> {
        self.0.call(Call::new(operation::CREATE_WEBHOOK).body(webhook)?).await
    }

    /// Changes, enables or disables a webhook and returns the changed webhook.
    pub async fn update(&self, id: &WebhookId, update: &WebhookUpdate) -> Result<Webhook> {
        self.0.call(Call::new(operation::UPDATE_WEBHOOK).id(id.as_str()).body(update)?).await
    }

    /// Deletes a webhook and its deliveries.
    pub async fn delete(&self, id: &WebhookId) -> Result<()> {
        self.0.call_without_result(Call::new(operation::DELETE_WEBHOOK).id(id.as_str())).await
    }

    /// Replaces the secret of a webhook, and returns the new one, which is not shown again. The old one stays valid for 24 hours.
    pub async fn rotate_secret(&self, id: &WebhookId) -> Result<WebhookSecret> {
        self.0.call(Call::new(operation::ROTATE_WEBHOOK_SECRET).id(id.as_str())).await
    }

    /// Sends a test to a webhook and returns its delivery.
    ///
    /// # Errors
    /// Fails with the code `WEBHOOK_DISABLED` when it is disabled.
    pub async fn test(&self, id: &WebhookId) -> Result<WebhookDelivery> {
        self.0.call(Call::new(operation::TEST_WEBHOOK).id(id.as_str())).await
    }

    /// Lists the deliveries that match `filter`, newest first. The pager starts at the `cursor` of the filter and uses its `limit`.
    pub fn deliveries(&self, mut filter: WebhookDeliveryFilter) -> Pager<WebhookDelivery> {
        let (cursor, limit) = (filter.cursor.take(), filter.limit.take());
        let pager = Pager::new::<WebhookDeliveryList>(self.0.clone(), operation::LIST_WEBHOOK_DELIVERIES, &filter);
        pager.with_page(cursor, limit)
    }

    /// Sends a delivery again and returns it.
    ///
    /// # Errors
    /// Fails with `is_not_found` when it is not kept, and with the code `WEBHOOK_DISABLED` when its webhook is disabled.
    pub async fn resend(&self, id: &WebhookDeliveryId) -> Result<WebhookDelivery> {
        self.0.call(Call::new(operation::RESEND_WEBHOOK_DELIVERY).id(id.as_str())).await
    }
}
