//! Answers and runs written directly to the database.

use answerdeck_api::Source;
use answerdeck_database::entity::{answer, run};
use answerdeck_database::{begin, execute};
use answerdeck_engine::Reply;
use answerdeck_server::run::reply::{self, AnalyzedReply};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveEnum, DatabaseTransaction, EntityTrait, IntoActiveModel};

use super::{Account, TestServer, rows};

// Each answer updates the counts of its run, and PostgreSQL keeps every version of a row until the transaction ends.
const ANSWERS_PER_TRANSACTION: usize = 100;

/// An answer to write.
#[derive(Debug, Clone)]
pub struct AnswerRow {
    /// Without it, the run of such answers, which has the id of the organization.
    pub run_id: Option<String>,
    pub prompt_set_id: String,
    pub prompt_id: String,
    pub model: &'static str,
    /// Without it, that of a stand-in if `status` is `SUCCESS`.
    pub route: Option<&'static str>,
    pub region: &'static str,
    pub status: &'static str,
    /// The text of the prompt, the same in all answers of a run to it.
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

/// An answer that can be written.
struct AnalyzedAnswer {
    /// The text of the prompt.
    query: &'static str,
    item: answer::Model,
    reply: AnalyzedReply,
}

impl TestServer {
    /// Generates an unused id.
    pub fn new_id(&self) -> String {
        self.app.random.id(self.clock.now())
    }

    /// Writes an answer with the current time, and its prompt to its run, and returns its id.
    pub async fn answer(&self, account: &Account, row: AnswerRow) -> String {
        let analyzed = self.analyzed(account, row).await;
        let transaction = begin(&self.app.database).await.unwrap();
        self.insert(&transaction, &analyzed).await;
        transaction.commit().await.unwrap();
        analyzed.item.id
    }

    /// Writes answers as [`Self::answer`] does, and returns their ids.
    pub async fn store_answers(&self, account: &Account, rows: impl IntoIterator<Item = AnswerRow>) -> Vec<String> {
        let mut ids = Vec::new();
        for row in rows {
            ids.push(self.answer(account, row).await);
        }
        ids
    }

    /// Writes an answer with each of these texts.
    pub async fn answers_saying(&self, account: &Account, contents: &[&'static str]) {
        let rows = contents.iter().copied().map(|content| AnswerRow { content, ..AnswerRow::default() });
        self.store_answers(account, rows).await;
    }

    /// Writes this number of answers as [`Self::answer`] does, many in a transaction.
    pub async fn answers(&self, account: &Account, count: usize, row: impl Fn(usize) -> AnswerRow) {
        for first in (0..count).step_by(ANSWERS_PER_TRANSACTION) {
            let mut answers = Vec::new();
            for number in first..count.min(first + ANSWERS_PER_TRANSACTION) {
                answers.push(self.analyzed(account, row(number)).await);
            }
            let transaction = begin(&self.app.database).await.unwrap();
            for analyzed in &answers {
                self.insert(&transaction, analyzed).await;
            }
            transaction.commit().await.unwrap();
        }
    }

    /// Prepares an answer with the current time.
    async fn analyzed(&self, account: &Account, row: AnswerRow) -> AnalyzedAnswer {
        let (id, now) = (self.new_id(), self.clock.now().as_millisecond());
        let status = match row.status {
            "PENDING" => answer::Status::Queued,
            settled => answer::Status::try_from_value(&settled.to_owned()).unwrap(),
        };
        let route = row.route.or_else(|| (status == answer::Status::Success).then_some("STAND_IN"));
        let run_id = row.run_id.as_ref().unwrap_or(&account.organization_id);
        let item = answer::Model {
            prompt_set_id: row.prompt_set_id,
            prompt_id: row.prompt_id,
            model: row.model.to_owned(),
            region: row.region.to_owned(),
            status,
            content: row.content.to_owned(),
            ended_at: status.is_settled().then_some(now),
            route: route.map(str::to_owned),
            ..rows::answer(&account.organization_id, run_id, id, now)
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
        let analysis = reply::find(&self.app, &item.organization_id, &reply).await.unwrap();
        AnalyzedAnswer { query: row.query, item, reply: AnalyzedReply { reply, analysis, response: None } }
    }

    async fn insert(&self, transaction: &DatabaseTransaction, AnalyzedAnswer { query, item, reply }: &AnalyzedAnswer) {
        if item.run_id == item.organization_id {
            let once = OnConflict::column(run::Column::Id).do_nothing().to_owned();
            // Without counts, so that no metric compares it with another run.
            let run = rows::finished_run(&item.organization_id, &item.run_id, 0, 0, item.created_at);
            run::Entity::insert(run).on_conflict(once).exec_without_returning(transaction).await.unwrap();
        }
        let sql = "INSERT INTO run_prompts (run_id, position, prompt_id, prompt_set_id, content) \
                   SELECT $1, (SELECT count(*) FROM run_prompts WHERE run_id = $1), $2, $3, $4 \
                   WHERE NOT EXISTS (SELECT 1 FROM run_prompts WHERE run_id = $1 AND prompt_id = $2)";
        let (run_id, prompt_id, set_id) = (item.run_id.as_str(), item.prompt_id.as_str(), item.prompt_set_id.as_str());
        let values = [run_id.into(), prompt_id.into(), set_id.into(), (*query).into()];
        execute(transaction, sql, values).await.unwrap();
        let inserted = item.clone().into_active_model();
        answer::Entity::insert(inserted).exec_without_returning(transaction).await.unwrap();
        if item.status == answer::Status::Success {
            reply::store(self.app.statistics.as_ref(), transaction, item, reply).await.unwrap();
        }
    }

    /// Writes a finished run with these answers, and returns its id.
    pub async fn run_of(&self, account: &Account, rows: impl IntoIterator<Item = AnswerRow>) -> String {
        let run = self.run(account).await;
        let of_run = |row: AnswerRow| AnswerRow { run_id: Some(run.clone()), ..row };
        self.store_answers(account, rows.into_iter().map(of_run)).await;
        run
    }

    /// Writes a finished run that asked a prompt twice, without its items, and returns its id.
    pub async fn run(&self, account: &Account) -> String {
        let id = self.new_id();
        let now = self.clock.now().as_millisecond();
        let run = rows::finished_run(&account.organization_id, &id, 2, 1, now);
        run::Entity::insert(run).exec_without_returning(&self.app.database).await.unwrap();
        id
    }
}
