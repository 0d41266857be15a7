//! Keyword candidates: what people may search for to find a site.
//!
//! A candidate is a noun, a Korean compound, or a phrase of up to three words. A phrase counts if it recurs or is in a title or a
//! heading. A candidate that occurs only inside a longer one is removed, and so is one of a menu or a footer.

mod excerpt;
mod menu_words;
mod ranking;
mod weighted_lines;

use std::collections::HashMap;

use answerdeck_words::{Analyzer, fold, is_hangul, sentences};

use crate::page::PageText;
use ranking::Ranking;
use weighted_lines::{WeightedLine, weighted_lines};

pub const KEYWORDS_MAX: usize = 200;
pub const KEYWORD_CHARS_MAX: usize = 80;
/// The maximum number of contexts of a candidate on one page.
pub const CONTEXTS_MAX: usize = 5;
pub const CONTEXT_CHARS_MAX: usize = 300;

/// Ranked terms whose occurrences are collected. More than [`KEYWORDS_MAX`], as parts of longer candidates are removed.
const RANKED_MAX: usize = 3 * KEYWORDS_MAX;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeywordCandidate {
    /// The most frequent spelling, up to [`KEYWORD_CHARS_MAX`] characters.
    pub keyword: String,
    /// The pages that contain it, in order.
    pub sources: Vec<CandidateSource>,
}

/// A page that contains a candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateSource {
    pub page: usize,
    /// The sentences that contain the candidate, in order, without titles: at most [`CONTEXTS_MAX`], each of at most
    /// [`CONTEXT_CHARS_MAX`] characters.
    pub contexts: Vec<String>,
}

/// The keyword candidates of pages, the best first: at most [`KEYWORDS_MAX`]. Keeps the thread busy, for large sites for
/// seconds.
pub fn keyword_candidates(analyzer: &Analyzer, pages: &[&PageText]) -> Vec<KeywordCandidate> {
    let lines = weighted_lines(pages);
    let mut terms = analyzer.terms(lines.iter().map(|line| line.text));
    let mut ranking = Ranking::default();
    for line in &lines {
        for sentence in sentences(line.text) {
            ranking.count(line, terms.extract(sentence));
        }
    }
    let (best, stems) = ranking.best(RANKED_MAX);
    let mut occurrences: Vec<Occurrences> = best.iter().map(|_| Occurrences::default()).collect();
    let index: HashMap<&str, usize> = best.iter().enumerate().map(|(at, term)| (term.key.as_str(), at)).collect();
    for line in &lines {
        for sentence in sentences(line.text) {
            for term in terms.extract(sentence) {
                let key = term_key(&term.text);
                let stem = stems.get(&key);
                if let Some(at) = index.get(stem.unwrap_or(&key).as_str()) {
                    // With its particle, it is no spelling.
                    let spelling = stem.is_none().then_some(term.text.as_str());
                    occurrences[*at].add(line, sentence, spelling, term.offset);
                }
            }
        }
    }
    let counts = best.iter().map(|term| term.count);
    let candidates: Vec<_> = occurrences.into_iter().map(Occurrences::into_candidate).zip(counts).collect();
    without_parts(&candidates)
}

/// The form in which terms are compared. It ignores spaces, hyphens and case.
fn term_key(term: &str) -> String {
    let mut key = fold(term);
    key.retain(|letter| !matches!(letter, ' ' | '-'));
    key
}

#[derive(Debug, Default)]
struct Occurrences {
    spellings: Vec<(String, u32)>,
    sources: Vec<CandidateSource>,
}

impl Occurrences {
    fn add(&mut self, line: &WeightedLine<'_>, sentence: &str, spelling: Option<&str>, offset: usize) {
        if let Some(spelling) = spelling {
            match self.spellings.iter_mut().find(|(known, _)| known == spelling) {
                Some((_, count)) => *count += 1,
                None => self.spellings.push((spelling.to_owned(), 1)),
            }
        }
        if self.sources.last().is_none_or(|source| source.page != line.page) {
            self.sources.push(CandidateSource { page: line.page, contexts: Vec::new() });
        }
        let Some(CandidateSource { contexts, .. }) = self.sources.last_mut() else { return };
        if !line.is_title && contexts.len() < CONTEXTS_MAX {
            let context = excerpt::excerpt(sentence, offset);
            if !contexts.contains(&context) {
                contexts.push(context);
            }
        }
    }

    /// The candidate with its most frequent spelling. Of equally frequent ones, the first.
    fn into_candidate(self) -> KeywordCandidate {
        let (keyword, _) = self.spellings.into_iter().rev().max_by_key(|(_, count)| *count).unwrap_or_default();
        KeywordCandidate { keyword, sources: self.sources }
    }
}

/// Removes candidates that only occur as a part of a longer one: those with the same count.
fn without_parts(candidates: &[(KeywordCandidate, u32)]) -> Vec<KeywordCandidate> {
    let is_part = |(part, part_count): &(KeywordCandidate, u32)| {
        candidates.iter().any(|(longer, count)| {
            part_count == count && part.keyword != longer.keyword && contains_keyword(&longer.keyword, &part.keyword)
        })
    };
    let kept = candidates.iter().filter(|candidate| !is_part(candidate)).take(KEYWORDS_MAX);
    kept.map(|(candidate, _)| candidate.clone()).collect()
}

/// Whether a keyword contains another one as some of its words or, in Korean, as a part of a compound.
fn contains_keyword(longer: &str, part: &str) -> bool {
    let is_korean = part.chars().all(is_hangul);
    is_korean && longer.contains(part) || format!(" {longer} ").contains(&format!(" {part} "))
}

#[cfg(test)]
mod tests;
