//! Which brand is an organization's own.

use answerdeck_database::{statement, stored_json};
use answerdeck_insight::brand_with_website;
use sea_orm::{ConnectionTrait, DbErr, JsonValue};

/// The id of an organization's own brand: the chosen one, or else the one that has a website of the organization.
pub(crate) async fn own_brand(database: &impl ConnectionTrait, organization_id: &str) -> Result<Option<String>, DbErr> {
    let sql = "SELECT brands.id, chosen_as_own, brands.websites, organizations.websites FROM brands \
               JOIN organizations ON organizations.id = organization_id WHERE organization_id = $1 ORDER BY brands.id DESC";
    let rows = database.query_all_raw(statement(database, sql, [organization_id.into()])).await?;
    let (mut brands, mut of_organization) = (Vec::<(String, Vec<String>)>::new(), Vec::<String>::new());
    for row in rows {
        let (id, is_chosen, websites, others): (String, bool, JsonValue, JsonValue) = row.try_get_many_by_index()?;
        if is_chosen {
            return Ok(Some(id));
        }
        brands.push((id, stored_json(websites)?));
        of_organization = stored_json(others)?;
    }
    Ok(brand_with_website(&brands, |(_, sites)| sites, &of_organization).map(|(id, _)| id.clone()))
}
