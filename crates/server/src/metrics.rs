//! Counters and measurements of the server's own work, for Prometheus.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// Upper bounds of the buckets of durations, in seconds. The last is the timeout of a request.
const DURATION_BUCKETS: [f64; 9] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

/// The metrics of a server.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    /// The metrics whose values are in the database.
    stored: Registry,
    /// Whether the database answers: 1 or 0.
    pub(crate) database_up: Gauge,
    requests: Family<RequestLabels, Counter>,
    durations: Family<OperationLabels, Histogram, fn() -> Histogram>,
    provider_calls: Family<OutcomeLabels, Counter>,
    crawled_pages: Family<OutcomeLabels, Counter>,
    engine_calls: Family<EngineCallLabels, Counter>,
    skipped_parts: Family<ModelLabels, Counter>,
    engine_spend: Family<ModelLabels, Gauge<f64, AtomicU64>>,
    engine_stops: Family<EngineStopLabels, Gauge>,
    /// Keywords that were requested from providers.
    pub(crate) requested_keywords: Counter,
    /// The unfinished runs, and their items.
    pub(crate) runs: Backlog,
    /// The unfinished site keyword analyses.
    pub(crate) analyses: Backlog,
    /// The items that workers hold.
    pub(crate) leased_items: Gauge,
    /// The items that have not ended.
    pub(crate) pending_items: Gauge,
    /// How long the oldest item has waited since the submission of its run, in seconds. 0 when none waits.
    pub(crate) oldest_item: Gauge,
    /// The site keyword analyses that workers hold.
    pub(crate) leased_analyses: Gauge,
    connections: Family<PoolStateLabels, Gauge>,
    connections_max: Family<PoolLabels, Gauge>,
    waiting_requests: Family<KindLabels, Gauge>,
    cpu_tasks: Family<PoolStateLabels, Gauge>,
}

