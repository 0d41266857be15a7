//! What providers answered, kept for a day: a provider is asked, and paid, once.

use std::collections::HashMap;

use jiff::SignedDuration;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{OnConflict, Query};
use sea_orm::{ColumnTrait, DbErr, EntityTrait, Order, QueryFilter};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Measured;
use crate::database::entity::keyword_answer;
use crate::problem::ApiResult;
use crate::random::hash;
use crate::state::AppState;

const LIFETIME: SignedDuration = SignedDuration::from_hours(24);
/// Answers that are kept at most.
const ROWS: u64 = 10_000;
/// Answers of one sweep, at most: more than a request adds.
const SWEEP: u64 = 200;

/// Answers of one kind from one provider. The data is the provider's and no organization's: all share it.
pub(super) struct Cache<'a> {
    app: &'a AppState,
    kind: &'a str,
}

impl<'a> Cache<'a> {
    pub(super) fn new(app: &'a AppState, kind: &'a str) -> Self {
        Self { app, kind }
    }

    /// What is kept of `keys`: also that there was no data.
    pub(super) async fn read<M: DeserializeOwned>(&self, keys: &[String]) -> ApiResult<HashMap<String, Option<M>>> {
        let mut of_hash: HashMap<String, &String> = keys.iter().map(|key| (self.hash(key), key)).collect();
        let rows = keyword_answer::Entity::find()
            .filter(keyword_answer::Column::Hash.is_in(of_hash.keys()))
            .filter(keyword_answer::Column::ExpiresAt.gt(self.app.clock.now().as_millisecond()))
            .all(&self.app.database)
            .await?;
        // What an earlier version wrote in another form is asked for anew.
        let known = rows
            .into_iter()
            .filter_map(|row| Some((of_hash.remove(&row.hash)?.clone(), serde_json::from_str(&row.answer).ok()?)));
        Ok(known.collect())
    }

    /// Keeps what was answered to `keys`. Failing costs no more than asking again.
    pub(super) async fn write<M: Serialize>(&self, keys: &[String], measured: &Measured<M>) {
        let written = async {
            self.insert(keys, measured).await?;
            self.sweep().await
        };
        if let Err(error) = written.await {
            tracing::warn!(%error, "keyword data was not kept");
        }
    }

    async fn insert<M: Serialize>(&self, keys: &[String], measured: &Measured<M>) -> Result<(), DbErr> {
        let expires_at = (self.app.clock.now() + LIFETIME).as_millisecond();
        let mut rows: Vec<(String, String)> = Vec::with_capacity(keys.len());
        for key in keys {
            let answer = serde_json::to_string(&measured.get(key)).map_err(|error| DbErr::Json(error.to_string()))?;
            rows.push((self.hash(key), answer));
        }
        // In one order: two requests never wait for each other's rows.
        rows.sort_unstable();
        let rows = rows.into_iter().map(|(hash, answer)| keyword_answer::ActiveModel {
            hash: Set(hash),
            answer: Set(answer),
            expires_at: Set(expires_at),
        });
        let again = OnConflict::column(keyword_answer::Column::Hash)
            .update_columns([keyword_answer::Column::Answer, keyword_answer::Column::ExpiresAt])
            .to_owned();
        keyword_answer::Entity::insert_many(rows).on_conflict(again).exec_without_returning(&self.app.database).await?;
        Ok(())
    }

    /// Deletes what has expired, and the oldest of what is too much.
    async fn sweep(&self) -> Result<(), DbErr> {
        let (hash, expiry) = (keyword_answer::Column::Hash, keyword_answer::Column::ExpiresAt);
        let mut expired = Query::select();
        let now = self.app.clock.now().as_millisecond();
        expired.column(hash).from(keyword_answer::Entity).and_where(expiry.lt(now));
        expired.order_by(expiry, Order::Asc).limit(SWEEP);
        let mut surplus = Query::select();
        surplus.column(hash).from(keyword_answer::Entity);
        surplus.order_by(expiry, Order::Desc).limit(SWEEP).offset(ROWS);
        for rows in [expired, surplus] {
            keyword_answer::Entity::delete_many().filter(hash.in_subquery(rows)).exec(&self.app.database).await?;
        }
        Ok(())
    }

    fn hash(&self, key: &str) -> String {
        hash(&format!("{}\n{key}", self.kind))
    }
}
