//! Texts and their numbers.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;
use serde::{Deserialize, Serialize};

/// Marks a missing text: an answer without a prompt set, or a page whose domain is unknown.
pub(crate) const ABSENT: u32 = u32::MAX;

/// There is no number left for a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the table has as many different texts as it can number")]
pub struct TableFull;

/// Distinct texts, numbered from 0 in the order of their arrival.
///
/// Appended texts have no hash before another text gets a number: a table that is only read needs none.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    texts: Joined,
    numbers: Numbers,
}

/// Texts as one string: a text takes its bytes and four more.
#[derive(Debug, Default)]
struct Joined {
    text: String,
    /// For each text, the byte after it.
    ends: Vec<u32>,
}

/// Consecutive texts, as they are stored.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TextsPart<'a> {
    /// The bytes of each text.
    lengths: Vec<u32>,
    text: &'a str,
}

/// The numbers of the first items of a list, by the hashes of the items.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    table: HashTable<u32>,
    hashes: RandomState,
}

impl Texts {
    /// Returns the number of `text`. A new text gets the next number.
    ///
    /// # Errors
    /// [`TableFull`] if there is no next number.
    pub(crate) fn number(&mut self, text: &str) -> Result<u32, TableFull> {
        self.numbers.add_until(self.texts.ends.len(), |number| self.texts.get(number));
        if let Some(number) = self.find(text) {
            return Ok(number);
        }
        let number = self.texts.push(text)?;
        self.numbers.add_until(self.texts.ends.len(), |number| self.texts.get(number));
        Ok(number)
    }

    /// Returns the number of `text`. `None` for a text that has none.
    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        let unnumbered = || (0..).zip(&self.texts.ends).skip(self.numbers.len()).map(|(number, _)| number);
        let numbered = self.numbers.find(text, |number| self.texts.get(number));
        numbered.or_else(|| unnumbered().find(|number| self.texts.get(*number) == text))
    }

    /// Returns the text of a number. Empty for a number that no text has, such as [`ABSENT`].
    pub(crate) fn text(&self, number: u32) -> &str {
        self.texts.get(number)
    }

    /// The number of texts.
    pub(crate) fn len(&self) -> usize {
        self.texts.ends.len()
    }

    /// Returns the texts from the number `first` on.
    pub(crate) fn part(&self, first: u32) -> TextsPart<'_> {
        let start = self.texts.start(first);
        let starts = std::iter::successors(Some(first), |number| number.checked_add(1)).map(|at| self.texts.start(at));
        let ends = self.texts.ends.get(first as usize..).unwrap_or_default();
        TextsPart {
            lengths: ends.iter().zip(starts).map(|(end, start)| end - start).collect(),
            text: self.texts.text.get(start as usize..).unwrap_or_default(),
        }
    }

    /// Appends texts that are all new.
    ///
    /// # Errors
    /// [`TableFull`] if there is no number left for one of them. None is appended then.
    pub(crate) fn append(&mut self, part: &TextsPart) -> Result<(), TableFull> {
        to_number(self.len() + part.lengths.len())?;
        to_number(self.texts.text.len() + part.text.len())?;
        grow(&mut self.texts.text, part.text.len());
        part.texts().try_for_each(|text| self.texts.push(text).map(drop))
    }
}

/// Makes room for more text. A string that grows by the factor of the standard library has up to twice the memory it needs.
fn grow(text: &mut String, additional: usize) {
    if text.capacity() - text.len() < additional {
        text.reserve_exact(additional.max(text.len() / 8));
    }
}

impl Joined {
    fn get(&self, number: u32) -> &str {
        let end = self.ends.get(number as usize).copied().unwrap_or_default();
        self.text.get(self.start(number) as usize..end as usize).unwrap_or_default()
    }

    /// The byte at which a text begins.
    fn start(&self, number: u32) -> u32 {
        number.checked_sub(1).and_then(|before| self.ends.get(before as usize)).copied().unwrap_or_default()
    }

    fn push(&mut self, text: &str) -> Result<u32, TableFull> {
        let (number, end) = (to_number(self.ends.len())?, to_number(self.text.len() + text.len())?);
        self.text.push_str(text);
        self.ends.push(end);
        Ok(number)
    }
}

impl<'a> TextsPart<'a> {
    /// The number of texts.
    pub(crate) fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Returns the texts. Fewer if the lengths do not fit the text.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &'a str> {
        let mut rest = self.text;
        self.lengths.iter().map_while(move |length| {
            let (text, after) = rest.split_at_checked(*length as usize)?;
            rest = after;
            Some(text)
        })
    }

    /// Returns whether the lengths fit the text. Those that were read from bytes can have any values.
    pub(crate) fn is_consistent(&self) -> bool {
        let bytes: u64 = self.lengths.iter().map(|length| u64::from(*length)).sum();
        bytes == self.text.len() as u64 && self.texts().count() == self.len()
    }
}

impl Numbers {
    /// The number of items that have a hash.
    fn len(&self) -> usize {
        self.table.len()
    }

    /// Adds the items below the number `end`.
    pub(crate) fn add_until<T: std::hash::Hash>(&mut self, end: usize, item: impl Fn(u32) -> T) {
        let hash = |number: &u32| self.hashes.hash_one(item(*number));
        for number in (self.table.len()..end).filter_map(|number| to_number(number).ok()) {
            self.table.insert_unique(hash(&number), number, hash);
        }
    }

    /// Returns the number of an item that was added.
    pub(crate) fn find<T: std::hash::Hash + Eq>(&self, wanted: T, item: impl Fn(u32) -> T) -> Option<u32> {
        self.table.find(self.hashes.hash_one(&wanted), |number| item(*number) == wanted).copied()
    }
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
    fn appended_texts_keep_their_numbers() {
        let mut all = Texts::default();
        ["나이키", "", "Nike", "Meta"].iter().for_each(|text| assert!(all.number(text).is_ok()));
        let mut texts = Texts::default();
        assert_eq!(texts.number("나이키"), Ok(0));
        texts.append(&all.part(1)).unwrap();
        assert_eq!((texts.find("Nike"), texts.find("메타"), texts.text(3)), (Some(2), None, "Meta"));
        assert_eq!(["메타", "Meta", "", "나이키"].map(|text| texts.number(text).unwrap()), [4, 3, 1, 0]);
        assert_eq!((texts.part(5).len(), texts.part(9).len(), texts.part(ABSENT).len()), (0, 0, 0));
    }

    #[test]
    fn lengths_that_do_not_fit_the_text_are_found() {
        for (lengths, text, fits) in [
            (vec![3, 0, 1], "가a", true),
            (vec![3, 1], "가ab", false),
            (vec![3, 2], "가a", false),
            (vec![1, 3], "가a", false),
            (vec![u32::MAX, u32::MAX, 6], "가a", false),
        ] {
            let part = TextsPart { lengths, text };
            assert_eq!(part.is_consistent(), fits, "{part:?}");
        }
    }

    #[test]
    fn the_mark_of_a_missing_text_is_no_number() {
        assert_eq!(to_number(ABSENT as usize), Err(TableFull));
        assert_eq!(to_number(ABSENT as usize - 1), Ok(ABSENT - 1));
    }
}
