//! A registered OAuth client. It is public: it has no secret.

use sea_orm::entity::prelude::*;

/// A row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "oauth_clients")]
pub struct Model {
    /// The `client_id`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    /// What the consent page calls it.
    pub name: String,
    /// An array of addresses.
    pub redirect_uris: Json,
    pub created_at: i64,
    /// When a person first let it in. One that nobody let in is forgotten after a day.
    pub used_at: Option<i64>,
}

/// Rows are joined by hand where a query needs it.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
