//! The names with the highest counts.

use rustc_hash::FxHashMap;
use sea_orm::{ConnectionTrait, DbErr};

use super::{Count, Counts, names_of};

pub(crate) struct CountedName {
    pub(crate) name: String,
    /// The domain of a page, if it is known.
    pub(crate) domain: Option<String>,
    pub(crate) count: Count,
}

/// Returns the `limit` names with the highest counts.
pub(crate) async fn top_names(
    database: &impl ConnectionTrait,
    organization_id: &str,
    counts: Counts,
    limit: u32,
) -> Result<Vec<CountedName>, DbErr> {
    let limit = limit as usize;
    let (certain, tied) = counts.top(limit);
    let mut rows = Vec::with_capacity(limit);
    for (counts, limit) in [(&certain, certain.len()), (&tied, limit - certain.len())] {
        if limit == 0 || counts.is_empty() {
            continue;
        }
        let by_number: FxHashMap<u32, Count> = counts.iter().map(|count| (count.number, *count)).collect();
        for (number, name, domain) in names_of(database, organization_id, by_number.keys().copied(), limit).await? {
            rows.extend(by_number.get(&number).map(|count| CountedName { name, domain, count: *count }));
        }
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.count.occurrences));
    Ok(rows)
}
