//! Derives the recommendation of an answer from the recommendations of its sources.

use std::collections::HashSet;

use crate::corpus::Corpus;

/// The share of the question's weight that a passage about a product contains, at least. Other recommendations of a document
/// are for other questions.
const COVERAGE_MIN: f32 = 0.25;

#[derive(Debug)]
pub(super) struct Recommendation<'a> {
    /// The product that the sources recommend most.
    pub(super) pick: Product<'a>,
    /// The product that they recommend next.
    pub(super) alternative: Option<Product<'a>>,
}

/// A product, and the sources that recommend it.
#[derive(Debug)]
pub(super) struct Product<'a> {
    pub(super) name: &'a str,
    /// The positions of the sources among the cited ones.
    pub(super) sources: Vec<usize>,
    score: f32,
}

/// The recommendation of the documents, the most relevant first. `None` if they recommend nothing for the question.
pub(super) fn recommend<'a>(
    corpus: &'a Corpus,
    documents: &[usize],
    terms: &HashSet<String>,
) -> Option<Recommendation<'a>> {
    let mut recommended: Vec<Product<'a>> = Vec::new();
    for (position, index) in documents.iter().enumerate() {
        let document = &corpus.documents[*index];
        let weight = 1.0 / (2.0 + position as f32);
        for (rank, name) in document.picks.iter().enumerate() {
            let coverage = coverage(corpus, *index, name, terms);
            if coverage >= COVERAGE_MIN {
                add(&mut recommended, name, position, weight * coverage * coverage / (1.0 + rank as f32));
            }
        }
    }
    // A warning outweighs a recommendation of the same product.
    let warns_of = |name: &str| documents.iter().any(|index| corpus.documents[*index].warns_of(name));
    recommended.retain(|product| !warns_of(product.name));
    recommended.sort_by(|one, two| two.score.total_cmp(&one.score).then(one.name.cmp(two.name)));
    let mut recommended = recommended.into_iter();
    Some(Recommendation { pick: recommended.next()?, alternative: recommended.next() })
}

fn add<'a>(products: &mut Vec<Product<'a>>, name: &'a str, position: usize, score: f32) {
    match products.iter_mut().find(|product| product.name == name) {
        Some(product) => {
            product.score += score;
            product.sources.push(position);
        }
        None => products.push(Product { name, sources: vec![position], score }),
    }
}

/// The share of the question's weight in the passage about the product that contains most of it. Words of no document do
/// not count.
fn coverage(corpus: &Corpus, index: usize, name: &str, terms: &HashSet<String>) -> f32 {
    let document = &corpus.documents[index];
    let all = corpus.weight(terms, |term| corpus.contains(term));
    let passages = document.passages.iter().zip(&corpus.index().passage_tokens[index]);
    let about_it = passages.filter(|(passage, _)| passage.text.contains(name));
    about_it.map(|(_, tokens)| corpus.weight(terms, |term| tokens.contains(term)) / all).fold(0.0, f32::max)
}
