//! Counters and measurements of the server's own work, for Prometheus.

mod process;
mod text_format;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use answerdeck_api::ScheduleOutcome;
use prometheus_client::encoding::text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Metric, Registry, Unit};

use process::ProcessCollector;

/// Upper bounds of the buckets of durations, in seconds. The last is the timeout of a request.
const DURATION_BUCKETS: [f64; 9] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

const CALL_OUTCOMES: [&str; 2] = ["success", "failure"];

/// What a server counts and measures of its own work.
#[derive(Debug)]
pub(crate) struct Prometheus {
    registry: Registry,
    /// What is measured in the database.
    stored: Registry,
    pub(crate) database_up: Gauge,
    pub(crate) database_writable: Gauge,
    requests: Family<Labels<2>, Counter>,
    durations: Family<Labels<1>, Histogram, fn() -> Histogram>,
    pub(crate) provider_calls: Outcomes,
    pub(crate) crawled_pages: Outcomes,
    pub(crate) webhook_deliveries: Outcomes,
    pub(crate) digests: Counter,
    pub(crate) digest_mails: Outcomes,
    engine_calls: Family<Labels<2>, Counter>,
    skipped_parts: Family<Labels<1>, Counter>,
    engine_spend: Family<Labels<1>, Gauge<f64, AtomicU64>>,
    engine_stops: Family<Labels<2>, Gauge>,
    items_without_engine: Family<Labels<1>, Gauge>,
    pub(crate) requested_keywords: Counter,
    schedule_due_times: Outcomes,
    pub(crate) due_schedules: Backlog,
    pub(crate) schedules_paused: Gauge,
    /// The unfinished runs, and their items.
    pub(crate) runs: Backlog,
    /// The unfinished site keyword analyses.
    pub(crate) analyses: Backlog,
    /// The deliveries that wait for an attempt.
    pub(crate) deliveries: Backlog,
    pub(crate) leased_items: Gauge,
    pub(crate) pending_items: Gauge,
    /// How long the oldest item has waited since the submission of its run, in seconds. 0 when none waits.
    pub(crate) oldest_item: Gauge,
    pub(crate) leased_analyses: Gauge,
    connections: Family<Labels<2>, Gauge>,
    connections_max: Family<Labels<1>, Gauge>,
    replica_reads: Family<Labels<1>, Counter>,
    database_lag: Family<Labels<1>, Gauge>,
    /// 0 without ClickHouse.
    pub(crate) uncopied_answers: Gauge,
    waiting_requests: Family<Labels<1>, Gauge>,
    cpu_tasks: Family<Labels<2>, Gauge>,
}

/// Work that waits.
#[derive(Debug)]
pub(crate) struct Backlog {
    pub(crate) count: Gauge,
    /// How long the oldest has waited, in seconds. 0 when nothing waits.
    pub(crate) oldest: Gauge,
}

/// A counter of each outcome.
#[derive(Debug)]
pub(crate) struct Outcomes(Family<Labels<1>, Counter>);

impl Outcomes {
    /// The counters begin at 0: Prometheus does not see the increase of a counter that begins at 1.
    fn new(registry: &mut Registry, name: &str, help: &str, outcomes: &[&str]) -> Self {
        let counters: Family<Labels<1>, Counter> = registered(registry, name, help);
        for outcome in outcomes {
            counters.get_or_create(&[("outcome", (*outcome).to_owned())]).inc_by(0);
        }
        Self(counters)
    }

    /// `outcome` is one of a fixed number of names.
    pub(crate) fn count(&self, outcome: &str) {
        self.0.get_or_create(&[("outcome", outcome.to_owned())]).inc();
    }

    pub(crate) fn count_call(&self, succeeded: bool) {
        let [success, failure] = CALL_OUTCOMES;
        self.count(if succeeded { success } else { failure });
    }
}

