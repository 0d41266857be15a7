//! The secret of a link that ends the e-mail to a recipient.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "unsubscribe_tokens")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    pub organization_id: String,
    pub recipient_id: String,
    pub created_at: i64,
}

without_relations!();
