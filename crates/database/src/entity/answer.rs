//! An answer. While it is PENDING, it is an item of a run.

use answerdeck_api::AnswerStatus;
use sea_orm::entity::prelude::*;

/// The status of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum Status {
    /// Not collected yet.
    #[sea_orm(string_value = "PENDING")]
    Pending,
    /// Collected.
    #[sea_orm(string_value = "SUCCESS")]
    Success,
    /// Not collected, and not tried again.
    #[sea_orm(string_value = "FAILED")]
    Failed,
}

impl From<Status> for AnswerStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Pending => Self::Pending,
            Status::Success => Self::Success,
            Status::Failed => Self::Failed,
        }
    }
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "answers")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    pub run_id: Option<String>,
    /// The prompt set of the prompt when the run was submitted. It may have been deleted.
    pub prompt_set_id: String,
    /// The prompt may have been deleted.
    pub prompt_id: String,
    pub model: String,
    pub region: String,
    pub status: Status,
    /// Empty if the prompts of the run have it: see [`crate::queries`].
    pub query: String,
    #[sea_orm(column_type = "Text")]
    pub content: String,
    /// Why it is FAILED: a [`answerdeck_api::FailureCode`].
    #[sea_orm(column_type = "Text")]
    pub failure_code: Option<String>,
    /// The provider's own number or name of the failure. Untrusted.
    #[sea_orm(column_type = "Text")]
    pub provider_status: Option<String>,
    /// The provider's own words about the failure. Untrusted.
    #[sea_orm(column_type = "Text")]
    pub provider_message: Option<String>,
    /// How often it was leased.
    pub attempts: i32,
    /// When the lease ends.
    pub lease_until: Option<i64>,
    /// The worker that holds the lease.
    pub lease_owner: Option<String>,
    /// Equals the time in `id`, so that a time range is a range of ids.
    pub created_at: i64,
    pub ended_at: Option<i64>,
    /// The [`answerdeck_api::ModelRoute`] of the engine that ended the item. Absent before that, and for a stand-in of an
    /// earlier version.
    pub route: Option<String>,
    /// What the provider charged, in millionths of a US dollar. Absent when it did not say.
    pub provider_cost: Option<i64>,
}

/// Queries join the tables explicitly.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
