//! Counters of the server's own work, and measurements of its process, for Prometheus. `monitoring::scrape` measures the rest.

mod process;
mod text_format;

use std::path::PathBuf;
use std::time::Duration;

use answerdeck_api::ScheduleOutcome;
use prometheus_client::encoding::text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Metric, Registry, Unit};

use process::ProcessCollector;

/// How the names of this server's own metrics begin.
pub(crate) const PREFIX: &str = "answerdeck";

/// Upper bounds of the buckets of durations, in seconds. The last is the timeout of a request.
const DURATION_BUCKETS: [f64; 9] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

const CALL_OUTCOMES: [&str; 2] = ["success", "failure"];

#[derive(Debug)]
pub(crate) struct Prometheus {
    registry: Registry,
    requests: Family<Labels<2>, Counter>,
    durations: Family<Labels<1>, Histogram, fn() -> Histogram>,
    pub(crate) provider_calls: Outcomes,
    pub(crate) crawled_pages: Outcomes,
    pub(crate) webhook_deliveries: Outcomes,
    pub(crate) digests: Counter,
    pub(crate) digest_mails: Outcomes,
    engine_calls: Family<Labels<2>, Counter>,
    skipped_parts: Family<Labels<1>, Counter>,
    pub(crate) requested_keywords: Counter,
    schedule_due_times: Outcomes,
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
pub(crate) type Labels<const N: usize> = [(&'static str, String); N];

impl Prometheus {
    /// Nothing is counted yet. The size of the SQLite file is measured, if there is one.
    pub(crate) fn new(database_file: Option<PathBuf>) -> Self {
        let mut registry = Registry::default();
        registry.register_collector(Box::new(ProcessCollector { database_file }));
        let own = registry.sub_registry_with_prefix(PREFIX);
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
            registry,
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

    /// All counts, and what was `measured`, in the text format of Prometheus.
    pub(crate) fn text(&self, measured: &Registry) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        for registry in [&self.registry, measured] {
            text::encode_registry(&mut text, registry)?;
        }
        Ok(text_format::prometheus_text(&text))
    }
}

pub(crate) fn registered<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_outcome_begins_at_zero() {
        let text = Prometheus::new(None).text(&Registry::default()).unwrap();
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
        let text = prometheus.text(&Registry::default()).unwrap();
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
        let without_file = Prometheus::new(None).text(&Registry::default()).unwrap();
        assert!(!without_file.contains("answerdeck_database_file_bytes"));
    }
}
