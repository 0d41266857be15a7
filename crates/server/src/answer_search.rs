//! Searches the texts of stored answers again: for brands that are new or have changed and, when the operator wants it, for
//! tokens.
//!
//! The table `answer_searches` has what answers are searched for, and how far. A search goes from the newest answer to the
//! oldest, a block of the columns at a time. The texts of a block are read and searched without a lock. A short transaction then
//! stores what was found and moves the positions, unless the brands or the search have changed meanwhile. So a search can be
//! killed at any time, and goes on later. Everything that an organization's answers are searched for at the same position is
//! found together.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use answerdeck_database::entity::{answer, answer_search, answer_source, organization};
use answerdeck_database::id::{base62, number_of};
use answerdeck_database::{begin, statement};
use futures_util::{StreamExt, TryStreamExt};
use sea_orm::prelude::Expr;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect,
};

use crate::brand_finder::BrandFinder;
use crate::columns::{AnswerRange, TextFindings, answers_by_organization, complete_parts};
use crate::state::AppState;

/// The definition in the row of a search for tokens. Brands have greater numbers.
const TOKENS: i64 = 0;
/// Texts that one statement reads. Each has at most 200,000 characters.
const TEXTS_AT_ONCE: usize = 32;
/// Statements and searches of texts at the same time.
const CONCURRENCY: usize = 2;
/// How often searches are looked for that nothing announces.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// What texts are searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// The brands whose facts are incomplete.
    Brands,
    /// Tokens, and all brands.
    Tokens,
}

/// Searches answers for brands until the server shuts down.
pub(crate) async fn run_until_shutdown(app: &AppState) {
    while !app.shutdown.is_cancelled() {
        match search_for_brands(app).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => tracing::error!(%error, "answers were not searched for brands: it is tried again"),
        }
        tokio::select! {
            () = app.shutdown.cancelled() => {}
            () = app.search_notify.notified() => {}
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
    }
}

/// Searches the next block of each organization for its brands. Returns whether there was one.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn search_for_brands(app: &AppState) -> Result<bool, DbErr> {
    let organizations: Vec<String> = answer_search::Entity::find()
        .select_only()
        .column(answer_search::Column::OrganizationId)
        .filter(answer_search::Column::Definition.ne(TOKENS))
        .distinct()
        .order_by_asc(answer_search::Column::OrganizationId)
        .into_tuple()
        .all(&app.jobs_database)
        .await?;
    let mut has_searched = false;
    for organization in organizations {
        if app.shutdown.is_cancelled() {
            break;
        }
        match search_block(app, &organization, Wanted::Brands).await {
            Ok(_) => has_searched = true,
            Err(error) => {
                tracing::error!(organization, %error, "answers were not searched for brands: it is tried again")
            }
        }
    }
    Ok(has_searched)
}

/// Begins to search all answers for tokens, and returns `true`. Returns `false` when an unfinished search continues instead,
/// unless `restart`.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn start_rebuild(app: &AppState, restart: bool) -> Result<bool, DbErr> {
    complete_parts(&app.jobs_database, None).await?;
    let transaction = begin(&app.jobs_database).await?;
    let of_tokens = answer_search::Column::Definition.eq(TOKENS);
    if restart {
        answer_search::Entity::delete_many().filter(of_tokens.clone()).exec(&transaction).await?;
    }
    let begins = answer_search::Entity::find().filter(of_tokens).one(&transaction).await?.is_none();
    if begins {
        let sql = format!(
            "INSERT INTO answer_searches (organization_id, definition, position) \
             SELECT organization_id, {TOKENS}, answers FROM ({}) AS organizations",
            answers_by_organization()
        );
        transaction.execute_raw(statement(&transaction, &sql, [])).await?;
    }
    transaction.commit().await?;
    Ok(begins)
}

/// The answers that an unfinished search for tokens has not reached.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn remaining(app: &AppState) -> Result<i64, DbErr> {
    let sql = "SELECT CAST(COALESCE(SUM(position), 0) AS bigint) FROM answer_searches WHERE definition = $1";
    let row = app.jobs_database.query_one_raw(statement(&app.jobs_database, sql, [TOKENS.into()])).await?;
    row.map_or(Ok(0), |row| row.try_get_by_index(0))
}

/// Finds the tokens and brands of the next block, one organization after the other, and returns the number of its answers. It is
/// 0 when another process did them at the same time, and `None` when no answers remain.
///
/// # Errors
/// Returns an error if the database fails. The answers keep their tokens then.
pub async fn rebuild_block(app: &AppState) -> Result<Option<i64>, DbErr> {
    let next = answer_search::Entity::find()
        .filter(answer_search::Column::Definition.eq(TOKENS))
        .order_by_asc(answer_search::Column::OrganizationId)
        .one(&app.jobs_database)
        .await?;
    match next {
        Some(search) => search_block(app, &search.organization_id, Wanted::Tokens).await.map(Some),
        None => Ok(None),
    }
}

