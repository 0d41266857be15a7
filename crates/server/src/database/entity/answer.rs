//! An answer, and while it is PENDING the item of a run that collects it.

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
    /// The set that held the prompt when it was asked. It may be gone.
    pub prompt_set_id: String,
    /// It may be gone.
    pub prompt_id: String,
    pub model: String,
    pub region: String,
    pub status: Status,
    pub query: String,
    #[sea_orm(column_type = "Text")]
    pub content: String,
    /// Why it FAILED, for the operator.
    #[sea_orm(column_type = "Text")]
    pub failure: Option<String>,
    /// How often a worker took it.
    pub attempts: i32,
    /// Until when a worker has it.
    pub lease_until: Option<i64>,
    /// Which worker has it.
    pub lease_owner: Option<String>,
    /// The time in `id`: a range of time is a range of ids.
    pub created_at: i64,
    pub ended_at: Option<i64>,
}

/// Rows are joined by hand where a query needs it.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
