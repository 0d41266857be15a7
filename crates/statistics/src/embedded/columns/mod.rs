//! The columns: what statistics count in answers, as numbers of names, in arrays of 32-bit words. Rows would be millions, and
//! tallies for some scopes would cover neither time ranges nor neighbors of tokens. A column is stored in parts of `PART_SIZE`
//! answers: to read a row takes longer than to count an answer.
//!
//! An answer has the same position in every column, and in the facts about brands. The most recent answers have a row each,
//! until there are enough to write a part.

mod append;
mod copy;
mod count;
mod facts;
mod interner;
mod model_by_route;
mod part;
mod part_copies;
mod part_facts;
mod range;
mod recent;
mod remove;
mod scan;
mod selection;
mod tokens;
mod unused_names;

pub(crate) use append::append;
pub(crate) use copy::{begin_copies, complete_copies};
pub(crate) use count::{Count, Counts, Tally};
pub(crate) use interner::{Name, NameKind, names_of, numbers_of};
pub(crate) use model_by_route::{answer_routes, model_of};
pub(crate) use part_copies::{
    MissingPart, count_copied, deletable_copies, end_copies, forget_copies, missing_copies, organizations_with_parts,
    valid_copies,
};
pub(crate) use range::{AnswerRange, answers_by_organization};
pub(crate) use recent::{complete_parts, move_to_parts, next_position};
pub(crate) use remove::{next_removal, remove, remove_organization};
pub(crate) use scan::Scan;
pub use scan::{IndexedFact, known_from, scan};
pub use selection::{Selection, select};
pub(crate) use selection::{filter_of, select_in, unfinished_runs};
pub(crate) use tokens::tokens_of_part;
pub(crate) use unused_names::delete_unused_names;

use sea_orm::DbErr;

/// The answers of one part.
const PART_SIZE: i64 = 1_024;

/// Marks a missing value: the page or the domain of a source, if it is unknown.
pub(crate) const ABSENT: u32 = 0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// The [`Dimensions`] of each answer.
    Dimensions,
    /// The page, the domain and the site of every source.
    Source,
    /// The fan-out queries.
    Fanout,
    /// The distinct tokens.
    Token,
}

/// The numbers of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SourceNumbers {
    pub(crate) page: u32,
    pub(crate) domain: u32,
    pub(crate) site: u32,
}

/// A prompt in a region, asked of a model by one route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Cell {
    pub(crate) prompt: u32,
    pub(crate) region: u32,
    pub(crate) model: u32,
}

impl Cell {
    pub(crate) fn new(prompt: u32, region: u32, model: u32) -> Self {
        Self { prompt, region, model }
    }
}

impl Column {
    const ALL: [Self; 4] = [Self::Dimensions, Self::Source, Self::Fanout, Self::Token];

    /// The column's name in the database.
    fn as_str(self) -> &'static str {
        match self {
            Self::Dimensions => "dimensions",
            Self::Source => "source",
            Self::Fanout => "fanout",
            Self::Token => "token",
        }
    }
}

/// The id of an answer, the numbers that a scope filters by, and how many sources it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dimensions {
    /// The id of the answer, as [`number_of`](answerdeck_database::id::number_of) returns it.
    pub id: u128,
    pub run: u32,
    /// The number of the prompt set.
    pub set: u32,
    pub prompt: u32,
    /// The number of the model by its route.
    pub model: u32,
    pub region: u32,
    /// The number of sources.
    pub citations: u32,
}

impl Dimensions {
    const WORDS: usize = 10;
    /// The placeholder of a deleted answer. Its lists are empty.
    const REMOVED: Self =
        Self { id: 0, run: ABSENT, set: ABSENT, prompt: ABSENT, model: ABSENT, region: ABSENT, citations: 0 };

    pub(crate) fn cell(self) -> Cell {
        Cell { prompt: self.prompt, region: self.region, model: self.model }
    }

    fn is_removed(self) -> bool {
        self == Self::REMOVED
    }

    fn to_words(self) -> [u32; Self::WORDS] {
        // Truncates to the lowest 32 bits.
        let word = |position: u32| (self.id >> (32 * position)) as u32;
        let Self { run, set, prompt, model, region, citations, .. } = self;
        [word(3), word(2), word(1), word(0), run, set, prompt, model, region, citations]
    }

    fn from_words([a, b, c, d, run, set, prompt, model, region, citations]: [u32; Self::WORDS]) -> Self {
        let id = [a, b, c, d].into_iter().fold(0, |id, word| id << 32 | u128::from(word));
        Self { id, run, set, prompt, model, region, citations }
    }
}

/// A number that no other copy or deletion has.
fn new_number() -> Result<i64, DbErr> {
    let random = getrandom::u64().map_err(|error| DbErr::Custom(format!("no random number: {error}")))?;
    // Positive.
    Ok(i64::try_from(random >> 1).unwrap_or_default())
}

fn to_words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

fn to_bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn dimensions(words: &[u32]) -> impl Iterator<Item = Dimensions> {
    words.as_chunks().0.iter().map(|words| Dimensions::from_words(*words))
}

/// Appends the values of an answer to a column of lists, after their number.
fn push_list(words: &mut Vec<u32>, list: &[u32]) {
    words.push(u32::try_from(list.len()).unwrap_or(u32::MAX));
    words.extend(list);
}

/// Yields the values of each answer in a column of lists.
fn lists(words: &[u32]) -> impl Iterator<Item = &[u32]> {
    let mut rest = words;
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first()?;
        let (list, after) = after.split_at_checked(usize::try_from(*length).ok()?)?;
        rest = after;
        Some(list)
    })
}

/// Yields the sources of an answer from its list of [`Column::Source`].
pub(crate) fn sources(list: &[u32]) -> impl ExactSizeIterator<Item = SourceNumbers> {
    list.as_chunks().0.iter().map(|&[page, domain, site]: &[u32; 3]| SourceNumbers { page, domain, site })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimensions_survive_a_round_trip_through_words() {
        let one = Dimensions { id: u128::MAX - 1, run: 0, set: 1, prompt: 2, model: 3, region: u32::MAX, citations: 4 };
        assert_eq!(dimensions(&[one.to_words(), one.to_words()].concat()).collect::<Vec<_>>(), [one, one]);
    }

    #[test]
    fn lists_are_split_by_their_lengths_and_a_truncated_list_is_dropped() {
        assert_eq!(lists(&[2, 7, 8, 0, 1, 9]).collect::<Vec<_>>(), [&[7, 8][..], &[], &[9]]);
        assert_eq!(lists(&[1, 7, 3, 8, 9]).collect::<Vec<_>>(), [&[7][..]]);
    }
}
