//! Working on runs inside a test.

use std::time::Duration;

use answerdeck_server::database::entity::organization;
use answerdeck_server::jobs::Jobs;
use answerdeck_server::run::items::ItemSettings;
use answerdeck_server::{AppState, Config};
use sea_orm::prelude::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use super::{Account, TestServer};

/// No pause before an item.
pub const NO_PAUSE: ItemSettings =
    ItemSettings { concurrency: 4, min_pause: Duration::ZERO, max_pause: Duration::ZERO };

impl TestServer {
    /// Starts the server's worker. It ends with the test.
    pub async fn work(&self) {
        tokio::spawn(Jobs::new(self.app.clone(), NO_PAUSE).await.unwrap().run());
    }

    /// The server's application over again, as another process would have it, with engines of the test's own.
    pub fn another(&self, engines: answerdeck_server::engine::Engines) -> AppState {
        let config = Config { public_url: self.url.clone(), ..Default::default() };
        AppState::new(config, self.app.database.clone(), self.clock.clone(), self.app.random.clone(), engines)
    }

    /// Makes prompts in a new set.
    pub async fn prompts(&self, account: &Account, contents: &[&str]) -> Vec<String> {
        let set = self.prompt_set(account, "Set").await;
        let mut ids = Vec::new();
        for content in contents {
            ids.push(self.prompt(account, &set, content).await);
        }
        ids
    }

    /// Submits a run and gives its id.
    pub async fn submit(&self, account: &Account, body: Value) -> String {
        self.post(account, "/v1/platform/runs", body).await.ok()["id"].as_str().unwrap().to_owned()
    }

    /// Reads a run until it is FINISHED. At every moment its counts agree.
    pub async fn finished(&self, account: &Account, run: &str) -> Value {
        let wait = async {
            loop {
                let run = self.get(account, &format!("/v1/platform/runs/{run}")).await.ok();
                assert_adds_up(&run);
                if run["status"] == "FINISHED" {
                    return run;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(60), wait).await.expect("the run finishes")
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

    /// The balance over the API.
    pub async fn balance(&self, account: &Account) -> f64 {
        self.get(account, "/v1beta/platform/credits/me").await.ok()["balance"].as_f64().unwrap()
    }
}

/// Source: docs/platform-api.md, section 2, Run.
pub fn assert_adds_up(run: &Value) {
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

/// A submission of prompts to models.
pub fn run_of(prompts: &[String], models: &[&str]) -> Value {
    json!({ "promptIDs": prompts, "models": models })
}
