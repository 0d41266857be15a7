//! The list of models.

use answerdeck_api::ModelList;
use axum::Json;
use axum::extract::State;

use crate::http::caller::Caller;
use crate::state::AppState;

/// Every organization may use every model that this server has an engine for.
pub(super) async fn list(State(app): State<AppState>, _: Caller) -> Json<ModelList> {
    Json(ModelList { models: app.engines.models() })
}
