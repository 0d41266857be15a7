use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "brands")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    pub name: String,
    pub description: Option<String>,
    /// An array of strings.
    pub synonyms: Json,
    pub case_sensitive: bool,
    /// An array of strings.
    pub excluded_phrases: Json,
    /// An array of URLs.
    pub websites: Json,
    /// The revision of the organization's brands that gave this one what it is found by: all of the above but the description.
    pub definition: i64,
    /// Whether the organization has chosen it as its own. At most one of its brands is chosen.
    pub chosen_as_own: bool,
    pub created_at: i64,
}
