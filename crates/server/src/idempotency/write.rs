//! The transaction of a write. Its commit makes the response, and stores it if the request has an idempotency key.

use std::ops::Deref;

use answerdeck_api::header::IDEMPOTENT_REPLAYED;
use answerdeck_api::{ErrorCode, OrganizationId};
use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use sea_orm::DbErr;
use serde::Serialize;

use super::key;
use super::store::{KeyState, KeyedRequest, StoredResponse};
use crate::database::{self, WriteTransaction};
use crate::http::extract::body_bytes;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// The result of a write: a success exists only after a commit.
pub(crate) type WriteResult = Result<Committed, NotCommitted>;

/// The response of a committed write.
pub(crate) struct Committed(StoredResponse);

/// Why a request has written nothing.
pub(crate) enum NotCommitted {
    /// It is refused, or it failed.
    Failed(Problem),
    /// It is the repetition of a request, and gets the response of that one.
    Repeated(StoredResponse),
}

/// A write that has not begun.
pub(crate) struct IdempotentWrite(Option<KeyedRequest>);

/// The transaction of a write.
pub(crate) struct IdempotentTransaction {
    transaction: WriteTransaction,
    keyed: Option<KeyedRequest>,
    now: Timestamp,
}

impl IdempotentWrite {
    /// Reads the idempotency key of a request and, if it has one, its body. Returns the request for the extractors.
    ///
    /// # Errors
    /// - `COMMON_VALIDATION`: the key is malformed.
    /// - `COMMON_BINDING`: the body is too large or incomplete.
    pub(crate) async fn of(organization: &OrganizationId, request: Request) -> ApiResult<(Self, Request)> {
        let Some(key) = key::read(request.headers())? else { return Ok((Self(None), request)) };
        let (parts, body) = request.into_parts();
        let body = body_bytes(body).await?;
        let path = parts.uri.path_and_query().map(|path| path.as_str()).unwrap_or_default();
        let keyed = KeyedRequest::new(organization.as_str(), &key, parts.method.as_str(), path, &body);
        Ok((Self(Some(keyed)), Request::from_parts(parts, Body::from(body))))
    }

    /// Begins the transaction. A task must not begin a second one before the first has ended.
    ///
    /// # Errors
    /// Ends the request if it repeats an earlier one, if another request has used its key or is in progress with it, or if the
    /// database fails.
    pub(crate) async fn begin(self, app: &AppState) -> Result<IdempotentTransaction, NotCommitted> {
        let transaction = database::begin(&app.database).await?;
        if let Some(keyed) = &self.0 {
            match keyed.state(&transaction).await? {
                KeyState::New => {}
                KeyState::InProgress => return Err(Problem::refused(ErrorCode::IdempotencyKeyInProgress).into()),
                KeyState::Reused => return Err(Problem::refused(ErrorCode::IdempotencyKeyReused).into()),
                KeyState::Repeated(response) => {
                    transaction.rollback().await?;
                    return Err(NotCommitted::Repeated(response));
                }
            }
        }
        Ok(IdempotentTransaction { transaction, keyed: self.0, now: app.clock.now() })
    }
}

impl IdempotentTransaction {
    /// Commits the write. The response is 200 with a JSON body.
    ///
    /// # Errors
    /// As [`WriteTransaction::commit`], and if another request has used the key meanwhile.
    pub(crate) async fn commit(self, body: &impl Serialize) -> WriteResult {
        let body = serde_json::to_vec(body).map_err(|error| DbErr::Json(error.to_string()))?;
        self.commit_response(StoredResponse { status: StatusCode::OK, body: Some(body.into()) }).await
    }

    /// Commits a deletion. The response is 204.
    ///
    /// # Errors
    /// As [`Self::commit`].
    pub(crate) async fn commit_deletion(self) -> WriteResult {
        self.commit_response(StoredResponse { status: StatusCode::NO_CONTENT, body: None }).await
    }

    async fn commit_response(self, response: StoredResponse) -> WriteResult {
        if let Some(keyed) = self.keyed
            && !keyed.store(&self.transaction, &response, self.now).await?
        {
            // Sent again, the request gets the response of the other one.
            return Err(Problem::refused(ErrorCode::IdempotencyKeyInProgress).into());
        }
        self.transaction.commit().await?;
        Ok(Committed(response))
    }
}

impl Deref for IdempotentTransaction {
    type Target = WriteTransaction;

    fn deref(&self) -> &WriteTransaction {
        &self.transaction
    }
}

impl From<Problem> for NotCommitted {
    fn from(problem: Problem) -> Self {
        Self::Failed(problem)
    }
}

impl From<DbErr> for NotCommitted {
    fn from(error: DbErr) -> Self {
        Self::Failed(error.into())
    }
}

impl IntoResponse for Committed {
    fn into_response(self) -> Response {
        self.0.into_response()
    }
}

impl IntoResponse for NotCommitted {
    fn into_response(self) -> Response {
        match self {
            Self::Failed(problem) => problem.into_response(),
            Self::Repeated(response) => ([(IDEMPOTENT_REPLAYED, "true")], response).into_response(),
        }
    }
}
