//! The engine without a provider, for every model. It searches a corpus of documents, recommends what they recommend, and quotes
//! and cites them.
//!
//! Each model has a profile that sets how it retrieves and writes.

mod compose;
mod fanout;
mod intent;
mod profile;
mod recommendation;
mod retrieve;

use std::sync::Arc;

use answerdeck_api::limits::ANSWER_PRICE;
use answerdeck_api::{ModelCode, ModelRoute};
use async_trait::async_trait;

use self::profile::{PROFILES, Profile};
use crate::answer_engine::{AnswerEngine, AskOutcome, EngineLimits, EngineRequest, Engines, Reply, ServedModel};
use crate::corpus::Corpus;
use crate::failure::{EngineFailure, FailureClass};

#[derive(Clone)]
struct LocalEngine {
    corpus: Arc<Corpus>,
    profile: &'static Profile,
}

#[async_trait]
impl AnswerEngine for LocalEngine {
    async fn ask(&self, question: &EngineRequest) -> Result<AskOutcome, EngineFailure> {
        let (engine, question) = (self.clone(), question.clone());
        // A search of the corpus keeps a thread busy.
        let reply = tokio::task::spawn_blocking(move || engine.reply(&question)).await;
        let reply = reply.map_err(|error| EngineFailure::new(FailureClass::ProviderDown, &error.to_string()))?;
        reply.map(AskOutcome::Answered).ok_or(FailureClass::NoDocument.into())
    }
}

impl LocalEngine {
    fn reply(&self, question: &EngineRequest) -> Option<Reply> {
        let retrieval = retrieve::retrieve(&self.corpus, self.profile, question)?;
        Some(Reply {
            content: compose::compose(self.profile, &retrieval),
            sources: retrieval.citations.iter().map(|citation| citation.document.source()).collect(),
            fanouts: retrieval.fanouts,
            ..Reply::default()
        })
    }
}

/// The stand-ins of the demo: an engine for every model of the platform, over `corpus`. They charge the credits that a provider's
/// answer costs, so that the demo shows what a run costs.
pub fn engines(corpus: impl Into<Arc<Corpus>>) -> Engines {
    let corpus = corpus.into();
    Engines::new(PROFILES.iter().map(|profile| stand_in(profile, &corpus, ANSWER_PRICE)).collect())
}

/// The stand-in of a model, over `corpus`. Its answers cost nothing. `None` for an unknown model.
pub(crate) fn served_model(model: &ModelCode, corpus: &Arc<Corpus>) -> Option<ServedModel> {
    Some(stand_in(profile_of(model)?, corpus, 0))
}

/// The display name of a model. `None` for an unknown model.
pub(crate) fn name_of(model: &ModelCode) -> Option<&'static str> {
    profile_of(model).map(|profile| profile.name)
}

fn profile_of(model: &ModelCode) -> Option<&'static Profile> {
    PROFILES.iter().find(|profile| profile.model == *model)
}

fn stand_in(profile: &'static Profile, corpus: &Arc<Corpus>, price: u32) -> ServedModel {
    ServedModel {
        code: profile.model.clone(),
        name: format!("{} (local corpus)", profile.name),
        route: ModelRoute::StandIn,
        price,
        is_paid: false,
        limits: EngineLimits::default(),
        engine: Arc::new(LocalEngine { corpus: Arc::clone(corpus), profile }),
    }
}

#[cfg(test)]
mod tests;
