//! Answers and runs written directly to the database.

use answerdeck_api::Source;
use answerdeck_database::begin;
use answerdeck_database::entity::{answer, run};
use answerdeck_engine::Reply;
use answerdeck_server::run::reply::{self, AnalyzedReply};
use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveEnum, EntityTrait, IntoActiveModel};

use super::{Account, TestServer};

/// An answer to write.
#[derive(Debug, Clone)]
pub struct AnswerRow {
    pub run_id: Option<String>,
    pub prompt_set_id: String,
    pub prompt_id: String,
    pub model: &'static str,
    pub route: Option<&'static str>,
    pub region: &'static str,
    pub status: &'static str,
    /// The text of the prompt.
    pub query: &'static str,
    pub content: &'static str,
    /// The URL and the domain of each source.
    pub sources: &'static [(&'static str, Option<&'static str>)],
    pub fanouts: &'static [&'static str],
    /// The title of every source.
    pub title: &'static str,
}

impl Default for AnswerRow {
    fn default() -> Self {
        Self {
            run_id: None,
            prompt_set_id: "0000000000000000000set".to_owned(),
            prompt_id: "0000000000000000prompt".to_owned(),
            model: "CHATGPT",
            route: None,
            region: "KR",
            status: "SUCCESS",
            query: "Which earbuds?",
            content: "Content",
            sources: &[],
            fanouts: &[],
            title: "T",
        }
    }
}

impl TestServer {
    /// Generates an unused id.
    pub fn new_id(&self) -> String {
        self.app.random.id(self.clock.now())
    }

    /// Writes an answer with the current time and returns its id.
    pub async fn answer(&self, account: &Account, row: AnswerRow) -> String {
        let (id, now) = (self.new_id(), self.clock.now().as_millisecond());
        let status = match row.status {
            "PENDING" => answer::Status::Queued,
            settled => answer::Status::try_from_value(&settled.to_owned()).unwrap(),
        };
        let item = answer::Model {
            id: id.clone(),
            organization_id: account.organization_id.clone(),
            run_id: row.run_id,
            prompt_set_id: row.prompt_set_id,
            prompt_id: row.prompt_id,
            model: row.model.to_owned(),
            region: row.region.to_owned(),
            status,
            query: row.query.to_owned(),
            content: row.content.to_owned(),
            failure_code: None,
            provider_status: None,
            provider_message: None,
            attempts: 1,
            lease_until: None,
            lease_owner: None,
            asked_at: None,
            reserved_cost: None,
            task: None,
            created_at: now,
            ended_at: status.is_settled().then_some(now),
            route: row.route.map(str::to_owned),
            provider_cost: None,
        };
        let source = |(url, domain): &(&str, Option<&str>)| Source {
            url: (*url).to_owned(),
            title: row.title.to_owned(),
            domain: domain.map(ToOwned::to_owned),
        };
        let reply = Reply {
            content: row.content.to_owned(),
            sources: row.sources.iter().map(source).collect(),
            fanouts: row.fanouts.iter().map(|query| (*query).to_owned()).collect(),
            ..Reply::default()
        };
        let findings = reply::find(&self.app, &item.organization_id, &reply).await.unwrap();
        let transaction = begin(&self.app.database).await.unwrap();
        let inserted = item.clone().into_active_model();
        answer::Entity::insert(inserted).exec_without_returning(&transaction).await.unwrap();
        if item.status == answer::Status::Success {
            let analyzed = AnalyzedReply { reply, findings, response: None };
            reply::store(self.app.statistics.as_ref(), &transaction, &item, &analyzed).await.unwrap();
        }
        transaction.commit().await.unwrap();
        id
    }

    /// Writes a finished run without items and returns its id.
    pub async fn run(&self, account: &Account) -> String {
        let (id, now) = (self.new_id(), self.clock.now().as_millisecond());
        run::Entity::insert(run::ActiveModel {
            id: Set(id.clone()),
            organization_id: Set(account.organization_id.clone()),
            region: Set("KR".to_owned()),
            status: Set(run::Status::Finished),
            total_count: Set(1),
            success_count: Set(1),
            failed_count: Set(0),
            created_at: Set(now),
            finished_at: Set(Some(now)),
            ..Default::default()
        })
        .exec_without_returning(&self.app.database)
        .await
        .unwrap();
        id
    }
}
