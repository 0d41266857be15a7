//! The queue of answers: claims a batch of them for the engines with free permits. Organizations take turns, and so do the runs of one.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use answerdeck_api::{ModelCode, ModelRoute};
use answerdeck_database::entity::answer::{self, Status};
use answerdeck_database::{json_elements, json_rows, queries, statement, stored_json, with_write_lock};
use answerdeck_engine::Engines;
use jiff::Timestamp;
use sea_orm::{DatabaseConnection, DbBackend, DbErr, EntityTrait, FromQueryResult, JsonValue};
use serde_json::json;
use tokio::sync::Notify;

use super::collect::Attempt;
use super::collect_settings::CollectSettings;
use super::slices::{self, Slice};
use crate::engines::semaphores::{EngineSemaphores, FreePermits};
use crate::engines::stops::{self, EngineStop};
use crate::state::AppState;
use crate::worker::lease::{LEASE, Leasable};
use crate::worker::{Job, RoundRobin, SHUTDOWN_GRACE};

/// How long a shutdown waits for answers that are paid for. Providers take a minute, rarely two.
pub(crate) const PAID_ANSWER_GRACE: Duration = Duration::from_secs(120);
/// The runs from which one statement claims. It looks at each of their claimable answers, some hundreds of a run.
const RUNS_AT_ONCE: usize = 8;

impl Leasable for answer::Entity {
    const TABLE: &'static str = "answers";
    const GROUP_COLUMN: &'static str = "run_id";
    const UNFINISHED: &'static str = Status::UNSETTLED;
}

/// Claims answers, and makes an attempt to collect each.
pub(crate) struct AnswerJob {
    app: AppState,
    worker: String,
    settings: CollectSettings,
    /// The engines, as of the last claim.
    engines: Engines,
    semaphores: Arc<EngineSemaphores>,
    /// The stopped engines, as of the last claim.
    stops: HashMap<ModelCode, EngineStop>,
    round_robin: RoundRobin,
}

impl AnswerJob {
    /// Creates the job. `worker` owns the leases of its answers.
    pub(crate) fn new(app: AppState, worker: String, settings: CollectSettings) -> Self {
        let engines = app.engines();
        let semaphores = Arc::new(EngineSemaphores::new(&engines, settings.max_concurrency));
        Self { app, worker, settings, engines, semaphores, stops: HashMap::new(), round_robin: RoundRobin::default() }
    }
}

impl Job for AnswerJob {
    type Entity = answer::Entity;

    fn concurrency(&self) -> usize {
        self.semaphores.total()
    }

    fn notify(&self) -> &Notify {
        &self.app.run_notify
    }

    async fn claim(&mut self, limit: usize) -> Result<Vec<answer::Model>, DbErr> {
        let (database, now) = (&self.app.jobs_database, self.app.clock.now());
        let engines = self.app.engines();
        if !engines.is_same(&self.engines) {
            self.semaphores = Arc::new(self.semaphores.with_engines(&engines, self.settings.max_concurrency));
            self.engines = engines;
        }
        if self.engines.iter().any(|(served, _)| served.route != ModelRoute::StandIn) {
            self.stops = stops::all(database, now).await?;
        }
        let permits = self.semaphores.free(&self.stops, now);
        let runs = runs_to_do(database, &permits, limit, now).await?;
        let order = runs.iter().map(|run| (run.organization_id.clone(), run.id.clone())).collect();
        let mut runs: HashMap<String, RunToDo> = runs.into_iter().map(|run| (run.id.clone(), run)).collect();
        let order = self.round_robin.order(order);
        let mut runs: Vec<RunToDo> = order.into_iter().filter_map(|(_, id)| runs.remove(&id)).collect();
        start_slice(&self.app, &mut runs, &permits, now).await?;
        runs.retain(|run| run.is_claimable);
        runs.truncate(RUNS_AT_ONCE);
        if runs.is_empty() {
            return Ok(Vec::new());
        }
        let claim = claim(database, &self.worker, &runs, &permits, limit, now);
        let mut answers = with_write_lock(database, claim).await?;
        if answers.is_empty() {
            // Another worker has claimed them at this moment.
            self.app.run_notify.notify_one();
        }
        let claimed: HashSet<&str> = answers.iter().filter_map(|answer| answer.run_id.as_deref()).collect();
        for run in runs.iter().filter(|run| claimed.contains(run.id.as_str())) {
            self.round_robin.served(run.organization_id.clone(), run.id.clone());
        }
        queries::fill_in(database, &mut answers).await?;
        for answer in &mut answers {
            let served = self.engines.of(&ModelCode::from(answer.model.as_str()));
            answer.route = served.map(|served| served.route.to_string());
        }
        Ok(answers)
    }

