//! Extracts the tokens of finished answers again, with the current rules, Korean dictionary and brands.
//!
//! A table has the position of each organization that is not done. The tokens of a few answers are found first. A short
//! transaction then replaces them and moves the position, so that a rebuild can be killed at any time and continued later.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::future::join_all;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect,
};

use crate::columns::{AnswerRange, answers_by_organization, complete_parts};
use crate::database::entity::{answer, organization, token_rebuild};
use crate::database::{begin, statement};
use crate::state::AppState;

/// The maximum number of answers whose tokens one transaction replaces. The size of a part of the columns is a multiple of it.
const SLICE: i64 = 16;

/// Begins a rebuild of all answers, and returns `true`. Returns `false` when an unfinished rebuild continues instead, unless
/// `restart`.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn start(app: &AppState, restart: bool) -> Result<bool, DbErr> {
    complete_parts(&app.database, None).await?;
    let transaction = begin(&app.database).await?;
    if restart {
        token_rebuild::Entity::delete_many().exec(&transaction).await?;
    }
    let begins = token_rebuild::Entity::find().one(&transaction).await?.is_none();
    if begins {
        let sql = format!(
            "INSERT INTO token_rebuilds (organization_id, position, total) \
             SELECT organization_id, 0, answers FROM ({}) AS organizations",
            answers_by_organization()
        );
        transaction.execute_raw(statement(&transaction, &sql, [])).await?;
    }
    transaction.commit().await?;
    Ok(begins)
}

/// The answers of an unfinished rebuild that are not done.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn remaining(app: &AppState) -> Result<i64, DbErr> {
    #[derive(FromQueryResult)]
    struct Sum {
        answers: i64,
    }
    let sql = "SELECT CAST(COALESCE(SUM(total - position), 0) AS bigint) AS answers FROM token_rebuilds";
    let sum = Sum::find_by_statement(statement(&app.database, sql, [])).one(&app.database).await?;
    Ok(sum.map_or(0, |sum| sum.answers))
}

/// Rebuilds the tokens of the next answers, one organization after the other, and returns the number of these answers.
/// It is 0 when another process did them at the same time, and `None` when no answers remain.
///
/// # Errors
/// Returns an error if the database fails. The answers keep their tokens then.
pub async fn rebuild_slice(app: &AppState) -> Result<Option<i64>, DbErr> {
    let next = token_rebuild::Entity::find().order_by_asc(token_rebuild::Column::OrganizationId);
    let Some(rebuild) = next.one(&app.database).await? else { return Ok(None) };
    let count = SLICE.min(rebuild.total - rebuild.position);
    let range = AnswerRange {
        organization_id: &rebuild.organization_id,
        first: rebuild.position,
        count: usize::try_from(count).unwrap_or_default(),
    };
    let tokens = tokens_of(app, &range).await?;
    let transaction = begin(&app.database).await?;
    // Like every writer of the columns.
    organization::Entity::find_by_id(&rebuild.organization_id).lock_exclusive().one(&transaction).await?;
    let position = rebuild.position + count;
    let moved = token_rebuild::Entity::update_many()
        .col_expr(token_rebuild::Column::Position, Expr::value(position))
        .filter(token_rebuild::Column::OrganizationId.eq(&rebuild.organization_id))
        .filter(token_rebuild::Column::Position.eq(rebuild.position))
        .exec(&transaction)
        .await?;
    if moved.rows_affected == 0 {
        transaction.rollback().await?;
        return Ok(Some(0));
    }
    range.replace_tokens(&transaction, &tokens).await?;
    if position == rebuild.total {
        token_rebuild::Entity::delete_by_id(&rebuild.organization_id).exec(&transaction).await?;
    }
    transaction.commit().await?;
    Ok(Some(count))
}

/// The tokens of answers. `None` for an answer that the database no longer has.
async fn tokens_of(app: &AppState, range: &AnswerRange<'_>) -> Result<Vec<Option<Vec<String>>>, DbErr> {
    let ids = range.ids(&app.database).await?;
    let contents: Vec<(String, String)> = answer::Entity::find()
        .select_only()
        .columns([answer::Column::Id, answer::Column::Content])
        .filter(answer::Column::Id.is_in(&ids))
        .into_tuple()
        .all(&app.database)
        .await?;
    let mut contents: HashMap<String, String> = contents.into_iter().collect();
    let names = app.brand_names.of(&app.database, range.organization_id).await?;
    let contents: Vec<Option<String>> = ids.iter().map(|id| contents.remove(id)).collect();
    let tokens = contents.into_iter().map(async |content| match content {
        Some(content) => Some(app.config.analyzer.tokens(content, Arc::clone(&names)).await),
        None => None,
    });
    Ok(join_all(tokens).await)
}
