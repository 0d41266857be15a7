//! The calling organization.

use answerdeck_api::Organization;
use axum::Json;
use axum::extract::State;
use sea_orm::{DbErr, EntityTrait};

use crate::clock::wire_time;
use crate::database::entity::organization;
use crate::database::{stored, stored_json};
use crate::http::caller::Caller;
use crate::problem::ApiResult;
use crate::state::AppState;

pub(super) async fn get(State(app): State<AppState>, caller: Caller) -> ApiResult<Json<Organization>> {
    let row = find(&app, &caller).await?;
    Ok(Json(Organization {
        id: stored(row.id)?,
        name: row.name,
        region: row.region,
        created_at: wire_time(row.created_at),
        websites: stored_json(row.websites)?,
    }))
}

/// Reads the caller's organization. A foreign key guarantees that every API key has one.
pub(super) async fn find(app: &AppState, caller: &Caller) -> ApiResult<organization::Model> {
    organization::Entity::find_by_id(caller.organization_id.as_str())
        .one(&app.database)
        .await?
        .ok_or_else(|| DbErr::RecordNotFound(format!("organization {}", caller.organization_id)).into())
}
