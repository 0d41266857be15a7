//! Semaphores that limit how many questions each engine answers at the same time.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

use answerdeck_api::{ModelCode, ModelRoute};
use answerdeck_engine::{Engines, ServedModel};
use jiff::Timestamp;

/// The semaphores of all engines. Each engine of a provider has its own, and the stand-ins share one. Only one task acquires
/// permits.
pub(crate) struct EngineSemaphores {
    engines: Vec<EngineSemaphore>,
    /// The permits in use of the stand-ins.
    stand_ins: Arc<AtomicUsize>,
    stand_in_permits: usize,
}

struct EngineSemaphore {
    model: ModelCode,
    is_stand_in: bool,
    is_priced: bool,
    /// The permits in use. A limit that becomes smaller is exceeded until enough of them are returned.
    in_use: Arc<AtomicUsize>,
    limit: usize,
    /// When the provider accepts questions again, in milliseconds since 1970.
    paused_until: Arc<AtomicI64>,
}

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

/// The right to ask an engine one question. It is returned when it is dropped.
pub(crate) struct EnginePermit(Arc<AtomicUsize>);

impl Drop for EnginePermit {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl EngineSemaphores {
    /// The semaphores of `engines`, with this number of permits for the stand-ins together.
    pub(crate) fn new(engines: &Engines, stand_in_permits: usize) -> Self {
        Self { engines: Vec::new(), stand_ins: Arc::default(), stand_in_permits: 0 }
            .with_engines(engines, stand_in_permits)
    }

    /// The semaphores of other engines. Models that stay have the same permits in use, and the same pause.
    pub(crate) fn with_engines(&self, engines: &Engines, stand_in_permits: usize) -> Self {
        let semaphore = |served: &ServedModel| {
            let is_stand_in = served.route == ModelRoute::StandIn;
            let limit = if is_stand_in { stand_in_permits } else { served.limits.max_concurrency };
            let earlier = self.of(served.code.as_str()).filter(|earlier| earlier.is_stand_in == is_stand_in);
            let in_use = if is_stand_in { Some(&self.stand_ins) } else { earlier.map(|earlier| &earlier.in_use) };
            EngineSemaphore {
                model: served.code.clone(),
                is_stand_in,
                is_priced: served.price > 0,
                in_use: in_use.cloned().unwrap_or_default(),
                limit,
                paused_until: earlier
                    .map_or_else(|| Arc::new(AtomicI64::new(i64::MIN)), |earlier| Arc::clone(&earlier.paused_until)),
            }
        };
        let engines = engines.iter().map(semaphore).collect();
        Self { engines, stand_ins: Arc::clone(&self.stand_ins), stand_in_permits }
    }

    /// The permits that are not in use, also those of engines whose provider asked for a pause.
    pub(crate) fn unused(&self) -> usize {
        let unused = |limit: usize, in_use: &AtomicUsize| limit.saturating_sub(in_use.load(Ordering::Relaxed));
        let providers = self.engines.iter().filter(|engine| !engine.is_stand_in);
        let provider_permits: usize = providers.map(|engine| unused(engine.limit, &engine.in_use)).sum();
        unused(self.stand_in_permits, &self.stand_ins) + provider_permits
    }

    pub(crate) fn free(&self, now: Timestamp) -> Vec<FreePermits> {
        let free = |engine: &EngineSemaphore| {
            let in_use = engine.in_use.load(Ordering::Relaxed);
            let is_paused = engine.paused_until.load(Ordering::Relaxed) > now.as_millisecond();
            let count = if is_paused { 0 } else { engine.limit.saturating_sub(in_use) };
            let model = engine.model.to_string();
            let pool = if engine.is_stand_in { ModelRoute::StandIn.to_string() } else { model.clone() };
            FreePermits { model, pool, count, in_use, is_priced: engine.is_priced }
        };
        self.engines.iter().map(free).collect()
    }

    /// Acquires a permit of a model that is available. `None` for a model without an engine.
    pub(crate) fn acquire(&self, model: &str) -> Option<EnginePermit> {
        let engine = self.of(model)?;
        engine.in_use.fetch_add(1, Ordering::Relaxed);
        Some(EnginePermit(Arc::clone(&engine.in_use)))
    }

    /// Asks no more questions of a model before this time.
    pub(crate) fn pause(&self, model: &str, until: Timestamp) {
        if let Some(engine) = self.of(model) {
            engine.paused_until.fetch_max(until.as_millisecond(), Ordering::Relaxed);
        }
    }

    fn of(&self, model: &str) -> Option<&EngineSemaphore> {
        self.engines.iter().find(|engine| engine.model.as_str() == model)
    }
}

#[cfg(test)]
mod tests {
    use answerdeck_engine::corpus::Corpus;
    use answerdeck_engine::{EngineLimits, stand_in};

    use super::*;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    /// Engines with these routes and limits. The engines themselves are stand-ins.
    fn engines(served: &[(ModelCode, ModelRoute, usize)]) -> Engines {
        let stand_ins = stand_in::engines(Corpus::shipped(NOW).unwrap());
        let served = served.iter().map(|(code, route, max_concurrency)| {
            let limits = EngineLimits { max_concurrency: *max_concurrency, ..EngineLimits::default() };
            ServedModel { route: route.clone(), limits, ..stand_ins.of(code).unwrap().clone() }
        });
        Engines::new(served.collect())
    }

    #[test]
    fn questions_in_progress_count_toward_the_limits_of_new_engines() {
        let (claude, gemini, chatgpt) = (ModelCode::Claude, ModelCode::Gemini, ModelCode::Chatgpt);
        let (api, stand_in) = (ModelRoute::Api, ModelRoute::StandIn);
        let before = engines(&[(claude.clone(), api.clone(), 3), (gemini.clone(), stand_in.clone(), 4)]);
        let semaphores = EngineSemaphores::new(&before, 1);
        let mut permits = vec![semaphores.acquire("CLAUDE").unwrap(), semaphores.acquire("CLAUDE").unwrap()];
        let stand_ins = semaphores.acquire("GEMINI").unwrap();
        semaphores.pause("CLAUDE", Timestamp::from_second(60).unwrap());
        let later = Timestamp::from_second(61).unwrap();
        let unavailable = |semaphores: &EngineSemaphores, now| -> Vec<String> {
            let permits = semaphores.free(now).into_iter();
            permits.filter(|permits| permits.count == 0).map(|permits| permits.model).collect()
        };
        assert_eq!(unavailable(&semaphores, later), ["GEMINI"]);

        // CLAUDE gets a smaller limit, GEMINI moves to a provider, and CHATGPT is new.
        let after = [(claude, api.clone(), 1), (gemini, api, 1), (chatgpt, stand_in, 4)];
        let semaphores = semaphores.with_engines(&engines(&after), 1);
        // One of GEMINI.
        assert_eq!(semaphores.unused(), 1);
        assert_eq!(unavailable(&semaphores, NOW), ["CLAUDE", "CHATGPT"]);
        permits.pop();
        drop(stand_ins);
        assert_eq!(unavailable(&semaphores, later), ["CLAUDE"]);
        // One of the stand-ins, too.
        assert_eq!(semaphores.unused(), 2);
        permits.pop();
        assert_eq!(unavailable(&semaphores, NOW), ["CLAUDE"], "the pause continues");
        assert!(unavailable(&semaphores, later).is_empty());
    }
}