    fn run(&self, answer: answer::Model) -> impl Future<Output = ()> + Send + 'static {
        let model = ModelCode::from(answer.model.as_str());
        let permit = self.semaphores.acquire(&answer.model);
        let attempt = Attempt {
            app: self.app.clone(),
            engines: self.engines.clone(),
            settings: self.settings,
            semaphores: Arc::clone(&self.semaphores),
            is_stopped: self.stops.contains_key(&model),
            answer,
        };
        async move {
            attempt.run().await;
            drop(permit);
        }
    }

    /// Longer than usual, because a paid answer would be lost.
    fn shutdown_grace(&self) -> Duration {
        if self.engines.has_paid() { PAID_ANSWER_GRACE } else { SHUTDOWN_GRACE }
    }

    /// Refreshes the statistics of the database, which get outdated as settled answers make the tables grow.
    async fn idle(&self) {
        if let Err(error) = answerdeck_database::refresh_statistics(&self.app.jobs_database).await {
            tracing::warn!(%error, "the database statistics were not refreshed");
        }
    }
}

/// A run with answers that can be claimed, or that have no row yet.
#[derive(Debug, FromQueryResult)]
struct RunToDo {
    organization_id: String,
    id: String,
    is_claimable: bool,
    /// The answers that the organization can pay for, beside those in progress.
    affordable: i64,
    /// Absent if answers can be claimed.
    models: Option<JsonValue>,
    credits_ran_out: bool,
}

impl RunToDo {
    /// Whether answers without a row could be collected now, or fail.
    fn can_start(&self, permits: &[FreePermits]) -> Result<bool, DbErr> {
        let Some(models) = &self.models else { return Ok(false) };
        let models: Vec<String> = stored_json(models.clone())?;
        let waits = |model: &String| {
            let of_model = permits.iter().find(|permits| permits.model == *model);
            of_model.is_some_and(|permits| permits.count == 0 || (permits.price > 0 && self.affordable <= 0))
        };
        Ok(self.credits_ran_out || !models.iter().all(waits))
    }
}

/// Starts the next slice of the first run in turn whose started answers are all claimed.
async fn start_slice(
    app: &AppState,
    runs: &mut [RunToDo],
    permits: &[FreePermits],
    now: Timestamp,
) -> Result<(), DbErr> {
    let busy = busy_models(permits);
    for run in runs {
        if run.is_claimable || !run.can_start(permits)? {
            continue;
        }
        match slices::start_more(&app.jobs_database, &app.random, &run.id, &busy, now).await? {
            Slice::None => continue,
            Slice::Queued => run.is_claimable = true,
            // Other runs have their turn before the next slice of this one.
            Slice::Failed => app.run_notify.notify_one(),
        }
        break;
    }
    Ok(())
}

/// Returns the unfinished runs with answers to do. Answers wait while all permits of their engine are in use, or the organization
/// needs its credits for attempts in progress. If it has neither, they are claimed, and fail.
async fn runs_to_do(
    database: &DatabaseConnection,
    permits: &[FreePermits],
    limit: usize,
    now: Timestamp,
) -> Result<Vec<RunToDo>, DbErr> {
    let priced: Vec<&str> =
        permits.iter().filter(|permits| permits.price > 0).map(|permits| permits.model.as_str()).collect();
    let (busy_list, priced_list) = (json_elements(database, 2), json_elements(database, 3));
    let (held, in_progress, unsettled) = (Status::HELD_OR_IN_PROGRESS, Status::IN_PROGRESS, Status::UNSETTLED);
    let sql = format!(
        "WITH attempts AS (SELECT organization_id, count(*) AS count FROM answers WHERE ({held}) \
         AND ({in_progress} OR lease_until > $1) AND model IN (SELECT value FROM {priced_list}) GROUP BY organization_id), \
         running AS (SELECT runs.id, runs.organization_id, runs.models, runs.unstarted_count, runs.credits_ran_out, \
         CASE WHEN attempts.count IS NULL AND balance < $4 THEN $5 ELSE balance / $4 - coalesce(attempts.count, 0) END \
         AS affordable FROM runs JOIN organizations ON organizations.id = runs.organization_id \
         LEFT JOIN attempts ON attempts.organization_id = runs.organization_id WHERE runs.status = 'RUNNING'), \
         to_do AS (SELECT running.*, EXISTS (SELECT 1 FROM answers WHERE run_id = running.id AND {unsettled} \
         AND (lease_until IS NULL OR lease_until <= $1) AND model NOT IN (SELECT value FROM {busy_list}) \
         AND (running.affordable > 0 OR status <> 'QUEUED' OR model NOT IN (SELECT value FROM {priced_list}))) \
         AS is_claimable FROM running) \
         SELECT organization_id, id, is_claimable, affordable, credits_ran_out, \
         CASE WHEN is_claimable THEN NULL ELSE models END AS models FROM to_do WHERE is_claimable OR unstarted_count > 0"
    );
    let values = [
        now.as_millisecond().into(),
        json!(busy_models(permits)).to_string().into(),
        json!(priced).to_string().into(),
        permits.iter().map(|permits| permits.price).max().unwrap_or_default().max(1).into(),
        to_i64(limit).into(),
    ];
    RunToDo::find_by_statement(statement(database, &sql, values)).all(database).await
}

