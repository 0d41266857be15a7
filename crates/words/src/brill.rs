//! A Brill tagger: every word has its most frequent tag first, then corrections by context apply in their order.
//!
//! The model comes from harper-brill (see `model/README.md`). Its own reader needs a library for neural networks.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// The part of speech of a word.
///
/// Source: Universal Dependencies, universal POS tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Tag {
    Adj,
    Adp,
    Adv,
    Aux,
    Cconj,
    Det,
    Intj,
    Noun,
    Num,
    Part,
    Pron,
    Propn,
    Punct,
    Sconj,
    Sym,
    Verb,
}

#[derive(Default, Deserialize)]
struct Model {
    base: Base,
    patches: Vec<Correction>,
}

#[derive(Default, Deserialize)]
struct Base {
    mapping: HashMap<String, Tag>,
}

#[derive(Deserialize)]
struct Correction {
    from: Tag,
    to: Tag,
    criteria: Condition,
}

/// When a correction applies. Positions are relative to the word.
#[derive(Deserialize)]
enum Condition {
    WordIsTaggedWith { relative: isize, is_tagged: Tag },
    AnyWordIsTaggedWith { max_relative: isize, is_tagged: Tag },
    SandwichTaggedWith { prev_word_tagged: Tag, post_word_tagged: Tag },
    WordIs { relative: isize, word: String },
    Combined { a: Box<Condition>, b: Box<Condition> },
}

impl Condition {
    /// Tags without which the condition cannot hold.
    fn tags(&self) -> impl Iterator<Item = Tag> {
        let tags = match self {
            Self::WordIsTaggedWith { is_tagged, .. } | Self::AnyWordIsTaggedWith { is_tagged, .. } => {
                [Some(*is_tagged), None]
            }
            Self::SandwichTaggedWith { prev_word_tagged, post_word_tagged } => {
                [Some(*prev_word_tagged), Some(*post_word_tagged)]
            }
            Self::WordIs { .. } | Self::Combined { .. } => [None, None],
        };
        tags.into_iter().flatten()
    }

    fn holds(&self, words: &[&str], tags: &[Tag], at: usize) -> bool {
        #[cfg(test)]
        crate::steps::count();
        let has = |position: Option<usize>, tag: Tag| position.and_then(|at| tags.get(at)) == Some(&tag);
        match self {
            Self::WordIsTaggedWith { relative, is_tagged } => has(at.checked_add_signed(*relative), *is_tagged),
            Self::AnyWordIsTaggedWith { max_relative, is_tagged } => {
                let Some(farthest) = at.checked_add_signed(*max_relative) else { return false };
                let range = at.min(farthest)..at.max(farthest).min(tags.len());
                tags[range].contains(is_tagged)
            }
            Self::SandwichTaggedWith { prev_word_tagged, post_word_tagged } => {
                has(at.checked_sub(1), *prev_word_tagged) && has(Some(at + 1), *post_word_tagged)
            }
            // The training compared the shorter length, so the corrections expect it.
            Self::WordIs { relative, word } => {
                at.checked_add_signed(*relative).and_then(|at| words.get(at)).is_some_and(|other| {
                    other.bytes().zip(word.bytes()).all(|(one, other)| one.eq_ignore_ascii_case(&other))
                })
            }
            Self::Combined { a, b } => a.holds(words, tags, at) && b.holds(words, tags, at),
        }
    }
}

// A test checks that the model can be read.
static MODEL: LazyLock<Model> =
    LazyLock::new(|| serde_json::from_str(include_str!("../model/brill.json")).unwrap_or_default());

/// The most frequent tag of a lower-case word. `None` when the model does not know the word.
pub(crate) fn most_frequent_tag(word: &str) -> Option<Tag> {
    #[cfg(test)]
    crate::steps::count();
    MODEL.base.mapping.get(word).copied()
}

/// Applies the corrections to the tags of a sentence. The words are in lower case.
pub(crate) fn correct(words: &[&str], tags: &mut [Tag]) {
    let mut positions = TagPositions::of(tags);
    for Correction { from, to, criteria } in &MODEL.patches {
        if criteria.tags().any(|tag| positions.next(tag, 0).is_none()) {
            continue;
        }
        let mut next = positions.next(*from, 0);
        while let Some(at) = next {
            if criteria.holds(words, tags, at) {
                tags[at] = *to;
                positions.change(at, *from, *to);
            }
            next = positions.next(*from, at + 1);
        }
    }
}

/// The positions of each tag in a sentence, as bits, so that a correction visits only the words with its tag.
struct TagPositions {
    bits: Vec<[u64; TAGS]>,
}

const TAGS: usize = Tag::Verb as usize + 1;

impl TagPositions {
    fn of(tags: &[Tag]) -> Self {
        let mut bits = vec![[0; TAGS]; tags.len().div_ceil(64)];
        for (at, tag) in tags.iter().enumerate() {
            bits[at / 64][*tag as usize] |= 1 << (at % 64);
        }
        Self { bits }
    }

    /// The first position of a tag at or after `start`.
    fn next(&self, tag: Tag, start: usize) -> Option<usize> {
        let mut first = u64::MAX << (start % 64);
        for (block, bits) in self.bits.iter().enumerate().skip(start / 64) {
            let found = bits[tag as usize] & first;
            if found != 0 {
                return Some(block * 64 + found.trailing_zeros() as usize);
            }
            first = u64::MAX;
        }
        None
    }

    fn change(&mut self, at: usize, from: Tag, to: Tag) {
        let (bits, place) = (&mut self.bits[at / 64], 1 << (at % 64));
        bits[from as usize] &= !place;
        bits[to as usize] |= place;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_is_complete() {
        assert_eq!((MODEL.base.mapping.len(), MODEL.patches.len()), (26_900, 201));
    }

    #[test]
    fn every_place_of_a_tag_is_found_in_a_long_sentence() {
        let tags: Vec<Tag> = (0..300).map(|at| if at % 63 == 0 { Tag::Verb } else { Tag::Noun }).collect();
        let mut positions = TagPositions::of(&tags);
        positions.change(63, Tag::Verb, Tag::Adj);
        let verbs = std::iter::successors(positions.next(Tag::Verb, 0), |at| positions.next(Tag::Verb, at + 1));
        assert_eq!(verbs.collect::<Vec<_>>(), [0, 126, 189, 252]);
        assert_eq!((positions.next(Tag::Adj, 0), positions.next(Tag::Adj, 64)), (Some(63), None));
    }

    #[test]
    fn context_corrects_a_tag() {
        let words = ["there", "is"];
        let mut tags = [Tag::Pron, Tag::Aux];
        correct(&words, &mut tags);
        assert_eq!(tags, [Tag::Pron, Tag::Verb]);
    }
}
