//! Which brand is an organization's own.

use answerdeck_database::{query_rows, stored_json};
use answerdeck_insight::brand_with_website;
use sea_orm::{ConnectionTrait, DbErr, JsonValue};

/// The id of an organization's own brand: the chosen one, or else the one that has a website of the organization.
pub(crate) async fn own_brand(database: &impl ConnectionTrait, organization_id: &str) -> Result<Option<String>, DbErr> {
    let sql = "SELECT brands.id, chosen_as_own, brands.websites, organizations.websites FROM brands \
               JOIN organizations ON organizations.id = organization_id WHERE organization_id = $1 ORDER BY brands.id DESC";
    let rows: Vec<(String, bool, JsonValue, JsonValue)> = query_rows(database, sql, [organization_id.into()]).await?;
    let (mut brands, mut organization_websites) = (Vec::new(), Vec::<String>::new());
    for (id, is_chosen, websites, others) in rows {
        brands.push((id, is_chosen, websites));
        organization_websites = stored_json(others)?;
    }
    own_of(brands, &organization_websites)
}

/// The id of the own brand of an organization with these websites. `brands` are all of its brands, newest first, each
/// its id, whether it is chosen, and its websites.
pub(crate) fn own_of(
    brands: impl IntoIterator<Item = (String, bool, JsonValue)>,
    organization_websites: &[String],
) -> Result<Option<String>, DbErr> {
    let mut with_websites = Vec::<(String, Vec<String>)>::new();
    for (id, is_chosen, websites) in brands {
        if is_chosen {
            return Ok(Some(id));
        }
        with_websites.push((id, stored_json(websites)?));
    }
    Ok(brand_with_website(&with_websites, |(_, sites)| sites, organization_websites).map(|(id, _)| id.clone()))
}
