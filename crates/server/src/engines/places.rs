//! How many questions each engine answers at the same time.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use answerdeck_api::{ModelCode, ModelRoute};
use answerdeck_engine::{Engines, RouteLimits, ServedModel};
use jiff::Timestamp;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::stops::EngineStop;

/// The places of all engines. Each engine of a provider has its own, and the stand-ins share theirs.
pub(crate) struct EnginePlaces {
    engines: Vec<EnginePlace>,
    total: usize,
}

struct EnginePlace {
    model: ModelCode,
    places: Arc<Semaphore>,
    limit: usize,
    /// When the provider accepts questions again, in milliseconds since 1970.
    paused_until: AtomicI64,
}

impl EnginePlaces {
    /// The places of `engines`, with this number of places for the stand-ins together.
    pub(crate) fn new(engines: &Engines, of_stand_ins: usize) -> Self {
        let stand_ins = Arc::new(Semaphore::new(of_stand_ins));
        let mut total = of_stand_ins;
        let place = |(served, limits): (&ServedModel, &RouteLimits)| {
            let is_stand_in = served.route == ModelRoute::StandIn;
            let limit = if is_stand_in { of_stand_ins } else { limits.at_a_time };
            if !is_stand_in {
                total += limit;
            }
            EnginePlace {
                model: served.code.clone(),
                places: if is_stand_in { Arc::clone(&stand_ins) } else { Arc::new(Semaphore::new(limit)) },
                limit,
                paused_until: AtomicI64::new(i64::MIN),
            }
        };
        let engines = engines.iter().map(place).collect();
        Self { engines, total }
    }

    /// The number of places.
    pub(crate) fn total(&self) -> usize {
        self.total
    }

    /// The models that get no item now: all of their places are taken, or the provider asked for a pause, or the engine
    /// is stopped. An engine whose stop has expired is tried with one item.
    pub(crate) fn unavailable(&self, stops: &HashMap<ModelCode, EngineStop>, now: Timestamp) -> Vec<&str> {
        let is_unavailable = |engine: &&EnginePlace| {
            let taken = engine.limit.saturating_sub(engine.places.available_permits());
            taken >= engine.limit
                || engine.paused_until.load(Ordering::Relaxed) > now.as_millisecond()
                || stops.get(&engine.model).is_some_and(|stop| stop.until > now || taken > 0)
        };
        self.engines.iter().filter(is_unavailable).map(|engine| engine.model.as_str()).collect()
    }

    /// Takes a place of a model. `None` for a model without an engine, whose items end at once.
    pub(crate) fn take(&self, model: &str) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.of(model)?.places).try_acquire_owned().ok()
    }

    /// Asks no more questions of a model before this time.
    pub(crate) fn pause(&self, model: &str, until: Timestamp) {
        if let Some(engine) = self.of(model) {
            engine.paused_until.fetch_max(until.as_millisecond(), Ordering::Relaxed);
        }
    }

    fn of(&self, model: &str) -> Option<&EnginePlace> {
        self.engines.iter().find(|engine| engine.model.as_str() == model)
    }
}
