//! The rank of a brand, and since when it is ahead of or behind another.

use std::cmp::Ordering;

use answerdeck_api::metrics::BrandMetrics;

/// Returns the rank, from 1, of one of the most named brands, which is named by this many answers. `None` if a brand that the list
/// leaves out may be named more often: the list can end with a brand that takes the place of such a one.
pub fn rank(metrics: &BrandMetrics, named: u64) -> Option<u64> {
    let brands = &metrics.all.brands;
    let ahead = brands.iter().filter(|brand| brand.mention_rate.numerator > named).count() as u64;
    let listed = brands.len() as u64;
    (listed == metrics.total_brands || ahead + 1 < listed).then_some(ahead + 1)
}

/// The last points of a series in which a brand is ahead of another, or in which it is behind it. `None` if they are level in the
/// newest point. `points` has none without answers: gaps change nothing.
pub fn lead<T>(points: &[(T, Ordering)]) -> Option<&[(T, Ordering)]> {
    let same = points.chunk_by(|(_, one), (_, other)| one == other).next_back()?;
    same.first().is_some_and(|(_, order)| order.is_ne()).then_some(same)
}

#[cfg(test)]
mod tests {
    use answerdeck_api::metrics::{BrandGroup, MetricBrand, Rate};

    use super::*;

    #[test]
    fn the_rank_counts_the_brands_ahead_unless_some_may_be_missing() {
        let metrics = |counts: &[u64], total_brands| {
            let rate = |numerator| Rate { numerator, ..Rate::default() };
            let brand = |count: &u64| MetricBrand { mention_rate: rate(*count), ..MetricBrand::default() };
            let all = BrandGroup { brands: counts.iter().map(brand).collect(), ..BrandGroup::default() };
            BrandMetrics { total_brands, all, ..BrandMetrics::default() }
        };
        let complete = metrics(&[9, 5, 5, 2], 4);
        assert_eq!([9, 5, 2].map(|named| rank(&complete, named)), [Some(1), Some(2), Some(4)]);
        let cut = metrics(&[9, 5, 5, 2], 30);
        assert_eq!([9, 5, 2].map(|named| rank(&cut, named)), [Some(1), Some(2), None]);
    }
}
