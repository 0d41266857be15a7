use answerdeck_api::SiteKeywordAnalysisStatus;
use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// Its pages are not known yet.
    Pending,
    /// Its pages are being read.
    InProgress,
    /// It has keywords.
    Completed,
    Failed,
}

impl From<Status> for SiteKeywordAnalysisStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Pending => Self::Pending,
            Status::InProgress => Self::InProgress,
            Status::Completed => Self::Completed,
            Status::Failed => Self::Failed,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "site_analyses")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    pub url: String,
    pub max_pages: i32,
    pub with_sources: bool,
    pub with_contexts: bool,
    pub status: Status,
    pub total_pages: Option<i32>,
    pub processed_pages: i32,
    /// The keywords, as in the API.
    pub keywords: Option<Json>,
    /// Why it failed, independent of a language.
    pub failure: Option<Json>,
    pub attempts: i32,
    pub lease_until: Option<i64>,
    pub lease_owner: Option<String>,
    pub created_at: i64,
    pub ended_at: Option<i64>,
}
