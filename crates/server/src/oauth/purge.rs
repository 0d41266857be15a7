//! Deletes expired rows. Each write deletes a few of them, which keeps the tables bounded.

use answerdeck_database::{execute, query_row, with_write_lock};
use sea_orm::DbErr;

use super::grant::ACCESS_TOKEN_MS;
use crate::state::AppState;

/// The maximum number of rows that one call deletes from a table. It is larger than the number of rows that a write adds.
const BATCH_SIZE: u64 = 50;
/// How long a client that no user has approved is kept, in milliseconds.
const UNUSED_CLIENT_LIFETIME_MS: i64 = 24 * 60 * 60 * 1_000;
/// The maximum number of clients that no user has approved. It is higher than the number of clients that can register while
/// people read consent pages.
const UNUSED_CLIENTS_MAX: u64 = 5_000;
/// The maximum number of open consent pages: several for each client without a consent.
const REQUESTS_MAX: i64 = 20_000;
/// The number of open consent pages that are left above the maximum. The difference is deleted at once, so that a flood does
/// not sort them all for each new page.
const REQUESTS_LEFT: i64 = 19_000;
/// How long a client is kept after its last consent, in milliseconds. It is longer than a grant, so that a client whose
/// sign-in has expired can still sign in again.
const USED_CLIENT_LIFETIME_MS: i64 = 90 * 24 * 60 * 60 * 1_000;

/// Deletes clients that no user has approved: those that are older than a day, and the oldest beyond the maximum. Also deletes
/// those whose last consent was long ago, unless they have a grant or an open consent page.
pub(super) async fn clients(app: &AppState) {
    let now = app.clock.now().as_millisecond();
    let old = "used_at IS NULL AND created_at < $1 ORDER BY created_at";
    log_failure(delete(app, "oauth_clients", "id", old, now - UNUSED_CLIENT_LIFETIME_MS).await);
    let surplus = format!(
        "DELETE FROM oauth_clients WHERE id IN (SELECT id FROM oauth_clients WHERE used_at IS NULL \
         ORDER BY created_at DESC LIMIT {BATCH_SIZE} OFFSET {UNUSED_CLIENTS_MAX})"
    );
    log_failure(with_write_lock(&app.database, execute(&app.database, &surplus, [])).await.map(drop));
    // The document of a client is read again when a sign-in begins.
    let abandoned = "used_at < $1 AND created_at < $1 \
                     AND NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = oauth_clients.id) \
                     AND NOT EXISTS (SELECT 1 FROM oauth_requests WHERE client_id = oauth_clients.id) ORDER BY used_at";
    log_failure(delete(app, "oauth_clients", "id", abandoned, now - USED_CLIENT_LIFETIME_MS).await);
}

/// Deletes authorization requests whose consent page has expired. Above the maximum, also deletes the oldest of the clients
/// that have the most, so that a flood leaves the pages of other clients.
pub(super) async fn requests(app: &AppState) {
    let now = app.clock.now().as_millisecond();
    log_failure(delete(app, "oauth_requests", "hash", "expires_at < $1 ORDER BY expires_at", now).await);
    log_failure(surplus_requests(app).await);
}

async fn surplus_requests(app: &AppState) -> Result<(), DbErr> {
    let database = &app.database;
    let count: i64 = query_row(database, "SELECT count(*) FROM oauth_requests", []).await?.unwrap_or_default();
    if count <= REQUESTS_MAX {
        return Ok(());
    }
    let sql = "DELETE FROM oauth_requests WHERE hash IN (SELECT hash FROM (SELECT hash, expires_at, \
               row_number() OVER (PARTITION BY client_id ORDER BY expires_at DESC) AS place FROM oauth_requests) AS pages \
               ORDER BY place DESC, expires_at LIMIT $1)";
    with_write_lock(database, execute(database, sql, [(count - REQUESTS_LEFT).into()])).await.map(drop)
}

/// Deletes expired grants with their codes and tokens, and expired access tokens.
pub(super) async fn tokens(app: &AppState) {
    let now = app.clock.now().as_millisecond();
    // The last access token of a grant can outlive its refresh token.
    let before = now - ACCESS_TOKEN_MS;
    log_failure(delete(app, "oauth_grants", "id", "expires_at < $1 ORDER BY expires_at", before).await);
    // A used refresh token is kept as long as its grant, because it reveals a second use.
    let expired = "kind = 'access' AND expires_at < $1 ORDER BY expires_at";
    log_failure(delete(app, "oauth_tokens", "hash", expired, now).await);
}

/// Deletes the first rows of a table that `rows` describes: a condition on `before` (`$1`), and an order.
async fn delete(app: &AppState, table: &str, key: &str, rows: &str, before: i64) -> Result<(), DbErr> {
    let sql = format!("DELETE FROM {table} WHERE {key} IN (SELECT {key} FROM {table} WHERE {rows} LIMIT {BATCH_SIZE})");
    with_write_lock(&app.database, execute(&app.database, &sql, [before.into()])).await.map(drop)
}

/// A failure does not fail the request, which is already complete. The next request tries again.
fn log_failure(deleted: Result<(), DbErr>) {
    if let Err(error) = deleted {
        tracing::warn!(%error, "expired OAuth rows could not be deleted");
    }
}
