//! `/metrics`, which Prometheus scrapes. It is served at a separate address, because everyone who reaches that address may read
//! it.

use answerdeck_database::entity::{answer, site_analysis, webhook_delivery};
use answerdeck_database::query_row;
use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use sea_orm::{DatabaseConnection, DbBackend, DbErr};

use crate::engines::{spend, stops};
use crate::problem::{ApiResult, Problem};
use crate::prometheus::Backlog;
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
    let measured = app.reachability.in_time(&app.databases.monitoring, measure_stored(&app));
    let (measured, ()) = tokio::join!(measured, measure_replica(&app));
    let is_database_up = measured.is_some();
    app.prometheus.database_up.set(is_database_up.into());
    app.prometheus.database_writable.set((is_database_up && app.writability.refusal().is_none()).into());
    for (pool, database) in app.databases.pools() {
        let (idle, size, max) = connections(database);
        app.prometheus.set_connections(pool, idle, size.saturating_sub(idle), max);
    }
    for (kind, semaphore) in [
        ("heavy_reads", &app.heavy_reads),
        ("run_readers", &app.run_readers),
        ("noun_extractions", &app.noun_extractions),
        ("client_metadata", &app.client_metadata_reads),
    ] {
        app.prometheus.set_waiting_requests(kind, semaphore.waiting());
    }
    for (pool, tasks) in app.cpu_pools() {
        app.prometheus.set_cpu_tasks(pool, tasks.running(), tasks.waiting());
    }
    let text = app.prometheus.text(is_database_up).map_err(|error| Problem::Internal(std::sync::Arc::new(error)))?;
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text))
}

/// Measures the replica, if there is one.
async fn measure_replica(app: &AppState) {
    if let Some(replica) = &app.databases.replica {
        app.prometheus.set_replica(replica.reads(), replica.lag(&app.databases.monitoring).await);
    }
}

/// Measures what is in the database.
async fn measure_stored(app: &AppState) -> Result<(), DbErr> {
    measure_backlog(app).await?;
    app.prometheus.uncopied_answers.set(app.statistics.answers_without_copy().await?.unwrap_or_default());
    measure_engines(app).await
}

async fn measure_backlog(app: &AppState) -> Result<(), DbErr> {
    let (database, prometheus, now) = (&app.databases.monitoring, &app.prometheus, app.clock.now().as_millisecond());
    let age = |oldest: Option<i64>| oldest.map_or(0, |oldest| (now - oldest).max(0) / 1_000);
    let set = |backlog: &Backlog, count: i64, oldest: Option<i64>| {
        backlog.count.set(count);
        backlog.oldest.set(age(oldest));
    };
    let sql = "SELECT count(*), min(next_due_at) FROM schedules WHERE next_due_at <= $1";
    let (schedules, oldest) = query_row(database, sql, [now.into()]).await?.unwrap_or_default();
    set(&prometheus.due_schedules, schedules, oldest);
    prometheus.schedules_paused.set(pause::is_paused(database).await?.into());
    let sql = "SELECT count(*), min(created_at), \
               CAST(coalesce(sum(total_count - success_count - failed_count), 0) AS bigint) \
               FROM runs WHERE status = 'RUNNING'";
    let (runs, oldest, items) = query_row(database, sql, []).await?.unwrap_or_default();
    set(&prometheus.runs, runs, oldest);
    prometheus.pending_items.set(items);
    let (_, oldest, leased) = unfinished::<answer::Entity>(database, now).await?;
    prometheus.leased_items.set(leased);
    prometheus.oldest_item.set(age(oldest));
    let (analyses, oldest, leased) = unfinished::<site_analysis::Entity>(database, now).await?;
    set(&prometheus.analyses, analyses, oldest);
    prometheus.leased_analyses.set(leased);
    let (deliveries, oldest, _) = unfinished::<webhook_delivery::Entity>(database, now).await?;
    set(&prometheus.deliveries, deliveries, oldest);
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

async fn measure_engines(app: &AppState) -> Result<(), DbErr> {
    let (database, now) = (&app.databases.monitoring, app.clock.now());
    let stops = stops::all(database, now).await?;
    app.prometheus
        .set_engine_stops(stops.into_iter().map(|(model, stop)| (model.to_string(), stop.reason.to_string())));
    app.prometheus.set_items_without_engine(missing_engines::waiting_here(app, database).await?);
    app.prometheus.set_engine_spend(spend::day_spend(database, now).await?);
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
