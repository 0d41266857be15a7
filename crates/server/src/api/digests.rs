use answerdeck_api::operation::LIST_DIGESTS;
use answerdeck_api::{Digest, DigestId, DigestList, PageRequest};
use answerdeck_database::entity::digest;
use answerdeck_database::time::wire_time;
use answerdeck_database::{parse_stored_id, stored_json};
use axum::Json;

use super::rows;
use crate::http::caller::Read;
use crate::http::extract::{PathId, QueryParams};
use crate::problem::ApiResult;

pub(super) async fn list(read: Read, QueryParams(page): QueryParams<PageRequest>) -> ApiResult<Json<DigestList>> {
    let query = rows::select_all::<digest::Entity>(&read.caller);
    Ok(Json(rows::list(&read, LIST_DIGESTS, &page, query, to_wire).await?.into()))
}

pub(super) async fn get(Read { app, caller }: Read, PathId(id): PathId<DigestId>) -> ApiResult<Json<Digest>> {
    to_wire(rows::find::<digest::Entity>(&app.database, &caller, id.as_str()).await?).map(Json)
}

fn to_wire(row: digest::Model) -> ApiResult<Digest> {
    Ok(Digest {
        id: parse_stored_id(row.id)?,
        findings: stored_json(row.findings)?,
        created_at: wire_time(row.created_at),
    })
}
