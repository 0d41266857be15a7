//! Runs and background jobs in tests.

use std::time::Duration;

use answerdeck_database::entity::{answer, organization};
use answerdeck_server::jobs::Jobs;
use answerdeck_server::run::collect_settings::CollectSettings;
use answerdeck_server::{AppState, Config};
use jiff::SignedDuration;
use sea_orm::prelude::Expr;
use sea_orm::{ColumnTrait, DatabaseConnection, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};

use super::{Account, TestServer, until_some};

/// Processes items without a pause.
pub const NO_PAUSE: CollectSettings = CollectSettings {
    max_concurrency: 4,
    item_pause: Duration::ZERO,
    first_poll: Duration::ZERO,
    last_poll: Duration::from_millis(20),
    renewal_interval: Duration::from_secs(30),
};

impl TestServer {
    /// Starts the background jobs of the server. They end with the test.
    pub async fn start_jobs(&self) {
        tokio::spawn(Jobs::new(self.app.clone(), NO_PAUSE).await.unwrap().run());
    }

    /// Advances the clock, and wakes up the jobs of this server: they look only every few seconds for work that is due.
    pub fn pass(&self, time: SignedDuration) {
        self.clock.advance(time);
        self.app.wake_jobs();
    }

    /// Creates the application state of another process over the same database, with these engines.
    pub fn second_app(&self, engines: answerdeck_engine::Engines) -> AppState {
        let config = Config { public_url: self.url.clone(), ..Default::default() };
        AppState::new(config, self.app.database.clone(), self.clock.clone(), self.app.random.clone(), engines)
    }

    /// Creates prompts in a new set and returns their ids.
    pub async fn prompts(&self, account: &Account, contents: &[&str]) -> Vec<String> {
        let set = self.prompt_set(account, "Set").await;
        let mut ids = Vec::new();
        for content in contents {
            ids.push(self.prompt(account, &set, content).await);
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
        self.post(account, "/v1/platform/runs", body).await.ok()["id"].as_str().unwrap().to_owned()
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

/// Returns the body that submits prompts to models.
pub fn run_body(prompts: &[String], models: &[&str]) -> Value {
    json!({ "promptIDs": prompts, "models": models })
}
