//! The compiled brands of organizations.

use std::sync::{Arc, Mutex, PoisonError};

use answerdeck_database::entity::brand;
use answerdeck_database::{query_row, stored_json};
use hashlink::LruCache;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder};

use super::{BrandFinder, Definition, names_of};
use crate::cpu_pool::CpuPool;

/// The maximum number of characters of all names and websites in the cache. Those of one organization are kept even if they have
/// more.
const CACHED_CHARS_MAX: usize = 1_000_000;
/// The maximum number of organizations in the cache.
const CACHED_MAX: usize = 64;

/// The compiled brands of the organizations whose answers were searched most recently.
pub(crate) struct BrandFinderCache {
    cached: Mutex<LruCache<String, Arc<BrandFinder>>>,
    /// Compiles and compares names.
    pub(crate) cpu_pool: CpuPool,
}

impl Default for BrandFinderCache {
    fn default() -> Self {
        Self { cached: Mutex::new(LruCache::new(CACHED_MAX)), cpu_pool: CpuPool::new(1) }
    }
}

impl BrandFinderCache {
    /// The brands of an organization as the database has them now. They are compiled when they have changed.
    pub(crate) async fn of(
        &self,
        database: &impl ConnectionTrait,
        organization_id: &str,
    ) -> Result<Arc<BrandFinder>, DbErr> {
        // Before the brands: if these change in between, what they find is not stored.
        let revision = brands_revision(database, organization_id).await?;
        if let Some(cached) = self.cached(organization_id).filter(|cached| cached.definitions.revision == revision) {
            return Ok(cached);
        }
        let brands = read(database, organization_id).await?;
        let compiled = Arc::new(self.cpu_pool.run(move || BrandFinder::new(revision, &brands)).await);
        self.insert(organization_id, Arc::clone(&compiled));
        Ok(compiled)
    }

    fn cached(&self, organization_id: &str) -> Option<Arc<BrandFinder>> {
        self.cached.lock().unwrap_or_else(PoisonError::into_inner).get(organization_id).cloned()
    }

    fn insert(&self, organization_id: &str, compiled: Arc<BrandFinder>) {
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        cached.insert(organization_id.to_owned(), compiled);
        while cached.len() > 1 && cached.iter().map(|(_, brands)| brands.chars).sum::<usize>() > CACHED_CHARS_MAX {
            cached.remove_lru();
        }
    }
}

/// The number of the last change of an organization's brands.
pub(super) async fn brands_revision(database: &impl ConnectionTrait, organization_id: &str) -> Result<i64, DbErr> {
    let sql = "SELECT brands_revision FROM organizations WHERE id = $1";
    Ok(query_row(database, sql, [organization_id.into()]).await?.unwrap_or_default())
}

/// Reads the brands of an organization, the oldest first.
async fn read(database: &impl ConnectionTrait, organization_id: &str) -> Result<Vec<Definition>, DbErr> {
    let rows = brand::Entity::find()
        .filter(brand::Column::OrganizationId.eq(organization_id))
        .order_by_asc(brand::Column::Id)
        .all(database)
        .await?;
    let definition = |row: brand::Model| -> Result<_, DbErr> {
        Ok(Definition {
            number: u32::try_from(row.definition).map_err(|error| DbErr::Type(error.to_string()))?,
            names: names_of(&row)?,
            websites: stored_json(row.websites)?,
        })
    };
    rows.into_iter().map(definition).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_brands_are_evicted() {
        let cache = BrandFinderCache::default();
        let half = || Arc::new(BrandFinder { chars: CACHED_CHARS_MAX / 2, ..BrandFinder::default() });
        cache.insert("a", half());
        cache.insert("b", half());
        assert!(cache.cached("a").is_some());
        cache.insert("c", half());
        assert!(cache.cached("a").is_some() && cache.cached("b").is_none() && cache.cached("c").is_some());
    }
}
