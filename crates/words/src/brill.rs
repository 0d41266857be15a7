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
    /// An adjective.
    Adj,
    /// A preposition.
    Adp,
    /// An adverb.
    Adv,
    /// An auxiliary verb.
    Aux,
    /// A coordinating conjunction.
    Cconj,
    /// A determiner.
    Det,
    /// An interjection.
    Intj,
    /// A common noun.
    Noun,
    /// A number.
    Num,
    /// A particle.
    Part,
    /// A pronoun.
    Pron,
    /// A proper noun.
    Propn,
    /// Punctuation.
    Punct,
    /// A subordinating conjunction.
    Sconj,
    /// A symbol.
    Sym,
    /// A verb.
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
    fn holds(&self, words: &[String], tags: &[Tag], at: usize) -> bool {
        #[cfg(test)]
        crate::operations::count();
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
                    other.chars().zip(word.chars()).all(|(one, other)| one.eq_ignore_ascii_case(&other))
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
    crate::operations::count();
    MODEL.base.mapping.get(word).copied()
}

/// Applies the corrections to the tags of a sentence. The words are in lower case.
pub(crate) fn correct(words: &[String], tags: &mut [Tag]) {
    for correction in &MODEL.patches {
        for at in 0..words.len().min(tags.len()) {
            if tags[at] == correction.from && correction.criteria.holds(words, tags, at) {
                tags[at] = correction.to;
            }
        }
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
    fn context_corrects_a_tag() {
        let words = ["there", "is"].map(str::to_owned);
        let mut tags = [Tag::Pron, Tag::Aux];
        correct(&words, &mut tags);
        assert_eq!(tags, [Tag::Pron, Tag::Verb]);
    }
}
