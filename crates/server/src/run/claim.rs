//! Claiming a batch of answers in one statement. It leases answers to a worker by the free permits of engines, stopped engines, the
//! credits of organizations, and turns: organizations take turns, and so do the runs of one.
//!
//! Workers on PostgreSQL claim different answers: each skips the rows that another has locked. On SQLite there is one worker.

use std::collections::{BTreeMap, VecDeque};

use answerdeck_api::limits::ANSWER_PRICE;
use answerdeck_database::credits::thousandths;
use answerdeck_database::entity::answer::{self, QUERY_SQL, Status};
use answerdeck_database::{json_rows, query_row, statement};
use jiff::Timestamp;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult, Value};
use serde_json::json;

use super::slices::SLICE;
use crate::engines::permits::FreePermits;
use crate::engines::stops::IN_EFFECT;
use crate::worker::lease::LEASE;

/// The workers on PostgreSQL that may claim at the same moment and still find a full batch each.
const CONCURRENT_CLAIMS: usize = 4;
/// The organizations whose last run is remembered. The runs of the others are served from the oldest on.
const ORGANIZATIONS_MAX: usize = 256;

/// The SQL condition of answers that no worker holds.
const IS_FREE: &str = "(lease_until IS NULL OR lease_until <= $1)";
/// The SQL condition of answers whose engine has a free permit.
const IS_AVAILABLE: &str = "model IN (SELECT permits.model FROM permits WHERE free > 0)";

/// What decides which answers a worker claims.
#[derive(Debug, Clone, Copy)]
pub struct Claim<'a> {
    /// The owner of the leases.
    pub worker: &'a str,
    /// The free permits of each model that has an engine. Answers of other models wait.
    pub permits: &'a [FreePermits],
    /// What the worker has claimed last.
    pub turns: &'a Turns,
    pub limit: usize,
    pub now: Timestamp,
}

/// A claimed answer, and what decides whether its engine is asked.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct ClaimedAnswer {
    #[sea_orm(nested)]
    pub answer: answer::Model,
    /// The text of its prompt.
    pub query: String,
    /// The balance of the organization, in thousandths of a credit.
    pub balance: i64,
    pub is_run_stopped: bool,
    /// Whether the engine was stopped, and is tried again.
    pub is_engine_stopped: bool,
}

/// Pairs of an organization and a run that were served last, the latest at the end. The next after them has its turn.
#[derive(Debug, Default)]
pub struct Turns(VecDeque<(String, String)>);

impl Turns {
    /// Records a batch. Who got the most of it was served last; of several, the last in turn.
    pub fn record(&mut self, claimed: &[ClaimedAnswer]) {
        let mut counts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
        for answer in claimed.iter().map(|claimed| &claimed.answer) {
            *counts.entry(&answer.organization_id).or_default().entry(&answer.run_id).or_default() += 1;
        }
        let last_organization = self.last_organization().to_owned();
        let mut served: Vec<_> = counts
            .into_iter()
            .filter_map(|(organization, runs)| {
                let last = self.0.iter().find(|(known, _)| known == organization).map_or("", |(_, run)| run.as_str());
                let count: usize = runs.values().sum();
                let (run, _) = runs.into_iter().max_by_key(|(run, count)| (*count, *run <= last, *run))?;
                let key = (count, organization <= last_organization.as_str(), organization.to_owned());
                Some((key, run.to_owned()))
            })
            .collect();
        served.sort();
        for ((_, _, organization), run) in served {
            self.0.retain(|(known, _)| *known != organization);
            self.0.push_back((organization, run));
        }
        let excess = self.0.len().saturating_sub(ORGANIZATIONS_MAX);
        self.0.drain(..excess);
    }

    fn last_organization(&self) -> &str {
        self.0.back().map_or("", |(organization, _)| organization)
    }
}

