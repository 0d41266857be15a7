//! The embedded engine. It searches a corpus, says what the documents recommend, quotes the passages that it finds and cites
//! their documents.
//!
//! It stands in for every model. Each model has a profile that sets how it retrieves and writes.

mod compose;
mod fanout;
mod intent;
mod profile;
mod retrieve;
mod verdict;

use std::sync::Arc;

use futures_util::future::{BoxFuture, FutureExt};

use self::profile::{PROFILES, Profile};
use crate::answer_engine::{AnswerEngine, EngineError, EngineRequest, Engines, Reply, ServedModel};
use crate::corpus::Corpus;

/// The engine of one model.
#[derive(Clone)]
struct LocalEngine {
    corpus: Arc<Corpus>,
    profile: &'static Profile,
}

impl AnswerEngine for LocalEngine {
    fn answer<'a>(&'a self, question: &'a EngineRequest) -> BoxFuture<'a, Result<Option<Reply>, EngineError>> {
        let (engine, question) = (self.clone(), question.clone());
        // A search of the corpus keeps a thread busy.
        let reply = tokio::task::spawn_blocking(move || engine.reply(&question));
        async { reply.await.map_err(|error| EngineError(error.to_string())) }.boxed()
    }
}

impl LocalEngine {
    fn reply(&self, question: &EngineRequest) -> Option<Reply> {
        let retrieval = retrieve::retrieve(&self.corpus, self.profile, question)?;
        Some(Reply {
            content: compose::compose(self.profile, &retrieval),
            sources: retrieval.citations.iter().map(|citation| citation.document.source()).collect(),
            fanouts: retrieval.fanouts,
        })
    }
}

/// An engine for every model of the platform, over `corpus`.
pub fn engines(corpus: Corpus) -> Engines {
    let corpus = Arc::new(corpus);
    let served = PROFILES.iter().map(|profile| ServedModel {
        code: profile.model.clone(),
        name: format!("{} (local corpus)", profile.name),
        engine: Arc::new(LocalEngine { corpus: corpus.clone(), profile }),
    });
    Engines::new(served.collect())
}

#[cfg(test)]
mod tests;
