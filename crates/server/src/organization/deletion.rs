//! Deletes an organization with all of its data, while servers may use the database.

use answerdeck_database::{erasure, execute};
use sea_orm::DbErr;

use crate::state::AppState;

/// The statements that stop new work of the organization: they revoke its API keys, pause its schedules, and end its runs.
const STOP_STATEMENTS: [&str; 3] = [
    "UPDATE api_keys SET revoked_at = $2 WHERE organization_id = $1 AND revoked_at IS NULL",
    "UPDATE schedules SET paused = TRUE, next_due_at = NULL WHERE organization_id = $1 AND created_at <= $2",
    "UPDATE runs SET status = 'FINISHED', unstarted_count = 0, finished_at = $2 \
     WHERE organization_id = $1 AND status = 'RUNNING'",
];

/// Tables with rows of an organization besides its statistics, their keys, and how many rows a statement deletes. Each table
/// comes after those that refer to it.
const TABLES: [(&str, &str, u32); 28] = [
    // First, so that no more digests are made.
    ("digest_settings", "organization_id", 1),
    ("digest_mails", "id", 500),
    ("unsubscribe_tokens", "hash", 500),
    ("digest_recipients", "id", 20),
    ("digests", "id", 100),
    ("idempotency_keys", "key_hash", 500),
    ("webhook_deliveries", "id", 500),
    ("webhooks", "id", 10),
    ("saved_views", "id", 50),
    ("domain_types", "organization_id, domain", 500),
    ("answers", "id", 500),
    ("runs", "id", 10),
    ("schedule_entries", "id", 500),
    ("schedules", "id", 50),
    ("run_estimates", "id", 20),
    ("credit_entries", "id", 1_000),
    ("site_analyses", "id", 10),
    ("brands", "id", 100),
    ("prompts", "id", 500),
    ("prompt_sets", "id", 100),
    ("alerts", "id", 500),
    ("alert_rules", "id", 100),
    ("alert_evaluations", "organization_id", 1),
    ("next_step_decisions", "organization_id, id", 500),
    ("keyword_requests", "organization_id, day", 100),
    ("oauth_grants", "id", 100),
    ("api_keys", "id", 100),
    ("rate_windows", "organization_id, start", 100),
];

/// Deletes an organization, in statements that do not block other writers for long, and erases its texts as [`erasure`]
/// says. Returns whether it existed. Fails if a request that began earlier stores data during the deletion. Repeat it
/// after a failure.
pub async fn delete_organization(app: &AppState, organization: &str) -> Result<bool, DbErr> {
    let database = &app.database;
    let now = app.clock.now().as_millisecond();
    for sql in STOP_STATEMENTS {
        let values = [organization.into(), now.into()];
        execute(database, sql, values).await?;
    }
    for table in TABLES {
        let is_of_organization = match table.0 {
            "oauth_grants" => "api_key_id IN (SELECT id FROM api_keys WHERE organization_id = $1)",
            _ => "organization_id = $1",
        };
        erasure::delete_rows(database, organization, table, is_of_organization).await?;
    }
    app.statistics.remove_organization(organization).await?;
    let sql = "DELETE FROM organizations WHERE id = $1";
    let existed = execute(database, sql, [organization.into()]).await? > 0;
    erasure::erase_log(database).await?;
    Ok(existed)
}
