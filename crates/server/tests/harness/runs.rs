//! Runs and background jobs in tests.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use answerdeck_database::entity::{answer, credit_entry, engine_stop, organization};
use answerdeck_engine::Engines;
use answerdeck_server::jobs::Jobs;
use answerdeck_server::run::collect_settings::CollectSettings;
use answerdeck_server::worker::lease::LEASE;
use answerdeck_server::{AppState, Config};
use jiff::SignedDuration;
use sea_orm::prelude::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, DatabaseConnection, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::{Account, TestServer, until, until_some};

/// Processes items without a pause.
pub const NO_PAUSE: CollectSettings = CollectSettings {
    max_concurrency: 4,
    item_pause: Duration::ZERO,
    first_poll: Duration::ZERO,
    last_poll: Duration::from_millis(20),
    renewal_interval: Duration::from_secs(30),
};

/// The background jobs of a process. They end with the test.
pub struct RunningJobs {
    pub app: AppState,
    task: JoinHandle<()>,
}

impl RunningJobs {
    async fn start(app: AppState) -> Self {
        let jobs = Jobs::new(app.clone(), NO_PAUSE).await.unwrap();
        Self { app, task: tokio::spawn(jobs.run()) }
    }

    /// Ends them in the middle of their work.
    pub async fn kill(self) {
        self.task.abort();
        assert!(self.task.await.unwrap_err().is_cancelled());
    }

    pub async fn shut_down(self) {
        self.app.shutdown.cancel();
        self.task.await.unwrap();
    }
}

impl TestServer {
    /// Starts the background jobs of the server.
    pub async fn start_jobs(&self) -> RunningJobs {
        RunningJobs::start(self.app.clone()).await
    }

    /// Starts the background jobs of another process over the same database, with these engines.
    pub async fn work_with(&self, engines: Engines) -> RunningJobs {
        RunningJobs::start(self.second_app(engines)).await
    }

    /// Lets the time of each lease pass.
    pub fn expire_leases(&self) {
        self.clock.advance(LEASE + SignedDuration::from_secs(1));
    }

    pub async fn until_engines_are_stopped(&self, count: u64) {
        until(async || engine_stop::Entity::find().count(&self.app.database).await.unwrap() == count).await;
    }

    /// Advances the clock, and wakes up the jobs of this server: they look only every few seconds for work that is due.
    pub fn pass(&self, time: SignedDuration) {
        self.clock.advance(time);
        self.app.wake_jobs();
    }

    /// Creates the application state of another process over the same database, with these engines.
    pub fn second_app(&self, engines: Engines) -> AppState {
        let config = Config { public_url: self.url.clone(), ..Default::default() };
        AppState::new(config, self.app.database.clone(), self.clock.clone(), self.app.random.clone(), engines)
    }

    /// Creates prompts in a new set and returns their ids.
    pub async fn prompts(&self, account: &Account, contents: &[&str]) -> Vec<String> {
        let set = self.prompt_set(account, "Set").await;
        self.prompts_in(account, &set, contents).await
    }

    /// Creates prompts in a set and returns their ids.
    pub async fn prompts_in(&self, account: &Account, set: &str, contents: &[&str]) -> Vec<String> {
        let mut ids = Vec::new();
        for content in contents {
            ids.push(self.prompt(account, set, content).await);
        }
        ids
    }

    /// Creates a prompt set of `hundreds` × 100 prompts and returns its id.
    pub async fn large_set(&self, account: &Account, hundreds: usize) -> String {
        let set = self.prompt_set(account, "Large").await;
        for hundred in 0..hundreds {
            let prompt =
                |number| json!({ "content": format!("Which earbuds {hundred}-{number}?"), "promptSetID": set });
            let prompts: Vec<Value> = (0..100).map(prompt).collect();
            self.post(account, "/v1/platform/prompts/bulk", json!({ "prompts": prompts })).await.ok();
        }
        set
    }

    /// Submits a run and returns its id.
    pub async fn submit(&self, account: &Account, body: Value) -> String {
        self.post(account, "/v1/platform/runs", body).await.id()
    }

    /// Submits a run, polls it as [`Self::finished_run`] does, and returns its id.
    pub async fn complete_run(&self, account: &Account, body: Value) -> String {
        let id = self.submit(account, body).await;
        self.finished_run(account, &id).await;
        id
    }

    /// Submits a run of prompts in a new set and returns its id.
    pub async fn submit_prompts(&self, account: &Account, contents: &[&str], models: &[&str]) -> String {
        let prompts = self.prompts(account, contents).await;
        self.submit(account, run_body(&prompts, models)).await
    }

    /// Polls a run until it is FINISHED, and checks its counts every time.
    pub async fn finished_run(&self, account: &Account, run: &str) -> Value {
        self.finished_run_while(account, run, || {}).await
    }

    /// Starts the background jobs, and polls a run as [`Self::finished_run`] does.
    pub async fn collected_run(&self, account: &Account, run: &str) -> Value {
        self.start_jobs().await;
        self.finished_run(account, run).await
    }

