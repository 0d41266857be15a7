//! Exports all data of an organization as JSON Lines: one object per line, with its type and the field names of the
//! API.

mod lines;

use std::collections::HashMap;
use std::io::{self, Write};

use answerdeck_api::Source;
use answerdeck_database::entity::{
    alert, alert_rule, answer, answer_fanout, answer_source, api_key, brand, credit_entry, digest, digest_recipient,
    digest_settings, domain_type, next_step_decision, oauth_client, oauth_grant, organization, prompt, prompt_set, run,
    run_estimate, run_prompt, saved_view, schedule, schedule_entry, site_analysis, webhook, webhook_delivery,
};
use answerdeck_database::time::wire_time;
use answerdeck_database::{query_rows, snapshot};
use answerdeck_statistics::{AnswerTokens, Statistics};
use sea_orm::prelude::Expr;
use sea_orm::{
    ColumnTrait, DatabaseTransaction, DbErr, EntityTrait, ModelTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    Select,
};
use serde_json::{Value, json};

use crate::clock::start_of_utc_day;
use crate::run::responses;
use crate::state::AppState;

/// Answers that are in memory at the same time.
const PAGE: u64 = 200;

/// Why an export is incomplete.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("the database failed: {0}")]
    Database(#[from] DbErr),
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

/// Writes a consistent snapshot of an organization: itself, then its API keys (without secrets), sign-ins (without tokens),
/// credit entries, prompt sets, prompts, brands, decisions about next steps, schedules and their histories, webhooks (without
/// secrets) and their deliveries, saved views, types of domains, rules of alerts, alerts, the settings and recipients of digests,
/// digests, runs, answers, estimates of runs, site keyword analyses, each from the oldest to the newest, the tokens of answers,
/// and the number of keywords that it requested by day. Returns whether the organization exists. After an error, the lines before it
/// are complete.
pub async fn export(app: &AppState, id: &str, out: &mut impl Write) -> Result<bool, ExportError> {
    let snapshot = snapshot(&app.database).await?;
    let Some(row) = organization::Entity::find_by_id(id).one(&snapshot).await? else { return Ok(false) };
    let line = json!({
        "type": "organization", "id": row.id, "name": row.name, "region": row.region, "websites": row.websites,
        "balance": row.balance, "createdAt": wire_time(row.created_at),
    });
    writeln!(out, "{line}")?;
    let mut writer = Exporter { database: &snapshot, statistics: app.statistics.as_ref(), out };
    macro_rules! write_all {
        ($($table:ident),*) => {
            $(
                let rows = $table::Entity::find().filter($table::Column::OrganizationId.eq(id));
                writer.write(rows, $table::Column::Id, lines::$table).await?;
            )*
        };
    }
    write_all!(api_key);
    writer.write_sign_ins(id).await?;
    write_all!(credit_entry, prompt_set, prompt, brand, next_step_decision, schedule, schedule_entry, webhook);
    write_all!(webhook_delivery, saved_view, alert_rule, alert);
    let types = domain_type::Entity::find().filter(domain_type::Column::OrganizationId.eq(id));
    writer.write(types, domain_type::Column::Domain, lines::domain_type).await?;
    let settings = digest_settings::Entity::find().filter(digest_settings::Column::OrganizationId.eq(id));
    writer.write(settings, digest_settings::Column::OrganizationId, lines::digest_settings).await?;
    write_all!(digest_recipient, digest);
    writer.write_runs(id).await?;
    write_all!(run_estimate);
    writer.write_answers(id).await?;
    write_all!(site_analysis);
    writer.write_tokens(id).await?;
    writer.write_keyword_requests(id).await?;
    out.flush()?;
    snapshot.commit().await?;
    Ok(true)
}

struct Exporter<'a, W> {
    database: &'a DatabaseTransaction,
    statistics: &'a dyn Statistics,
    out: &'a mut W,
}

