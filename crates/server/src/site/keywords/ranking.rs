//! Which terms of a site weigh the most.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use answerdeck_api::limits::KEYWORD_MAX;

use super::key;
use super::lines::Line;
use answerdeck_words::Term;

/// What a page adds for a term that stands on it, however often.
const PAGE: u32 = 4;
/// What one page adds at most beside: a word that fills one page is not yet what the site is about.
const PAGE_WEIGHT_MAX: u32 = 12;

/// The terms of a site, counted line by line.
#[derive(Debug, Default)]
pub(super) struct Ranking(HashMap<String, Tally>);

/// A term that was counted.
#[derive(Debug)]
pub(super) struct Ranked {
    pub(super) key: String,
    /// The sentences in which it stands.
    pub(super) count: u32,
}

#[derive(Debug)]
struct Tally {
    /// How many terms were known before this one.
    order: usize,
    words: usize,
    count: u32,
    /// Whether a title or a heading has it.
    is_named: bool,
    /// Whether it is a word somewhere, not only a part of words.
    stands_alone: bool,
    points: u32,
    page: usize,
    page_weight: u32,
}

impl Ranking {
    /// Counts the terms of a sentence, each of them once.
    pub(super) fn count(&mut self, line: &Line<'_>, terms: Vec<Term>) {
        let mut seen = HashSet::new();
        for term in terms.into_iter().filter(|term| term.text.chars().nth(KEYWORD_MAX).is_none()) {
            let key = key(&term.text);
            if !seen.insert(key.clone()) {
                continue;
            }
            let order = self.0.len();
            let tally = self.0.entry(key).or_insert_with(|| Tally {
                order,
                words: term.words,
                count: 0,
                is_named: false,
                stands_alone: false,
                points: PAGE,
                page: line.page,
                page_weight: 0,
            });
            if tally.page != line.page {
                (tally.page, tally.page_weight, tally.points) = (line.page, 0, tally.points + PAGE);
            }
            let weight = line.weight.min(PAGE_WEIGHT_MAX - tally.page_weight);
            tally.page_weight += weight;
            tally.points += weight;
            tally.count += 1;
            tally.is_named |= line.names();
            tally.stands_alone |= !term.is_part;
        }
    }

    /// The terms with the most points. A phrase says more than a word, and counts if it recurs or names a page or a part of
    /// one. At equal points the one that stands first is first.
    pub(super) fn best(self, most: usize) -> Vec<Ranked> {
        let counts = |tally: &Tally| tally.stands_alone && (tally.words == 1 || tally.count > 1 || tally.is_named);
        let mut all: Vec<(String, Tally)> = self.0.into_iter().filter(|(_, tally)| counts(tally)).collect();
        let points = |tally: &Tally| u64::from(tally.points) * (tally.words as u64 + 1);
        all.sort_unstable_by_key(|(_, tally)| (Reverse(points(tally)), tally.order));
        all.truncate(most);
        all.into_iter().map(|(key, tally)| Ranked { key, count: tally.count }).collect()
    }
}
