//! Maps and sets as sorted lists. Those of the standard library add several kB of code for each pair of types; these
//! add little. They suit items that are few, or that mostly arrive in order.

use std::borrow::Borrow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Bound;

use answerdeck_insight::sort_by;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A map whose entries are in the order of their keys.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct SortedMap<K, V>(Vec<(K, V)>);

/// The entries of a [`SortedMap`].
type Entries<'a, K, V> = std::iter::Map<std::slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> (&'a K, &'a V)>;

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for SortedMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        // A key that arrives in order belongs at the end.
        match self.0.last() {
            Some((last, _)) if last.borrow() < key => Err(self.0.len()),
            _ => self.0.binary_search_by(|(known, _)| known.borrow().cmp(key)),
        }
    }

    pub(crate) fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| &self.0[at].1)
    }

    pub(crate) fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }

    /// Inserts an entry. Returns the former value of the key.
    pub(crate) fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.0[at].1, value)),
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }

    pub(crate) fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let at = self.find(key).ok()?;
        Some(self.0.remove(at).1)
    }

    /// The entries between two keys.
    pub(crate) fn range<Q: Ord + ?Sized>(&self, (from, to): (Bound<&Q>, Bound<&Q>)) -> Entries<'_, K, V>
    where
        K: Borrow<Q>,
    {
        let place = |key: &Q, is_after: bool| self.find(key).map_or_else(|at| at, |at| at + usize::from(is_after));
        let start = match from {
            Bound::Included(key) => place(key, false),
            Bound::Excluded(key) => place(key, true),
            Bound::Unbounded => 0,
        };
        let end = match to {
            Bound::Included(key) => place(key, true),
            Bound::Excluded(key) => place(key, false),
            Bound::Unbounded => self.0.len(),
        };
        entries(self.0.get(start..end).unwrap_or_default())
    }

    /// Inserts many entries at once.
    pub(crate) fn extend(&mut self, entries: impl IntoIterator<Item = (K, V)>) {
        let is_in_order = |list: &[(K, V)]| list.is_sorted_by(|(one, _), (other, _)| one < other);
        self.0.extend(entries);
        if is_in_order(&self.0) {
            return;
        }
        sort_by(&mut self.0, |(one, _), (other, _)| one.cmp(other));
        // The last of equal keys counts.
        self.0.reverse();
        self.0.dedup_by(|(one, _), (other, _)| one == other);
        self.0.reverse();
    }
}

impl<K, V> SortedMap<K, V> {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn retain(&mut self, keep: impl Fn(&K, &V) -> bool) {
        self.0.retain(|(key, value)| keep(key, value));
    }

    pub(crate) fn iter(&self) -> Entries<'_, K, V> {
        entries(&self.0)
    }

    pub(crate) fn keys(&self) -> impl DoubleEndedIterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    pub(crate) fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    pub(crate) fn into_values(self) -> impl Iterator<Item = V> {
        self.0.into_iter().map(|(_, value)| value)
    }
}

fn entries<'a, K, V>(list: &'a [(K, V)]) -> Entries<'a, K, V> {
    let entry: fn(&'a (K, V)) -> (&'a K, &'a V) = |(key, value)| (key, value);
    list.iter().map(entry)
}

impl<'a, K, V> IntoIterator for &'a SortedMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Entries<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<K: Serialize, V: Serialize> Serialize for SortedMap<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Deserialize<'de> for SortedMap<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MapVisitor(PhantomData))
    }
}

/// Reads a map in any order.
struct MapVisitor<K, V>(PhantomData<(K, V)>);

impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Visitor<'de> for MapVisitor<K, V> {
    type Value = SortedMap<K, V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut map = SortedMap::new();
        while let Some((key, value)) = entries.next_entry()? {
            map.insert(key, value);
        }
        Ok(map)
    }
}

/// A set whose items are in their order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SortedSet<T>(Vec<T>);

impl<T> Default for SortedSet<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Ord> SortedSet<T> {
    /// An empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Inserts an item.
    pub fn insert(&mut self, item: T) {
        if let Err(at) = self.0.binary_search(&item) {
            self.0.insert(at, item);
        }
    }

    /// Removes an item. Returns whether the set had it.
    pub fn remove<Q: Ord + ?Sized>(&mut self, item: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        let found = self.find(item);
        if let Ok(at) = found {
            self.0.remove(at);
        }
        found.is_ok()
    }

    /// Inserts items.
    pub fn extend(&mut self, items: impl IntoIterator<Item = T>) {
        items.into_iter().for_each(|item| self.insert(item));
    }

    /// Whether the set has an item.
    pub fn contains<Q: Ord + ?Sized>(&self, item: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.find(item).is_ok()
    }

    fn find<Q: Ord + ?Sized>(&self, item: &Q) -> Result<usize, usize>
    where
        T: Borrow<Q>,
    {
        self.0.binary_search_by(|known| known.borrow().cmp(item))
    }

    /// Keeps the items for which `keep` returns true.
    pub fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        self.0.retain(keep);
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The items in their order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl<'a, T> IntoIterator for &'a SortedSet<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_map_behaves_like_one_of_the_standard_library(
            changes in proptest::collection::vec((0..3_u8, 0..9_u8, any::<u8>()), 0..40),
            (from, to) in (0..9_u8, 0..9_u8),
        ) {
            let (mut map, mut expected) = (SortedMap::new(), BTreeMap::new());
            for (change, key, value) in changes {
                match change {
                    0 => prop_assert_eq!(map.insert(key, value), expected.insert(key, value)),
                    1 => prop_assert_eq!(map.remove(&key), expected.remove(&key)),
                    _ => {
                        let more = || [(key, value), (key / 2, key), (key, key)];
                        map.extend(more());
                        expected.extend(more());
                    }
                }
                prop_assert_eq!(map.get(&key), expected.get(&key));
                prop_assert!(map.iter().eq(&expected));
            }
            if from <= to {
                let bounds = (Bound::Included(&from), Bound::Excluded(&to));
                prop_assert!(map.range(bounds).eq(expected.range(from..to)));
                let bounds = (Bound::Excluded(&from), Bound::Unbounded);
                prop_assert!(map.range(bounds).rev().eq(expected.range(bounds).rev()));
            }
            let written = postcard::to_allocvec(&map).unwrap();
            prop_assert_eq!(&written, &postcard::to_allocvec(&expected).unwrap());
            prop_assert_eq!(postcard::from_bytes::<SortedMap<u8, u8>>(&written).unwrap(), map);
        }

        #[test]
        fn a_set_behaves_like_one_of_the_standard_library(items in proptest::collection::vec((any::<bool>(), 0..9_u8), 0..40)) {
            let (mut set, mut expected) = (SortedSet::new(), BTreeSet::new());
            for (is_new, item) in items {
                if is_new {
                    set.insert(item);
                    expected.insert(item);
                } else {
                    prop_assert_eq!(set.remove(&item), expected.remove(&item));
                }
                prop_assert_eq!(set.contains(&item), is_new);
                prop_assert!(set.iter().eq(&expected));
            }
            prop_assert_eq!(postcard::to_allocvec(&set).unwrap(), postcard::to_allocvec(&expected).unwrap());
        }
    }
}
