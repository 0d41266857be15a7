//! `/metrics`, which Prometheus scrapes. It is served at a separate address, because everyone who reaches that address may read
//! it.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use answerdeck_database::entity::{answer, site_analysis, webhook_delivery};
use answerdeck_database::query_row;
use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use futures_util::future::OptionFuture;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::{Registry, Unit};
use sea_orm::{DatabaseConnection, DbBackend, DbErr};

use crate::engines::{spend, stops};
use crate::problem::{ApiResult, Problem};
use crate::prometheus::{Labels, PREFIX, registered};
use crate::run::missing_engines;
use crate::schedule::pause;
use crate::state::AppState;
use crate::worker::lease::Leasable;

/// What the address says about itself.
const INDEX: &str = "Metrics of an Answerdeck server, for Prometheus, are at /metrics.\n";

pub fn router(app: &AppState) -> Router {
    let routes = Router::new().route("/", get(async || INDEX)).route("/metrics", get(scrape));
    crate::http::with_layers(routes.with_state(app.clone()), app)
}

async fn scrape(State(app): State<AppState>) -> ApiResult<impl IntoResponse> {
    let text = app.prometheus.text(&measure(&app).await).map_err(|error| Problem::Internal(Arc::new(error)))?;
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text))
}

/// Measures the server. While the database does not answer, what is measured in it is absent.
async fn measure(app: &AppState) -> Registry {
    let (database, replica) = (&app.databases.monitoring, app.databases.replica.as_ref());
    let lag = OptionFuture::from(replica.map(|replica| replica.lag(database)));
    let (stored, lag) = tokio::join!(app.reachability.in_time(database, measure_stored(app)), lag);
    let is_up = stored.is_some();
    let is_writable = is_up && app.writability.refusal().is_none();
    let mut registry = stored.unwrap_or_else(|| Registry::with_prefix(PREFIX));
    gauge(&mut registry, "database_up", "Whether the database answers", is_up.into());
    let help = "Whether the database answers, and has refused no write lately";
    gauge(&mut registry, "database_writable", help, is_writable.into());
    add_replica(&mut registry, replica.into_iter().flat_map(|replica| replica.reads()), lag.flatten());
    let (mut open, mut may_open) = (Vec::new(), Vec::new());
    for (pool, database) in app.databases.pools() {
        let (idle, size, max) = connections(database);
        open.extend(by_state(pool, [("idle", idle), ("busy", size.saturating_sub(idle))]));
        may_open.push(([("pool", pool.to_owned())], i64::from(max)));
    }
    gauges(&mut registry, "database_connections", "Open connections by pool and state", open);
    gauges(&mut registry, "database_connections_max", "Connections that a pool may open", may_open);
    let waiting = [
        ("heavy_reads", &app.heavy_reads),
        ("run_readers", &app.run_readers),
        ("noun_extractions", &app.noun_extractions),
        ("client_metadata", &app.client_metadata_reads),
    ];
    let waiting = waiting.map(|(kind, semaphore)| ([("kind", kind.to_owned())], to_i64(semaphore.waiting())));
    gauges(&mut registry, "waiting_requests", "Queued requests, by kind", waiting);
    let mut tasks = Vec::new();
    for (name, pool) in app.cpu_pools() {
        tasks.extend(by_state(name, [("running", pool.running()), ("waiting", pool.waiting())]));
    }
    gauges(&mut registry, "cpu_tasks", "Long computations that run or wait, by pool", tasks);
    registry
}

