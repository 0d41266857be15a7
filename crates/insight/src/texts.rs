//! Texts and their numbers.

use std::hash::Hash;

use indexmap::IndexSet;

/// Marks a missing text: an answer without a prompt set, or a page whose domain is unknown.
pub(crate) const ABSENT: u32 = u32::MAX;

/// There is no number left for a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the table has as many different texts as it can number")]
pub struct TableFull;

/// Distinct texts, numbered from 0 in the order of their arrival.
#[derive(Debug, Default)]
pub(crate) struct Texts(IndexSet<Box<str>>);

impl Texts {
    /// Returns the number of `text`. A new text gets the next number.
    ///
    /// # Errors
    /// [`TableFull`] if there is no next number.
    pub(crate) fn number(&mut self, text: &str) -> Result<u32, TableFull> {
        match self.0.get_index_of(text) {
            Some(index) => to_number(index),
            None => insert(&mut self.0, text.into()),
        }
    }

    /// Returns the number of `text`. `None` for a text that has none.
    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        self.0.get_index_of(text).and_then(|index| to_number(index).ok())
    }

    /// Returns the text of a number. Empty for a number that no text has, such as [`ABSENT`].
    pub(crate) fn text(&self, number: u32) -> &str {
        self.0.get_index(number as usize).map_or("", |text| text)
    }

    /// The number of texts.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Returns the number of `value` in `values`. A new value is appended.
///
/// # Errors
/// [`TableFull`] if there is no next number.
pub(crate) fn insert<T: Hash + Eq>(values: &mut IndexSet<T>, value: T) -> Result<u32, TableFull> {
    to_number(values.insert_full(value).0)
}

/// Returns an index as a number.
///
/// # Errors
/// [`TableFull`] if it is too great for one.
pub(crate) fn to_number(index: usize) -> Result<u32, TableFull> {
    u32::try_from(index).ok().filter(|number| *number != ABSENT).ok_or(TableFull)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_number() {
        let mut texts = Texts::default();
        let numbers = ["나이키", "Nike", "나이키", ""].map(|text| texts.number(text).unwrap());
        assert_eq!((numbers, texts.len()), ([0, 1, 0, 2], 3));
        assert_eq!((texts.find("Nike"), texts.find("nike")), (Some(1), None));
        assert_eq!((texts.text(0), texts.text(3), texts.text(ABSENT)), ("나이키", "", ""));
    }

    #[test]
    fn the_mark_of_a_missing_text_is_no_number() {
        assert_eq!(to_number(ABSENT as usize), Err(TableFull));
        assert_eq!(to_number(ABSENT as usize - 1), Ok(ABSENT - 1));
    }
}