impl Claim<'_> {
    /// Claims answers of runs in turn: one of each organization, then the next. Of an engine no more than it has permits, and of an
    /// organization no more than it can pay for beside its attempts in progress. If it can pay for none and has none in progress,
    /// they are claimed, and fail. Those with the fewest attempts come first.
    pub async fn claim(&self, database: &impl ConnectionTrait) -> Result<Vec<ClaimedAnswer>, DbErr> {
        let claims = match database.get_database_backend() {
            DbBackend::Postgres => CONCURRENT_CLAIMS,
            _ => 1,
        };
        let permits: usize = self.permits.iter().map(|permits| permits.count + permits.in_use).sum();
        let values = self.common_values().into_iter().chain([
            self.worker.into(),
            (self.now + LEASE).as_millisecond().into(),
            to_i64(claims * permits.max(self.limit)).into(),
        ]);
        ClaimedAnswer::find_by_statement(statement(database, &claim_sql(database), values)).all(database).await
    }

    /// Returns the next run in turn whose started answers are all claimed, or wait, or fill less than a slice, and whose other
    /// answers could be claimed, or fail.
    pub(super) async fn run_to_start(&self, database: &impl ConnectionTrait) -> Result<Option<String>, DbErr> {
        let (common, unsettled) = (common_sql(database), Status::UNSETTLED);
        let is_claimable = is_claimable_sql(&claimable_sql());
        let models = models_sql(database);
        let sql = format!(
            "{common} SELECT run FROM running WHERE unstarted_count > 0 AND stopped_at IS NULL \
             AND NOT ({is_claimable}) \
             AND (credits_ran_out OR (EXISTS (SELECT 1 FROM {models} JOIN permits ON permits.model = run_model.value \
             WHERE free > 0 AND (is_priced = 0 OR affordable > 0)) \
             AND (SELECT count(*) FROM answers WHERE run_id = run AND {unsettled} AND {IS_AVAILABLE}) < $7)) \
             ORDER BY organization <= $6, organization, run <= last_run, run LIMIT 1"
        );
        let values = self.common_values().into_iter().chain([i64::from(SLICE).into()]);
        query_row(database, &sql, values).await
    }

    /// The parameters of [`common_sql`].
    fn common_values(&self) -> [Value; 6] {
        let permits: Vec<_> = self
            .permits
            .iter()
            .map(|permits| (&permits.model, &permits.pool, permits.count, permits.in_use, u8::from(permits.is_priced)))
            .collect();
        [
            self.now.as_millisecond().into(),
            json!(permits).to_string().into(),
            thousandths(ANSWER_PRICE).into(),
            to_i64(self.limit).into(),
            json!(self.turns.0).to_string().into(),
            self.turns.last_organization().into(),
        ]
    }
}

/// The statement of [`Claim::claim`]. After the parameters of [`common_sql`], it has the worker ($7), the end of its leases ($8), and the
/// number of candidates ($9).
fn claim_sql(database: &impl ConnectionTrait) -> String {
    let (common, claimable, unsettled) = (common_sql(database), claimable_sql(), Status::UNSETTLED);
    let is_claimable = is_claimable_sql(&claimable);
    let first = "ORDER BY attempts, id LIMIT (SELECT $9 / count(*) + 1 FROM turns)";
    let (candidates, chosen) = match database.get_database_backend() {
        DbBackend::Postgres => (
            format!(
                "CROSS JOIN LATERAL (SELECT id FROM answers WHERE run_id = turns.run AND {claimable} {first}) AS first \
                 JOIN answers USING (id)"
            ),
            // The limit counts only rows that could be locked. A row that another worker has claimed since is skipped, too.
            format!(
                "SELECT locked.id FROM pools CROSS JOIN LATERAL (SELECT answers.id FROM ranked JOIN answers USING (id) \
                 WHERE ranked.pool = pools.pool AND {unsettled} AND {IS_FREE} \
                 ORDER BY rank, turn LIMIT pools.free FOR UPDATE OF answers SKIP LOCKED) AS locked"
            ),
        ),
        _ => (
            format!(
                "CROSS JOIN answers ON answers.id IN (SELECT id FROM answers INDEXED BY answers_to_do \
                 WHERE run_id = turns.run AND {claimable} {first})"
            ),
            "SELECT id FROM (SELECT id, free, row_number() OVER (PARTITION BY pool ORDER BY rank, turn) AS pool_rank \
             FROM ranked JOIN pools USING (pool)) AS in_pool WHERE pool_rank <= free"
                .to_owned(),
        ),
    };
    format!(
        "{common}, \
         pools AS (SELECT pool, max(free) AS free FROM permits GROUP BY pool), \
         turns AS MATERIALIZED (SELECT run, organization, affordable, \
         row_number() OVER (ORDER BY round, organization <= $6, organization) AS turn FROM \
         (SELECT running.*, row_number() OVER (PARTITION BY organization ORDER BY run <= last_run, run) AS round \
         FROM running WHERE {is_claimable}) AS rounds \
         ORDER BY turn LIMIT $9), \
         candidates AS (SELECT answers.id, organization, turn, affordable, pool, \
         CASE WHEN status = 'QUEUED' AND is_priced = 1 THEN 1 ELSE 0 END AS needs_credits, \
         row_number() OVER (PARTITION BY run ORDER BY attempts, answers.id) AS round \
         FROM turns {candidates} LEFT JOIN permits ON permits.model = answers.model), \
         in_organization AS (SELECT candidates.*, \
         row_number() OVER (PARTITION BY organization ORDER BY round, turn) AS rank, \
         row_number() OVER (PARTITION BY organization, needs_credits ORDER BY round, turn) AS credit_rank \
         FROM candidates), \
         ranked AS MATERIALIZED (SELECT * FROM in_organization WHERE needs_credits = 0 OR credit_rank <= affordable), \
         chosen AS MATERIALIZED ({chosen}) \
         UPDATE answers SET attempts = attempts + 1, lease_owner = $7, lease_until = $8 WHERE id IN (SELECT id FROM chosen) \
         RETURNING *, {QUERY_SQL} AS query, \
         (SELECT balance FROM organizations WHERE organizations.id = answers.organization_id) AS balance, \
         EXISTS (SELECT 1 FROM runs WHERE runs.id = answers.run_id AND stopped_at IS NOT NULL) AS is_run_stopped, \
         EXISTS (SELECT 1 FROM engine_stops WHERE engine_stops.model = answers.model) AS is_engine_stopped"
    )
}