/// Searches the last block that was not searched, and returns the number of its answers. It is 0 when the brands or the search
/// have changed meanwhile.
async fn search_block(app: &AppState, organization_id: &str, wanted: Wanted) -> Result<i64, DbErr> {
    let database = &app.jobs_database;
    let brands = app.brand_finders.of(database, organization_id).await?;
    let positions = positions(database, organization_id).await?;
    let Some(end) = next_end(&positions, wanted) else { return Ok(0) };
    let range = AnswerRange::last_before(organization_id, end);
    let definitions = definitions(&positions, &brands, &range, wanted);
    let is_read = wanted == Wanted::Tokens || brands.definitions().any(|definition| definitions.contains(&definition));
    let found = if is_read { find(app, &brands, &range, wanted).await? } else { HashMap::new() };

    let transaction = begin(database).await?;
    // Like every writer of the columns.
    let organization = organization::Entity::find_by_id(organization_id).lock_exclusive().one(&transaction).await?;
    let positions = self::positions(&transaction, organization_id).await?;
    let is_current = organization.is_some_and(|row| row.brands_revision == brands.revision());
    if !is_current || next_end(&positions, wanted) != Some(end) {
        transaction.rollback().await?;
        return Ok(0);
    }
    let definitions = self::definitions(&positions, &brands, &range, wanted);
    range.replace_facts(&transaction, &definitions, &found).await?;
    if wanted == Wanted::Tokens {
        range.replace_tokens(&transaction, &found).await?;
    }
    let is_done = |definition: &i64| {
        u32::try_from(*definition).is_ok_and(|number| definitions.contains(&number))
            || *definition == TOKENS && wanted == Wanted::Tokens
    };
    let done: Vec<i64> = positions.into_keys().filter(is_done).collect();
    move_to(&transaction, &range, &done).await?;
    transaction.commit().await?;
    Ok(range.end - range.first)
}

/// The position that each search of an organization has reached.
async fn positions(database: &impl ConnectionTrait, organization_id: &str) -> Result<BTreeMap<i64, i64>, DbErr> {
    let rows = answer_search::Entity::find()
        .filter(answer_search::Column::OrganizationId.eq(organization_id))
        .all(database)
        .await?;
    Ok(rows.into_iter().map(|row| (row.definition, row.position)).collect())
}

/// The position before which answers are searched next.
fn next_end(positions: &BTreeMap<i64, i64>, wanted: Wanted) -> Option<i64> {
    match wanted {
        Wanted::Tokens => positions.get(&TOKENS).copied(),
        Wanted::Brands => positions.iter().filter(|(key, _)| **key != TOKENS).map(|(_, position)| *position).max(),
    }
}

/// The definitions whose facts in the range are replaced: those that have reached the range and are not through it. Some are of
/// no brand any more; their facts are removed. A search for tokens also finds brands again whose facts are complete there.
fn definitions(
    positions: &BTreeMap<i64, i64>,
    brands: &BrandFinder,
    range: &AnswerRange<'_>,
    wanted: Wanted,
) -> BTreeSet<u32> {
    let unfinished = positions
        .iter()
        .filter(|(definition, position)| **definition != TOKENS && range.first < **position && **position <= range.end)
        .filter_map(|(definition, _)| u32::try_from(*definition).ok());
    let is_known =
        |definition: &u32| positions.get(&i64::from(*definition)).is_none_or(|position| *position <= range.end);
    let known = brands.definitions().filter(|definition| wanted == Wanted::Tokens && is_known(definition));
    unfinished.chain(known).collect()
}

/// Stores that searches are through a range. A search ends with the first answer.
async fn move_to(transaction: &DatabaseTransaction, range: &AnswerRange<'_>, definitions: &[i64]) -> Result<(), DbErr> {
    let is_moved = Condition::all()
        .add(answer_search::Column::OrganizationId.eq(range.organization_id))
        .add(answer_search::Column::Definition.is_in(definitions.iter().copied()))
        .add(answer_search::Column::Position.gt(range.first));
    if range.first == 0 {
        answer_search::Entity::delete_many().filter(is_moved).exec(transaction).await?;
    } else {
        answer_search::Entity::update_many()
            .col_expr(answer_search::Column::Position, Expr::value(range.first))
            .filter(is_moved)
            .exec(transaction)
            .await?;
    }
    Ok(())
}

/// What is found in the answers of a range, by their ids.
async fn find(
    app: &AppState,
    brands: &Arc<BrandFinder>,
    range: &AnswerRange<'_>,
    wanted: Wanted,
) -> Result<HashMap<u128, TextFindings>, DbErr> {
    let ids: Vec<String> = range.ids(&app.jobs_database).await?.into_iter().map(|(_, id)| base62(id)).collect();
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
    wanted: Wanted,
) -> Result<Vec<(u128, TextFindings)>, DbErr> {
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
    let numbers: Vec<u128> = texts.iter().map(|(id, _)| number_of(id)).collect();
    let answers = texts.into_iter().map(|(id, text)| (text, sources.remove(&id).unwrap_or_default())).collect();
    let found = match wanted {
        Wanted::Brands => app.config.analyzer.find_brands(brands, answers).await,
        Wanted::Tokens => app.config.analyzer.find(brands, answers).await,
    };
    Ok(numbers.into_iter().zip(found).collect())
}