/// Adds the reads for which there was a replica, by outcome, and by how many bytes of log it is late, if that is known.
fn add_replica(registry: &mut Registry, reads: impl Iterator<Item = (&'static str, u64)>, lag: Option<i64>) {
    let help = "Counts and rankings by what the replica did";
    let counters: Family<Labels<1>, Counter> = registered(registry, "replica_reads", help);
    for (outcome, count) in reads {
        counters.get_or_create(&[("outcome", outcome.to_owned())]).inc_by(count);
    }
    let lag = lag.map(|lag| ([("pool", "replica".to_owned())], lag));
    gauges(registry, "database_lag_bytes", "Log that a replica has not replayed, by pool", lag);
}

async fn measure_stored(app: &AppState) -> Result<Registry, DbErr> {
    let mut registry = Registry::with_prefix(PREFIX);
    measure_backlog(app, &mut registry).await?;
    // 0 without ClickHouse.
    let uncopied = app.statistics.count_copied().await?.unwrap_or_default().uncopied;
    gauge(&mut registry, "uncopied_answers", "Answers in parts without a copy in ClickHouse", uncopied);
    measure_engines(app, &mut registry).await?;
    Ok(registry)
}

async fn measure_backlog(app: &AppState, registry: &mut Registry) -> Result<(), DbErr> {
    let (database, now) = (&app.databases.monitoring, app.clock.now().as_millisecond());
    // In seconds. 0 when nothing waits.
    let age = |oldest: Option<i64>| oldest.map_or(0, |oldest| (now - oldest).max(0) / 1_000);
    let sql = "SELECT count(*), min(next_due_at) FROM schedules WHERE next_due_at <= $1";
    let (schedules, oldest) = query_row(database, sql, [now.into()]).await?.unwrap_or_default();
    gauge(registry, "due_schedules", "Schedules that are due", schedules);
    seconds(registry, "oldest_due_schedule", "How long a schedule has been due", age(oldest));
    let are_paused = pause::is_paused(database).await?;
    gauge(registry, "schedules_paused", "Whether the operator has paused all schedules", are_paused.into());
    let sql = "SELECT count(*), min(created_at), \
               CAST(coalesce(sum(total_count - success_count - failed_count), 0) AS bigint) \
               FROM runs WHERE status = 'RUNNING'";
    let (runs, oldest, items) = query_row(database, sql, []).await?.unwrap_or_default();
    gauge(registry, "unfinished_runs", "Runs that have not finished", runs);
    seconds(registry, "oldest_run", "Age of the oldest run", age(oldest));
    gauge(registry, "pending_items", "Items of runs that have not ended", items);
    let (_, oldest, leased) = unfinished::<answer::Entity>(database, now).await?;
    gauge(registry, "leased_items", "Items of runs that workers hold", leased);
    // Since the submission of its run.
    seconds(registry, "oldest_pending_item", "Age of the oldest item of a run that has not ended", age(oldest));
    let (analyses, oldest, leased) = unfinished::<site_analysis::Entity>(database, now).await?;
    gauge(registry, "unfinished_analyses", "Site analyses that have not ended", analyses);
    seconds(registry, "oldest_analysis", "Age of the oldest site analysis", age(oldest));
    gauge(registry, "leased_analyses", "Site analyses that workers hold", leased);
    let (deliveries, oldest, _) = unfinished::<webhook_delivery::Entity>(database, now).await?;
    gauge(registry, "unfinished_deliveries", "Deliveries that wait for an attempt", deliveries);
    seconds(registry, "oldest_delivery", "Age of the oldest delivery that waits for an attempt", age(oldest));
    Ok(())
}

/// The number of unfinished rows, the time of the oldest, and the number that workers are processing.
async fn unfinished<T: Leasable>(database: &DatabaseConnection, now: i64) -> Result<(i64, Option<i64>, i64), DbErr> {
    let (table, unfinished) = (T::TABLE, T::UNFINISHED);
    let sql = format!(
        "SELECT count(*), min(created_at), count(CASE WHEN lease_until > $1 THEN 1 END) FROM {table} WHERE {unfinished}"
    );
    Ok(query_row(database, &sql, [now.into()]).await?.unwrap_or_default())
}

async fn measure_engines(app: &AppState, registry: &mut Registry) -> Result<(), DbErr> {
    let (database, now) = (&app.databases.monitoring, app.clock.now());
    let stopped = stops::all(database, now).await?.into_iter();
    let stopped =
        stopped.map(|(model, stop)| ([("model", model.to_string()), ("reason", stop.reason.to_string())], 1_i64));
    gauges(registry, "stopped_engines", "Stopped engines", stopped);
    let missing = missing_engines::waiting_here(app, database).await?.into_iter();
    let missing = missing.map(|(model, items)| ([("model", model)], items));
    let help = "Items that wait for a model without an engine, by model";
    gauges(registry, "items_without_engine", help, missing);
    let help = "What paid answers of this UTC day cost by model, in US dollars";
    let costs: Family<Labels<1>, Gauge<f64, AtomicU64>> = registered(registry, "engine_spend_of_day_dollars", help);
    for (model, dollars) in spend::day_spend(database, now).await? {
        costs.get_or_create(&[("model", model)]).set(dollars);
    }
    Ok(())
}

/// The number of idle connections of a pool, of all its connections, and the maximum that it may open.
fn connections(database: &DatabaseConnection) -> (usize, usize, u32) {
    match database.get_database_backend() {
        DbBackend::Postgres => {
            let pool = database.get_postgres_connection_pool();
            (pool.num_idle(), pool.size() as usize, pool.options().get_max_connections())
        }
        _ => {
            let pool = database.get_sqlite_connection_pool();
            (pool.num_idle(), pool.size() as usize, pool.options().get_max_connections())
        }
    }
}

fn gauge(registry: &mut Registry, name: &str, help: &str, value: i64) {
    registry.register(name, help, ConstGauge::new(value));
}

/// Adds a gauge whose name ends with `_seconds`.
fn seconds(registry: &mut Registry, name: &str, help: &str, value: i64) {
    registry.register_with_unit(name, help, Unit::Seconds, ConstGauge::new(value));
}

fn gauges<const N: usize>(
    registry: &mut Registry,
    name: &str,
    help: &str,
    values: impl IntoIterator<Item = (Labels<N>, i64)>,
) {
    let family: Family<Labels<N>, Gauge> = registered(registry, name, help);
    for (labels, value) in values {
        family.get_or_create(&labels).set(value);
    }
}

fn by_state(pool: &str, counts: [(&str, usize); 2]) -> [(Labels<2>, i64); 2] {
    counts.map(|(state, count)| ([("pool", pool.to_owned()), ("state", state.to_owned())], to_i64(count)))
}

fn to_i64(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::time::Duration;

    use answerdeck_api::{ModelStop, ScheduleOutcome};
    use answerdeck_database::Databases;
    use answerdeck_engine::Engines;
    use sea_orm::ConnectionTrait;

    use super::*;
    use crate::clock::{Clock, utc_day};
    use crate::random::Random;
    use crate::state::Config;

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

    #[tokio::test]
    async fn all_metrics_pass_the_rules_of_promtool() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        let (databases, now) = (Databases::connect(&url).await.unwrap(), Clock::system().now());
        // An item waits for an engine, one has cost something, and one is stopped.
        for sql in [
            "INSERT INTO organizations VALUES ('o', 'Nurio', 'KR', '[]', 1000, 0, 1)",
            "INSERT INTO runs (id, organization_id, region, status, total_count, success_count, failed_count, created_at, \
             models, name, prompt_count, unstarted_count, credits_ran_out, charged) \
             VALUES ('r', 'o', 'KR', 'RUNNING', 1, 0, 0, 1, '[\"CLAUDE\"]', '', 1, 1, FALSE, 0)",
        ] {
            databases.main.execute_unprepared(sql).await.unwrap();
        }
        assert!(spend::reserve(&databases.main, "CLAUDE", utc_day(now), 1, 1).await.unwrap());
        assert!(stops::stop(&databases.main, "GEMINI", &ModelStop::Billing, now).await.unwrap().is_some());
        let app = AppState::new(Config::default(), databases, Clock::manual(now), Random::system(), Engines::default());
        app.prometheus.count_response("get_run", 200, Duration::from_millis(3));
        app.prometheus.provider_calls.count_call(true);
        app.prometheus.crawled_pages.count_call(false);
        app.prometheus.webhook_deliveries.count("retried");
        app.prometheus.digest_mails.count("sent");
        app.prometheus.count_engine_call("CLAUDE", "answered");
        app.prometheus.count_skipped_parts("CLAUDE", 1);
        app.prometheus.count_due_times(&ScheduleOutcome::Started, 1);
        let mut measured = measure(&app).await;
        add_replica(&mut measured, [("late", 1)].into_iter(), Some(0));
        let text = app.prometheus.text(&measured).unwrap();
        for family in ["engine_spend_of_day_dollars", "stopped_engines", "items_without_engine"] {
            assert!(text.contains(&format!("\nanswerdeck_{family}{{")), "{family} in\n{text}");
        }
        assert_passes_promtool(&text);
    }
}
