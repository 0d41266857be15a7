//! Searches the texts of stored answers again: for brands that are new or have changed and, when the operator wants it, for
//! tokens. The statistics know which answers are next, a block at a time. The texts of a block are read and searched without a
//! lock. So a search can be killed at any time, and goes on later.

use std::collections::HashMap;
use std::sync::Arc;

use answerdeck_database::entity::{answer, answer_source};
use answerdeck_statistics::{SearchTarget, TextFindings};
use futures_util::{StreamExt, TryStreamExt};
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::brand_finder::BrandFinder;
use crate::state::AppState;
use crate::worker::poll;

/// Texts that one statement reads. Each has at most 200,000 characters.
const TEXTS_AT_ONCE: usize = 32;
/// Statements and searches of texts at the same time.
const CONCURRENCY: usize = 2;

/// Searches answers for brands until the server shuts down.
pub(crate) async fn run_until_shutdown(app: &AppState) {
    let failure = "answers were not searched for brands";
    poll(app, Some(&app.search_notify), failure, || search_for_brands(app)).await;
}

/// Searches the next block of each organization for its brands. Returns whether there was one.
pub async fn search_for_brands(app: &AppState) -> Result<bool, DbErr> {
    let organizations = app.statistics.organizations_to_search(SearchTarget::Brands).await?;
    let mut has_searched = false;
    for organization in organizations {
        if app.shutdown.is_cancelled() {
            break;
        }
        match search_block(app, &organization, SearchTarget::Brands).await {
            Ok(_) => has_searched = true,
            Err(error) => {
                tracing::error!(organization, %error, "answers were not searched for brands: it is tried again")
            }
        }
    }
    Ok(has_searched)
}

/// Finds the tokens and brands of the next block, one organization after the other, and returns the number of its answers. It is
/// 0 when another process did them at the same time, and `None` when no answers remain.
///
/// # Errors
/// Returns an error if the database fails. The answers keep their tokens then.
pub async fn rebuild_block(app: &AppState) -> Result<Option<i64>, DbErr> {
    match app.statistics.organizations_to_search(SearchTarget::Tokens).await?.first() {
        Some(organization) => search_block(app, organization, SearchTarget::Tokens).await.map(Some),
        None => Ok(None),
    }
}

/// Searches the next block, and returns the number of its answers. It is 0 when the brands or the search have changed meanwhile.
async fn search_block(app: &AppState, organization_id: &str, wanted: SearchTarget) -> Result<i64, DbErr> {
    let brands = app.brand_finders.of(&app.jobs_database, organization_id).await?;
    let next = app.statistics.next_block(organization_id, wanted, brands.definitions()).await?;
    let Some(block) = next else { return Ok(0) };
    let found = find(app, &brands, &block.answers, wanted).await?;
    let is_stored = app.statistics.store_findings(&block, brands.definitions(), &found).await?;
    Ok(if is_stored { block.positions.end - block.positions.start } else { 0 })
}

/// What is found in answers, by their ids.
async fn find(
    app: &AppState,
    brands: &Arc<BrandFinder>,
    ids: &[String],
    wanted: SearchTarget,
) -> Result<HashMap<String, TextFindings>, DbErr> {
    let slices: Vec<Vec<String>> = ids.chunks(TEXTS_AT_ONCE).map(<[String]>::to_vec).collect();
    futures_util::stream::iter(slices)
        .map(|ids| find_in(app, brands, ids, wanted))
        .buffer_unordered(CONCURRENCY)
        .try_fold(HashMap::with_capacity(ids.len()), async |mut all, found| {
            all.extend(found);
            Ok(all)
        })
        .await
}

/// Reads and searches answers. An answer that was deleted is missing.
async fn find_in(
    app: &AppState,
    brands: &Arc<BrandFinder>,
    ids: Vec<String>,
    wanted: SearchTarget,
) -> Result<Vec<(String, TextFindings)>, DbErr> {
    let texts: Vec<(String, String)> = answer::Entity::find()
        .select_only()
        .columns([answer::Column::Id, answer::Column::Content])
        .filter(answer::Column::Id.is_in(&ids))
        .into_tuple()
        .all(&app.jobs_database)
        .await?;
    let rows: Vec<(String, String)> = answer_source::Entity::find()
        .select_only()
        .columns([answer_source::Column::AnswerId, answer_source::Column::Url])
        .filter(answer_source::Column::AnswerId.is_in(&ids))
        .order_by_asc(answer_source::Column::AnswerId)
        .order_by_asc(answer_source::Column::Position)
        .into_tuple()
        .all(&app.jobs_database)
        .await?;
    let mut sources: HashMap<String, Vec<String>> = HashMap::with_capacity(ids.len());
    for (id, url) in rows {
        sources.entry(id).or_default().push(url);
    }
    let (found_ids, answers): (Vec<String>, Vec<_>) = texts
        .into_iter()
        .map(|(id, text)| {
            let sources = sources.remove(&id).unwrap_or_default();
            (id, (text, sources))
        })
        .unzip();
    let found = match wanted {
        SearchTarget::Brands => app.config.analyzer.find_brands(brands, answers).await,
        SearchTarget::Tokens => app.config.analyzer.find(brands, answers).await,
    };
    Ok(found_ids.into_iter().zip(found).collect())
}
