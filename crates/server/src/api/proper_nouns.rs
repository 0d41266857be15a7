use answerdeck_api::{ProperNounList, ProperNounRequest, TextLanguage};
use axum::Json;

use crate::http::caller::Read;
use crate::http::extract::Body;
use crate::problem::ApiResult;

pub(super) async fn extract(read: Read, Body(request): Body<ProperNounRequest>) -> ApiResult<Json<ProperNounList>> {
    let permit = read.app.noun_extractions.acquire(read.caller.organization_id.as_str()).await?;
    let language = request.lang.unwrap_or(TextLanguage::Auto);
    let proper_nouns = read.app.config.analyzer.nouns(request.text, language, permit).await;
    Ok(Json(ProperNounList { proper_nouns }))
}

#[cfg(test)]
mod tests {
    use answerdeck_database::Databases;
    use futures_util::FutureExt;

    use super::*;
    use crate::clock::Clock;
    use crate::http::caller::Caller;
    use crate::random::Random;
    use crate::state::{AppState, Config};

    #[tokio::test]
    async fn organizations_extract_nouns_one_at_a_time() {
        let databases = Databases::from(sea_orm::Database::connect("sqlite::memory:").await.unwrap());
        let engines = answerdeck_engine::Engines::default();
        let app = AppState::new(Config::default(), databases, Clock::system(), Random::system(), engines);
        let permit = app.noun_extractions.acquire("another").await.unwrap();
        let caller = Caller { organization_id: "0000000000000000000org".parse().unwrap() };
        let request = ProperNounRequest { text: "Seoul".to_owned(), lang: None };
        let mut extraction = Box::pin(extract(Read { app, caller }, Body(request)));
        assert!((&mut extraction).now_or_never().is_none());
        drop(permit);
        assert_eq!(extraction.await.unwrap().0.proper_nouns.len(), 1);
    }
}
