//! The line of each row in an export.

use answerdeck_api::{AnswerStatus, SiteKeywordAnalysisStatus, Source, WebhookDeliveryStatus};
use answerdeck_database::entity::{
    alert, alert_rule, answer, api_key, brand, credit_entry, digest, digest_recipient, digest_settings, domain_type,
    next_step_decision, oauth_grant, prompt, prompt_set, run, run_estimate, run_prompt, saved_view, schedule,
    schedule_entry, site_analysis, webhook, webhook_delivery,
};
use answerdeck_database::time::wire_time;
use serde_json::{Value, json};

use crate::engines::spend::dollars;
use crate::language::Language;
use crate::run::failure;

/// Defines the line of a row of each of these tables, with its type and its fields.
macro_rules! lines {
    ($($table:ident($row:ident) $kind:literal { $($fields:tt)* })*) => {
        $(
            pub(super) fn $table($row: $table::Model) -> Value {
                json!({ "type": $kind, $($fields)* })
            }
        )*
    };
}

lines! {
    api_key(row) "apiKey" {
        "id": row.id, "name": row.name, "createdAt": wire_time(row.created_at),
        "revokedAt": row.revoked_at.map(wire_time),
    }
    credit_entry(row) "creditEntry" {
        "id": row.id, "thousandths": row.amount, "answerID": row.answer_id, "createdAt": wire_time(row.created_at),
    }
    prompt_set(row) "promptSet" {
        "id": row.id, "name": row.name, "description": row.description, "createdAt": wire_time(row.created_at),
    }
    prompt(row) "prompt" {
        "id": row.id, "promptSetID": row.prompt_set_id, "content": row.content, "createdAt": wire_time(row.created_at),
    }
    brand(row) "brand" {
        "id": row.id, "name": row.name, "description": row.description, "synonyms": row.synonyms,
        "caseSensitive": row.case_sensitive, "excludedPhrases": row.excluded_phrases, "websites": row.websites,
        "chosenAsOwn": row.chosen_as_own, "createdAt": wire_time(row.created_at),
    }
    next_step_decision(row) "nextStepDecision" {
        "id": row.id, "state": row.state, "note": row.note, "updatedAt": wire_time(row.updated_at),
    }
    schedule(row) "schedule" {
        "id": row.id, "name": row.name, "run": row.run, "recurrence": row.recurrence,
        "monthlyBudget": row.monthly_budget, "paused": row.paused, "nextDueAt": row.next_due_at.map(wire_time),
        "createdAt": wire_time(row.created_at),
    }
    webhook(row) "webhook" {
        "id": row.id, "url": row.url, "format": row.format, "language": row.language, "eventTypes": row.event_types,
        "disabledReason": row.disabled_reason, "disabledAt": row.disabled_at.map(wire_time),
        "succeededAt": row.succeeded_at.map(wire_time), "createdAt": wire_time(row.created_at),
    }
    schedule_entry(row) "scheduleEntry" {
        "scheduleID": row.schedule_id, "dueAt": wire_time(row.due_at), "handledAt": wire_time(row.handled_at),
        "outcome": row.outcome, "skipReason": row.skip_reason, "missedCount": row.missed_count, "runID": row.run_id,
        "credits": row.credits, "missingModels": row.missing_models, "stoppedModels": row.stopped_models,
    }
    webhook_delivery(row) "webhookDelivery" {
        "id": row.id, "webhookID": row.webhook_id, "eventType": row.event_type, "requestBody": row.body,
        "status": WebhookDeliveryStatus::from(row.status), "attempts": row.attempts,
        "responseStatus": row.response_status, "responseBody": row.response_body, "failure": row.failure,
        "attemptedAt": row.attempted_at.map(wire_time), "createdAt": wire_time(row.created_at),
    }
    domain_type(row) "domainType" {
        "domain": row.domain, "domainType": row.domain_type,
    }
    saved_view(row) "savedView" {
        "id": row.id, "name": row.name, "address": row.address, "createdAt": wire_time(row.created_at),
    }
    alert_rule(row) "alertRule" {
        "id": row.id, "metric": row.metric, "brandID": row.brand_id, "domain": row.domain, "promptID": row.prompt_id,
        "direction": row.direction, "points": row.points, "windowDays": row.window_days,
        "createdAt": wire_time(row.created_at),
    }
    alert(row) "alert" {
        "id": row.id, "finding": row.finding, "createdAt": wire_time(row.created_at),
        "acknowledgedAt": row.acknowledged_at.map(wire_time),
    }
    digest_settings(row) "digestSettings" {
        "weekday": row.weekday, "time": row.time, "timeZone": row.time_zone, "language": row.language,
        "nextAt": row.next_due_at.map(wire_time),
    }
    digest_recipient(row) "digestRecipient" {
        "id": row.id, "address": row.address, "sentAt": row.sent_at.map(wire_time), "lastError": row.last_error,
        "createdAt": wire_time(row.created_at),
    }
    digest(row) "digest" {
        "id": row.id, "dueAt": wire_time(row.due_at), "findings": row.findings, "createdAt": wire_time(row.created_at),
    }
    run_estimate(row) "runEstimate" {
        "id": row.id, "submission": row.submission, "itemCount": row.item_count,
        "expiresAt": wire_time(row.expires_at), "runID": row.run_id,
    }
    site_analysis(row) "siteKeywordAnalysis" {
        "id": row.id, "url": row.url, "maxPages": row.max_pages, "totalPages": row.total_pages,
        "processedPages": row.processed_pages, "status": SiteKeywordAnalysisStatus::from(row.status),
        "failure": row.failure, "keywords": row.keywords, "createdAt": wire_time(row.created_at),
        "endedAt": row.ended_at.map(wire_time),
    }
}

pub(super) fn sign_in(row: oauth_grant::Model, client_name: Option<&String>) -> Value {
    json!({
        "type": "signIn", "id": row.id, "clientID": row.client_id, "clientName": client_name,
        "apiKeyID": row.api_key_id, "scope": row.scope, "resource": row.resource,
        "createdAt": wire_time(row.created_at), "expiresAt": wire_time(row.expires_at),
        "revokedAt": row.revoked_at.map(wire_time),
    })
}

pub(super) fn run(row: run::Model, prompts: Vec<run_prompt::Model>) -> Value {
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

pub(super) fn answer(
    row: answer::Model,
    query: &str,
    sources: Vec<Source>,
    fanouts: Vec<String>,
    response: Option<Vec<u8>>,
) -> Value {
    let response = response.map(|body| String::from_utf8_lossy(&body).into_owned());
    let failure = failure::to_wire(row.failure_code, row.provider_status, row.provider_message, Language::English);
    let call = row.asked_at.map(|asked_at| {
        json!({ "askedAt": wire_time(asked_at), "reservedCost": row.reserved_cost.map(dollars), "task": row.task })
    });
    json!({
        "type": "answer", "id": row.id, "runID": row.run_id, "promptSetID": row.prompt_set_id,
        "promptID": row.prompt_id, "model": row.model, "region": row.region,
        "status": AnswerStatus::from(row.status), "failure": failure, "query": query,
        "content": row.content, "createdAt": wire_time(row.created_at), "endedAt": row.ended_at.map(wire_time), "sources": sources,
        "fanouts": fanouts, "route": row.route, "providerCost": row.provider_cost.map(dollars),
        "providerResponse": response, "providerCall": call,
    })
}
