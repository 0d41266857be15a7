//! A run. Its counts change in the transaction that settles an answer.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// Some items are pending.
    Running,
    /// No item is pending.
    Finished,
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "runs")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    pub region: String,
    pub status: Status,
    pub total_count: i64,
    pub success_count: i64,
    pub failed_count: i64,
    /// The codes of the models, in the order of the submission.
    pub models: Json,
    /// The name of its prompt set when it was submitted, or the beginning of its first prompt.
    pub name: String,
    /// The prompt set that was submitted. Absent for single prompts.
    pub prompt_set_id: Option<String>,
    pub prompt_count: i64,
    /// Items that have no row yet.
    pub unstarted_count: i64,
    /// Whether an item could not be paid for. The items that have no row yet fail then.
    pub credits_ran_out: bool,
    pub schedule_id: Option<String>,
    /// What its answers cost the organization, in thousandths of a credit.
    pub charged: i64,
    pub created_at: i64,
    pub finished_at: Option<i64>,
    /// When a person stopped the run. Its items that have no row yet, or were not asked, fail then.
    pub stopped_at: Option<i64>,
    /// What the providers billed for the ended items, in millionths of a US dollar. Absent when none of them said.
    pub provider_cost: Option<i64>,
}
