use answerdeck_api::{Model, ModelList};
use axum::Json;

use crate::engines::stops;
use crate::http::caller::Read;
use crate::problem::ApiResult;
use crate::state::AppState;

/// Every organization may use every model that this server has an engine for.
pub(super) async fn list(Read { app, .. }: Read) -> ApiResult<Json<ModelList>> {
    Ok(Json(ModelList { models: all(&app).await? }))
}

/// The models that this server has an engine for, and which of them have stopped.
pub(super) async fn all(app: &AppState) -> ApiResult<Vec<Model>> {
    let mut stops = stops::all(&app.database, app.clock.now()).await?;
    let stopped = |model: Model| Model { stop: stops.remove(&model.code).map(|stop| stop.reason), ..model };
    Ok(app.engines().models().into_iter().map(stopped).collect())
}
