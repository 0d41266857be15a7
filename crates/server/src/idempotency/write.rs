//! The transaction of a write. Its commit makes the response, and stores it if the request has an idempotency key.

use std::ops::Deref;
use std::sync::Arc;

use answerdeck_api::ErrorCode;
use answerdeck_api::header::IDEMPOTENT_REPLAYED;
use answerdeck_database::WriteTransaction;
use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use sea_orm::DbErr;
use serde::Serialize;

use super::key;
use super::store::{KeyState, KeyedRequest, SavedResponse};
use crate::http::caller::Caller;
use crate::http::extract::body_bytes;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;
use crate::worker::JobKind;

/// The result of a write: a success exists only after a commit.
pub(crate) type WriteResult = Result<SavedResponse, NotCommitted>;

/// Why a request has written nothing.
pub(crate) enum NotCommitted {
    /// It is refused, or it failed.
    Failed(Problem),
    /// Another request has used its key, or is about to.
    KeyTaken,
}

/// A write that has not begun, and who asks for it.
#[derive(Clone)]
pub(crate) struct IdempotentWrite {
    pub(crate) app: AppState,
    pub(crate) caller: Caller,
    keyed: Option<Arc<KeyedRequest>>,
}

/// The transaction of a write.
pub(crate) struct IdempotentTransaction {
    transaction: WriteTransaction,
    pub(crate) write: IdempotentWrite,
}

impl IdempotentWrite {
    /// Reads the idempotency key of a request and, if it has one, its body. Returns the request for the extractors.
    pub(crate) async fn of(app: AppState, caller: Caller, request: Request) -> ApiResult<(Self, Request)> {
        let Some(key) = key::read(request.headers())? else { return Ok((Self { app, caller, keyed: None }, request)) };
        let (parts, body) = request.into_parts();
        let body = body_bytes(body).await?;
        let path = parts.uri.path_and_query().map(|path| path.as_str()).unwrap_or_default();
        let organization = caller.organization_id.as_str();
        let keyed = KeyedRequest::new(organization, &key, parts.method.as_str(), path, &body);
        let write = Self { app, caller, keyed: Some(Arc::new(keyed)) };
        Ok((write, Request::from_parts(parts, Body::from(body))))
    }

    /// Begins the transaction. A task must not begin a second one before the first has ended.
    pub(crate) async fn begin(&self) -> Result<IdempotentTransaction, NotCommitted> {
        let transaction = answerdeck_database::begin(&self.app.database).await?;
        Ok(IdempotentTransaction { transaction, write: self.clone() })
    }

    /// Returns the response to a request that has written nothing: that of the first request if this one repeats it.
    pub(crate) async fn respond(self, reason: NotCommitted) -> Response {
        let state = match &self.keyed {
            Some(keyed) => keyed.state(&self.app.database).await,
            None => Ok(KeyState::Unused),
        };
        match (state, reason) {
            (Ok(KeyState::Repeated(response)), _) => ([(IDEMPOTENT_REPLAYED, "true")], response).into_response(),
            (Ok(KeyState::Reused), _) => Problem::refused(ErrorCode::IdempotencyKeyReused).into_response(),
            (_, NotCommitted::Failed(problem)) => problem.into_response(),
            // The other request has not committed yet.
            (Ok(KeyState::Unused), NotCommitted::KeyTaken) => {
                Problem::refused(ErrorCode::IdempotencyKeyInProgress).into_response()
            }
            (Err(error), NotCommitted::KeyTaken) => Problem::from(error).into_response(),
        }
    }
}

impl IdempotentTransaction {
    /// Commits the write. The response is 200 with a JSON body. Fails with [`NotCommitted::KeyTaken`] if another
    /// request with the key was first.
    pub(crate) async fn commit(self, body: &impl Serialize) -> WriteResult {
        self.commit_response(json(body)?, None).await
    }

    /// Commits a write that stores work, and wakes up the workers for it, also those of other processes.
    pub(crate) async fn commit_work(self, work: JobKind, body: &impl Serialize) -> WriteResult {
        self.commit_response(json(body)?, Some(work)).await
    }

    /// Commits a deletion, and wakes up the workers if it stores work. The response is 204.
    pub(crate) async fn commit_deletion(self, work: Option<JobKind>) -> WriteResult {
        self.commit_response(SavedResponse { status: StatusCode::NO_CONTENT, body: None }, work).await
    }

    pub(crate) async fn rollback(self) -> Result<(), DbErr> {
        self.transaction.rollback().await
    }

    async fn commit_response(self, response: SavedResponse, work: Option<JobKind>) -> WriteResult {
        if let Some(work) = work {
            work.notify_workers(&self.transaction).await?;
        }
        if let Some(keyed) = &self.write.keyed {
            if !keyed.store(&self.transaction, &response, self.write.app.clock.now()).await? {
                self.transaction.rollback().await?;
                return Err(NotCommitted::KeyTaken);
            }
            if self.write.app.stored_bytes.add(&keyed.organization_id, response.bytes()) {
                keyed.delete_surplus(&self.transaction).await?;
            }
        }
        self.transaction.commit().await?;
        if let Some(work) = work {
            self.write.app.notifications.of(work).notify_one();
        }
        Ok(response)
    }
}

fn json(body: &impl Serialize) -> Result<SavedResponse, DbErr> {
    let body = serde_json::to_vec(body).map_err(|error| DbErr::Json(error.to_string()))?;
    Ok(SavedResponse { status: StatusCode::OK, body: Some(body.into()) })
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
