//! How many questions each engine may get beside those in progress.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use answerdeck_api::ModelRoute;
use answerdeck_engine::{Engines, ServedModel};
use jiff::Timestamp;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreePermits {
    pub model: String,
    /// Models with the same name here share their permits.
    pub pool: String,
    /// 0 also when the provider asked for a pause.
    pub count: usize,
    pub in_use: usize,
    /// Whether an answer costs the organization credits.
    pub is_priced: bool,
}

/// The pool of an engine: each engine of a provider has its own, and the stand-ins share one.
pub(crate) fn pool(served: &ServedModel) -> &str {
    if served.route == ModelRoute::StandIn { served.route.as_str() } else { served.code.as_str() }
}

/// The free permits of engines, also of those whose provider asked for a pause. The stand-ins have `stand_ins` permits together.
/// `in_use` says how many of a pool are in use. A limit that becomes smaller is exceeded until enough of them are returned.
pub(crate) fn free_permits(engines: &Engines, stand_ins: usize, in_use: impl Fn(&str) -> usize) -> Vec<FreePermits> {
    let free = |served: &ServedModel| {
        let is_stand_in = served.route == ModelRoute::StandIn;
        let limit = if is_stand_in { stand_ins } else { served.limits.max_concurrency };
        let (model, pool, is_priced) = (served.code.to_string(), pool(served).to_owned(), served.price > 0);
        let in_use = in_use(&pool);
        FreePermits { model, pool, count: limit.saturating_sub(in_use), in_use, is_priced }
    };
    engines.iter().map(free).collect()
}

/// When the providers of models that asked for a pause accept questions again. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Pauses(Arc<Mutex<HashMap<String, Timestamp>>>);

impl Pauses {
    /// Asks no more questions of a model before this time.
    pub(crate) fn pause(&self, model: &str, until: Timestamp) {
        let mut pauses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let pause = pauses.entry(model.to_owned()).or_insert(until);
        *pause = until.max(*pause);
    }

    /// Takes the permits of models whose pause goes on.
    pub(crate) fn apply(&self, permits: &mut [FreePermits], now: Timestamp) {
        let pauses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for permits in permits {
            if pauses.get(&permits.model).is_some_and(|until| *until > now) {
                permits.count = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use answerdeck_api::ModelCode;
    use answerdeck_engine::corpus::Corpus;
    use answerdeck_engine::{EngineLimits, stand_in};

    use super::*;

    /// Engines with these routes and limits. The engines themselves are stand-ins.
    fn engines(served: &[(ModelCode, ModelRoute, usize)]) -> Engines {
        let stand_ins = stand_in::engines(Corpus::shipped(Timestamp::UNIX_EPOCH).unwrap());
        let served = served.iter().map(|(code, route, max_concurrency)| {
            let limits = EngineLimits { max_concurrency: *max_concurrency, ..EngineLimits::default() };
            ServedModel { route: route.clone(), limits, ..stand_ins.of(code).unwrap().clone() }
        });
        Engines::new(served.collect())
    }

    #[test]
    fn questions_in_progress_count_toward_the_limits_of_their_pools() {
        let (api, stand_in) = (ModelRoute::Api, ModelRoute::StandIn);
        let engines = engines(&[
            (ModelCode::Claude, api.clone(), 1),
            (ModelCode::Gemini, api, 1),
            (ModelCode::Perplexity, stand_in.clone(), 4),
            (ModelCode::Chatgpt, stand_in, 4),
        ]);
        let pauses = Pauses::default();
        let [early, late] = [60, 61].map(|second| Timestamp::from_second(second).unwrap());
        pauses.pause("GEMINI", late);
        pauses.pause("GEMINI", early);
        let counts = |claude: usize, stand_ins: usize, now| -> Vec<usize> {
            let in_use = HashMap::from([("CLAUDE", claude), ("GEMINI", 0), ("STAND_IN", stand_ins)]);
            let mut permits = free_permits(&engines, 2, |pool| in_use[pool]);
            pauses.apply(&mut permits, now);
            permits.into_iter().map(|permits| permits.count).collect()
        };
        // The limit of CLAUDE has become smaller.
        assert_eq!(counts(2, 2, early), [0, 0, 0, 0]);
        assert_eq!(counts(1, 1, early), [0, 0, 1, 1]);
        assert_eq!(counts(0, 0, late), [1, 1, 2, 2]);
    }
}
