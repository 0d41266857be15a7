//! Schedules in tests.

use answerdeck_database::entity::schedule;
use jiff::Timestamp;
use sea_orm::prelude::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use super::{Account, TestServer};

pub const SCHEDULES: &str = "/v1beta/platform/schedules";

impl TestServer {
    /// Creates a schedule and returns its id.
    pub async fn schedule(&self, account: &Account, body: Value) -> String {
        self.post(account, SCHEDULES, body).await.id()
    }

    /// Creates a schedule of these prompts with CLAUDE, which is due every day at 09:00 in Seoul, next on
    /// 2026-11-21.
    pub async fn daily_schedule(&self, account: &Account, prompts: &[String]) -> String {
        let recurrence = json!({ "frequency": "DAILY", "time": "09:00", "timeZone": "Asia/Seoul" });
        let run = json!({ "promptIDs": prompts, "models": ["CLAUDE"] });
        self.schedule(account, json!({ "name": "Daily", "run": run, "recurrence": recurrence })).await
    }

    /// Creates a schedule of prompts in a new set, as [`Self::daily_schedule`] does.
    pub async fn schedule_prompts(&self, account: &Account, contents: &[&str]) -> String {
        self.daily_schedule(account, &self.prompts(account, contents).await).await
    }

    /// Reads a schedule.
    pub async fn schedule_of(&self, account: &Account, id: &str) -> Value {
        self.get(account, &format!("{SCHEDULES}/{id}")).await.ok()
    }

    /// Makes a schedule due at this time.
    pub async fn set_due(&self, id: &str, at: Timestamp) {
        schedule::Entity::update_many()
            .col_expr(schedule::Column::NextDueAt, Expr::value(at.as_millisecond()))
            .filter(schedule::Column::Id.eq(id))
            .exec(&self.app.database)
            .await
            .unwrap();
    }

    /// Advances the clock to this time, unless it has passed.
    pub fn advance_to(&self, time: &str) {
        self.clock.advance(self.clock.now().duration_until(time.parse().unwrap()));
    }

    /// Lists the whole history of a schedule, newest first.
    pub async fn entries(&self, account: &Account, id: &str) -> Vec<Value> {
        self.list(account, &format!("/v1beta/platform/schedule-entries?scheduleID={id}&limit=100"), "entries").await
    }
}
