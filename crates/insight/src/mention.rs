//! Finds the mentions of brands in a text. docs/metrics.md has the rule.

mod folded;
mod folding;
mod letter;
mod letter_form;
mod links;
mod name_forms;
mod name_prefixes;
mod names;
mod overlap;
mod owner;
mod particles;
mod phrase;
#[cfg(test)]
mod reference;
mod search_nouns;
mod spellings;
#[cfg(test)]
mod tests;
mod word_boundary;

use std::cell::LazyCell;
use std::ops::Range;

use folded::FoldedText;
use folding::fold_text;
use links::Links;
use names::{Found, NameAutomaton};
pub use overlap::affected_names;
use owner::Owners;
pub use phrase::PhraseFinder;
pub use spellings::other_spellings;

/// A text in the form in which names and texts are compared, without capitals.
pub(crate) fn plain_text(text: &str) -> String {
    fold_text(text).as_str().to_ascii_lowercase()
}

/// The maximum number of characters of all different names together. Compiling that many takes about 230 MB.
const NAME_CHARS_MAX: usize = 2_000_000;

/// A place in a text that names a brand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mention {
    /// The first byte of the name in the text.
    pub start: usize,
    /// The byte after the name.
    pub end: usize,
    /// The position of its [`BrandNames`] among those of the finder, from 0.
    pub entry: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the names of the brands have more than {NAME_CHARS_MAX} characters together")]
pub struct TooManyNames;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BrandNames {
    /// The name and the synonyms. One without visible characters is never found.
    pub names: Vec<String>,
    /// Whether the names are mentions only in the case in which they are written here.
    pub case_sensitive: bool,
    /// Phrases in which a name is no mention, in any case. A phrase is found as a name is: as whole words, and in its forms.
    pub excluded_phrases: Vec<String>,
}

/// Finds the mentions of brands in texts.
///
/// ```
/// use answerdeck_insight::{Mention, MentionFinder};
///
/// let finder = MentionFinder::new([["Nike", "나이키"], ["Meta", "메타"]])?;
/// assert_eq!(finder.find("나이키는 metadata"), [Mention { start: 0, end: 9, entry: 0 }]);
/// # Ok::<(), answerdeck_insight::TooManyNames>(())
/// ```
pub struct MentionFinder {
    /// All names, folded. The value of a name is its position in `owners`.
    names: NameAutomaton,
    owners: Owners,
}

impl MentionFinder {
    /// Compiles brands that have names only: for each brand its name and its synonyms.
    pub fn new<Names>(brands: impl IntoIterator<Item = Names>) -> Result<Self, TooManyNames>
    where
        Names: IntoIterator<Item: AsRef<str>>,
    {
        let of_names = |names: Names| BrandNames {
            names: names.into_iter().map(|name| name.as_ref().to_owned()).collect(),
            ..BrandNames::default()
        };
        Self::of_brands(&brands.into_iter().map(of_names).collect::<Vec<_>>())
    }

    /// Compiles brands. A name that several brands share is a mention of each.
    pub fn of_brands(brands: &[BrandNames]) -> Result<Self, TooManyNames> {
        let (names, owners) = Owners::new(brands)?;
        Ok(Self { names: NameAutomaton::new(&names)?, owners })
    }

    /// Finds the mentions in a text, sorted by position, then by entry. The time is proportional to the length of the text;
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
        let links = LazyCell::new(|| Links::new(text));
        let phrases = LazyCell::new(|| self.owners.phrases_in(&folded, &ends_word));
        let brands_at =
            |name: usize, place: Range<usize>, range: Range<usize>| self.owners.at(name, place, &text[range], &phrases);
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
                && links.allow(&range)
                && brands_at(name, start..end, range.clone()).next().is_some()
            {
                // The others are parts of this one.
                chosen.truncate(before);
                chosen.push(Chosen { start, end, range, name });
            }
        });
        let mut mentions = Vec::with_capacity(chosen.len());
        for Chosen { start, end, range, name } in chosen {
            let brands = brands_at(name, start..end, range.clone());
            mentions.extend(brands.map(|entry| Mention { start: range.start, end: range.end, entry }));
        }
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
    name: usize,
}
