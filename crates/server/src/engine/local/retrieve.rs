//! Finding what answers a question, in one model's manner.

use std::collections::{HashMap, HashSet};

use super::corpus::Corpus;
use super::document::{Document, Language};
use super::fanout;
use super::passage::Passage;
use super::profile::Profile;
use super::tokens::tokenize;
use crate::engine::Question;

/// How much of what a question asks for a document must hold to be about it.
const COVERAGE_MIN: f32 = 0.3;
/// How relevant a document must be, beside the most relevant one, to be cited.
const RELEVANCE_MIN: f32 = 0.45;
/// What a hit of a derived search counts, beside one of the prompt itself.
const FANOUT_SHARE: f32 = 0.5;

/// What was found for a question.
#[derive(Debug)]
pub(super) struct Found<'a> {
    pub(super) language: Language,
    /// The searches that ran beside the prompt, in their order.
    pub(super) fanouts: Vec<String>,
    /// Never empty; the most relevant first.
    pub(super) findings: Vec<Finding<'a>>,
}

/// A document, and what to quote of it.
#[derive(Debug)]
pub(super) struct Finding<'a> {
    pub(super) document: &'a Document,
    pub(super) passages: Vec<&'a Passage>,
}

/// Searches the documents that were out when the question was asked. `None` when none is about it.
pub(super) fn retrieve<'a>(corpus: &'a Corpus, profile: &Profile, question: &Question) -> Option<Found<'a>> {
    let terms: HashSet<String> = tokenize(&question.query).into_iter().collect();
    let language = Language::of(&question.query);
    let hits = corpus.search(&question.query);
    let about = |same_language: bool| -> HashSet<usize> {
        hits.iter()
            .map(|(number, _)| *number)
            .filter(|number| {
                let document = &corpus.documents[*number];
                document.published <= question.asked_at && (document.language == language) == same_language
            })
            .filter(|number| coverage(corpus, &terms, *number) >= COVERAGE_MIN)
            .collect()
    };
    // A question is answered from the other language only when its own says nothing.
    let about = Some(about(true)).filter(|numbers| !numbers.is_empty()).unwrap_or_else(|| about(false));
    if about.is_empty() {
        return None;
    }
    let year = question.asked_at.to_zoned(jiff::tz::TimeZone::UTC).year();
    let fanouts = fanout::derive(&question.query, year, profile.fanouts, profile.first_aspect);
    let mut scores: HashMap<usize, f32> = HashMap::new();
    let mut add = |hits: &[(usize, f32)], share: f32| {
        let best = hits.iter().map(|hit| hit.1).fold(f32::EPSILON, f32::max);
        for (number, score) in hits.iter().filter(|(number, _)| about.contains(number)) {
            *scores.entry(*number).or_default() += share * score / best;
        }
    };
    add(&hits, 1.0);
    for search in &fanouts {
        add(&corpus.search(search), FANOUT_SHARE);
    }
    let best = scores.values().copied().fold(0.0, f32::max);
    let mut ranked: Vec<(usize, f32)> = scores
        .into_iter()
        .filter(|(_, score)| *score >= RELEVANCE_MIN * best)
        .map(|(number, score)| (number, score * manner(&corpus.documents[number], profile, question)))
        .collect();
    ranked.sort_by(|one, two| two.1.total_cmp(&one.1).then(one.0.cmp(&two.0)));
    let findings: Vec<_> = ranked
        .into_iter()
        .filter_map(|(number, _)| finding(corpus, number, &terms, profile.sentences))
        .take(profile.documents)
        .collect();
    (!findings.is_empty()).then_some(Found { language, fanouts, findings })
}

/// What share of the question's weight a document holds.
fn coverage(corpus: &Corpus, terms: &HashSet<String>, number: usize) -> f32 {
    let weight = |held: bool| -> f32 {
        let tokens = corpus.tokens(number);
        let mut weights: Vec<f32> =
            terms.iter().filter(|term| !held || tokens.contains(*term)).map(|term| corpus.weight(term)).collect();
        // A sum of floats depends on its order, and a set has none.
        weights.sort_by(f32::total_cmp);
        weights.iter().sum()
    };
    weight(true) / weight(false)
}

/// How a model sees a document: what is new counts more, and so do the sites it prefers.
fn manner(document: &Document, profile: &Profile, question: &Question) -> f32 {
    let days = question.asked_at.duration_since(document.published).as_hours() as f32 / 24.0;
    let recency = 0.5_f32.powf(days / profile.half_life_days);
    let preference = if profile.preferred.contains(&document.site) { 1.5 } else { 1.0 };
    (0.3 + 0.7 * recency) * preference
}

/// The passages that say most about the question, in the document's order.
fn finding<'a>(corpus: &'a Corpus, number: usize, terms: &HashSet<String>, sentences: usize) -> Option<Finding<'a>> {
    let mut ranked: Vec<(usize, f32)> = corpus
        .passage_tokens(number)
        .iter()
        .enumerate()
        .filter_map(|(position, tokens)| {
            let mut weights: Vec<f32> =
                terms.iter().filter(|term| tokens.contains(*term)).map(|term| corpus.weight(term)).collect();
            weights.sort_by(f32::total_cmp);
            let length = u16::try_from(tokens.len()).map_or(f32::from(u16::MAX), f32::from);
            let score = weights.iter().sum::<f32>() / (1.0 + (1.0 + length / 20.0).ln());
            (score > 0.0).then_some((position, score))
        })
        .collect();
    ranked.sort_by(|one, two| two.1.total_cmp(&one.1).then(one.0.cmp(&two.0)));
    ranked.truncate(sentences);
    ranked.sort_by_key(|(position, _)| *position);
    let document = &corpus.documents[number];
    let passages: Vec<_> = ranked.into_iter().map(|(position, _)| &document.passages[position]).collect();
    (!passages.is_empty()).then_some(Finding { document, passages })
}
