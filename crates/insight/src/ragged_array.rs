//! A list of values for each row, in two arrays.

use serde::{Deserialize, Serialize};

/// The lists of all rows, one after the other.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct RaggedArray<T> {
    /// For each row, the index in `values` after its last value.
    ends: Vec<usize>,
    values: Vec<T>,
}

// Derived, it would require `T: Default`.
impl<T> Default for RaggedArray<T> {
    fn default() -> Self {
        Self { ends: Vec::new(), values: Vec::new() }
    }
}

impl<T> RaggedArray<T> {
    /// Appends a value to the list of the next row.
    pub(crate) fn add(&mut self, value: T) {
        self.values.push(value);
    }

    /// Ends the list of the next row.
    pub(crate) fn end_row(&mut self) {
        self.ends.push(self.values.len());
    }

    /// Returns the list of `row`. Empty for a row that does not exist.
    pub(crate) fn get(&self, row: usize) -> &[T] {
        let start = row.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or_default();
        self.ends.get(row).and_then(|end| self.values.get(start..*end)).unwrap_or_default()
    }

    /// Returns the values of all rows.
    pub(crate) fn values(&self) -> &[T] {
        &self.values
    }

    /// Returns the values of all rows, to change them.
    pub(crate) fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// Returns whether these are the lists of `rows` rows. Lists that were read from bytes can have any ends.
    pub(crate) fn are_of(&self, rows: usize) -> bool {
        self.ends.len() == rows && self.ends.is_sorted() && self.ends.last().copied().unwrap_or(0) == self.values.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_its_list() {
        let mut lists = RaggedArray::default();
        for list in [&[1, 2][..], &[], &[3]] {
            list.iter().for_each(|value| lists.add(*value));
            lists.end_row();
        }
        assert_eq!([0, 1, 2, 3].map(|row| lists.get(row)), [&[1, 2][..], &[], &[3], &[]]);
        assert!(lists.are_of(3));
        assert!(!lists.are_of(2));
    }

    #[test]
    fn ends_that_do_not_fit_the_values_are_found_and_never_panic() {
        for ends in [vec![2, 1, 3], vec![1, 2, 4], vec![1, 2, 2], vec![usize::MAX, 0, 3]] {
            let lists = RaggedArray { ends, values: vec![7, 8, 9] };
            assert!(!lists.are_of(3), "{lists:?}");
            (0..4).for_each(|row| drop(lists.get(row).to_vec()));
        }
    }
}
