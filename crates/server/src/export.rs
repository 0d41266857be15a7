//! Exports all data of an organization as JSON Lines: one object per line, with its type and the field names of the
//! API.

use std::collections::HashMap;
use std::io::{self, Write};

use answerdeck_api::{AnswerStatus, SiteKeywordAnalysisStatus, Source, WebhookDeliveryStatus};
use answerdeck_database::entity::{
    alert, alert_rule, answer, answer_fanout, answer_source, api_key, brand, credit_entry, digest, digest_recipient,
    digest_settings, next_step_decision, oauth_client, oauth_grant, organization, prompt, prompt_set, run,
    run_estimate, run_prompt, saved_view, schedule, schedule_entry, site_analysis, webhook, webhook_delivery,
};
use answerdeck_database::queries;
use answerdeck_database::time::wire_time;
use answerdeck_database::{snapshot, statement};
use answerdeck_statistics::{AnswerTokens, Statistics};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, EntityTrait, ModelTrait, QueryFilter,
    QueryOrder, QuerySelect, QueryTrait, Select,
};
use serde_json::{Value, json};

use crate::clock::start_of_utc_day;
use crate::engines::spend::dollars;
use crate::language::Language;
use crate::run::{failure, responses};

/// Answers that are in memory at the same time.
const PAGE: u64 = 200;

/// Why an export is incomplete.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(#[from] DbErr),
    /// A line cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

