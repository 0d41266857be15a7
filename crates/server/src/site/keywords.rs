//! What people may search for to find a site: keyword candidates of its pages.

use std::cmp::Reverse;
use std::collections::HashMap;

use answerdeck_api::TextLanguage;
use answerdeck_api::limits::{KEYWORD_MAX, SITE_CONTEXT_MAX, SITE_CONTEXTS_MAX, SITE_KEYWORDS_MAX};

use super::text::Text;
use crate::words::{Words, token_of};

/// A keyword candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// At most [`KEYWORD_MAX`] characters.
    pub keyword: String,
    /// The pages on which it stands, in their order.
    pub sources: Vec<CandidateSource>,
}

/// A page on which a candidate stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateSource {
    /// Its index among the pages.
    pub page: usize,
    /// Sentences in which it stands, in their order.
    pub contexts: Vec<String>,
}

/// The keyword candidates of pages, the best first: at most [`SITE_KEYWORDS_MAX`]. Work for the processor.
pub fn candidates(words: &Words, pages: &[(&str, &Text)]) -> Vec<Candidate> {
    let mut found: HashMap<String, (u32, Candidate)> = HashMap::new();
    for (page, (_, text)) in pages.iter().enumerate() {
        let lines = || std::iter::once(text.title.as_str()).chain(text.blocks.iter().map(|block| block.text.as_str()));
        let whole = lines().collect::<Vec<_>>().join("\n");
        for noun in words.nouns(&whole, TextLanguage::Auto) {
            if noun.word.chars().count() > KEYWORD_MAX {
                continue;
            }
            let in_lines = lines().filter(|line| line.contains(&noun.word) && line.chars().count() <= SITE_CONTEXT_MAX);
            let contexts = in_lines.take(SITE_CONTEXTS_MAX).map(str::to_owned).collect();
            let candidate = || Candidate { keyword: noun.word.clone(), sources: Vec::new() };
            let (count, candidate) = found.entry(token_of(&noun.word)).or_insert_with(|| (0, candidate()));
            *count += noun.frequency;
            if candidate.sources.last().is_none_or(|source| source.page != page) {
                candidate.sources.push(CandidateSource { page, contexts });
            }
        }
    }
    let mut all: Vec<(u32, Candidate)> = found.into_values().collect();
    all.sort_by_cached_key(|(count, candidate)| {
        (Reverse(candidate.sources.len()), Reverse(*count), candidate.keyword.clone())
    });
    all.truncate(SITE_KEYWORDS_MAX);
    all.into_iter().map(|(_, candidate)| candidate).collect()
}