    /// As [`Self::finished_run`], while time passes quickly: by a second more at each look.
    pub async fn finished_run_later(&self, account: &Account, run: &str) -> Value {
        self.finished_run_while(account, run, || self.pass(SignedDuration::from_secs(1))).await
    }

    /// Polls a run, and calls `step` before each look.
    async fn finished_run_while(&self, account: &Account, run: &str, step: impl Fn()) -> Value {
        until_some(async || {
            step();
            let run = self.get(account, &format!("/v1/platform/runs/{run}")).await.ok();
            assert_counts_agree(&run);
            (run["status"] == "FINISHED").then_some(run)
        })
        .await
    }

    pub async fn answers_of(&self, account: &Account, run: &str) -> Vec<Value> {
        self.list(account, &format!("/v1/platform/answers?runID={run}&limit=100"), "answers").await
    }

    /// Sets the balance, in thousandths of a credit.
    pub async fn set_balance(&self, account: &Account, balance: i64) {
        organization::Entity::update_many()
            .col_expr(organization::Column::Balance, Expr::value(balance))
            .filter(organization::Column::Id.eq(&account.organization_id))
            .exec(&self.app.database)
            .await
            .unwrap();
    }

    /// Reads the balance through the API.
    pub async fn balance(&self, account: &Account) -> f64 {
        self.get(account, "/v1beta/platform/credits/me").await.ok()["balance"].as_f64().unwrap()
    }
}

/// The number of answers that a provider may bill.
pub async fn calls_in_progress(database: &DatabaseConnection) -> u64 {
    let states = [answer::Status::Asked, answer::Status::Accepted];
    answer::Entity::find().filter(answer::Column::Status.is_in(states)).count(database).await.unwrap()
}

pub async fn succeeded(database: &DatabaseConnection) -> u64 {
    let succeeded = answer::Entity::find().filter(answer::Column::Status.eq(answer::Status::Success));
    succeeded.count(database).await.unwrap()
}

/// As if the leases of killed processes had expired.
pub async fn end_leases(database: &DatabaseConnection) {
    database.execute_unprepared("UPDATE answers SET lease_until = 0 WHERE lease_until IS NOT NULL").await.unwrap();
}

/// Checks that each successful answer is charged for once, and that each balance is the sum of its entries. Returns all answers.
pub async fn assert_charged_once(database: &DatabaseConnection) -> Vec<answer::Model> {
    let answers = answer::Entity::find().all(database).await.unwrap();
    let succeeded = answers.iter().filter(|row| row.status == answer::Status::Success).map(|row| &row.id);
    let succeeded: BTreeSet<&String> = succeeded.collect();
    let entries = credit_entry::Entity::find().all(database).await.unwrap();
    let charged: Vec<&String> = entries.iter().filter_map(|entry| entry.answer_id.as_ref()).collect();
    assert_eq!((charged.len(), BTreeSet::from_iter(charged)), (succeeded.len(), succeeded));
    assert_balances(database, &entries).await;
    answers
}

/// Checks that each balance is the sum of these entries.
pub async fn assert_balances(database: &DatabaseConnection, entries: &[credit_entry::Model]) {
    for row in organization::Entity::find().all(database).await.unwrap() {
        let entries = entries.iter().filter(|entry| entry.organization_id == row.id);
        assert_eq!(row.balance, entries.map(|entry| entry.amount).sum::<i64>());
    }
}

/// Source: docs/platform-api.md, section 2, Run.
pub fn assert_counts_agree(run: &Value) {
    let count = |name: &str| run[name].as_u64().unwrap();
    assert_eq!(count("finishedCount"), count("successCount") + count("failedCount"), "{run}");
    assert_eq!(count("totalCount"), count("finishedCount") + count("runningCount"), "{run}");
    assert_eq!(run["status"] == "RUNNING", count("runningCount") > 0, "{run}");
    if let Some(answers) = run["answers"].as_array() {
        let with = |status: &str| answers.iter().filter(|answer| answer["status"] == status).count() as u64;
        assert_eq!(
            [count("totalCount"), with("SUCCESS"), with("FAILED"), with("PENDING")],
            [answers.len() as u64, count("successCount"), count("failedCount"), count("runningCount")]
        );
    }
}

/// Checks that the answers are to so many questions, a question being a prompt to a model, and that each was asked this often.
pub fn assert_asked(answers: &[Value], questions: usize, times: u32) {
    let mut counts = BTreeMap::new();
    for answer in answers {
        *counts.entry((answer["query"].to_string(), answer["model"].to_string())).or_insert(0) += 1;
    }
    assert_eq!((counts.len(), counts.values().all(|count| *count == times)), (questions, true));
}

/// Returns the body that submits prompts to models.
pub fn run_body(prompts: &[String], models: &[&str]) -> Value {
    json!({ "promptIDs": prompts, "models": models })
}
