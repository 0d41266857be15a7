//! The nouns of a text.

use answerdeck_api::{ProperNounList, ProperNounRequest, TextLanguage};
use axum::Json;
use axum::extract::State;

use crate::http::caller::Caller;
use crate::http::extract::Body;
use crate::state::AppState;

pub(super) async fn extract(
    State(app): State<AppState>,
    _: Caller,
    Body(request): Body<ProperNounRequest>,
) -> Json<ProperNounList> {
    let language = request.lang.unwrap_or(TextLanguage::Auto);
    let proper_nouns = app.config.analyzer.nouns(request.text, language).await;
    Json(ProperNounList { proper_nouns })
}
