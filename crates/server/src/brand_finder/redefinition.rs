//! Giving brands other definitions when one of them changes. A name hides others that overlap it in a text, so a change of one
//! brand can change which mentions others have.

use std::collections::BTreeSet;

use answerdeck_api::limits::BRANDS_MAX;
use answerdeck_database::entity::brand;
use answerdeck_database::{execute, is_element, query_row};
use answerdeck_insight::affected_names;
use answerdeck_statistics::Statistics;
use sea_orm::{ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QuerySelect};

use super::cache::brands_revision;
use super::names_of;
use crate::cpu_pool::CpuPool;

/// Returns the brands of an organization, and a revision: while the organization has it, the names of its brands are these.
pub(crate) async fn read_brands(
    database: &impl ConnectionTrait,
    organization_id: &str,
) -> Result<(i64, Vec<brand::Model>), DbErr> {
    // Before the brands, which may change in between.
    let revision = brands_revision(database, organization_id).await?;
    let brands = brand::Entity::find().filter(brand::Column::OrganizationId.eq(organization_id));
    Ok((revision, brands.limit(BRANDS_MAX).all(database).await?))
}

/// Returns the brands among `others` whose mentions may change when another brand gets or loses `names`, or these are found otherwise.
/// It can take a second: call it before the transaction, for which other writers wait.
pub(crate) async fn affected_brands(
    cpu_pool: &CpuPool,
    names: Vec<String>,
    others: Vec<brand::Model>,
) -> Result<Vec<brand::Model>, DbErr> {
    let mut owned = Vec::new();
    for (index, brand) in others.iter().enumerate() {
        owned.extend(names_of(brand)?.names.into_iter().map(|name| (index, name)));
    }
    let find = move || -> BTreeSet<usize> {
        let (indexes, owned): (Vec<usize>, Vec<String>) = owned.into_iter().unzip();
        let affected = indexes.into_iter().zip(affected_names(&names, &owned));
        affected.filter(|(_, is_affected)| *is_affected).map(|(index, _)| index).collect()
    };
    let affected = cpu_pool.run(find).await;
    Ok((0..).zip(others).filter(|(index, _)| affected.contains(index)).map(|(_, brand)| brand).collect())
}

/// Returns a new definition for a brand. The `affected` brands get new definitions, too. The caller has locked the organization's row.
pub(crate) async fn redefine(
    statistics: &dyn Statistics,
    transaction: &DatabaseTransaction,
    organization_id: &str,
    old: Option<i64>,
    affected: &[brand::Model],
) -> Result<i64, DbErr> {
    let old: Vec<i64> = old.into_iter().chain(affected.iter().map(|brand| brand.definition)).collect();
    let count = 1 + i64::try_from(affected.len()).unwrap_or(i64::MAX);
    let definition = replace_definitions(statistics, transaction, organization_id, &old, count).await?;
    if !affected.is_empty() {
        let is_affected = is_element(transaction, "id", "text", 2);
        let sql = format!(
            "UPDATE brands SET definition = CAST($1 AS bigint) + numbered.rank FROM \
             (SELECT id AS brand, row_number() OVER (ORDER BY id) AS rank FROM brands WHERE {is_affected}) AS numbered \
             WHERE brands.id = numbered.brand"
        );
        let ids = serde_json::Value::from_iter(affected.iter().map(|brand| brand.id.as_str()));
        let values = [definition.into(), ids.to_string().into()];
        execute(transaction, &sql, values).await?;
    }
    Ok(definition)
}

/// Returns the first of `count` new definitions, which follow one another. They will be backfilled from the answers so far, and what
/// is stored by the `old` ones will be removed. What was found by earlier definitions, and is not stored yet, will not be stored.
/// Locks the organization's row.
pub(crate) async fn replace_definitions(
    statistics: &dyn Statistics,
    transaction: &DatabaseTransaction,
    organization_id: &str,
    old: &[i64],
    count: i64,
) -> Result<i64, DbErr> {
    let sql = "UPDATE organizations SET brands_revision = brands_revision + $2 WHERE id = $1 RETURNING brands_revision";
    let values = [organization_id.into(), count.into()];
    let last = query_row::<i64>(transaction, sql, values).await?;
    let last = last.ok_or_else(|| DbErr::RecordNotFound("organization".to_owned()))?;
    u32::try_from(last).map_err(|error| DbErr::Custom(format!("too many changes of brands: {error}")))?;
    let first = last - count + 1;
    let definitions: Vec<i64> = old.iter().copied().chain(first..=last).collect();
    statistics.begin_brand_backfill(transaction, organization_id, &definitions).await?;
    Ok(first)
}
