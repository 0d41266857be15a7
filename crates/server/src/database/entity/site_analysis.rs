//! A site keyword analysis.

use sea_orm::entity::prelude::*;

/// A row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "site_analyses")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    #[sea_orm(column_type = "Text")]
    pub url: String,
    pub max_pages: i32,
    pub with_sources: bool,
    pub with_contexts: bool,
    pub status: String,
    pub total_pages: Option<i32>,
    pub processed_pages: i32,
    /// The keywords, as on the wire.
    pub keywords: Option<Json>,
    /// Why it failed, for any language.
    pub failure: Option<Json>,
    pub attempts: i32,
    pub lease_until: Option<i64>,
    pub lease_owner: Option<String>,
    pub created_at: i64,
    pub ended_at: Option<i64>,
}

/// Rows are joined by hand where a query needs it.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
