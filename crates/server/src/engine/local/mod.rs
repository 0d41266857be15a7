//! The embedded engine: retrieval over a folder of documents. It quotes what it finds and cites what it quotes.
//!
//! It stands in for each model under a name that says so, and each retrieves and writes in a manner of its own.

mod compose;
pub mod corpus;
mod document;
mod fanout;
mod passage;
mod profile;
mod retrieve;
mod tokens;

use std::sync::Arc;

use futures_util::future::{BoxFuture, FutureExt, ready};

use self::corpus::Corpus;
use self::profile::{PROFILES, Profile};
use super::{Engine, EngineError, Engines, Question, Reply, Served};

/// One model, answered for from the corpus.
struct LocalEngine {
    corpus: Arc<Corpus>,
    profile: &'static Profile,
}

impl Engine for LocalEngine {
    fn ask<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Result<Option<Reply>, EngineError>> {
        ready(Ok(self.answer(question))).boxed()
    }
}

impl LocalEngine {
    fn answer(&self, question: &Question) -> Option<Reply> {
        let found = retrieve::retrieve(&self.corpus, self.profile, question)?;
        Some(Reply {
            content: compose::compose(self.profile, &found),
            sources: found.findings.iter().map(|finding| finding.document.source()).collect(),
            fanouts: found.fanouts,
        })
    }
}

/// Every model of the platform, answered for from `corpus`.
pub fn engines(corpus: Corpus) -> Engines {
    let corpus = Arc::new(corpus);
    let served = PROFILES.iter().map(|profile| Served {
        code: profile.model.clone(),
        name: format!("{} (local corpus)", profile.name),
        engine: Arc::new(LocalEngine { corpus: corpus.clone(), profile }),
    });
    Engines::new(served.collect())
}

#[cfg(test)]
mod tests;