/// The table `run_model` of the models of a run, in a query of `runs`.
pub(super) fn models_sql(database: &impl ConnectionTrait) -> &'static str {
    match database.get_database_backend() {
        DbBackend::Postgres => "json_array_elements_text(models) AS run_model (value)",
        _ => "json_each(models) AS run_model",
    }
}

/// The SQL condition of answers that can be claimed now, in a query of `running`.
fn claimable_sql() -> String {
    format!(
        "{} AND {IS_FREE} AND {IS_AVAILABLE} \
         AND (affordable > 0 OR status <> 'QUEUED' OR model NOT IN (SELECT permits.model FROM permits WHERE is_priced = 1))",
        Status::UNSETTLED
    )
}

/// The SQL condition of `running` runs with such answers. With EXISTS, PostgreSQL would read the answers of all runs.
fn is_claimable_sql(claimable: &str) -> String {
    format!("(SELECT 1 FROM answers WHERE run_id = run AND {claimable} LIMIT 1) IS NOT NULL")
}

/// The tables that both statements begin with: `permits` by model, where an engine that is stopped has none, and one once its stop has
/// expired; and the `running` runs with the answers that their organization can pay for.
fn common_sql(database: &impl ConnectionTrait) -> String {
    let (permits, last_runs) = (json_rows(database, 2), json_rows(database, 5));
    let (held, in_progress) = (Status::HELD_OR_IN_PROGRESS, Status::IN_PROGRESS);
    format!(
        "WITH permits AS MATERIALIZED (SELECT given.model, pool, is_priced, CASE WHEN engine_stops.model IS NULL THEN given.free \
         WHEN until <= $1 AND in_use = 0 AND given.free > 0 THEN 1 ELSE 0 END AS free FROM \
         (SELECT value ->> 0 AS model, value ->> 1 AS pool, CAST(value ->> 2 AS bigint) AS free, \
         CAST(value ->> 3 AS bigint) AS in_use, CAST(value ->> 4 AS bigint) AS is_priced FROM {permits}) AS given \
         LEFT JOIN engine_stops ON engine_stops.model = given.model AND {IN_EFFECT}), \
         attempts AS (SELECT organization_id, count(*) AS count FROM answers WHERE ({held}) \
         AND ({in_progress} OR lease_until > $1) AND model NOT IN (SELECT permits.model FROM permits WHERE is_priced = 0) \
         GROUP BY organization_id), \
         last_runs AS (SELECT value ->> 0 AS organization_id, value ->> 1 AS run FROM {last_runs}), \
         running AS (SELECT runs.id AS run, runs.organization_id AS organization, models, unstarted_count, \
         credits_ran_out, stopped_at, coalesce(last_runs.run, '') AS last_run, \
         CASE WHEN attempts.count IS NULL AND balance < $3 THEN $4 ELSE balance / $3 - coalesce(attempts.count, 0) END \
         AS affordable FROM runs JOIN organizations ON organizations.id = runs.organization_id \
         LEFT JOIN attempts ON attempts.organization_id = runs.organization_id \
         LEFT JOIN last_runs ON last_runs.organization_id = runs.organization_id WHERE runs.status = 'RUNNING')"
    )
}

fn to_i64(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
