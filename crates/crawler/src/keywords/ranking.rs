//! Ranks the terms of a site.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use answerdeck_words::Term;

use super::weighted_lines::WeightedLine;
use super::{KEYWORD_CHARS_MAX, term_key};

/// Points of a term for each page that contains it.
const PAGE_POINTS: u32 = 4;
/// The maximum number of points of a term for its lines on one page: a word that fills only one page does not describe the
/// site.
const PAGE_WEIGHT_MAX: u32 = 12;

/// The terms of a site with their points.
#[derive(Debug, Default)]
pub(super) struct Ranking(HashMap<String, TermPoints>);

/// A term of the result.
#[derive(Debug)]
pub(super) struct RankedTerm {
    pub(super) key: String,
    /// Number of sentences that contain it.
    pub(super) count: u32,
}

#[derive(Debug)]
struct TermPoints {
    /// Number of terms found before this one.
    order: usize,
    words: usize,
    count: u32,
    /// Whether a title or a heading contains it.
    is_prominent: bool,
    /// Whether it occurs as a separate word somewhere, not only as a part of compounds.
    is_separate: bool,
    points: u32,
    /// Index of the last page that contains it, and its line points there.
    page: usize,
    page_weight: u32,
}

impl Ranking {
    /// Counts the terms of a sentence, each once.
    pub(super) fn count(&mut self, line: &WeightedLine<'_>, terms: Vec<Term>) {
        let mut seen = HashSet::new();
        for term in terms.into_iter().filter(|term| term.text.chars().nth(KEYWORD_CHARS_MAX).is_none()) {
            let key = term_key(&term.text);
            if !seen.insert(key.clone()) {
                continue;
            }
            let order = self.0.len();
            let entry = self.0.entry(key).or_insert_with(|| TermPoints {
                order,
                words: term.words,
                count: 0,
                is_prominent: false,
                is_separate: false,
                points: PAGE_POINTS,
                page: line.page,
                page_weight: 0,
            });
            if entry.page != line.page {
                (entry.page, entry.page_weight, entry.points) = (line.page, 0, entry.points + PAGE_POINTS);
            }
            let weight = line.weight.min(PAGE_WEIGHT_MAX - entry.page_weight);
            entry.page_weight += weight;
            entry.points += weight;
            entry.count += 1;
            entry.is_prominent |= line.is_prominent();
            entry.is_separate |= !term.is_part;
        }
    }

    /// The terms with the most points. Longer phrases get more points, but need a second occurrence or a title or heading.
    /// Of terms with equal points, the first on the site comes first.
    pub(super) fn best(self, terms_max: usize) -> Vec<RankedTerm> {
        let is_eligible =
            |term: &TermPoints| term.is_separate && (term.words == 1 || term.count > 1 || term.is_prominent);
        let mut all: Vec<(String, TermPoints)> = self.0.into_iter().filter(|(_, term)| is_eligible(term)).collect();
        let points = |term: &TermPoints| u64::from(term.points) * (term.words as u64 + 1);
        all.sort_unstable_by_key(|(_, term)| (Reverse(points(term)), term.order));
        all.truncate(terms_max);
        all.into_iter().map(|(key, term)| RankedTerm { key, count: term.count }).collect()
    }
}