/// Writes a consistent snapshot of an organization: itself, then its API keys (without secrets), sign-ins (without
/// tokens), credit entries, prompt sets, prompts, brands, decisions about next steps, schedules and their histories, webhooks (without
/// secrets) and their deliveries, saved views, rules of alerts, alerts, the settings and recipients of digests, digests, runs, answers,
/// estimates of runs, site keyword analyses, each from the oldest to the newest, the tokens of answers, and the number of keywords that
/// it requested by day. Returns whether the organization exists.
///
/// # Errors
/// Returns an error if the database fails or a line cannot be written. The lines before are complete.
pub async fn export(
    database: &DatabaseConnection,
    statistics: &dyn Statistics,
    id: &str,
    out: &mut impl Write,
) -> Result<bool, ExportError> {
    let snapshot = snapshot(database).await?;
    let Some(row) = organization::Entity::find_by_id(id).one(&snapshot).await? else { return Ok(false) };
    let line = json!({
        "type": "organization", "id": row.id, "name": row.name, "region": row.region, "websites": row.websites,
        "balance": row.balance, "createdAt": wire_time(row.created_at),
    });
    writeln!(out, "{line}")?;
    let mut writer = Exporter { database: &snapshot, statistics, out };
    let keys = api_key::Entity::find().filter(api_key::Column::OrganizationId.eq(id));
    writer.write(keys, api_key::Column::Id, api_key_line).await?;
    writer.write_sign_ins(id).await?;
    let entries = credit_entry::Entity::find().filter(credit_entry::Column::OrganizationId.eq(id));
    writer.write(entries, credit_entry::Column::Id, credit_entry_line).await?;
    let sets = prompt_set::Entity::find().filter(prompt_set::Column::OrganizationId.eq(id));
    writer.write(sets, prompt_set::Column::Id, prompt_set_line).await?;
    let prompts = prompt::Entity::find().filter(prompt::Column::OrganizationId.eq(id));
    writer.write(prompts, prompt::Column::Id, prompt_line).await?;
    let brands = brand::Entity::find().filter(brand::Column::OrganizationId.eq(id));
    writer.write(brands, brand::Column::Id, brand_line).await?;
    let decisions = next_step_decision::Entity::find().filter(next_step_decision::Column::OrganizationId.eq(id));
    writer.write(decisions, next_step_decision::Column::Id, next_step_decision_line).await?;
    let schedules = schedule::Entity::find().filter(schedule::Column::OrganizationId.eq(id));
    writer.write(schedules, schedule::Column::Id, schedule_line).await?;
    let entries = schedule_entry::Entity::find().filter(schedule_entry::Column::OrganizationId.eq(id));
    writer.write(entries, schedule_entry::Column::Id, schedule_entry_line).await?;
    let webhooks = webhook::Entity::find().filter(webhook::Column::OrganizationId.eq(id));
    writer.write(webhooks, webhook::Column::Id, webhook_line).await?;
    let deliveries = webhook_delivery::Entity::find().filter(webhook_delivery::Column::OrganizationId.eq(id));
    writer.write(deliveries, webhook_delivery::Column::Id, webhook_delivery_line).await?;
    let views = saved_view::Entity::find().filter(saved_view::Column::OrganizationId.eq(id));
    writer.write(views, saved_view::Column::Id, saved_view_line).await?;
    let rules = alert_rule::Entity::find().filter(alert_rule::Column::OrganizationId.eq(id));
    writer.write(rules, alert_rule::Column::Id, alert_rule_line).await?;
    let alerts = alert::Entity::find().filter(alert::Column::OrganizationId.eq(id));
    writer.write(alerts, alert::Column::Id, alert_line).await?;
    let settings = digest_settings::Entity::find().filter(digest_settings::Column::OrganizationId.eq(id));
    writer.write(settings, digest_settings::Column::OrganizationId, digest_settings_line).await?;
    let recipients = digest_recipient::Entity::find().filter(digest_recipient::Column::OrganizationId.eq(id));
    writer.write(recipients, digest_recipient::Column::Id, digest_recipient_line).await?;
    let digests = digest::Entity::find().filter(digest::Column::OrganizationId.eq(id));
    writer.write(digests, digest::Column::Id, digest_line).await?;
    writer.write_runs(id).await?;
    let estimates = run_estimate::Entity::find().filter(run_estimate::Column::OrganizationId.eq(id));
    writer.write(estimates, run_estimate::Column::Id, run_estimate_line).await?;
    writer.write_answers(id).await?;
    let analyses = site_analysis::Entity::find().filter(site_analysis::Column::OrganizationId.eq(id));
    writer.write(analyses, site_analysis::Column::Id, site_analysis_line).await?;
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
    /// Writes a line for each row of `rows`.
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
                writeln!(self.out, "{}", sign_in_line(row, name))?;
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
                writeln!(self.out, "{}", run_line(row, prompts))?;
            }
        }
        Ok(())
    }

    async fn write_answers(&mut self, organization: &str) -> Result<(), ExportError> {
        let rows = answer::Entity::find().filter(answer::Column::OrganizationId.eq(organization));
        let mut pages = Pages::new(rows, answer::Column::Id);
        while let Some(mut page) = pages.next(self.database).await? {
            queries::fill_in(self.database, &mut page).await?;
            let ids = || page.iter().map(|row| row.id.as_str());
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
                let (sources, fanouts) = (sources.remove(&row.id), fanouts.remove(&row.id));
                // One at a time: a response can have a few megabytes.
                let response = responses::load(self.database, &row.id).await?;
                let line = answer_line(row, sources.unwrap_or_default(), fanouts.unwrap_or_default(), response);
                writeln!(self.out, "{line}")?;
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
        let rows = self.database.query_all_raw(statement(self.database, sql, [organization.into()])).await?;
        for row in rows {
            let (day, keywords): (i64, i64) = row.try_get_many_by_index()?;
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
        let rows = self.rows.clone();
        let rows = match &self.last {
            Some(last) => rows.filter(self.id.gt(last.clone())),
            None => rows,
        };
        let page = rows.all(database).await?;
        let Some(newest) = page.last() else { return Ok(None) };
        self.last = Some(newest.get(self.id));
        Ok(Some(page))
    }
}

fn api_key_line(row: api_key::Model) -> Value {
    let (created_at, revoked_at) = (wire_time(row.created_at), row.revoked_at.map(wire_time));
    json!({ "type": "apiKey", "id": row.id, "createdAt": created_at, "revokedAt": revoked_at })
}

fn sign_in_line(row: oauth_grant::Model, client_name: Option<&String>) -> Value {
    json!({
        "type": "signIn", "id": row.id, "clientID": row.client_id, "clientName": client_name,
        "apiKeyID": row.api_key_id, "scope": row.scope, "resource": row.resource,
        "createdAt": wire_time(row.created_at), "expiresAt": wire_time(row.expires_at),
        "revokedAt": row.revoked_at.map(wire_time),
    })
}

fn credit_entry_line(row: credit_entry::Model) -> Value {
    json!({
        "type": "creditEntry", "id": row.id, "thousandths": row.amount, "answerID": row.answer_id,
        "createdAt": wire_time(row.created_at),
    })
}

fn prompt_set_line(row: prompt_set::Model) -> Value {
    json!({
        "type": "promptSet", "id": row.id, "name": row.name, "description": row.description,
        "createdAt": wire_time(row.created_at),
    })
}

fn prompt_line(row: prompt::Model) -> Value {
    json!({
        "type": "prompt", "id": row.id, "promptSetID": row.prompt_set_id, "content": row.content,
        "createdAt": wire_time(row.created_at),
    })
}

fn brand_line(row: brand::Model) -> Value {
    json!({
        "type": "brand", "id": row.id, "name": row.name, "description": row.description, "synonyms": row.synonyms,
        "caseSensitive": row.case_sensitive, "excludedPhrases": row.excluded_phrases, "websites": row.websites, "createdAt": wire_time(row.created_at),
    })
}

fn next_step_decision_line(row: next_step_decision::Model) -> Value {
    json!({
        "type": "nextStepDecision", "id": row.id, "state": row.state, "note": row.note,
        "updatedAt": wire_time(row.updated_at),
    })
}

fn schedule_line(row: schedule::Model) -> Value {
    json!({
        "type": "schedule", "id": row.id, "name": row.name, "run": row.run, "recurrence": row.recurrence,
        "monthlyBudget": row.monthly_budget, "paused": row.paused, "nextDueAt": row.next_due_at.map(wire_time),
        "createdAt": wire_time(row.created_at),
    })
}

fn webhook_line(row: webhook::Model) -> Value {
    json!({
        "type": "webhook", "id": row.id, "url": row.url, "format": row.format, "language": row.language,
        "eventTypes": row.event_types, "disabledReason": row.disabled_reason,
        "disabledAt": row.disabled_at.map(wire_time), "succeededAt": row.succeeded_at.map(wire_time),
        "createdAt": wire_time(row.created_at),
    })
}

fn schedule_entry_line(row: schedule_entry::Model) -> Value {
    json!({
        "type": "scheduleEntry", "scheduleID": row.schedule_id, "dueAt": wire_time(row.due_at),
        "handledAt": wire_time(row.handled_at), "outcome": row.outcome, "skipReason": row.skip_reason,
        "missedCount": row.missed_count, "runID": row.run_id, "credits": row.credits,
        "missingModels": row.missing_models, "stoppedModels": row.stopped_models,
    })
}

fn webhook_delivery_line(row: webhook_delivery::Model) -> Value {
    json!({
        "type": "webhookDelivery", "id": row.id, "webhookID": row.webhook_id, "eventType": row.event_type,
        "requestBody": row.body, "status": WebhookDeliveryStatus::from(row.status), "attempts": row.attempts,
        "responseStatus": row.response_status, "responseBody": row.response_body, "failure": row.failure,
        "attemptedAt": row.attempted_at.map(wire_time), "createdAt": wire_time(row.created_at),
    })
}

fn saved_view_line(row: saved_view::Model) -> Value {
    json!({
        "type": "savedView", "id": row.id, "name": row.name, "address": row.address,
        "createdAt": wire_time(row.created_at),
    })
}

fn alert_rule_line(row: alert_rule::Model) -> Value {
    json!({
        "type": "alertRule", "id": row.id, "metric": row.metric, "brandID": row.brand_id, "domain": row.domain,
        "promptID": row.prompt_id, "direction": row.direction, "points": row.points, "windowDays": row.window_days,
        "createdAt": wire_time(row.created_at),
    })
}

fn alert_line(row: alert::Model) -> Value {
    json!({
        "type": "alert", "id": row.id, "finding": row.finding, "createdAt": wire_time(row.created_at),
        "acknowledgedAt": row.acknowledged_at.map(wire_time),
    })
}

fn digest_settings_line(row: digest_settings::Model) -> Value {
    json!({
        "type": "digestSettings", "weekday": row.weekday, "time": row.time, "timeZone": row.time_zone, "language": row.language,
        "nextAt": row.next_due_at.map(wire_time),
    })
}

fn digest_recipient_line(row: digest_recipient::Model) -> Value {
    json!({
        "type": "digestRecipient", "id": row.id, "address": row.address, "sentAt": row.sent_at.map(wire_time),
        "lastError": row.last_error, "createdAt": wire_time(row.created_at),
    })
}

fn digest_line(row: digest::Model) -> Value {
    json!({
        "type": "digest", "id": row.id, "dueAt": wire_time(row.due_at), "findings": row.findings, "createdAt": wire_time(row.created_at),
    })
}

fn run_line(row: run::Model, prompts: Vec<run_prompt::Model>) -> Value {
    let prompt = |row: run_prompt::Model| json!({ "promptID": row.prompt_id, "promptSetID": row.prompt_set_id, "query": row.content });
    let prompts: Vec<Value> = prompts.into_iter().map(prompt).collect();
    json!({
        "type": "run", "id": row.id, "name": row.name, "promptSetID": row.prompt_set_id, "scheduleID": row.schedule_id, "region": row.region, "models": row.models,
        "chargedThousandths": row.charged, "totalCount": row.total_count,
        "successCount": row.success_count, "failedCount": row.failed_count, "createdAt": wire_time(row.created_at),
        "finishedAt": row.finished_at.map(wire_time), "stoppedAt": row.stopped_at.map(wire_time),
        "creditsRanOut": row.credits_ran_out,
        "providerCost": row.provider_cost.map(dollars), "prompts": prompts,
    })
}

fn run_estimate_line(row: run_estimate::Model) -> Value {
    json!({
        "type": "runEstimate", "id": row.id, "submission": row.submission, "itemCount": row.item_count,
        "expiresAt": wire_time(row.expires_at), "runID": row.run_id,
    })
}

fn answer_line(row: answer::Model, sources: Vec<Source>, fanouts: Vec<String>, response: Option<Vec<u8>>) -> Value {
    let response = response.map(|body| String::from_utf8_lossy(&body).into_owned());
    let failure = failure::to_wire(row.failure_code, row.provider_status, row.provider_message, Language::English);
    let call = row.asked_at.map(|asked_at| {
        json!({ "askedAt": wire_time(asked_at), "reservedCost": row.reserved_cost.map(dollars), "task": row.task })
    });
    json!({
        "type": "answer", "id": row.id, "runID": row.run_id, "promptSetID": row.prompt_set_id,
        "promptID": row.prompt_id, "model": row.model, "region": row.region,
        "status": AnswerStatus::from(row.status), "failure": failure, "query": row.query,
        "content": row.content, "createdAt": wire_time(row.created_at), "endedAt": row.ended_at.map(wire_time), "sources": sources,
        "fanouts": fanouts, "route": row.route, "providerCost": row.provider_cost.map(dollars),
        "providerResponse": response, "providerCall": call,
    })
}

fn site_analysis_line(row: site_analysis::Model) -> Value {
    json!({
        "type": "siteKeywordAnalysis", "id": row.id, "url": row.url, "maxPages": row.max_pages,
        "totalPages": row.total_pages, "processedPages": row.processed_pages,
        "status": SiteKeywordAnalysisStatus::from(row.status), "failure": row.failure, "keywords": row.keywords,
        "createdAt": wire_time(row.created_at), "endedAt": row.ended_at.map(wire_time),
    })
}
