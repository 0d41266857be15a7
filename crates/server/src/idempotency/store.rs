//! The responses of writes, by their idempotency keys.

use answerdeck_api::limits::IDEMPOTENCY_KEY_BYTES_MAX;
use answerdeck_database::{execute, query_row};
use axum::body::Bytes;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use sea_orm::{ConnectionTrait, DbBackend, DbErr};
use sha2::{Digest, Sha256};

/// Bytes of a row without its body, with its entries in the indexes.
const ROW_BYTES: usize = 300;

/// A key of an organization, and the request that uses it. Both are stored as hashes.
pub(super) struct KeyedRequest {
    pub(super) organization_id: String,
    pub(super) key_hash: Vec<u8>,
    pub(super) request_hash: Vec<u8>,
}

/// A response: a JSON body, or none.
#[derive(Debug, Clone)]
pub(crate) struct SavedResponse {
    pub(super) status: StatusCode,
    pub(super) body: Option<Bytes>,
}

impl SavedResponse {
    /// The bytes that its row takes.
    pub(super) fn bytes(&self) -> usize {
        ROW_BYTES + self.body.as_ref().map_or(0, Bytes::len)
    }
}

impl IntoResponse for SavedResponse {
    fn into_response(self) -> Response {
        match self.body {
            Some(body) => (self.status, [(header::CONTENT_TYPE, "application/json")], body).into_response(),
            None => self.status.into_response(),
        }
    }
}

/// What is known about a key.
pub(super) enum KeyState {
    /// No request has committed with it.
    Unused,
    /// Another request has used it.
    Reused,
    /// This request was sent before. The response of that time.
    Repeated(SavedResponse),
}

impl KeyedRequest {
    /// Hashes a key, and what the request asks for.
    pub(super) fn new(organization_id: &str, key: &str, method: &str, path_and_query: &str, body: &[u8]) -> Self {
        // Each part ends before the next begins: an id has a fixed length, and neither a method nor a path has a line break.
        let key_hash = Sha256::new().chain_update(organization_id).chain_update(key).finalize().to_vec();
        let request = Sha256::new().chain_update(method).chain_update("\n").chain_update(path_and_query);
        let request_hash = request.chain_update("\n").chain_update(body).finalize().to_vec();
        Self { organization_id: organization_id.to_owned(), key_hash, request_hash }
    }

    pub(super) async fn state(&self, database: &impl ConnectionTrait) -> Result<KeyState, DbErr> {
        let sql = "SELECT request_hash, status, body FROM idempotency_keys WHERE key_hash = $1";
        let row = query_row::<(Vec<u8>, i16, Option<Vec<u8>>)>(database, sql, [self.key_hash.clone().into()]).await?;
        let Some((request_hash, status, body)) = row else { return Ok(KeyState::Unused) };
        if request_hash != self.request_hash {
            return Ok(KeyState::Reused);
        }
        let status = u16::try_from(status).ok().map(StatusCode::from_u16);
        let Some(Ok(status)) = status else { return Err(DbErr::Type("a stored response has no status".to_owned())) };
        Ok(KeyState::Repeated(SavedResponse { status, body: body.map(Bytes::from) }))
    }

    /// Stores the response in the transaction of the write. Returns `false`, and stores nothing, if another request has used the
    /// key. On PostgreSQL it does not wait for a request that is about to: an advisory lock on the key refuses the second one at
    /// once.
    pub(super) async fn store(
        &self,
        transaction: &impl ConnectionTrait,
        response: &SavedResponse,
        now: Timestamp,
    ) -> Result<bool, DbErr> {
        let mut values = vec![
            self.key_hash.clone().into(),
            self.organization_id.clone().into(),
            self.request_hash.clone().into(),
            response.status.as_u16().cast_signed().into(),
            response.body.as_ref().map(|body| body.to_vec()).into(),
            now.as_millisecond().into(),
        ];
        let mut condition = "TRUE";
        if transaction.get_database_backend() == DbBackend::Postgres {
            // Two numbers: another space of locks than that of one number.
            condition = "pg_try_advisory_xact_lock($7, $8)";
            let number = |bytes: &[u8]| bytes.iter().fold(0_i32, |number, byte| number << 8 | i32::from(*byte));
            values.extend([number(&self.key_hash[..4]).into(), number(&self.key_hash[4..8]).into()]);
        }
        let sql = format!(
            "INSERT INTO idempotency_keys (key_hash, organization_id, request_hash, status, body, created_at) \
             SELECT $1, $2, $3, $4, $5, $6 WHERE {condition} ON CONFLICT DO NOTHING"
        );
        Ok(execute(transaction, &sql, values).await? > 0)
    }

    /// Deletes the oldest responses of the organization beyond [`IDEMPOTENCY_KEY_BYTES_MAX`].
    pub(super) async fn delete_surplus(&self, transaction: &impl ConnectionTrait) -> Result<(), DbErr> {
        let sql = format!(
            "DELETE FROM idempotency_keys WHERE key_hash IN (SELECT key_hash FROM \
             (SELECT key_hash, SUM({ROW_BYTES} + coalesce(length(body), 0)) OVER (ORDER BY created_at DESC, key_hash) AS total \
             FROM idempotency_keys WHERE organization_id = $1) AS sizes WHERE total > $2)"
        );
        let values = [self.organization_id.clone().into(), i64::from(IDEMPOTENCY_KEY_BYTES_MAX).into()];
        execute(transaction, &sql, values).await.map(drop)
    }
}