/// The labels of a sample, each a name and a value.
type Labels<const N: usize> = [(&'static str, String); N];

impl Prometheus {
    /// Nothing is counted yet. The size of the SQLite file is measured, if there is one.
    pub(crate) fn new(database_file: Option<PathBuf>) -> Self {
        let mut all = Registry::default();
        all.register_collector(Box::new(ProcessCollector::new(database_file)));
        let own = all.sub_registry_with_prefix("answerdeck");
        let mut stored = Registry::with_prefix("answerdeck");
        let histogram: fn() -> Histogram = || Histogram::new(DURATION_BUCKETS);
        let durations = Family::new_with_constructor(histogram);
        let help = "Time to the start of a response";
        let requests = registered(own, "requests", "Responses by operation and status");
        own.register_with_unit("request_duration", help, Unit::Seconds, durations.clone());
        Self {
            requests,
            durations,
            requested_keywords: registered(own, "requested_keywords", "Keywords requested from data providers"),
            provider_calls: Outcomes::new(own, "provider_calls", "Calls of data providers by outcome", &CALL_OUTCOMES),
            crawled_pages: Outcomes::new(own, "crawled_pages", "Pages of sites by outcome", &CALL_OUTCOMES),
            webhook_deliveries: Outcomes::new(
                own,
                "webhook_deliveries",
                "Attempts of deliveries to webhooks by outcome",
                &["succeeded", "retried", "failed"],
            ),
            digests: registered(own, "digests", "Digests that were made"),
            digest_mails: Outcomes::new(
                own,
                "digest_mails",
                "Attempts to send digests by outcome",
                &["sent", "retried", "failed"],
            ),
            engine_calls: registered(own, "engine_calls", "Calls of answer engines by model and outcome"),
            skipped_parts: registered(own, "skipped_parts", "Parts of answers whose kind is unknown, by model"),
            schedule_due_times: Outcomes::new(
                own,
                "schedule_due_times",
                "Due times of schedules by outcome",
                &["started", "late", "skipped", "missed"],
            ),
            database_up: registered(own, "database_up", "Whether the database answers"),
            database_writable: registered(
                own,
                "database_writable",
                "Whether the database answers, and has refused no write lately",
            ),
            connections: registered(own, "database_connections", "Open connections by pool and state"),
            connections_max: registered(own, "database_connections_max", "Connections that a pool may open"),
            replica_reads: registered(own, "replica_reads", "Counts and rankings by what the replica did"),
            database_lag: registered(own, "database_lag_bytes", "Log that a replica has not replayed, by pool"),
            uncopied_answers: registered(
                &mut stored,
                "uncopied_answers",
                "Answers in parts without a copy in ClickHouse",
            ),
            waiting_requests: registered(own, "waiting_requests", "Queued requests, by kind"),
            cpu_tasks: registered(own, "cpu_tasks", "Long computations that run or wait, by pool"),
            engine_spend: registered(
                &mut stored,
                "engine_spend_of_day_dollars",
                "What paid answers of this UTC day cost by model, in US dollars",
            ),
            engine_stops: registered(&mut stored, "stopped_engines", "Stopped engines"),
            items_without_engine: registered(
                &mut stored,
                "items_without_engine",
                "Items that wait for a model without an engine, by model",
            ),
            due_schedules: Backlog {
                count: registered(&mut stored, "due_schedules", "Schedules that are due"),
                oldest: seconds(&mut stored, "oldest_due_schedule", "How long a schedule has been due"),
            },
            schedules_paused: registered(
                &mut stored,
                "schedules_paused",
                "Whether the operator has paused all schedules",
            ),
            runs: Backlog {
                count: registered(&mut stored, "unfinished_runs", "Runs that have not finished"),
                oldest: seconds(&mut stored, "oldest_run", "Age of the oldest run"),
            },
            pending_items: registered(&mut stored, "pending_items", "Items of runs that have not ended"),
            leased_items: registered(&mut stored, "leased_items", "Items of runs that workers hold"),
            oldest_item: seconds(
                &mut stored,
                "oldest_pending_item",
                "Age of the oldest item of a run that has not ended",
            ),
            analyses: Backlog {
                count: registered(&mut stored, "unfinished_analyses", "Site analyses that have not ended"),
                oldest: seconds(&mut stored, "oldest_analysis", "Age of the oldest site analysis"),
            },
            leased_analyses: registered(&mut stored, "leased_analyses", "Site analyses that workers hold"),
            deliveries: Backlog {
                count: registered(&mut stored, "unfinished_deliveries", "Deliveries that wait for an attempt"),
                oldest: seconds(&mut stored, "oldest_delivery", "Age of the oldest delivery that waits for an attempt"),
            },
            registry: all,
            stored,
        }
    }

    /// Counts a response. `operation` is one of a fixed number of names.
    pub(crate) fn count_response(&self, operation: &str, status: u16, duration: Duration) {
        self.requests.get_or_create(&[("operation", operation.to_owned()), ("status", status.to_string())]).inc();
        self.durations.get_or_create(&[("operation", operation.to_owned())]).observe(duration.as_secs_f64());
    }

    /// Counts a call of an engine. `outcome` is one of a fixed number of names.
    pub(crate) fn count_engine_call(&self, model: &str, outcome: &str) {
        self.engine_calls.get_or_create(&[("model", model.to_owned()), ("outcome", outcome.to_owned())]).inc();
    }

    pub(crate) fn count_due_times(&self, outcome: &ScheduleOutcome, count: u64) {
        let outcome = match outcome {
            ScheduleOutcome::Started => "started",
            ScheduleOutcome::CaughtUp => "late",
            ScheduleOutcome::Skipped => "skipped",
            ScheduleOutcome::Missed | ScheduleOutcome::Unknown(_) => "missed",
        };
        if count > 0 {
            self.schedule_due_times.0.get_or_create(&[("outcome", outcome.to_owned())]).inc_by(count);
        }
    }

    pub(crate) fn count_skipped_parts(&self, model: &str, count: u32) {
        if count > 0 {
            self.skipped_parts.get_or_create(&[("model", model.to_owned())]).inc_by(count.into());
        }
    }

    /// Sets what the answers of a day cost, as pairs of a model and US dollars.
    pub(crate) fn set_engine_spend(&self, spend: impl IntoIterator<Item = (String, f64)>) {
        self.engine_spend.clear();
        for (model, dollars) in spend {
            self.engine_spend.get_or_create(&[("model", model)]).set(dollars);
        }
    }

    /// Sets the stopped engines, as pairs of a model and a reason.
    pub(crate) fn set_engine_stops(&self, stops: impl IntoIterator<Item = (String, String)>) {
        self.engine_stops.clear();
        for (model, reason) in stops {
            self.engine_stops.get_or_create(&[("model", model), ("reason", reason)]).set(1);
        }
    }

    /// Sets the items that wait for models without an engine, as pairs of a model and their number.
    pub(crate) fn set_items_without_engine(&self, items: impl IntoIterator<Item = (String, i64)>) {
        self.items_without_engine.clear();
        for (model, count) in items {
            self.items_without_engine.get_or_create(&[("model", model)]).set(count);
        }
    }

    pub(crate) fn set_connections(&self, pool: &str, idle: usize, busy: usize, max: u32) {
        set_states(&self.connections, pool, [("idle", idle), ("busy", busy)]);
        self.connections_max.get_or_create(&[("pool", pool.to_owned())]).set(max.into());
    }

    /// Sets the reads for which there was a replica, as pairs of an outcome and their number, and by how many bytes of log it is
    /// late, if that is known.
    pub(crate) fn set_replica(&self, reads: impl IntoIterator<Item = (&'static str, u64)>, lag: Option<i64>) {
        for (outcome, count) in reads {
            let counter = self.replica_reads.get_or_create(&[("outcome", outcome.to_owned())]);
            counter.inner().store(count, Ordering::Relaxed);
        }
        self.database_lag.clear();
        if let Some(lag) = lag {
            self.database_lag.get_or_create(&[("pool", "replica".to_owned())]).set(lag);
        }
    }

    /// Sets the number of requests of a kind that wait for a permit.
    pub(crate) fn set_waiting_requests(&self, kind: &str, count: usize) {
        self.waiting_requests.get_or_create(&[("kind", kind.to_owned())]).set(gauge(count));
    }

    pub(crate) fn set_cpu_tasks(&self, pool: &str, running: usize, waiting: usize) {
        set_states(&self.cpu_tasks, pool, [("running", running), ("waiting", waiting)]);
    }

    /// All of it in the text format of Prometheus. Without `has_stored`, what is measured in the database is absent.
    pub(crate) fn text(&self, has_stored: bool) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        text::encode_registry(&mut text, &self.registry)?;
        if has_stored {
            text::encode_registry(&mut text, &self.stored)?;
        }
        Ok(text_format::prometheus_text(&text))
    }
}

fn registered<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

fn seconds(registry: &mut Registry, name: &str, help: &str) -> Gauge {
    let metric = Gauge::default();
    registry.register_with_unit(name, help, Unit::Seconds, metric.clone());
    metric
}

fn set_states(family: &Family<Labels<2>, Gauge>, pool: &str, counts: [(&str, usize); 2]) {
    for (state, count) in counts {
        family.get_or_create(&[("pool", pool.to_owned()), ("state", state.to_owned())]).set(gauge(count));
    }
}

fn gauge(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The rules of `promtool check metrics` for the metrics in this text.
    ///
    /// Source: Prometheus, metric and label naming.
    fn assert_passes_promtool(text: &str) {
        let (mut helps, mut kinds, mut samples) = (BTreeMap::new(), BTreeMap::new(), 0);
        for line in text.lines() {
            let described = |start: &str| line.strip_prefix(start).and_then(|rest| rest.split_once(' '));
            if let Some((name, help)) = described("# HELP ") {
                assert!(!help.is_empty() && helps.insert(name, help).is_none(), "{line}");
                continue;
            }
            if let Some((name, kind)) = described("# TYPE ") {
                assert!(helps.contains_key(name) && kinds.insert(name, kind).is_none(), "{line}");
                continue;
            }
            samples += 1;
            let name = line.split(['{', ' ']).next().unwrap();
            let series = ["_bucket", "_sum", "_count"].iter().find_map(|suffix| name.strip_suffix(suffix));
            let family = series.filter(|family| kinds.get(family) == Some(&"histogram")).unwrap_or(name);
            let kind = kinds.get(family).unwrap_or_else(|| panic!("{line} has no type"));
            assert_eq!(*kind == "counter", family.ends_with("_total"), "{line}");
            let words: Vec<&str> = family.split('_').collect();
            let is_plain = |word: &&str| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
            assert!(words.iter().all(is_plain), "{line}");
            // Units are written out, and are the base units.
            let abbreviations = ["s", "ms", "us", "ns", "sec", "b", "kb", "mb", "gb", "tb", "pb", "m", "h", "d"];
            let others = ["milliseconds", "microseconds", "minutes", "hours", "days", "kilobytes", "megabytes"];
            assert!(!words.iter().any(|word| abbreviations.contains(word) || others.contains(word)), "{line}");
            assert!(!words.iter().any(|word| ["gauge", "counter", "histogram", "summary"].contains(word)), "{line}");
        }
        assert!(samples > 30, "{text}");
    }

    #[test]
    fn all_metrics_pass_the_rules_of_promtool() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let prometheus = Prometheus::new(Some(file.path().to_owned()));
        prometheus.count_response("get_run", 200, Duration::from_millis(3));
        prometheus.provider_calls.count_call(true);
        prometheus.crawled_pages.count_call(false);
        prometheus.webhook_deliveries.count("retried");
        prometheus.digest_mails.count("sent");
        prometheus.count_engine_call("CLAUDE", "answered");
        prometheus.count_skipped_parts("CLAUDE", 1);
        prometheus.count_due_times(&ScheduleOutcome::Started, 1);
        prometheus.set_engine_spend([("CLAUDE".to_owned(), 0.5)]);
        prometheus.set_engine_stops([("CLAUDE".to_owned(), "BILLING".to_owned())]);
        prometheus.set_items_without_engine([("GEMINI".to_owned(), 2)]);
        prometheus.set_connections("main", 1, 1, 8);
        prometheus.set_replica([("late", 1)], Some(0));
        prometheus.set_waiting_requests("heavy_reads", 0);
        prometheus.set_cpu_tasks("texts", 0, 0);
        assert_passes_promtool(&prometheus.text(true).unwrap());
    }

    #[test]
    fn each_outcome_begins_at_zero() {
        let text = Prometheus::new(None).text(false).unwrap();
        for line in [
            "answerdeck_provider_calls_total{outcome=\"failure\"} 0",
            "answerdeck_webhook_deliveries_total{outcome=\"retried\"} 0",
            "answerdeck_digest_mails_total{outcome=\"sent\"} 0",
            "answerdeck_schedule_due_times_total{outcome=\"missed\"} 0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
    }

    #[test]
    fn the_process_and_the_file_of_the_database_are_measured() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), [0; 4_096]).unwrap();
        let prometheus = Prometheus::new(Some(file.path().to_owned()));
        let text = prometheus.text(true).unwrap();
        let value = |name: &str| -> f64 {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.unwrap_or_else(|| panic!("{name} in\n{text}")).parse().unwrap()
        };
        assert_eq!(value("answerdeck_database_file_bytes"), 4_096.0);
        assert!(value("answerdeck_database_available_bytes") > 0.0);
        assert!(!text.contains("answerdeck_database_wal_bytes"), "there is no such file");
        assert!(text.contains(&format!("answerdeck_build_info{{version=\"{}\"}} 1\n", env!("CARGO_PKG_VERSION"))));
        if cfg!(target_os = "linux") {
            assert!(value("process_cpu_seconds_total") >= 0.0 && value("process_resident_memory_bytes") > 1e6);
            assert!(value("process_open_fds") >= 3.0 && value("process_max_fds") >= value("process_open_fds"));
            // 2020 or later.
            assert!(value("process_start_time_seconds") > 1.5e9);
        }
        assert!(!Prometheus::new(None).text(false).unwrap().contains("answerdeck_database_file_bytes"));
    }
}
