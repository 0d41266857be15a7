//! Since when a brand is ahead of or behind another.

use std::cmp::Ordering;

/// The last points of a series in which a brand is ahead of another, or in which it is behind it. `None` if they are level in the
/// newest point. `points` has none without answers: gaps change nothing.
pub fn lead<T>(points: &[(T, Ordering)]) -> Option<&[(T, Ordering)]> {
    let same = points.chunk_by(|(_, one), (_, other)| one == other).next_back()?;
    same.first().is_some_and(|(_, order)| order.is_ne()).then_some(same)
}
