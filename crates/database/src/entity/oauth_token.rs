//! An access token or a refresh token.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum TokenKind {
    Access,
    Refresh,
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "oauth_tokens")]
pub struct Model {
    /// SHA-256 of the token.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    pub kind: TokenKind,
    pub grant_id: String,
    /// The path on this server that the token is for. Absent for the whole server.
    pub resource: Option<String>,
    pub created_at: i64,
    pub expires_at: i64,
    /// When a refresh token was exchanged for the next one.
    pub used_at: Option<i64>,
    /// What the next tokens were derived from, together with this token.
    pub successor_salt: Option<String>,
}
