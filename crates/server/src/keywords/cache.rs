//! Caches the data of the providers for a day, so that each keyword is requested, and paid for, once.

use std::collections::HashMap;

use answerdeck_database::entity::keyword_cache_entry;
use answerdeck_database::with_write_lock;
use jiff::SignedDuration;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{OnConflict, Query};
use sea_orm::{ColumnTrait, DbErr, EntityTrait, Order, QueryFilter};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::problem::ApiResult;
use crate::random::hash;
use crate::state::AppState;

const LIFETIME: SignedDuration = SignedDuration::from_hours(24);
const ENTRIES_MAX: u64 = 10_000;
/// The maximum number of entries that one sweep deletes. A request adds fewer.
const SWEEP_MAX: u64 = 200;

/// The unexpired entries of `keys` in a dataset. All organizations share them. An entry is `None` when the provider had no data.
pub(super) async fn read<M: DeserializeOwned>(
    app: &AppState,
    dataset: &str,
    keys: &[String],
) -> ApiResult<HashMap<String, Option<M>>> {
    let mut keys_by_hash: HashMap<String, &String> = keys.iter().map(|key| (entry_hash(dataset, key), key)).collect();
    let rows = keyword_cache_entry::Entity::find()
        .filter(keyword_cache_entry::Column::Hash.is_in(keys_by_hash.keys()))
        .filter(keyword_cache_entry::Column::ExpiresAt.gt(app.clock.now().as_millisecond()))
        .all(&app.database)
        .await?;
    // An entry in another format is ignored.
    let known = rows
        .into_iter()
        .filter_map(|row| Some((keys_by_hash.remove(&row.hash)?.clone(), serde_json::from_str(&row.data).ok()?)));
    Ok(known.collect())
}

/// Stores what was read, by key. Errors are only logged, as the provider can be asked again.
pub(super) async fn write<M: Serialize>(app: &AppState, dataset: &str, read: &HashMap<String, Option<M>>) {
    if read.is_empty() {
        return;
    }
    let written = async {
        insert(app, dataset, read).await?;
        sweep(app).await
    };
    if let Err(error) = written.await {
        tracing::warn!(%error, "keyword data was not cached");
    }
}

async fn insert<M: Serialize>(app: &AppState, dataset: &str, read: &HashMap<String, Option<M>>) -> Result<(), DbErr> {
    let expires_at = (app.clock.now() + LIFETIME).as_millisecond();
    let mut rows: Vec<(String, String)> = Vec::with_capacity(read.len());
    for (key, data) in read {
        let data = serde_json::to_string(data).map_err(|error| DbErr::Json(error.to_string()))?;
        rows.push((entry_hash(dataset, key), data));
    }
    // All requests write in the same order, so that they cannot deadlock.
    rows.sort_unstable();
    let rows = rows.into_iter().map(|(hash, data)| keyword_cache_entry::ActiveModel {
        hash: Set(hash),
        data: Set(data),
        expires_at: Set(expires_at),
    });
    let overwrite = OnConflict::column(keyword_cache_entry::Column::Hash)
        .update_columns([keyword_cache_entry::Column::Data, keyword_cache_entry::Column::ExpiresAt])
        .to_owned();
    let insert = keyword_cache_entry::Entity::insert_many(rows).on_conflict(overwrite);
    with_write_lock(&app.database, insert.exec_without_returning(&app.database)).await?;
    Ok(())
}

/// Deletes expired entries, and the oldest entries above [`ENTRIES_MAX`].
async fn sweep(app: &AppState) -> Result<(), DbErr> {
    let (hash, expiry) = (keyword_cache_entry::Column::Hash, keyword_cache_entry::Column::ExpiresAt);
    let mut expired = Query::select();
    let now = app.clock.now().as_millisecond();
    expired.column(hash).from(keyword_cache_entry::Entity).and_where(expiry.lt(now));
    expired.order_by(expiry, Order::Asc).limit(SWEEP_MAX);
    let mut surplus = Query::select();
    surplus.column(hash).from(keyword_cache_entry::Entity);
    surplus.order_by(expiry, Order::Desc).limit(SWEEP_MAX).offset(ENTRIES_MAX);
    for rows in [expired, surplus] {
        let deletion = keyword_cache_entry::Entity::delete_many().filter(hash.in_subquery(rows));
        with_write_lock(&app.database, deletion.exec(&app.database)).await?;
    }
    Ok(())
}

fn entry_hash(dataset: &str, key: &str) -> String {
    hash(&format!("{dataset}\n{key}"))
}
