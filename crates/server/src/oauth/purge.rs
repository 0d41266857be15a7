//! Deletes expired rows. Each write deletes a few of them, which keeps the tables bounded.

use answerdeck_database::entity::{oauth_client, oauth_grant, oauth_request, oauth_token};
use answerdeck_database::{execute, query_row, with_write_lock};
use sea_orm::sea_query::{Expr, ExprTrait, IntoCondition, Query, SelectStatement};
use sea_orm::{ColumnTrait, Condition, DbErr, EntityTrait, IntoSimpleExpr, Order, QueryFilter};

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
    let (id, created) = (oauth_client::Column::Id, oauth_client::Column::CreatedAt);
    let unused = oauth_client::Column::UsedAt.is_null();
    let now = app.clock.now().as_millisecond();
    let old = Condition::all().add(unused.clone()).add(created.lt(now - UNUSED_CLIENT_LIFETIME_MS));
    log_failure(delete::<oauth_client::Entity>(app, id, created, old).await);
    let mut surplus = Query::select();
    surplus.column(id).from(oauth_client::Entity).and_where(unused);
    surplus.order_by(created, Order::Desc).limit(BATCH_SIZE).offset(UNUSED_CLIENTS_MAX);
    let deletion = oauth_client::Entity::delete_many().filter(id.in_subquery(surplus)).exec(&app.database);
    log_failure(with_write_lock(&app.database, deletion).await.map(drop));
    let used = oauth_client::Column::UsedAt;
    let before = now - USED_CLIENT_LIFETIME_MS;
    let abandoned = Condition::all()
        .add(used.lt(before))
        // A document is read again when a sign-in begins.
        .add(created.lt(before))
        .add(Expr::not_exists(rows_of_client::<oauth_grant::Entity>(oauth_grant::Column::ClientId)))
        .add(Expr::not_exists(rows_of_client::<oauth_request::Entity>(oauth_request::Column::ClientId)));
    log_failure(delete::<oauth_client::Entity>(app, id, used, abandoned).await);
}

/// The rows of the client of the outer query.
fn rows_of_client<E: EntityTrait>(client_id: E::Column) -> SelectStatement {
    let is_of_client = client_id.into_simple_expr().eq(oauth_client::Column::Id.into_simple_expr());
    Query::select().expr(Expr::val(1)).from(E::default()).and_where(is_of_client).take()
}

/// Deletes authorization requests whose consent page has expired. Above the maximum, also deletes the oldest of the clients
/// that have the most, so that a flood leaves the pages of other clients.
pub(super) async fn requests(app: &AppState) {
    let expiry = oauth_request::Column::ExpiresAt;
    let expired = expiry.lt(app.clock.now().as_millisecond()).into_condition();
    log_failure(delete::<oauth_request::Entity>(app, oauth_request::Column::Hash, expiry, expired).await);
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
    let expiry = oauth_grant::Column::ExpiresAt;
    // The last access token of a grant can outlive its refresh token.
    let expired = expiry.lt(now - ACCESS_TOKEN_MS).into_condition();
    log_failure(delete::<oauth_grant::Entity>(app, oauth_grant::Column::Id, expiry, expired).await);
    // A used refresh token is kept as long as its grant, because it reveals a second use.
    let expiry = oauth_token::Column::ExpiresAt;
    let expired =
        Condition::all().add(oauth_token::Column::Kind.eq(oauth_token::TokenKind::Access)).add(expiry.lt(now));
    log_failure(delete::<oauth_token::Entity>(app, oauth_token::Column::Hash, expiry, expired).await);
}

async fn delete<E: EntityTrait>(
    app: &AppState,
    key: E::Column,
    oldest: E::Column,
    condition: Condition,
) -> Result<(), DbErr> {
    let mut rows = Query::select();
    rows.column(key).from(E::default()).cond_where(condition).order_by(oldest, Order::Asc).limit(BATCH_SIZE);
    with_write_lock(&app.database, E::delete_many().filter(key.in_subquery(rows)).exec(&app.database)).await.map(drop)
}

/// A failure does not fail the request, which is already complete. The next request tries again.
fn log_failure(deleted: Result<(), DbErr>) {
    if let Err(error) = deleted {
        tracing::warn!(%error, "expired OAuth rows could not be deleted");
    }
}
