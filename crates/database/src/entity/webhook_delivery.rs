//! An event that is sent to a webhook.

use answerdeck_api::WebhookDeliveryStatus;
use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// It waits for an attempt, or is attempted.
    Pending,
    /// An attempt succeeded.
    Succeeded,
    /// No attempt follows.
    Failed,
}

impl From<Status> for WebhookDeliveryStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Pending => Self::Pending,
            Status::Succeeded => Self::Succeeded,
            Status::Failed => Self::Failed,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "webhook_deliveries")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    pub webhook_id: String,
    pub event_type: String,
    /// The body of its requests.
    pub body: String,
    pub status: Status,
    /// Since the event, or since it was sent again.
    pub attempts: i32,
    /// Without an owner, the time of the next attempt.
    pub lease_until: Option<i64>,
    pub lease_owner: Option<String>,
    pub response_status: Option<i32>,
    pub response_body: Option<String>,
    /// Why the last attempt failed, as in the API.
    pub failure: Option<String>,
    pub attempted_at: Option<i64>,
    pub created_at: i64,
}
