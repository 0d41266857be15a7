//! A page of a site keyword analysis. It goes when the analysis ends.

use sea_orm::entity::prelude::*;

/// A row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "site_pages")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub analysis_id: String,
    /// In the order in which the pages were found.
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i32,
    #[sea_orm(column_type = "Text")]
    pub url: String,
    /// Whether it was attempted.
    pub is_read: bool,
    /// What it says. None until it is read, and when it could not be.
    pub text: Option<Json>,
}

/// Rows are joined by hand where a query needs it.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