impl<W: Write> Exporter<'_, W> {
    async fn write<E: EntityTrait>(
        &mut self,
        rows: Select<E>,
        id: E::Column,
        line: impl Fn(E::Model) -> Value,
    ) -> Result<(), ExportError> {
        let mut pages = Pages::new(rows, id);
        while let Some(page) = pages.next(self.database).await? {
            for row in page {
                writeln!(self.out, "{}", line(row))?;
            }
        }
        Ok(())
    }

    /// Writes the OAuth grants of the organization's keys, each with the name of its client.
    async fn write_sign_ins(&mut self, organization: &str) -> Result<(), ExportError> {
        let keys = api_key::Entity::find().filter(api_key::Column::OrganizationId.eq(organization));
        let keys = keys.select_only().column(api_key::Column::Id).into_query();
        let rows = oauth_grant::Entity::find().filter(oauth_grant::Column::ApiKeyId.in_subquery(keys));
        let mut pages = Pages::new(rows, oauth_grant::Column::Id);
        while let Some(page) = pages.next(self.database).await? {
            let clients = oauth_client::Entity::find()
                .filter(oauth_client::Column::Id.is_in(page.iter().map(|row| row.client_id.as_str())));
            let clients = clients.all(self.database).await?;
            let names: HashMap<String, String> = clients.into_iter().map(|row| (row.id, row.name)).collect();
            for row in page {
                let name = names.get(&row.client_id);
                writeln!(self.out, "{}", lines::sign_in(row, name))?;
            }
        }
        Ok(())
    }

    /// Writes runs, each with the prompts that it asks.
    async fn write_runs(&mut self, organization: &str) -> Result<(), ExportError> {
        let rows = run::Entity::find().filter(run::Column::OrganizationId.eq(organization));
        let mut pages = Pages::new(rows, run::Column::Id);
        while let Some(page) = pages.next(self.database).await? {
            for row in page {
                // Of one run at a time: its prompts can have some megabytes.
                let prompts = run_prompt::Entity::find()
                    .filter(run_prompt::Column::RunId.eq(&row.id))
                    .order_by_asc(run_prompt::Column::Position)
                    .all(self.database)
                    .await?;
                writeln!(self.out, "{}", lines::run(row, prompts))?;
            }
        }
        Ok(())
    }

    async fn write_answers(&mut self, organization: &str) -> Result<(), ExportError> {
        let rows = answer::Entity::find().filter(answer::Column::OrganizationId.eq(organization));
        let mut pages = Pages::new(rows, answer::Column::Id);
        while let Some(page) = pages.next(self.database).await? {
            let ids = || page.iter().map(|row| row.id.as_str());
            let query_rows: Vec<(String, String)> = answer::Entity::find()
                .select_only()
                .column(answer::Column::Id)
                .expr_as(Expr::cust(answer::QUERY_SQL), "query")
                .filter(answer::Column::Id.is_in(ids()))
                .into_tuple()
                .all(self.database)
                .await?;
            let mut queries: HashMap<String, String> = query_rows.into_iter().collect();
            let source_rows = answer_source::Entity::find()
                .filter(answer_source::Column::AnswerId.is_in(ids()))
                .order_by_asc(answer_source::Column::Position);
            let mut sources = HashMap::<String, Vec<Source>>::new();
            for row in source_rows.all(self.database).await? {
                let source = Source { url: row.url, title: row.title, domain: row.domain };
                sources.entry(row.answer_id).or_default().push(source);
            }
            let fanout_rows = answer_fanout::Entity::find()
                .filter(answer_fanout::Column::AnswerId.is_in(ids()))
                .order_by_asc(answer_fanout::Column::Position);
            let mut fanouts = HashMap::<String, Vec<String>>::new();
            for row in fanout_rows.all(self.database).await? {
                fanouts.entry(row.answer_id).or_default().push(row.query);
            }
            for row in page {
                let query = queries.remove(&row.id).unwrap_or_default();
                let sources = sources.remove(&row.id).unwrap_or_default();
                let fanouts = fanouts.remove(&row.id).unwrap_or_default();
                // One at a time: a response can have a few megabytes.
                let response = responses::load(self.database, &row.id).await?;
                let response = response.map(|response| response.decompress()).transpose()?;
                writeln!(self.out, "{}", lines::answer(row, &query, sources, fanouts, response))?;
            }
        }
        Ok(())
    }

    /// Writes the tokens of each answer that has any, in the order in which the answers were completed.
    async fn write_tokens(&mut self, organization: &str) -> Result<(), ExportError> {
        let mut page = 0;
        while let Some(answers) = self.statistics.tokens(self.database, organization, page).await? {
            for AnswerTokens { answer_id, tokens } in answers {
                if !tokens.is_empty() {
                    let line = json!({ "type": "answerTokens", "answerID": answer_id, "tokens": tokens });
                    writeln!(self.out, "{line}")?;
                }
            }
            page += 1;
        }
        Ok(())
    }

    async fn write_keyword_requests(&mut self, organization: &str) -> Result<(), ExportError> {
        let sql = "SELECT day, keywords FROM keyword_requests WHERE organization_id = $1 ORDER BY day";
        for (day, keywords) in query_rows::<(i64, i64)>(self.database, sql, [organization.into()]).await? {
            let day = wire_time(start_of_utc_day(day).as_millisecond());
            writeln!(self.out, "{}", json!({ "type": "keywordRequests", "day": day, "keywords": keywords }))?;
        }
        Ok(())
    }
}

/// The rows of a query in the order of their ids, a page at a time.
struct Pages<E: EntityTrait> {
    rows: Select<E>,
    id: E::Column,
    last: Option<sea_orm::Value>,
}

impl<E: EntityTrait> Pages<E> {
    fn new(rows: Select<E>, id: E::Column) -> Self {
        Self { rows: rows.order_by_asc(id).limit(PAGE), id, last: None }
    }

    /// The next page. `None` after the last one.
    async fn next(&mut self, database: &DatabaseTransaction) -> Result<Option<Vec<E::Model>>, DbErr> {
        let rows = self.rows.clone().apply_if(self.last.clone(), |rows, last| rows.filter(self.id.gt(last)));
        let page = rows.all(database).await?;
        let Some(newest) = page.last() else { return Ok(None) };
        self.last = Some(newest.get(self.id));
        Ok(Some(page))
    }
}
