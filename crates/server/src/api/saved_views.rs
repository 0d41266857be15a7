use answerdeck_api::limits::SAVED_VIEWS_MAX;
use answerdeck_api::{Created, ErrorCode, SavedView, SavedViewCreate, SavedViewId, SavedViewList, SavedViewUpdate};
use answerdeck_database::entity::saved_view;
use answerdeck_database::parse_stored_id;
use answerdeck_database::time::wire_time;
use axum::Json;
use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, QueryOrder};

use super::rows;
use crate::http::caller::Read;
use crate::http::extract::{Body, PathId, UncheckedBody, check_bounds};
use crate::idempotency::{IdempotentWrite, WriteResult};
use crate::problem::{ApiResult, Problem};

pub(super) async fn create(
    write: IdempotentWrite,
    UncheckedBody(mut create): UncheckedBody<SavedViewCreate>,
) -> WriteResult {
    let IdempotentWrite { app, caller, .. } = &write;
    // A browser copies the address with the server's own origin.
    if let Some(path) = create.address.strip_prefix(app.config.public_url.as_str()) {
        create.address = path.to_owned();
    }
    check_bounds(&create)?;
    let now = app.clock.now();
    let id: SavedViewId = app.random.id(now);
    let transaction = write.begin().await?;
    let too_many = Problem::refused(ErrorCode::SavedViewLimitExceeded);
    rows::check_limit(&transaction, rows::select_all::<saved_view::Entity>(caller), SAVED_VIEWS_MAX, too_many).await?;
    let row = saved_view::Model {
        id: id.to_string(),
        organization_id: caller.organization_id.to_string(),
        name: create.name,
        address: create.address,
        created_at: now.as_millisecond(),
    };
    saved_view::Entity::insert(row.into_active_model()).exec_without_returning(&*transaction).await?;
    transaction.commit(&Created { id }).await
}

pub(super) async fn list(Read { app, caller }: Read) -> ApiResult<Json<SavedViewList>> {
    let views = rows::select_all::<saved_view::Entity>(&caller).order_by_desc(saved_view::Column::Id);
    let rows = views.all(&app.database).await?;
    Ok(Json(SavedViewList { saved_views: rows.into_iter().map(to_wire).collect::<ApiResult<_>>()? }))
}

pub(super) async fn update(
    write: IdempotentWrite,
    (PathId(id), Body(update)): (PathId<SavedViewId>, Body<SavedViewUpdate>),
) -> WriteResult {
    let transaction = write.begin().await?;
    let mut change = rows::lock::<saved_view::Entity>(&transaction, id.as_str()).await?.into_active_model();
    change.name = update.name.map_or(change.name, Set);
    let row = change.update(&*transaction).await?;
    transaction.commit(&to_wire(row)?).await
}

fn to_wire(row: saved_view::Model) -> ApiResult<SavedView> {
    Ok(SavedView {
        id: parse_stored_id(row.id)?,
        name: row.name,
        address: row.address,
        created_at: wire_time(row.created_at),
    })
}
