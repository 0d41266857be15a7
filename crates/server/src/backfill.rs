//! Backfills: finds brands that are new or have changed in the stored answers and, when the operator wants it, their tokens. The
//! statistics know which answers are next, a block at a time. The texts of a block are read without a lock. So a backfill can be
//! killed at any time, and goes on later.

use std::collections::HashMap;
use std::sync::Arc;

use answerdeck_database::entity::{answer, answer_source};
use answerdeck_statistics::{BackfillTarget, TextAnalysis};
use futures_util::{StreamExt, TryStreamExt};
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::brand_finder::BrandFinder;
use crate::state::AppState;

/// Texts that one statement reads. Each has at most 200,000 characters.
const TEXTS_AT_ONCE: usize = 32;
/// Statements at the same time, with the analysis of their texts.
const CONCURRENCY: usize = 2;

/// Finds the brands in the next block of each organization. Returns whether there was one.
pub async fn backfill_brands(app: &AppState) -> Result<bool, DbErr> {
    let organizations = app.statistics.organizations_to_backfill(BackfillTarget::Brands).await?;
    let mut has_block = false;
    for organization in organizations {
        if app.shutdown.is_cancelled() {
            break;
        }
        match backfill_block(app, &organization, BackfillTarget::Brands).await {
            Ok(_) => has_block = true,
            Err(error) => {
                tracing::error!(organization, %error, "brands were not backfilled: it is tried again")
            }
        }
    }
    Ok(has_block)
}

/// Finds the tokens and brands of the next block, one organization after the other, and returns the number of its
/// answers. It is 0 when another process did them at the same time, and `None` when no answers remain. The answers keep
/// their tokens after a failure.
pub async fn backfill_tokens(app: &AppState) -> Result<Option<i64>, DbErr> {
    match app.statistics.organizations_to_backfill(BackfillTarget::Tokens).await?.first() {
        Some(organization) => backfill_block(app, organization, BackfillTarget::Tokens).await.map(Some),
        None => Ok(None),
    }
}

/// Does the next block, and returns the number of its answers. It is 0 when the brands or the backfill have changed meanwhile.
async fn backfill_block(app: &AppState, organization_id: &str, target: BackfillTarget) -> Result<i64, DbErr> {
    let brands = app.brand_finders.of(&app.databases.jobs, organization_id).await?;
    let next = app.statistics.next_block(organization_id, target, &brands.definitions).await?;
    let Some(block) = next else { return Ok(0) };
    let found = find(app, &brands, &block.answers, target).await?;
    let is_stored = app.statistics.store_analyses(&block, &brands.definitions, &found).await?;
    Ok(if is_stored { block.positions.end - block.positions.start } else { 0 })
}

/// What is found in answers, by their ids.
async fn find(
    app: &AppState,
    brands: &Arc<BrandFinder>,
    ids: &[String],
    target: BackfillTarget,
) -> Result<HashMap<String, TextAnalysis>, DbErr> {
    let slices: Vec<Vec<String>> = ids.chunks(TEXTS_AT_ONCE).map(<[String]>::to_vec).collect();
    futures_util::stream::iter(slices)
        .map(|ids| find_in(app, brands, ids, target))
        .buffer_unordered(CONCURRENCY)
        .try_concat()
        .await
}

/// Reads and analyzes answers. An answer that was deleted is missing.
async fn find_in(
    app: &AppState,
    brands: &Arc<BrandFinder>,
    ids: Vec<String>,
    target: BackfillTarget,
) -> Result<HashMap<String, TextAnalysis>, DbErr> {
    let texts: Vec<(String, String)> = answer::Entity::find()
        .select_only()
        .columns([answer::Column::Id, answer::Column::Content])
        .filter(answer::Column::Id.is_in(&ids))
        .into_tuple()
        .all(&app.databases.jobs)
        .await?;
    let rows: Vec<(String, String)> = answer_source::Entity::find()
        .select_only()
        .columns([answer_source::Column::AnswerId, answer_source::Column::Url])
        .filter(answer_source::Column::AnswerId.is_in(&ids))
        .order_by_asc(answer_source::Column::AnswerId)
        .order_by_asc(answer_source::Column::Position)
        .into_tuple()
        .all(&app.databases.jobs)
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
    let found = app.config.analyzer.find(brands, answers, target == BackfillTarget::Tokens).await;
    Ok(found_ids.into_iter().zip(found).collect())
}
