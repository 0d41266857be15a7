//! Finds the mentions of brands in a text. The rule is in docs/decisions/0016-brand-mentions.md.
//!
//! - `names`: finds names in a folded text.
//! - `name_prefixes`: how names begin.
//! - `name_forms`: the forms in which texts write a name.
//! - `folding`: brings a text into the form in which names and texts are compared.
//! - `folded`: the folded text, and the way back.
//! - `letter_form`: the form of letters and characters.
//! - `stretch`: text that folds to itself.
//! - `lanes`: some bytes of a text at a time.
//! - `normalization`: Unicode normalization.
//! - `letter`: what a letter is at a word boundary.
//! - `word_boundary`: where a word begins and ends.
//! - `particles`: Korean particles after a noun.
//! - `search_nouns`: Korean nouns that searches write after a name without a space.
//! - `address`: web addresses in a text.
//! - `spellings`: other spellings of a name, which are no mentions.
//! - `phrase`: finds any phrase, in the same folded form.
//! - `overlap`: which names hide others.

mod address;
mod folded;
mod folding;
mod lanes;
mod letter;
mod letter_form;
mod name_forms;
mod name_prefixes;
mod names;
mod normalization;
mod overlap;
mod particles;
mod phrase;
#[cfg(test)]
mod reference;
mod search_nouns;
mod spellings;
mod stretch;
#[cfg(test)]
mod tests;
mod word_boundary;

use std::cell::LazyCell;
use std::ops::Range;

use crate::sorting::sort_by;
use address::Addresses;
use folded::FoldedText;
use folding::fold_text;
use name_forms::forms;
use names::{Found, NameAutomaton};
pub use overlap::affected_names;
pub use phrase::PhraseFinder;
pub use spellings::other_spellings;

/// The maximum number of characters of all different names together. Compiling that many takes about 230 MB.
const NAME_CHARS_MAX: usize = 2_000_000;

/// A place in a text that names a brand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mention {
    /// The first byte of the name in the text.
    pub start: usize,
    /// The byte after the name.
    pub end: usize,
    /// The position of the brand among the brands of the finder, from 0.
    pub brand: usize,
}

/// The brands have too many names to search for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the names of the brands have more than {NAME_CHARS_MAX} characters together")]
pub struct TooManyNames;

/// Finds the mentions of brands in texts.
///
/// ```
/// use answerdeck_insight::{Mention, MentionFinder};
///
/// let finder = MentionFinder::new([["Nike", "나이키"], ["Meta", "메타"]])?;
/// assert_eq!(finder.find("나이키는 metadata"), [Mention { start: 0, end: 9, brand: 0 }]);
/// # Ok::<(), answerdeck_insight::TooManyNames>(())
/// ```
pub struct MentionFinder {
    /// All names, folded. The value of a name is its position in `owners`.
    names: NameAutomaton,
    /// The brands of each name, in ascending order.
    owners: Vec<Vec<usize>>,
}

impl MentionFinder {
    /// Compiles the names of brands: for each brand its name and its synonyms. A name without visible characters is never
    /// found. A name that several brands share is a mention of each.
    ///
    /// # Errors
    /// Returns an error if the different names have more than 2,000,000 characters together.
    pub fn new<Names>(brands: impl IntoIterator<Item = Names>) -> Result<Self, TooManyNames>
    where
        Names: IntoIterator<Item: AsRef<str>>,
    {
        let mut owned: Vec<(String, usize)> = Vec::new();
        for (brand, names) in brands.into_iter().enumerate() {
            for name in names {
                owned.extend(forms(name.as_ref()).into_iter().map(|form| (form, brand)));
            }
        }
        sort_by(&mut owned, Ord::cmp);
        owned.dedup();
        let (mut names, mut owners): (Vec<String>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
        let mut chars = 0;
        for (name, brand) in owned {
            match owners.last_mut().filter(|_| names.last() == Some(&name)) {
                Some(brands) => brands.push(brand),
                None => {
                    chars += name.chars().count();
                    if chars > NAME_CHARS_MAX {
                        return Err(TooManyNames);
                    }
                    names.push(name);
                    owners.push(vec![brand]);
                }
            }
        }
        Ok(Self { names: NameAutomaton::new(&names)?, owners })
    }

    /// Finds the mentions in a text, sorted by position, then by brand. The time is proportional to the length of the text;
    /// names that end with one another multiply it by at most the length of the longest one.
    pub fn find(&self, text: &str) -> Vec<Mention> {
        self.find_with(text, word_boundary::ends_word)
    }

    /// Finds the mentions in what a model or a person searched for, as [`find`](Self::find) does. A search may write a noun after a
    /// name without a space: `나이키운동화추천`.
    pub fn find_in_search(&self, text: &str) -> Vec<Mention> {
        self.find_with(text, |folded, end| {
            word_boundary::ends_word(folded, end) || search_nouns::are_search_nouns(&folded.as_str()[end..])
        })
    }

    fn find_with(&self, text: &str, ends_word: impl Fn(&FoldedText, usize) -> bool) -> Vec<Mention> {
        let folded = fold_text(text);
        let addresses = LazyCell::new(|| Addresses::new(text));
        // Names that do not overlap: the leftmost and longest of those found so far.
        let mut chosen: Vec<Chosen> = Vec::new();
        let mut last_end = (0, false);
        // Names are found in the order of their ends.
        self.names.find(&folded, |Found { start, end, name }| {
            let before = chosen.partition_point(|chosen| chosen.start < start);
            let is_free = before.checked_sub(1).is_none_or(|last| chosen[last].end <= start);
            if !is_free || !word_boundary::starts_word(&folded, start) {
                return;
            }
            if last_end.0 != end {
                last_end = (end, ends_word(&folded, end));
            }
            if last_end.1
                && let Some(range) = folded.original(start, end)
                && addresses.allow(&range)
            {
                // The others are parts of this one.
                chosen.truncate(before);
                chosen.push(Chosen { start, end, range, name });
            }
        });
        let mentions_of = |Chosen { range, name, .. }| {
            self.owners[name].iter().map(move |&brand| Mention { start: range.start, end: range.end, brand })
        };
        let mut mentions = Vec::with_capacity(chosen.len());
        mentions.extend(chosen.into_iter().flat_map(mentions_of));
        mentions
    }
}

/// A name that is a mention.
struct Chosen {
    /// The first byte of the name in the folded text.
    start: usize,
    /// The byte after it.
    end: usize,
    /// The bytes of the name in the text.
    range: Range<usize>,
    /// The position of the name's brands in the finder.
    name: usize,
}
