//! What nobody needs any more is deleted, a few rows with every write, so that no table grows without end.

use sea_orm::sea_query::{IntoCondition, Query};
use sea_orm::{ColumnTrait, Condition, DbErr, EntityTrait, Order, QueryFilter};

use crate::database::entity::{oauth_client, oauth_grant, oauth_request, oauth_token};
use crate::state::AppState;

/// Rows of one sweep, at most: more than a write adds.
const ROWS: u64 = 50;
/// A client that no person has let in by then is forgotten.
const CLIENT_UNUSED: i64 = 24 * 60 * 60 * 1_000;
/// Clients that no person has let in, at most: more come in a minute than people read consent pages.
const CLIENTS_UNUSED: u64 = 5_000;
/// The last access token of a family outlives its last refresh token by as much.
const ACCESS: i64 = 60 * 60 * 1_000;

/// Clients that nobody let in: those of yesterday, and the oldest of what is too much.
pub(super) async fn clients(app: &AppState) {
    let (id, created) = (oauth_client::Column::Id, oauth_client::Column::CreatedAt);
    let unused = oauth_client::Column::UsedAt.is_null();
    let before = app.clock.now().as_millisecond() - CLIENT_UNUSED;
    let old = Condition::all().add(unused.clone()).add(created.lt(before));
    note(delete::<oauth_client::Entity>(app, id, created, old).await);
    let mut surplus = Query::select();
    surplus.column(id).from(oauth_client::Entity).and_where(unused);
    surplus.order_by(created, Order::Desc).limit(ROWS).offset(CLIENTS_UNUSED);
    note(oauth_client::Entity::delete_many().filter(id.in_subquery(surplus)).exec(&app.database).await.map(drop));
}

/// Consent pages that were left open.
pub(super) async fn requests(app: &AppState) {
    let expiry = oauth_request::Column::ExpiresAt;
    let over = expiry.lt(app.clock.now().as_millisecond()).into_condition();
    note(delete::<oauth_request::Entity>(app, oauth_request::Column::Hash, expiry, over).await);
}

/// Families that have ended, with their codes and tokens; and access tokens that have ended.
pub(super) async fn tokens(app: &AppState) {
    let now = app.clock.now().as_millisecond();
    let expiry = oauth_grant::Column::ExpiresAt;
    let over = expiry.lt(now - ACCESS).into_condition();
    note(delete::<oauth_grant::Entity>(app, oauth_grant::Column::Id, expiry, over).await);
    // A used refresh token stays as long as its family: it tells when one is used again.
    let expiry = oauth_token::Column::ExpiresAt;
    let over = Condition::all().add(oauth_token::Column::Kind.eq(oauth_token::TokenKind::Access)).add(expiry.lt(now));
    note(delete::<oauth_token::Entity>(app, oauth_token::Column::Hash, expiry, over).await);
}

async fn delete<E: EntityTrait>(
    app: &AppState,
    key: E::Column,
    oldest: E::Column,
    over: Condition,
) -> Result<(), DbErr> {
    let mut rows = Query::select();
    rows.column(key).from(E::default()).cond_where(over).order_by(oldest, Order::Asc).limit(ROWS);
    E::delete_many().filter(key.in_subquery(rows)).exec(&app.database).await.map(drop)
}

/// A sweep that fails is made up for by the next: what was asked has been done.
fn note(swept: Result<(), DbErr>) {
    if let Err(error) = swept {
        tracing::warn!(%error, "a sweep of OAuth rows failed");
    }
}
