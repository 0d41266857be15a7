//! Answers and runs put straight into the database, as if they had been collected.

use answerdeck_server::database::entity::{answer, answer_fanout, answer_source, run};
use sea_orm::ActiveValue::Set;
use sea_orm::EntityTrait;

use super::{Account, TestServer};

/// An answer to put there.
pub struct AnswerRow {
    pub run_id: Option<String>,
    pub prompt_set_id: String,
    pub prompt_id: String,
    pub model: &'static str,
    pub region: &'static str,
    pub status: &'static str,
    pub content: &'static str,
    /// Address and domain.
    pub sources: &'static [(&'static str, Option<&'static str>)],
    pub fanouts: &'static [&'static str],
}

impl Default for AnswerRow {
    fn default() -> Self {
        Self {
            run_id: None,
            prompt_set_id: "0000000000000000000set".to_owned(),
            prompt_id: "0000000000000000prompt".to_owned(),
            model: "CHATGPT",
            region: "KR",
            status: "SUCCESS",
            content: "Content",
            sources: &[],
            fanouts: &[],
        }
    }
}

impl TestServer {
    /// An id that nothing has.
    pub fn new_id(&self) -> String {
        self.app.random.id(self.clock.now())
    }

    /// Puts an answer there now and gives its id.
    pub async fn answer(&self, account: &Account, row: AnswerRow) -> String {
        let (id, now) = (self.new_id(), self.clock.now().as_millisecond());
        answer::Entity::insert(answer::ActiveModel {
            id: Set(id.clone()),
            organization_id: Set(account.organization_id.clone()),
            run_id: Set(row.run_id),
            prompt_set_id: Set(row.prompt_set_id),
            prompt_id: Set(row.prompt_id),
            model: Set(row.model.to_owned()),
            region: Set(row.region.to_owned()),
            status: Set(row.status.to_owned()),
            query: Set("Which earbuds?".to_owned()),
            content: Set(row.content.to_owned()),
            failure: Set(None),
            attempts: Set(1),
            lease_until: Set(None),
            lease_owner: Set(None),
            created_at: Set(now),
            ended_at: Set(Some(now)),
        })
        .exec_without_returning(&self.app.database)
        .await
        .unwrap();
        for (position, (url, domain)) in (0..).zip(row.sources) {
            answer_source::Entity::insert(answer_source::ActiveModel {
                answer_id: Set(id.clone()),
                position: Set(position),
                url: Set((*url).to_owned()),
                title: Set("T".to_owned()),
                domain: Set(domain.map(ToOwned::to_owned)),
            })
            .exec_without_returning(&self.app.database)
            .await
            .unwrap();
        }
        for (position, query) in (0..).zip(row.fanouts) {
            answer_fanout::Entity::insert(answer_fanout::ActiveModel {
                answer_id: Set(id.clone()),
                position: Set(position),
                query: Set((*query).to_owned()),
            })
            .exec_without_returning(&self.app.database)
            .await
            .unwrap();
        }
        id
    }

    /// Puts a finished run without items there and gives its id.
    pub async fn run(&self, account: &Account) -> String {
        let (id, now) = (self.new_id(), self.clock.now().as_millisecond());
        run::Entity::insert(run::ActiveModel {
            id: Set(id.clone()),
            organization_id: Set(account.organization_id.clone()),
            region: Set("KR".to_owned()),
            status: Set("FINISHED".to_owned()),
            total_count: Set(1),
            success_count: Set(1),
            failed_count: Set(0),
            created_at: Set(now),
            finished_at: Set(Some(now)),
        })
        .exec_without_returning(&self.app.database)
        .await
        .unwrap();
        id
    }
}
