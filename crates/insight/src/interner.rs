//! String interning: gives each distinct text a number.

use std::borrow::Cow;
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
/// Texts are hashed only when a further text needs a number, so a table that is only read hashes none.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    texts: Joined,
    numbers: Numbers,
}

/// Texts joined into a few strings that never grow. Each text takes its bytes and four more.
#[derive(Debug, Default)]
struct Joined {
    chunks: Vec<Chunk>,
    /// For each text, the byte after it.
    ends: Vec<u32>,
}

/// Some texts, one after the other.
#[derive(Debug)]
struct Chunk {
    /// The byte at which it begins among all.
    start: u32,
    text: String,
}

/// Consecutive texts, as they are stored.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct InternedPart<'a> {
    /// The bytes of each text.
    lengths: Vec<u32>,
    #[serde(borrow)]
    text: Cow<'a, str>,
}

/// A hash index of the first items of a list, which finds the number of an item.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    table: HashTable<u32>,
    hashes: RandomState,
}

impl Interner {
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

    /// Returns all texts in the order of their numbers.
    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        (0..).zip(&self.texts.ends).map(|(number, _)| self.texts.get(number))
    }

    /// The number of texts.
    pub(crate) fn len(&self) -> usize {
        self.texts.ends.len()
    }

    /// Returns the texts from the number `first` on.
    pub(crate) fn part(&self, first: u32) -> InternedPart<'_> {
        self.texts.part(first)
    }

    /// Appends texts that are all new.
    ///
    /// # Errors
    /// [`TableFull`] if there is no number left for one of them. None is appended then.
    pub(crate) fn append(&mut self, part: &InternedPart) -> Result<(), TableFull> {
        self.texts.append(part)
    }
}

/// A new chunk has room for this many bytes, unless a text is longer or there are few.
const CHUNK_BYTES: usize = 64 * 1024;
const FIRST_CHUNK_BYTES: usize = 256;

impl Joined {
    fn get(&self, number: u32) -> &str {
        let (start, end) = (self.start(number), self.ends.get(number as usize).copied().unwrap_or_default());
        let next = self.chunks.partition_point(|chunk| chunk.start <= start);
        let Some(chunk) = next.checked_sub(1).and_then(|index| self.chunks.get(index)) else { return "" };
        let in_chunk = |at: u32| at.checked_sub(chunk.start).map_or(usize::MAX, |at| at as usize);
        chunk.text.get(in_chunk(start)..in_chunk(end)).unwrap_or_default()
    }

    /// The byte at which a text begins.
    fn start(&self, number: u32) -> u32 {
        number.checked_sub(1).and_then(|before| self.ends.get(before as usize)).copied().unwrap_or_default()
    }

    fn bytes(&self) -> usize {
        self.ends.last().map_or(0, |end| *end as usize)
    }

    fn push(&mut self, text: &str) -> Result<u32, TableFull> {
        let number = to_number(self.ends.len())?;
        let (start, end) = (to_number(self.bytes())?, to_number(self.bytes() + text.len())?);
        if self.chunks.last().is_none_or(|last| last.text.capacity() - last.text.len() < text.len()) {
            let capacity = self.bytes().clamp(FIRST_CHUNK_BYTES, CHUNK_BYTES).max(text.len());
            self.chunks.push(Chunk { start, text: String::with_capacity(capacity) });
        }
        if let Some(last) = self.chunks.last_mut() {
            last.text.push_str(text);
        }
        self.ends.push(end);
        Ok(number)
    }

    fn append(&mut self, part: &InternedPart) -> Result<(), TableFull> {
        to_number(self.ends.len() + part.lengths.len())?;
        let mut end = to_number(self.bytes())?;
        to_number(self.bytes() + part.text.len())?;
        self.chunks.push(Chunk { start: end, text: String::from(&*part.text) });
        self.ends.extend(part.lengths.iter().map(|length| {
            end = end.saturating_add(*length);
            end
        }));
        Ok(())
    }

    fn part(&self, first: u32) -> InternedPart<'_> {
        let ends = self.ends.get(first as usize..).unwrap_or_default();
        let start = self.start(first);
        let mut before = start;
        let lengths = ends.iter().map(|end| end - std::mem::replace(&mut before, *end)).collect();
        let of_chunk = |chunk: &'_ Chunk| chunk.text.len().min(start.saturating_sub(chunk.start) as usize);
        let mut text = String::with_capacity(self.bytes() - start as usize);
        for chunk in &self.chunks {
            text.push_str(chunk.text.get(of_chunk(chunk)..).unwrap_or_default());
        }
        InternedPart { lengths, text: text.into() }
    }
}

impl InternedPart<'_> {
    /// The number of texts.
    pub(crate) fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Returns the texts. Fewer if the lengths do not fit the text.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let mut rest = &*self.text;
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
        // Otherwise every item would be hashed again each time the table grows.
        self.table.reserve(end.saturating_sub(self.table.len()), hash);
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
        let mut texts = Interner::default();
        let numbers = ["나이키", "Nike", "나이키", ""].map(|text| texts.number(text).unwrap());
        assert_eq!((numbers, texts.len()), ([0, 1, 0, 2], 3));
        assert_eq!((texts.find("Nike"), texts.find("nike")), (Some(1), None));
        assert_eq!((texts.text(0), texts.text(3), texts.text(ABSENT)), ("나이키", "", ""));
    }

    #[test]
    fn appended_texts_keep_their_numbers() {
        let mut all = Interner::default();
        ["나이키", "", "Nike", "Meta"].iter().for_each(|text| assert!(all.number(text).is_ok()));
        let mut texts = Interner::default();
        assert_eq!(texts.number("나이키"), Ok(0));
        texts.append(&all.part(1)).unwrap();
        assert_eq!((texts.find("Nike"), texts.find("메타"), texts.text(3)), (Some(2), None, "Meta"));
        assert_eq!(["메타", "Meta", "", "나이키"].map(|text| texts.number(text).unwrap()), [4, 3, 1, 0]);
        assert_eq!((texts.part(5).len(), texts.part(9).len(), texts.part(ABSENT).len()), (0, 0, 0));
    }

    #[test]
    fn texts_of_many_chunks_are_read_and_cut_anywhere() {
        let text = |number: usize| "가나a".repeat(number * 7_919 % 500);
        let mut texts = Interner::default();
        for number in 0..500 {
            assert_eq!(texts.number(&text(number)), Ok(u32::try_from(number).unwrap()));
        }
        for first in [0, 1, 77, 499, 500] {
            let part = texts.part(first);
            assert!(part.is_consistent());
            assert!(part.texts().eq((first as usize..500).map(text)));
            let mut appended = Interner::default();
            (0..first).for_each(|number| assert!(appended.number(texts.text(number)).is_ok()));
            appended.append(&part).unwrap();
            assert!((0..500).all(|number| appended.text(number) == texts.text(number)));
        }
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
            let part = InternedPart { lengths, text: text.into() };
            assert_eq!(part.is_consistent(), fits, "{part:?}");
        }
    }

    #[test]
    fn the_mark_of_a_missing_text_is_never_assigned() {
        assert_eq!(to_number(ABSENT as usize), Err(TableFull));
        assert_eq!(to_number(ABSENT as usize - 1), Ok(ABSENT - 1));
    }
}
