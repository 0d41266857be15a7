//! Semaphores that limit how many questions each engine answers at the same time.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use answerdeck_api::{ModelCode, ModelRoute};
use answerdeck_engine::{Engines, RouteLimits, ServedModel};
use jiff::Timestamp;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::stops::EngineStop;

/// The semaphores of all engines. Each engine of a provider has its own, and the stand-ins share one.
pub(crate) struct EngineSemaphores {
    engines: Vec<EngineSemaphore>,
    total: usize,
}

struct EngineSemaphore {
    model: ModelCode,
    semaphore: Arc<Semaphore>,
    limit: usize,
    /// When the provider accepts questions again, in milliseconds since 1970.
    paused_until: AtomicI64,
}

impl EngineSemaphores {
    /// The semaphores of `engines`, with this number of permits for the stand-ins together.
    pub(crate) fn new(engines: &Engines, of_stand_ins: usize) -> Self {
        let stand_ins = Arc::new(Semaphore::new(of_stand_ins));
        let mut total = of_stand_ins;
        let semaphore = |(served, limits): (&ServedModel, &RouteLimits)| {
            let is_stand_in = served.route == ModelRoute::StandIn;
            let limit = if is_stand_in { of_stand_ins } else { limits.at_a_time };
            if !is_stand_in {
                total += limit;
            }
            EngineSemaphore {
                model: served.code.clone(),
                semaphore: if is_stand_in { Arc::clone(&stand_ins) } else { Arc::new(Semaphore::new(limit)) },
                limit,
                paused_until: AtomicI64::new(i64::MIN),
            }
        };
        let engines = engines.iter().map(semaphore).collect();
        Self { engines, total }
    }

    /// The number of permits of all engines.
    pub(crate) fn total(&self) -> usize {
        self.total
    }

    /// The models that get no item now: all of their permits are in use, or the provider asked for a pause, or the engine
    /// is stopped. An engine whose stop has expired is tried with one item.
    pub(crate) fn unavailable(&self, stops: &HashMap<ModelCode, EngineStop>, now: Timestamp) -> Vec<&str> {
        let is_unavailable = |engine: &&EngineSemaphore| {
            let in_use = engine.limit.saturating_sub(engine.semaphore.available_permits());
            in_use >= engine.limit
                || engine.paused_until.load(Ordering::Relaxed) > now.as_millisecond()
                || stops.get(&engine.model).is_some_and(|stop| stop.until > now || in_use > 0)
        };
        self.engines.iter().filter(is_unavailable).map(|engine| engine.model.as_str()).collect()
    }

    /// Acquires a permit of a model. `None` for a model without an engine, whose items end at once.
    pub(crate) fn try_acquire(&self, model: &str) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.of(model)?.semaphore).try_acquire_owned().ok()
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
