//! The keywords that no prompt of an organization contains: those that it asks about, and those of its site that people search for, whose
//! volumes come from the cache.

use std::collections::{HashMap, HashSet};

use answerdeck_api::limits::{GOOGLE_COUNTRY_DEFAULT, GOOGLE_LANGUAGE_DEFAULT};
use answerdeck_api::metrics::SearchEngine;
use answerdeck_api::{GoogleKeywordMetrics, NaverKeywordMetrics};
use answerdeck_database::text_search::{folded, position_function};
use answerdeck_database::{json_elements, query_rows};
use answerdeck_keyword_data::{Market, keyword_key};
use sea_orm::{DbBackend, DbErr};
use serde::de::DeserializeOwned;
use serde_json::json;

use super::lookup::Volume;
use super::{cache, google_dataset, naver_dataset};
use crate::problem::ApiResult;
use crate::state::AppState;

pub(crate) struct UnaskedKeyword {
    pub(crate) keyword: String,
    /// Searches a month, at least 1.
    pub(crate) volume: u64,
    /// Where it has this volume.
    pub(crate) engine: SearchEngine,
}

/// The keywords of the newest site keyword analysis that have a cached volume and are in no prompt. If both engines have a volume, the
/// greater one counts.
pub(crate) async fn unasked_keywords(app: &AppState, organization_id: &str) -> ApiResult<Vec<UnaskedKeyword>> {
    let keywords = site_keywords(app, organization_id).await?;
    let keys: Vec<String> = keywords.iter().map(|keyword| keyword_key(keyword)).collect();
    let mut volumes: HashMap<String, (u64, SearchEngine)> = HashMap::new();
    if let Some(provider) = &app.config.keywords.naver {
        let dataset = naver_dataset("metrics", &**provider);
        add::<NaverKeywordMetrics>(&mut volumes, app, &dataset, &keys, &SearchEngine::Naver).await?;
    }
    if let Some(provider) = &app.config.keywords.google {
        let market =
            Market { country: GOOGLE_COUNTRY_DEFAULT.to_owned(), language: GOOGLE_LANGUAGE_DEFAULT.to_owned() };
        let dataset = google_dataset("metrics", &**provider, &market);
        add::<GoogleKeywordMetrics>(&mut volumes, app, &dataset, &keys, &SearchEngine::Google).await?;
    }
    // Two spellings of one keyword are one.
    let found = |(keyword, key): (String, String)| {
        let (volume, engine) = volumes.remove(&key)?;
        Some((compared(&keyword), UnaskedKeyword { keyword, volume, engine }))
    };
    let mut found: HashMap<String, UnaskedKeyword> = keywords.into_iter().zip(keys).filter_map(found).collect();
    let unasked = in_no_prompt(app, organization_id, found.keys()).await?;
    Ok(unasked.iter().filter_map(|text| found.remove(text)).collect())
}

/// The keywords of the newest completed analysis.
async fn site_keywords(app: &AppState, organization_id: &str) -> Result<Vec<String>, DbErr> {
    let database = &app.databases.heavy_reads;
    let elements = match database.get_database_backend() {
        DbBackend::Postgres => "json_array_elements",
        _ => "json_each",
    };
    // The sentences with the keywords can have megabytes: only the keywords leave the database.
    let sql = format!(
        "SELECT element.value ->> 'keyword' FROM site_analyses, {elements}(site_analyses.keywords) AS element \
         WHERE site_analyses.id = (SELECT id FROM site_analyses \
         WHERE organization_id = $1 AND status = 'COMPLETED' ORDER BY id DESC LIMIT 1)"
    );
    query_rows(database, &sql, [organization_id.into()]).await
}

/// Adds the cached volumes of `keys` where they are greater.
async fn add<M: Volume + DeserializeOwned>(
    volumes: &mut HashMap<String, (u64, SearchEngine)>,
    app: &AppState,
    dataset: &str,
    keys: &[String],
    engine: &SearchEngine,
) -> ApiResult<()> {
    for (key, metrics) in cache::read::<M>(app, dataset, keys).await? {
        let volume = metrics.and_then(|metrics| metrics.volume()).unwrap_or_default();
        if volume > volumes.get(&key).map_or(0, |(known, _)| *known) {
            volumes.insert(key, (volume, engine.clone()));
        }
    }
    Ok(())
}

/// Those of `keywords` that no prompt of the organization contains.
pub(crate) async fn without_prompt(
    app: &AppState,
    organization_id: &str,
    mut keywords: Vec<String>,
) -> Result<Vec<String>, DbErr> {
    let texts: Vec<String> = keywords.iter().map(|keyword| compared(keyword)).collect();
    let unasked: HashSet<String> = in_no_prompt(app, organization_id, texts.iter()).await?.into_iter().collect();
    keywords.retain(|keyword| unasked.contains(&compared(keyword)));
    Ok(keywords)
}

/// The form in which a keyword is searched for in prompts. Case and spaces make no difference.
fn compared(keyword: &str) -> String {
    folded(keyword).replace(' ', "")
}

/// Those of the [`compared`] texts that no prompt contains. An empty one is a part of all.
async fn in_no_prompt(
    app: &AppState,
    organization_id: &str,
    texts: impl Iterator<Item = &String>,
) -> Result<Vec<String>, DbErr> {
    let database = &app.databases.heavy_reads;
    let position = position_function(database.get_database_backend());
    let sql = format!(
        "WITH asked AS MATERIALIZED (SELECT replace(content_folded, ' ', '') AS content FROM prompts \
         WHERE organization_id = $1) SELECT keyword.value FROM {} AS keyword \
         WHERE NOT EXISTS (SELECT 1 FROM asked WHERE {position}(asked.content, keyword.value) > 0)",
        json_elements(database, 2)
    );
    let texts = json!(texts.filter(|text| !text.is_empty()).collect::<Vec<_>>()).to_string();
    query_rows(database, &sql, [organization_id.into(), texts.into()]).await
}
