//! A cached reply of a keyword data provider. It expires after a day and is shared by all organizations.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "keyword_answers")]
pub struct Model {
    /// SHA-256 of the request.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    /// JSON.
    #[sea_orm(column_type = "Text")]
    pub answer: String,
    pub expires_at: i64,
}

without_relations!();
