//! An answer, and the state of the attempt to collect it.

use answerdeck_api::AnswerStatus;
use sea_orm::entity::prelude::*;

use super::Relation;

/// The text that the model is asked, as an expression of SQL in a query of `answers`. A run stores each of its prompts once, not
/// with each answer.
pub const QUERY_SQL: &str =
    "(SELECT content FROM run_prompts WHERE run_id = answers.run_id AND prompt_id = answers.prompt_id)";

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// No paid engine is asked. A worker that holds the lease asks one next.
    Queued,
    /// A paid engine is asked. If its worker dies, nobody knows whether the provider bills it.
    Asked,
    /// The provider has accepted the question as a task. Any worker can collect its answer.
    Accepted,
    /// Settled: collected and charged.
    Success,
    /// Settled: not collected, and not tried again.
    Failed,
}

impl Status {
    /// The SQL condition of answers that have not settled, worded as in the partial index that serves it.
    pub const UNSETTLED: &str = "status IN ('QUEUED', 'ASKED', 'ACCEPTED')";
    /// The SQL condition of answers that a provider may bill.
    pub const IN_PROGRESS: &str = "status IN ('ASKED', 'ACCEPTED')";
    /// The SQL condition of answers that a worker may hold, or a provider may bill, worded as in the partial index that serves it.
    pub const HELD_OR_IN_PROGRESS: &str = "lease_owner IS NOT NULL OR status IN ('ASKED', 'ACCEPTED')";

    /// Whether the answer never changes again.
    pub fn is_settled(self) -> bool {
        matches!(self, Self::Success | Self::Failed)
    }
}

impl From<Status> for AnswerStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Queued | Status::Asked | Status::Accepted => Self::Pending,
            Status::Success => Self::Success,
            Status::Failed => Self::Failed,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "answers")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    pub run_id: String,
    /// The prompt set of the prompt when the run was submitted. It may have been deleted.
    pub prompt_set_id: String,
    /// The prompt may have been deleted.
    pub prompt_id: String,
    pub model: String,
    pub region: String,
    pub status: Status,
    pub content: String,
    /// Why it is FAILED: a [`answerdeck_api::FailureCode`].
    pub failure_code: Option<String>,
    /// The provider's own number or name of the failure. Untrusted.
    pub provider_status: Option<String>,
    /// The provider's own words about the failure. Untrusted.
    pub provider_message: Option<String>,
    /// How often a worker has claimed it.
    pub attempts: i32,
    pub lease_until: Option<i64>,
    pub lease_owner: Option<String>,
    /// When the paid engine was asked. Absent before that, and once the attempt has settled.
    pub asked_at: Option<i64>,
    /// What the spend of the day of `asked_at` has for it, in millionths of a US dollar.
    pub reserved_cost: Option<i64>,
    /// The id of the accepted question at the provider.
    pub task: Option<String>,
    /// Equals the time in `id`, so that a time range is a range of ids.
    pub created_at: i64,
    pub ended_at: Option<i64>,
    /// The [`answerdeck_api::ModelRoute`] of the engine that was asked: each SUCCESS has one. Absent while no paid engine is asked,
    /// and when it failed without a question.
    pub route: Option<String>,
    /// What the provider billed, in millionths of a US dollar. Absent when it did not say.
    pub provider_cost: Option<i64>,
}
