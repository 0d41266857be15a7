//! What answers say about brands, stored as 32-bit words.
//!
//! The words of a fact are its key, the number of mentions, the place of the first one, the number of cited sources, and their
//! positions. With a recent answer, the key is the definition of the brand. In a part, it is the offset of the answer.

use crate::answer::Fact;

/// What an answer says about a brand, as it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StoredFact<'a> {
    pub(super) key: u32,
    pub(super) mentions: u32,
    /// The byte of the text where the first mention begins. 0 without mentions.
    pub(super) first: u32,
    /// The positions of the sources that are pages of the brand, from 0, in ascending order.
    pub(super) cited: &'a [u32],
}

impl<'a> StoredFact<'a> {
    pub(super) fn new(key: u32, Fact { mentions, first, cited, .. }: &'a Fact) -> Self {
        Self { key, mentions: *mentions, first: *first, cited }
    }

    /// Appends the words of the fact.
    pub(super) fn push(self, words: &mut Vec<u32>) {
        words.extend([self.key, self.mentions, self.first, u32::try_from(self.cited.len()).unwrap_or(u32::MAX)]);
        words.extend(self.cited);
    }
}

/// The words of the facts of an answer, whose keys are definitions.
pub(super) fn words_of(facts: &[Fact]) -> Vec<u32> {
    let mut words = Vec::new();
    facts.iter().for_each(|fact| StoredFact::new(fact.definition, fact).push(&mut words));
    words
}

/// Yields the facts in words.
pub(super) fn facts(words: &[u32]) -> impl Iterator<Item = StoredFact<'_>> {
    let mut rest = words;
    std::iter::from_fn(move || {
        let ([key, mentions, first, count], after) = rest.split_first_chunk()?;
        let (cited, after) = after.split_at_checked(usize::try_from(*count).ok()?)?;
        rest = after;
        Some(StoredFact { key: *key, mentions: *mentions, first: *first, cited })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_survive_a_round_trip_through_words_and_a_truncated_one_is_dropped() {
        let named = StoredFact { key: 3, mentions: 2, first: 70, cited: &[] };
        let cited = StoredFact { key: 4, mentions: 0, first: 0, cited: &[1, 5] };
        let mut words = Vec::new();
        [named, cited].into_iter().for_each(|fact| fact.push(&mut words));
        assert_eq!(facts(&words).collect::<Vec<_>>(), [named, cited]);
        assert_eq!(facts(&words[..words.len() - 1]).collect::<Vec<_>>(), [named]);
    }
}
