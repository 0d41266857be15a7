//! The digests resource.

use answerdeck_api::operation::LIST_DIGESTS;
use answerdeck_api::{Digest, DigestId, DigestList, PageRequest};
use answerdeck_database::entity::digest;
use answerdeck_database::time::wire_time;
use answerdeck_database::{parse_stored_id, stored_json};
use axum::Json;
use axum::extract::State;

use super::rows;
use crate::http::caller::Caller;
use crate::http::cursor::Pagination;
use crate::http::extract::{PathId, QueryParams};
use crate::problem::ApiResult;
use crate::state::AppState;

pub(super) async fn list(
    State(app): State<AppState>,
    caller: Caller,
    QueryParams(page): QueryParams<PageRequest>,
) -> ApiResult<Json<DigestList>> {
    let pagination = Pagination::new(LIST_DIGESTS, &caller, &page)?;
    let query = rows::select_all::<digest::Entity>(&caller);
    Ok(Json(rows::list(&app.database, query, &pagination, to_wire).await?.into()))
}

pub(super) async fn get(
    State(app): State<AppState>,
    caller: Caller,
    PathId(id): PathId<DigestId>,
) -> ApiResult<Json<Digest>> {
    to_wire(rows::find::<digest::Entity>(&app.database, &caller, id.as_str()).await?).map(Json)
}

fn to_wire(row: digest::Model) -> ApiResult<Digest> {
    Ok(Digest {
        id: parse_stored_id(row.id)?,
        findings: stored_json(row.findings)?,
        created_at: wire_time(row.created_at),
    })
}
