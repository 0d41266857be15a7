//! A page of a site keyword analysis. It is deleted when the analysis ends.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "site_pages")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub analysis_id: String,
    /// The position in the order in which the pages were found, from 0.
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i32,
    pub url: String,
    /// Whether the crawler has tried to read it.
    pub is_read: bool,
    /// The text of the page. `None` until it is read, and when it cannot be read.
    pub text: Option<Json>,
}
