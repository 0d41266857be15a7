//! Ranks the terms of a site.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use answerdeck_words::{Term, strip_particle};

use super::menu_words::is_menu;
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
    /// Counts the terms of a sentence, each once. Those of menus do not count.
    pub(super) fn count(&mut self, line: &WeightedLine<'_>, terms: Vec<Term>) {
        let mut seen = HashSet::new();
        let is_candidate = |term: &Term| term.text.chars().nth(KEYWORD_CHARS_MAX).is_none() && !is_menu(&term.text);
        for term in terms.into_iter().filter(is_candidate) {
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

    /// The terms with the most points, and the stems of terms that were joined with them. Longer phrases get more points, but need a
    /// second occurrence or a title or heading. Of terms with equal points, the first on the site comes first.
    pub(super) fn best(mut self, terms_max: usize) -> (Vec<RankedTerm>, HashMap<String, String>) {
        let stems = self.join_particles();
        let is_eligible =
            |term: &TermPoints| term.is_separate && (term.words == 1 || term.count > 1 || term.is_prominent);
        let mut all: Vec<(String, TermPoints)> = self.0.into_iter().filter(|(_, term)| is_eligible(term)).collect();
        let points = |term: &TermPoints| u64::from(term.points) * (term.words as u64 + 1);
        all.sort_unstable_by_key(|(_, term)| (Reverse(points(term)), term.order));
        all.truncate(terms_max);
        (all.into_iter().map(|(key, term)| RankedTerm { key, count: term.count }).collect(), stems)
    }

    /// Joins the terms that are a more frequent term with a particle: `롯데마트가`. Returns their stems.
    fn join_particles(&mut self) -> HashMap<String, String> {
        let stem_of = |(key, term): (&String, &TermPoints)| {
            let stem = strip_particle(key);
            let is_known = stem != key && self.0.get(stem).is_some_and(|alone| alone.count >= term.count);
            is_known.then(|| (key.clone(), stem.to_owned()))
        };
        let mut stems: HashMap<String, String> = self.0.iter().filter_map(stem_of).collect();
        // A stem may have a particle, too.
        let last = |stem: &String| std::iter::successors(Some(stem), |stem| stems.get(*stem)).last().cloned();
        stems = stems.iter().filter_map(|(key, stem)| Some((key.clone(), last(stem)?))).collect();
        for (key, stem) in &stems {
            if let Some(term) = self.0.remove(key)
                && let Some(stem) = self.0.get_mut(stem)
            {
                stem.count += term.count;
                stem.points += term.points;
                stem.order = stem.order.min(term.order);
                stem.is_prominent |= term.is_prominent;
                stem.is_separate |= term.is_separate;
            }
        }
        stems
    }
}
