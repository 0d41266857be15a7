//! Alerts and their rules.

mod evaluations;
mod list;
mod patch;

use answerdeck_api::AlertFinding;
use answerdeck_database::entity::alert;
use answerdeck_server::alerts::due::evaluate_next;
use jiff::SignedDuration;
use sea_orm::{EntityTrait, IntoActiveModel};
use serde_json::{Value, json};

use crate::harness::{Account, AnswerRow, TestServer};

pub(super) const ALERTS: &str = "/v1beta/platform/alerts";
pub(super) const RULES: &str = "/v1beta/platform/alert-rules";
pub(super) const WEEK: SignedDuration = SignedDuration::from_hours(7 * 24);
const MODELS: [&str; 3] = ["CHATGPT", "CLAUDE", "GEMINI"];
const BLOG: (&str, Option<&str>) = ("https://blog.example/1", Some("blog.example"));

impl TestServer {
    /// Creates a rule and returns its id.
    pub(crate) async fn alert_rule(&self, account: &Account, rule: Value) -> String {
        self.post(account, RULES, rule).await.id()
    }

    /// Stores an alert with the current time and returns its id.
    pub(crate) async fn alert(&self, account: &Account, finding: AlertFinding) -> String {
        let row = self.alert_row(account, finding);
        let id = row.id.clone();
        alert::Entity::insert(row.into_active_model()).exec_without_returning(&self.app.database).await.unwrap();
        id
    }

    fn alert_row(&self, account: &Account, finding: AlertFinding) -> alert::Model {
        alert::Model {
            id: self.new_id(),
            organization_id: account.organization_id.clone(),
            finding: json!(finding),
            created_at: self.clock.now().as_millisecond(),
            acknowledged_at: None,
        }
    }

    async fn alerts(&self, account: &Account) -> Vec<Value> {
        self.get(account, &format!("{ALERTS}?limit=100")).await.ok()["alerts"].as_array().unwrap().clone()
    }

    /// Creates the organization's own brand, and a rival.
    pub(crate) async fn own_and_rival(&self, account: &Account) -> [String; 2] {
        let own = self.brand_with_site(account, "Nurio", "https://nurio.example").await;
        let rival = self.brand(account, "Tavrin").await;
        self.find_brands().await;
        [own, rival]
    }

    /// Writes an answer of each of three models to each of twelve prompts. The first prompts name the own brand, the last the rival:
    /// so many of each.
    pub(crate) async fn week_of_answers(&self, account: &Account, own: usize, rival: usize) {
        let row = |number: usize| {
            let (prompt, model) = (number / 3, MODELS[number % 3]);
            let content = match (prompt < own, 12 - prompt <= rival) {
                (true, true) => "Nurio and Tavrin",
                (true, false) => "Nurio",
                (false, true) => "Tavrin",
                (false, false) => "Nothing",
            };
            let sources: &[_] = if prompt < own { &[BLOG] } else { &[] };
            AnswerRow { model, content, sources, ..to_prompt(prompt) }
        };
        self.answers(account, 36, row).await;
    }

    /// Writes a week of answers, and another one a week later, each as [`Self::week_of_answers`] does.
    pub(crate) async fn two_weeks_of_answers(&self, account: &Account, [before, after]: [(usize, usize); 2]) {
        self.week_of_answers(account, before.0, before.1).await;
        self.clock.advance(WEEK);
        self.week_of_answers(account, after.0, after.1).await;
    }

    /// Evaluates everything that is due.
    async fn evaluate(&self) {
        while evaluate_next(&self.app, "worker").await.unwrap() {}
    }
}

fn to_prompt(number: usize) -> AnswerRow {
    AnswerRow { prompt_id: prompt_id(number), ..AnswerRow::default() }
}

fn prompt_id(number: usize) -> String {
    format!("{number:0>22}")
}
