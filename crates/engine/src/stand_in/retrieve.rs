//! Finds the passages that answer a question, by the profile of a model.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use answerdeck_api::Language;
use rustc_hash::FxBuildHasher;

use super::fanout;
use super::intent::{Intent, intent};
use super::profile::Profile;
use super::recommendation::{Recommendation, recommend};
use crate::answer_engine::EngineRequest;
use crate::corpus::{Corpus, Document, Passage, language_of, tokenize};

/// Share of the question's weight that a relevant document contains, at least.
const COVERAGE_MIN: f32 = 0.3;
/// Score of a cited document relative to the best score, at least.
const RELEVANCE_MIN: f32 = 0.55;
/// Weight of a derived search. The prompt itself has 1.
const FANOUT_WEIGHT: f32 = 0.5;
/// How much the weight of a document varies from day to day: a search seldom finds the same twice.
const VARIATION: f32 = 0.8;
/// Weight of a passage that names the recommended product. Others have 1.
const PICK_WEIGHT: f32 = 1.5;

#[derive(Debug)]
pub(super) struct Retrieval<'a> {
    pub(super) language: Language,
    /// The searches that ran in addition to the prompt, in order.
    pub(super) fanouts: Vec<String>,
    /// The documents to cite, the most relevant first; never empty.
    pub(super) citations: Vec<Citation<'a>>,
    /// What the documents recommend. `None` if the question does not ask for a product.
    pub(super) recommendation: Option<Recommendation<'a>>,
}

#[derive(Debug)]
pub(super) struct Citation<'a> {
    pub(super) document: &'a Document,
    pub(super) passages: Vec<&'a Passage>,
}

/// Searches the documents that were public when the question was asked. `None` when none is relevant.
pub(super) fn retrieve<'a>(corpus: &'a Corpus, profile: &Profile, question: &EngineRequest) -> Option<Retrieval<'a>> {
    let terms: HashSet<String> = tokenize(&question.query).into_iter().collect();
    let language = language_of(&question.query);
    let hits = corpus.search(&question.query);
    let relevant = |same_language: bool| -> HashSet<usize> {
        hits.iter()
            .map(|(index, _)| *index)
            .filter(|index| {
                let document = &corpus.documents[*index];
                document.is_public(question.asked_at) && (document.language == language) == same_language
            })
            .filter(|index| coverage(corpus, &terms, *index) >= COVERAGE_MIN)
            .collect()
    };
    // Documents in the other language are used only when none in the language of the question is relevant.
    let relevant = Some(relevant(true)).filter(|indexes| !indexes.is_empty()).unwrap_or_else(|| relevant(false));
    if relevant.is_empty() {
        return None;
    }
    let year = question.asked_at.to_zoned(jiff::tz::TimeZone::UTC).year();
    let intent = intent(&question.query, language);
    let fanouts = match intent {
        Intent::Instruction => Vec::new(),
        _ => fanout::derive(&question.query, year, profile.fanouts, profile.first_aspect),
    };
    let mut scores: HashMap<usize, f32> = HashMap::new();
    let mut add = |hits: &[(usize, f32)], weight: f32| {
        let best = hits.iter().map(|hit| hit.1).fold(f32::EPSILON, f32::max);
        for (index, score) in hits.iter().filter(|(index, _)| relevant.contains(index)) {
            *scores.entry(*index).or_default() += weight * score / best;
        }
    };
    add(&hits, 1.0);
    for search in &fanouts {
        add(&corpus.search(search), FANOUT_WEIGHT);
    }
    let best = scores.values().copied().fold(0.0, f32::max);
    let mut ranked: Vec<(usize, f32)> = scores
        .into_iter()
        .filter(|(_, score)| *score >= RELEVANCE_MIN * best)
        .map(|(index, score)| {
            // Instructions do not become outdated, and every site may have them.
            let weight = if intent == Intent::Instruction {
                1.0
            } else {
                profile_weight(&corpus.documents[index], profile, question)
            };
            (index, score * weight * variation(&corpus.documents[index], profile, question))
        })
        .collect();
    ranked.sort_by(|one, two| two.1.total_cmp(&one.1).then(one.0.cmp(&two.0)));
    let cited: Vec<usize> = ranked
        .into_iter()
        .map(|(index, _)| index)
        .filter(|index| corpus.index().passage_tokens[*index].iter().any(|tokens| !terms.is_disjoint(tokens)))
        .take(profile.documents)
        .collect();
    let recommendation = (intent == Intent::Choice).then(|| recommend(corpus, &cited, &terms)).flatten();
    let pick = recommendation.as_ref().map(|recommendation| recommendation.pick.name);
    let citations: Vec<_> =
        cited.into_iter().map(|index| citation(corpus, index, &terms, profile.sentences, pick)).collect();
    (!citations.is_empty()).then_some(Retrieval { language, fanouts, citations, recommendation })
}

/// The share of the question's weight that a document contains.
fn coverage(corpus: &Corpus, terms: &HashSet<String>, index: usize) -> f32 {
    let tokens = &corpus.index().tokens[index];
    corpus.weight(terms, |term| tokens.contains(term)) / corpus.weight(terms, |_| true)
}

/// The weight that a profile gives a document: more for a recent one, and for a site that it prefers.
fn profile_weight(document: &Document, profile: &Profile, question: &EngineRequest) -> f32 {
    let days = question.asked_at.duration_since(document.published).as_hours() as f32 / 24.0;
    let recency = 0.5_f32.powf(days / profile.half_life_days);
    let preference = if profile.preferred.contains(&document.site) { 1.5 } else { 1.0 };
    (0.3 + 0.7 * recency) * preference
}

/// The weight that a document has for a question on one day, by chance: the same whenever the demo is created.
fn variation(document: &Document, profile: &Profile, question: &EngineRequest) -> f32 {
    let days = question.asked_at.duration_since(document.published).as_hours() / 24;
    let hash = FxBuildHasher.hash_one((&document.url, profile.name, &question.query, days));
    let chance = f32::from((hash >> 48) as u16) / f32::from(u16::MAX);
    1.0 + VARIATION * (chance - 0.5)
}

/// The most relevant passages of a document, in its order.
fn citation<'a>(
    corpus: &'a Corpus,
    index: usize,
    terms: &HashSet<String>,
    sentences: usize,
    pick: Option<&str>,
) -> Citation<'a> {
    let document = &corpus.documents[index];
    let mut ranked: Vec<(usize, f32)> = corpus.index().passage_tokens[index]
        .iter()
        .enumerate()
        .filter_map(|(position, tokens)| {
            let length = u16::try_from(tokens.len()).map_or(f32::from(u16::MAX), f32::from);
            let score = corpus.weight(terms, |term| tokens.contains(term)) / (1.0 + (1.0 + length / 20.0).ln());
            let names_pick = pick.is_some_and(|pick| document.passages[position].text.contains(pick));
            (score > 0.0).then_some((position, if names_pick { PICK_WEIGHT * score } else { score }))
        })
        .collect();
    ranked.sort_by(|one, two| two.1.total_cmp(&one.1).then(one.0.cmp(&two.0)));
    ranked.truncate(sentences);
    ranked.sort_by_key(|(position, _)| *position);
    Citation { document, passages: ranked.into_iter().map(|(position, _)| &document.passages[position]).collect() }
}
