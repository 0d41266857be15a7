//! A consent page that waits for its answer. One answer uses it up.

use sea_orm::entity::prelude::*;

/// A row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "oauth_requests")]
pub struct Model {
    /// SHA-256 of the secret in the page's form.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    pub client_id: String,
    pub redirect_uri: String,
    /// The client's, given back as it came.
    pub state: Option<String>,
    /// S256.
    pub code_challenge: String,
    pub expires_at: i64,
}

/// Rows are joined by hand where a query needs it.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
