//! How far stored texts were searched again.
//!
//! The table `answer_searches` has what answers are searched for, and how far. A search goes from the newest answer to the
//! oldest, a part of the columns at a time. A short transaction stores what was found in a part and moves the positions, unless
//! the brands or the search have changed meanwhile. So a search can be killed at any time, and goes on later. Everything that an
//! organization's answers are searched for at the same position is found together.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use answerdeck_database::entity::answer_search;
use answerdeck_database::id::{base62, number_of};
use answerdeck_database::{begin, json_elements, lock_organization, statement};
use sea_orm::prelude::Expr;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, EntityTrait, QueryFilter,
    QueryOrder, QuerySelect,
};

use super::columns::{AnswerRange, answers_by_organization, complete_parts, move_to_parts, next_position};
use crate::answer::TextFindings;
use crate::answer_search::{BrandDefinitions, SearchBlock, SearchTarget};

/// The definition in the row of a search for tokens. Brands have greater numbers.
const TOKENS: i64 = 0;

/// Begins to search all answers for definitions.
pub(crate) async fn search_for_definitions(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    definitions: &[i64],
) -> Result<(), DbErr> {
    // Recent answers would keep facts of outdated definitions until they are moved.
    move_to_parts(transaction, organization_id).await?;
    let position = next_position(transaction, organization_id).await?;
    if position == 0 {
        return Ok(());
    }
    // Without the condition, SQLite reads `ON CONFLICT` as the condition of a join.
    let sql = format!(
        "INSERT INTO answer_searches (organization_id, definition, position) \
         SELECT $1, CAST(value AS bigint), CAST($2 AS bigint) FROM {} WHERE TRUE \
         ON CONFLICT (organization_id, definition) DO UPDATE SET position = excluded.position",
        json_elements(transaction, 3)
    );
    let values = [organization_id.into(), position.into(), serde_json::json!(definitions).to_string().into()];
    transaction.execute_raw(statement(transaction, &sql, values)).await?;
    Ok(())
}

/// Begins to search all answers for tokens, and returns `true`. Returns `false` when an unfinished search continues instead,
/// unless `restart`.
pub(crate) async fn search_for_tokens(database: &DatabaseConnection, restart: bool) -> Result<bool, DbErr> {
    complete_parts(database, None).await?;
    let transaction = begin(database).await?;
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
pub(crate) async fn answers_to_search_for_tokens(database: &DatabaseConnection) -> Result<i64, DbErr> {
    let sql = "SELECT CAST(COALESCE(SUM(position), 0) AS bigint) FROM answer_searches WHERE definition = $1";
    let row = database.query_one_raw(statement(database, sql, [TOKENS.into()])).await?;
    row.map_or(Ok(0), |row| row.try_get_by_index(0))
}

/// The organizations with unfinished searches.
pub(crate) async fn organizations_to_search(
    database: &DatabaseConnection,
    wanted: SearchTarget,
) -> Result<Vec<String>, DbErr> {
    let definition = answer_search::Column::Definition;
    let is_wanted = match wanted {
        SearchTarget::Tokens => definition.eq(TOKENS),
        SearchTarget::Brands => definition.ne(TOKENS),
    };
    answer_search::Entity::find()
        .select_only()
        .column(answer_search::Column::OrganizationId)
        .filter(is_wanted)
        .distinct()
        .order_by_asc(answer_search::Column::OrganizationId)
        .into_tuple()
        .all(database)
        .await
}

/// The last block that was not searched.
pub(crate) async fn next_block(
    database: &DatabaseConnection,
    organization_id: &str,
    wanted: SearchTarget,
    brands: &BrandDefinitions,
) -> Result<Option<SearchBlock>, DbErr> {
    let positions = positions(database, organization_id).await?;
    let Some(end) = next_end(&positions, wanted) else { return Ok(None) };
    let range = AnswerRange::last_before(organization_id, end);
    let definitions = definitions(&positions, brands, &range, wanted);
    let is_read = wanted == SearchTarget::Tokens || brands.numbers.iter().any(|number| definitions.contains(number));
    let answers = if is_read { range.ids(database).await? } else { Vec::new() };
    Ok(Some(SearchBlock {
        organization_id: organization_id.to_owned(),
        wanted,
        positions: range.first..range.end,
        answers: answers.into_iter().map(|(_, id)| base62(id)).collect(),
    }))
}

/// Stores what was found in a block. Returns `false` when the brands or the search have changed meanwhile.
///
/// # Errors
/// Returns an error if the database fails. Nothing has changed then.
pub(crate) async fn store_findings(
    database: &DatabaseConnection,
    block: &SearchBlock,
    brands: &BrandDefinitions,
    found: &HashMap<String, TextFindings>,
) -> Result<bool, DbErr> {
    let SearchBlock { organization_id, wanted, .. } = block;
    let range = AnswerRange { organization_id, first: block.positions.start, end: block.positions.end };
    let found: HashMap<u128, &TextFindings> = found.iter().map(|(id, findings)| (number_of(id), findings)).collect();
    let transaction = begin(database).await?;
    // Like every writer of the columns.
    let organization = lock_organization(&transaction, organization_id).await?;
    let positions = positions(&transaction, organization_id).await?;
    let is_current = organization.is_some_and(|row| row.brands_revision == brands.revision);
    if !is_current || next_end(&positions, *wanted) != Some(range.end) {
        transaction.rollback().await?;
        return Ok(false);
    }
    let definitions = definitions(&positions, brands, &range, *wanted);
    range.replace_facts(&transaction, &definitions, &found).await?;
    if *wanted == SearchTarget::Tokens {
        range.replace_tokens(&transaction, &found).await?;
    }
    let is_done = |definition: &i64| {
        u32::try_from(*definition).is_ok_and(|number| definitions.contains(&number))
            || *definition == TOKENS && *wanted == SearchTarget::Tokens
    };
    let done: Vec<i64> = positions.into_keys().filter(is_done).collect();
    move_to(&transaction, &range, &done).await?;
    transaction.commit().await?;
    Ok(true)
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
fn next_end(positions: &BTreeMap<i64, i64>, wanted: SearchTarget) -> Option<i64> {
    match wanted {
        SearchTarget::Tokens => positions.get(&TOKENS).copied(),
        SearchTarget::Brands => {
            positions.iter().filter(|(key, _)| **key != TOKENS).map(|(_, position)| *position).max()
        }
    }
}

/// The definitions whose facts in the range are replaced: those that have reached the range and are not through it. Some are of
/// no brand any more; their facts are removed. A search for tokens also finds brands again whose facts are complete there.
fn definitions(
    positions: &BTreeMap<i64, i64>,
    brands: &BrandDefinitions,
    range: &AnswerRange<'_>,
    wanted: SearchTarget,
) -> BTreeSet<u32> {
    let unfinished = positions
        .iter()
        .filter(|(definition, position)| **definition != TOKENS && range.first < **position && **position <= range.end)
        .filter_map(|(definition, _)| u32::try_from(*definition).ok());
    let is_known =
        |definition: &u32| positions.get(&i64::from(*definition)).is_none_or(|position| *position <= range.end);
    let known = brands.numbers.iter().copied().filter(|number| wanted == SearchTarget::Tokens && is_known(number));
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
