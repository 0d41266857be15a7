//! The list of models.

use answerdeck_api::{Model, ModelList};
use axum::Json;
use axum::extract::State;

use crate::engines::stops;
use crate::http::caller::Caller;
use crate::problem::ApiResult;
use crate::state::AppState;

/// Every organization may use every model that this server has an engine for.
pub(super) async fn list(State(app): State<AppState>, _: Caller) -> ApiResult<Json<ModelList>> {
    let mut stops = stops::all(&app.database, app.clock.now()).await?;
    let stopped = |model: Model| Model { stop: stops.remove(&model.code).map(|stop| stop.reason), ..model };
    Ok(Json(ModelList { models: app.engines().models().into_iter().map(stopped).collect() }))
}
