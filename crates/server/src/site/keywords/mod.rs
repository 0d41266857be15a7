//! What people may search for to find a site: keyword candidates of its pages.

mod lines;
mod quote;
mod ranking;

use std::collections::HashMap;

use answerdeck_api::limits::{SITE_CONTEXTS_MAX, SITE_KEYWORDS_MAX};

use super::text::Text;
use answerdeck_words::fold;
use answerdeck_words::{Analyzer, sentences};
use lines::Line;
use ranking::Ranking;

/// Candidates whose places are looked for, so that enough are left when what is a part of others falls away.
const SOUGHT_MAX: usize = 3 * SITE_KEYWORDS_MAX;

/// A keyword candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// At most [`KEYWORD_MAX`](answerdeck_api::limits::KEYWORD_MAX) characters, as it is most often written.
    pub keyword: String,
    /// The pages on which it stands, in their order.
    pub sources: Vec<CandidateSource>,
}

/// A page on which a candidate stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateSource {
    /// Its index among the pages.
    pub page: usize,
    /// Sentences in which it stands, in their order: at most [`SITE_CONTEXTS_MAX`], none of a title.
    pub contexts: Vec<String>,
}

/// The keyword candidates of pages with their addresses, the best first: at most [`SITE_KEYWORDS_MAX`]. Work for the
/// processor.
pub fn candidates(analyzer: &Analyzer, pages: &[(&str, &Text)]) -> Vec<Candidate> {
    let texts: Vec<&Text> = pages.iter().map(|(_, text)| *text).collect();
    let lines = lines::of(&texts);
    let mut terms = analyzer.terms(lines.iter().map(|line| line.text));
    let mut ranking = Ranking::default();
    for line in &lines {
        for sentence in sentences(line.text) {
            ranking.count(line, terms.extract(sentence));
        }
    }
    let best = ranking.best(SOUGHT_MAX);
    let mut places: Vec<Places> = best.iter().map(|_| Places::default()).collect();
    let index: HashMap<&str, usize> = best.iter().enumerate().map(|(at, term)| (term.key.as_str(), at)).collect();
    for line in &lines {
        for sentence in sentences(line.text) {
            for term in terms.extract(sentence) {
                if let Some(at) = index.get(key(&term.text).as_str()) {
                    places[*at].add(line, sentence, &term.text, term.offset);
                }
            }
        }
    }
    let counts = best.iter().map(|term| term.count);
    let found = places.into_iter().map(Places::candidate).zip(counts).collect();
    without_parts(found)
}

/// What is one keyword: however it is spaced and capitalised.
fn key(term: &str) -> String {
    let mut key = fold(term);
    key.retain(|letter| letter != ' ');
    key
}

/// Where a candidate stands.
#[derive(Debug, Default)]
struct Places {
    spellings: Vec<(String, u32)>,
    sources: Vec<CandidateSource>,
}

impl Places {
    fn add(&mut self, line: &Line<'_>, sentence: &str, spelling: &str, at: usize) {
        match self.spellings.iter_mut().find(|(known, _)| known == spelling) {
            Some((_, count)) => *count += 1,
            None => self.spellings.push((spelling.to_owned(), 1)),
        }
        if self.sources.last().is_none_or(|source| source.page != line.page) {
            self.sources.push(CandidateSource { page: line.page, contexts: Vec::new() });
        }
        let Some(CandidateSource { contexts, .. }) = self.sources.last_mut() else { return };
        if !line.is_title && contexts.len() < SITE_CONTEXTS_MAX {
            let quote = quote::around(sentence, at);
            if !contexts.contains(&quote) {
                contexts.push(quote);
            }
        }
    }

    /// The first of two spellings that are written as often.
    fn candidate(self) -> Candidate {
        let most = self.spellings.iter().map(|(_, count)| *count).max();
        let best = self.spellings.into_iter().find(|(_, count)| Some(*count) == most);
        Candidate { keyword: best.map(|(spelling, _)| spelling).unwrap_or_default(), sources: self.sources }
    }
}

/// Leaves out what never stands alone: a part of a longer candidate that stands no more often.
fn without_parts(found: Vec<(Candidate, u32)>) -> Vec<Candidate> {
    let is_part = |part: &(Candidate, u32)| {
        found.iter().any(|(whole, count)| {
            part.1 == *count && part.0.keyword != whole.keyword && holds(&whole.keyword, &part.0.keyword)
        })
    };
    let whole: Vec<bool> = found.iter().map(|one| !is_part(one)).collect();
    let kept = found.into_iter().zip(whole).filter(|(_, is_whole)| *is_whole);
    kept.map(|((candidate, _), _)| candidate).take(SITE_KEYWORDS_MAX).collect()
}

/// Whether a keyword holds another one as some of its words, or, as Korean compounds do, inside of one.
fn holds(whole: &str, part: &str) -> bool {
    let is_korean = part.chars().all(answerdeck_words::is_hangul);
    is_korean && whole.contains(part) || format!(" {whole} ").contains(&format!(" {part} "))
}

#[cfg(test)]
mod tests;
