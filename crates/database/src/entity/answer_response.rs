//! The response of a provider.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "answer_responses")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub answer_id: String,
    /// The body as received, in the gzip format.
    pub body: Vec<u8>,
}
