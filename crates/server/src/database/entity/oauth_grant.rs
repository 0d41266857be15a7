//! What a person allowed a client: the family of every token that follows from one consent.

use sea_orm::entity::prelude::*;

/// A row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "oauth_grants")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub client_id: String,
    /// The key pasted on the consent page; its revocation ends the grant.
    pub api_key_id: String,
    pub scope: String,
    pub created_at: i64,
    /// The end of every refresh token of the family.
    pub expires_at: i64,
    pub revoked_at: Option<i64>,
}

/// Rows are joined by hand where a query needs it.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
