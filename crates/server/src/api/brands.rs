//! The brands resource.

use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::operation::LIST_BRANDS;
use answerdeck_api::{Brand, BrandCreate, BrandId, BrandList, BrandUpdate, Created, ErrorCode, PageRequest};
use axum::Json;
use axum::extract::State;
use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect, Select};
use serde_json::json;

use super::rows;
use crate::clock::wire_time;
use crate::database::entity::brand;
use crate::database::{stored, stored_json};
use crate::http::caller::Caller;
use crate::http::cursor::Pagination;
use crate::http::extract::{Body, Params, PathId};
use crate::idempotency::{IdempotentWrite, WriteResult};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

pub(super) async fn create(
    app: AppState,
    caller: Caller,
    Body(create): Body<BrandCreate>,
    write: IdempotentWrite,
) -> WriteResult {
    let now = app.clock.now();
    let id: BrandId = app.random.id(now);
    let row = brand::ActiveModel {
        id: Set(id.to_string()),
        organization_id: Set(caller.organization_id.into()),
        name: Set(create.name),
        description: Set(create.description),
        synonyms: Set(json!(create.synonyms)),
        websites: Set(json!(create.websites)),
        created_at: Set(now.as_millisecond()),
    };
    let transaction = write.begin(&app).await?;
    brand::Entity::insert(row).exec_without_returning(&*transaction).await?;
    transaction.commit(&Created { id }).await
}

pub(super) async fn list(
    State(app): State<AppState>,
    caller: Caller,
    Params(page): Params<PageRequest>,
) -> ApiResult<Json<BrandList>> {
    let pagination = Pagination::new(LIST_BRANDS, &caller, &(), page.limit.unwrap_or(PAGE_SIZE_DEFAULT));
    let query = brand::Entity::find().filter(brand::Column::OrganizationId.eq(caller.organization_id.as_str()));
    let query = rows::page(query, brand::Column::Id, &pagination, page.cursor.as_deref())?;
    let rows = query.all(&app.database).await?;
    Ok(Json(pagination.page(rows, |row| &row.id, to_wire)?.into()))
}

pub(super) async fn get(
    State(app): State<AppState>,
    caller: Caller,
    PathId(id): PathId<BrandId>,
) -> ApiResult<Json<Brand>> {
    let row = or_not_found(select(&caller, &id).one(&app.database).await?)?;
    Ok(Json(to_wire(row)?))
}

pub(super) async fn update(
    app: AppState,
    caller: Caller,
    (PathId(id), Body(update)): (PathId<BrandId>, Body<BrandUpdate>),
    write: IdempotentWrite,
) -> WriteResult {
    let transaction = write.begin(&app).await?;
    let row = or_not_found(select(&caller, &id).lock_exclusive().one(&*transaction).await?)?;
    let mut change = row.clone().into_active_model();
    if let Some(name) = update.name {
        change.name = Set(name);
    }
    if let Some(description) = update.description {
        change.description = Set(description);
    }
    if let Some(synonyms) = update.synonyms {
        change.synonyms = Set(json!(synonyms));
    }
    if let Some(websites) = update.websites {
        change.websites = Set(json!(websites));
    }
    let row = if change.is_changed() { change.update(&*transaction).await? } else { row };
    transaction.commit(&to_wire(row)?).await
}

pub(super) async fn delete(
    app: AppState,
    caller: Caller,
    PathId(id): PathId<BrandId>,
    write: IdempotentWrite,
) -> WriteResult {
    let transaction = write.begin(&app).await?;
    let deleted = brand::Entity::delete_many()
        .filter(brand::Column::Id.eq(id.as_str()))
        .filter(brand::Column::OrganizationId.eq(caller.organization_id.as_str()))
        .exec(&*transaction)
        .await?;
    rows::require_deleted(&deleted, ErrorCode::UserBrandNotFound)?;
    transaction.commit_deletion().await
}

/// Selects a brand of the caller. A brand of another organization is treated like an unknown one.
fn select(caller: &Caller, id: &BrandId) -> Select<brand::Entity> {
    brand::Entity::find_by_id(id.as_str()).filter(brand::Column::OrganizationId.eq(caller.organization_id.as_str()))
}

fn or_not_found(row: Option<brand::Model>) -> ApiResult<brand::Model> {
    row.ok_or_else(|| Problem::refused(ErrorCode::UserBrandNotFound))
}

fn to_wire(row: brand::Model) -> ApiResult<Brand> {
    Ok(Brand {
        id: stored(row.id)?,
        name: row.name,
        description: row.description,
        synonyms: stored_json(row.synonyms)?,
        websites: stored_json(row.websites)?,
        created_at: wire_time(row.created_at),
    })
}
