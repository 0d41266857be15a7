use answerdeck_api::operation::LIST_ALERTS;
use answerdeck_api::{Alert, AlertFilter, AlertId, AlertList, AlertState, AlertUpdate};
use answerdeck_database::entity::alert;
use answerdeck_database::time::wire_time;
use answerdeck_database::{parse_stored_id, stored_json};
use axum::Json;
use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait, ColumnTrait, IntoActiveModel, PaginatorTrait, QueryFilter};

use super::rows;
use crate::http::caller::{Caller, Read};
use crate::http::extract::{Body, PathId, QueryParams};
use crate::idempotency::{IdempotentWrite, WriteResult};
use crate::problem::ApiResult;
use crate::state::AppState;

pub(super) async fn list(read: Read, QueryParams(filter): QueryParams<AlertFilter>) -> ApiResult<Json<AlertList>> {
    let mut query = rows::select_all::<alert::Entity>(&read.caller);
    if let Some(state) = &filter.state {
        let at = alert::Column::AcknowledgedAt;
        query = query.filter(if *state == AlertState::New { at.is_null() } else { at.is_not_null() });
    }
    Ok(Json(rows::list(&read, LIST_ALERTS, &filter, query, to_wire).await?.into()))
}

/// The number of alerts that nobody has acknowledged.
pub(super) async fn count_new(app: &AppState, caller: &Caller) -> ApiResult<u64> {
    let new = rows::select_all::<alert::Entity>(caller).filter(alert::Column::AcknowledgedAt.is_null());
    Ok(new.count(&app.database).await?)
}

pub(super) async fn update(
    write: IdempotentWrite,
    (PathId(id), Body(update)): (PathId<AlertId>, Body<AlertUpdate>),
) -> WriteResult {
    let now = write.app.clock.now().as_millisecond();
    let transaction = write.begin().await?;
    let row = rows::find::<alert::Entity>(&*transaction, &write.caller, id.as_str()).await?;
    let acknowledged_at = match update.state {
        None => row.acknowledged_at,
        Some(state) => (state == AlertState::Acknowledged).then(|| row.acknowledged_at.unwrap_or(now)),
    };
    let changed = alert::ActiveModel { acknowledged_at: Set(acknowledged_at), ..row.into_active_model() };
    let row = changed.update(&*transaction).await?;
    transaction.commit(&to_wire(row)?).await
}

fn to_wire(row: alert::Model) -> ApiResult<Alert> {
    Ok(Alert {
        id: parse_stored_id(row.id)?,
        finding: stored_json(row.finding)?,
        state: if row.acknowledged_at.is_some() { AlertState::Acknowledged } else { AlertState::New },
        created_at: wire_time(row.created_at),
        acknowledged_at: row.acknowledged_at.map(wire_time),
    })
}
