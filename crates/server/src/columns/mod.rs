//! What answers hold, as columns of numbers that statistics count.
//!
//! Every domain, page, search and token of an organization has a number, and so has every run, set, prompt, model and
//! region that an answer belongs to. The transaction that completes an answer puts these numbers at the end of four
//! columns: where the answer belongs, its sources, its searches and its tokens. A column is kept as words of 32 bits,
//! [`ANSWERS_A_PART`] answers a row, so that a statistic reads few rows, and answers stand at the same place in each.

mod append;
mod count;
mod interner;
mod scan;

pub(crate) use append::{AnswerContent, append};
pub(crate) use count::{Count, Counts};
pub(crate) use interner::{Kind, Name, numbers, of_numbers};
pub(crate) use scan::{Picked, pick, scan};

/// Answers of one row: a mask of them fits a number.
const ANSWERS_A_PART: usize = u128::BITS as usize;
/// The number of nothing: no run, or a domain that cannot be told.
pub(crate) const NOTHING: u32 = 0;

/// A column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    /// Where each answer belongs: a [`Place`].
    Place,
    /// The page and the domain of every source.
    Source,
    /// The searches.
    Fanout,
    /// The tokens, each once.
    Token,
}

impl Column {
    const ALL: [Self; 4] = [Self::Place, Self::Source, Self::Fanout, Self::Token];

    fn as_str(self) -> &'static str {
        match self {
            Self::Place => "place",
            Self::Source => "source",
            Self::Fanout => "fanout",
            Self::Token => "token",
        }
    }
}

/// Where an answer belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// Of the answer: see [`crate::random::number_of`].
    pub(crate) id: u128,
    pub(crate) run: u32,
    pub(crate) set: u32,
    pub(crate) prompt: u32,
    pub(crate) model: u32,
    pub(crate) region: u32,
}

impl Place {
    const WORDS: usize = 9;

    fn to_words(self) -> [u32; Self::WORDS] {
        // The shifted halves fit.
        let word = |position: u32| (self.id >> (32 * position)) as u32;
        [word(3), word(2), word(1), word(0), self.run, self.set, self.prompt, self.model, self.region]
    }

    fn of_words([a, b, c, d, run, set, prompt, model, region]: [u32; Self::WORDS]) -> Self {
        let id = [a, b, c, d].into_iter().fold(0, |id, word| id << 32 | u128::from(word));
        Self { id, run, set, prompt, model, region }
    }
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

fn places(words: &[u32]) -> impl Iterator<Item = Place> {
    words.as_chunks().0.iter().map(|words| Place::of_words(*words))
}

/// What each answer has of a column that is no place: its length comes before it.
fn lists(words: &[u32]) -> impl Iterator<Item = &[u32]> {
    let mut rest = words;
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first()?;
        let (list, after) = after.split_at_checked(usize::try_from(*length).ok()?)?;
        rest = after;
        Some(list)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_comes_back_from_its_words() {
        let place = Place { id: u128::MAX - 1, run: NOTHING, set: 1, prompt: 2, model: 3, region: u32::MAX };
        assert_eq!(places(&[place.to_words(), place.to_words()].concat()).collect::<Vec<_>>(), [place, place]);
    }

    #[test]
    fn lists_end_where_their_lengths_say_and_a_torn_one_is_none() {
        assert_eq!(lists(&[2, 7, 8, 0, 1, 9]).collect::<Vec<_>>(), [&[7, 8][..], &[], &[9]]);
        assert_eq!(lists(&[1, 7, 3, 8, 9]).collect::<Vec<_>>(), [&[7][..]]);
    }
}
