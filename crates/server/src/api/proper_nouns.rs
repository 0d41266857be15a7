//! The nouns of a text.

use answerdeck_api::{ProperNounList, ProperNounRequest, TextLanguage};
use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::http::caller::Caller;
use crate::http::read::Body;

pub(super) async fn extract(
    State(app): State<App>,
    _: Caller,
    Body(request): Body<ProperNounRequest>,
) -> Json<ProperNounList> {
    let language = request.lang.unwrap_or(TextLanguage::Auto);
    let proper_nouns = app.config.words.nouns_of(request.text, language).await;
    Json(ProperNounList { proper_nouns })
}