/// Claims up to `limit` answers of runs in turn: one of each organization, then the next. Of an engine no more than it has permits,
/// and of an organization no more than it can pay for. Those with the fewest attempts come first.
async fn claim(
    database: &DatabaseConnection,
    worker: &str,
    runs: &[RunToDo],
    permits: &[FreePermits],
    limit: usize,
    now: Timestamp,
) -> Result<Vec<answer::Model>, DbErr> {
    let turns: Vec<(usize, &str, i64)> =
        (0..).zip(runs).map(|(turn, run)| (turn, run.id.as_str(), run.affordable)).collect();
    let permits_left: Vec<(&str, &str, usize, u8)> = permits
        .iter()
        .map(|permits| (permits.model.as_str(), permits.pool.as_str(), permits.count, u8::from(permits.price > 0)))
        .collect();
    // SQLite keeps the order of a cross join. It would use an index with the settled answers of the run, too.
    let (answers, skip_locked) = match database.get_database_backend() {
        DbBackend::Postgres => ("JOIN answers", "FOR UPDATE SKIP LOCKED"),
        _ => ("CROSS JOIN answers INDEXED BY answers_to_do", ""),
    };
    let (turn_rows, permit_rows, busy) = (json_rows(database, 6), json_rows(database, 7), json_elements(database, 2));
    let claimable = format!("{} AND (lease_until IS NULL OR lease_until <= $1)", Status::UNSETTLED);
    let sql = format!(
        "WITH turns AS (SELECT CAST(value ->> 0 AS bigint) AS turn, value ->> 1 AS turn_run, \
         CAST(value ->> 2 AS bigint) AS affordable FROM {turn_rows}), \
         permits AS (SELECT value ->> 0 AS permit_model, value ->> 1 AS pool, CAST(value ->> 2 AS bigint) AS free, \
         CAST(value ->> 3 AS bigint) AS is_priced FROM {permit_rows}), \
         candidates AS (SELECT answers.id, answers.organization_id, turn, affordable, coalesce(pool, answers.id) AS pool, \
         coalesce(free, 1) AS free, CASE WHEN status = 'QUEUED' AND is_priced = 1 THEN 1 ELSE 0 END AS is_priced, \
         row_number() OVER (PARTITION BY answers.run_id ORDER BY answers.attempts, answers.id) AS round \
         FROM turns {answers} ON answers.run_id = turn_run LEFT JOIN permits ON permit_model = answers.model \
         WHERE {claimable} AND answers.model NOT IN (SELECT value FROM {busy})), \
         in_organization AS (SELECT candidates.*, \
         row_number() OVER (PARTITION BY organization_id ORDER BY round, turn) AS place, \
         row_number() OVER (PARTITION BY organization_id, is_priced ORDER BY round, turn) AS priced_place \
         FROM candidates WHERE round <= $5), \
         in_pool AS (SELECT in_organization.*, row_number() OVER (PARTITION BY pool ORDER BY place, turn) AS pool_place \
         FROM in_organization WHERE is_priced = 0 OR priced_place <= affordable) \
         UPDATE answers SET attempts = attempts + 1, lease_owner = $3, lease_until = $4 WHERE id IN \
         (SELECT id FROM answers WHERE id IN (SELECT id FROM in_pool WHERE pool_place <= free ORDER BY place, turn LIMIT $5) \
         AND {claimable} {skip_locked}) RETURNING *"
    );
    let values = [
        now.as_millisecond().into(),
        json!(busy_models(permits)).to_string().into(),
        worker.into(),
        (now + LEASE).as_millisecond().into(),
        to_i64(limit).into(),
        json!(turns).to_string().into(),
        json!(permits_left).to_string().into(),
    ];
    answer::Entity::find().from_raw_sql(statement(database, &sql, values)).all(database).await
}

/// The models whose engines have no free permit.
fn busy_models(permits: &[FreePermits]) -> Vec<&str> {
    permits.iter().filter(|permits| permits.count == 0).map(|permits| permits.model.as_str()).collect()
}

fn to_i64(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}