/// Work that waits.
#[derive(Debug, Default)]
pub(crate) struct Backlog {
    /// How much waits.
    pub(crate) count: Gauge,
    /// How long the oldest has waited, in seconds. 0 when nothing waits.
    pub(crate) oldest: Gauge,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    operation: &'static str,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OperationLabels {
    operation: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OutcomeLabels {
    outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ModelLabels {
    model: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct EngineCallLabels {
    model: String,
    outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct EngineStopLabels {
    model: String,
    reason: String,
}

impl OutcomeLabels {
    fn new(succeeded: bool) -> Self {
        Self { outcome: if succeeded { "success" } else { "failure" } }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PoolStateLabels {
    pool: &'static str,
    state: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PoolLabels {
    pool: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct KindLabels {
    kind: &'static str,
}

impl Default for Metrics {
    fn default() -> Self {
        let (mut registry, mut stored) = (Registry::with_prefix("answerdeck"), Registry::with_prefix("answerdeck"));
        let database_up = Gauge::default();
        let histogram: fn() -> Histogram = || Histogram::new(DURATION_BUCKETS);
        let durations = Family::new_with_constructor(histogram);
        let requests = Family::default();
        let requested_keywords = Counter::default();
        let (provider_calls, crawled_pages) = (Family::default(), Family::default());
        let (engine_calls, skipped_parts, engine_spend, engine_stops) =
            (Family::default(), Family::default(), Family::default(), Family::default());
        let (runs, analyses) = (Backlog::default(), Backlog::default());
        let (leased_items, pending_items, oldest_item) = (Gauge::default(), Gauge::default(), Gauge::default());
        let (leased_analyses, connections, connections_max) = (Gauge::default(), Family::default(), Family::default());
        let (waiting_requests, cpu_tasks) = (Family::default(), Family::default());
        registry.register("requests", "Responses by operation and status", requests.clone());
        registry.register_with_unit(
            "request_duration",
            "Time to the start of a response",
            Unit::Seconds,
            durations.clone(),
        );
        registry.register("requested_keywords", "Keywords requested from data providers", requested_keywords.clone());
        registry.register("provider_calls", "Calls of data providers by outcome", provider_calls.clone());
        registry.register("crawled_pages", "Pages of sites by outcome", crawled_pages.clone());
        registry.register("engine_calls", "Calls of answer engines by model and outcome", engine_calls.clone());
        registry.register("skipped_parts", "Parts of answers whose kind is unknown, by model", skipped_parts.clone());
        stored.register(
            "engine_spend_of_day_dollars",
            "What paid answers of this UTC day cost by model, in US dollars",
            engine_spend.clone(),
        );
        stored.register("stopped_engines", "Engines that wait for the operator", engine_stops.clone());
        stored.register("unfinished_runs", "Runs that have not finished", runs.count.clone());
        stored.register_with_unit("oldest_run", "Age of the oldest run", Unit::Seconds, runs.oldest.clone());
        stored.register("pending_items", "Items of runs that have not ended", pending_items.clone());
        stored.register("leased_items", "Items of runs that workers hold", leased_items.clone());
        stored.register_with_unit(
            "oldest_pending_item",
            "Age of the oldest item of a run that has not ended",
            Unit::Seconds,
            oldest_item.clone(),
        );
        stored.register("unfinished_analyses", "Site analyses that have not ended", analyses.count.clone());
        stored.register_with_unit(
            "oldest_analysis",
            "Age of the oldest site analysis",
            Unit::Seconds,
            analyses.oldest.clone(),
        );
        stored.register("leased_analyses", "Site analyses that workers hold", leased_analyses.clone());
        registry.register("database_up", "Whether the database answers", database_up.clone());
        registry.register("database_connections", "Open connections by pool and state", connections.clone());
        registry.register("database_connections_max", "Connections that a pool may open", connections_max.clone());
        registry.register("waiting_requests", "Queued requests, by kind", waiting_requests.clone());
        registry.register("cpu_tasks", "Texts and sites that are analyzed, or wait for it", cpu_tasks.clone());
        Self {
            registry,
            stored,
            database_up,
            requests,
            durations,
            provider_calls,
            crawled_pages,
            engine_calls,
            skipped_parts,
            engine_spend,
            engine_stops,
            requested_keywords,
            runs,
            analyses,
            leased_items,
            pending_items,
            oldest_item,
            leased_analyses,
            connections,
            connections_max,
            waiting_requests,
            cpu_tasks,
        }
    }
}

impl Metrics {
    /// Counts a response. `operation` is one of a fixed number of names.
    pub(crate) fn responded(&self, operation: &'static str, status: u16, duration: Duration) {
        self.requests.get_or_create(&RequestLabels { operation, status }).inc();
        self.durations.get_or_create(&OperationLabels { operation }).observe(duration.as_secs_f64());
    }

    /// Counts a call of a provider of keyword data.
    pub(crate) fn called_provider(&self, succeeded: bool) {
        self.provider_calls.get_or_create(&OutcomeLabels::new(succeeded)).inc();
    }

    /// Counts a page of a site that was to be read.
    pub(crate) fn crawled_page(&self, succeeded: bool) {
        self.crawled_pages.get_or_create(&OutcomeLabels::new(succeeded)).inc();
    }

    /// Counts a call of an engine. `outcome` is one of a fixed number of names.
    pub(crate) fn asked_engine(&self, model: &str, outcome: &'static str) {
        self.engine_calls.get_or_create(&EngineCallLabels { model: model.to_owned(), outcome }).inc();
    }

    /// Counts parts of an answer that were skipped.
    pub(crate) fn skipped_parts(&self, model: &str, count: u32) {
        if count > 0 {
            self.skipped_parts.get_or_create(&ModelLabels { model: model.to_owned() }).inc_by(count.into());
        }
    }

    /// Sets what the answers of a day cost, as pairs of a model and US dollars.
    pub(crate) fn set_engine_spend(&self, spend: impl IntoIterator<Item = (String, f64)>) {
        self.engine_spend.clear();
        for (model, dollars) in spend {
            self.engine_spend.get_or_create(&ModelLabels { model }).set(dollars);
        }
    }

    /// Sets the stopped engines, as pairs of a model and a reason.
    pub(crate) fn set_engine_stops(&self, stops: impl IntoIterator<Item = (String, String)>) {
        self.engine_stops.clear();
        for (model, reason) in stops {
            self.engine_stops.get_or_create(&EngineStopLabels { model, reason }).set(1);
        }
    }

    /// Sets the number of connections of a pool, and the most that it may open.
    pub(crate) fn set_connections(&self, pool: &'static str, idle: usize, busy: usize, max: u32) {
        set_states(&self.connections, pool, [("idle", idle), ("busy", busy)]);
        self.connections_max.get_or_create(&PoolLabels { pool }).set(max.into());
    }

    /// Sets the number of requests of a kind that wait for a permit.
    pub(crate) fn set_waiting_requests(&self, kind: &'static str, count: usize) {
        self.waiting_requests.get_or_create(&KindLabels { kind }).set(gauge(count));
    }

    /// Sets the number of tasks of a CPU pool.
    pub(crate) fn set_cpu_tasks(&self, pool: &'static str, running: usize, waiting: usize) {
        set_states(&self.cpu_tasks, pool, [("running", running), ("waiting", waiting)]);
    }

    /// The metrics in the text format of OpenMetrics. Without `has_stored`, those from the database are absent.
    ///
    /// # Errors
    /// Fails only if a metric cannot be written as text.
    pub(crate) fn text(&self, has_stored: bool) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        text::encode_registry(&mut text, &self.registry)?;
        if has_stored {
            text::encode_registry(&mut text, &self.stored)?;
        }
        text::encode_eof(&mut text)?;
        Ok(text)
    }
}

fn set_states(family: &Family<PoolStateLabels, Gauge>, pool: &'static str, counts: [(&'static str, usize); 2]) {
    for (state, count) in counts {
        family.get_or_create(&PoolStateLabels { pool, state }).set(gauge(count));
    }
}

fn gauge(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
