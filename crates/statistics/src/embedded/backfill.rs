//! How far backfills are: the table `backfills` has a row for each definition of a brand that is backfilled, and one for
//! tokens. A backfill goes from the newest answer to the oldest, one part of the columns in a transaction, so it can be killed
//! at any time. The backfills of an organization at the same position read a text once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use answerdeck_database::entity::backfill;
use answerdeck_database::id::{id_of, number_of};
use answerdeck_database::{begin, execute, json_elements, lock_organization, query_row};
use sea_orm::prelude::Expr;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, EntityTrait, QueryFilter,
    QueryOrder, QuerySelect,
};

use super::columns::{AnswerRange, answers_by_organization, complete_parts, move_to_parts, next_position};
use crate::answer::TextAnalysis;
use crate::backfill::{BackfillBlock, BackfillTarget, BrandDefinitions};

/// The definition in the row of a token backfill. Brands have greater numbers.
const TOKENS: i64 = 0;

/// Begins to backfill definitions from all answers.
pub(crate) async fn begin_brand_backfill(
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
        "INSERT INTO backfills (organization_id, definition, position) \
         SELECT $1, CAST(value AS bigint), CAST($2 AS bigint) FROM {} WHERE TRUE \
         ON CONFLICT (organization_id, definition) DO UPDATE SET position = excluded.position",
        json_elements(transaction, 3)
    );
    let values = [organization_id.into(), position.into(), serde_json::json!(definitions).to_string().into()];
    execute(transaction, &sql, values).await.map(drop)
}

/// Begins to backfill the tokens of all answers, and returns `true`. Returns `false` when an unfinished backfill continues
/// instead, unless `restart`.
pub(crate) async fn begin_token_backfill(database: &DatabaseConnection, restart: bool) -> Result<bool, DbErr> {
    complete_parts(database, None).await?;
    let transaction = begin(database).await?;
    let of_tokens = backfill::Column::Definition.eq(TOKENS);
    if restart {
        backfill::Entity::delete_many().filter(of_tokens.clone()).exec(&transaction).await?;
    }
    let begins = backfill::Entity::find().filter(of_tokens).one(&transaction).await?.is_none();
    if begins {
        let sql = format!(
            "INSERT INTO backfills (organization_id, definition, position) \
             SELECT organization_id, {TOKENS}, answers FROM ({}) AS organizations",
            answers_by_organization()
        );
        execute(&transaction, &sql, []).await?;
    }
    transaction.commit().await?;
    Ok(begins)
}

/// The number of answers that an unfinished token backfill has not reached.
pub(crate) async fn remaining_token_backfill(database: &DatabaseConnection) -> Result<i64, DbErr> {
    let sql = "SELECT CAST(COALESCE(SUM(position), 0) AS bigint) FROM backfills WHERE definition = $1";
    Ok(query_row(database, sql, [TOKENS.into()]).await?.unwrap_or_default())
}

/// The organizations with unfinished backfills.
pub(crate) async fn organizations_to_backfill(
    database: &DatabaseConnection,
    target: BackfillTarget,
) -> Result<Vec<String>, DbErr> {
    let definition = backfill::Column::Definition;
    let is_target = match target {
        BackfillTarget::Tokens => definition.eq(TOKENS),
        BackfillTarget::Brands => definition.ne(TOKENS),
    };
    backfill::Entity::find()
        .select_only()
        .column(backfill::Column::OrganizationId)
        .filter(is_target)
        .distinct()
        .order_by_asc(backfill::Column::OrganizationId)
        .into_tuple()
        .all(database)
        .await
}

/// The last block that remains.
pub(crate) async fn next_block(
    database: &DatabaseConnection,
    organization_id: &str,
    target: BackfillTarget,
    brands: &BrandDefinitions,
) -> Result<Option<BackfillBlock>, DbErr> {
    let positions = positions(database, organization_id).await?;
    let Some(end) = next_end(&positions, target) else { return Ok(None) };
    let range = AnswerRange::last_before(organization_id, end);
    let definitions = definitions(&positions, brands, &range, target);
    let is_read = target == BackfillTarget::Tokens || brands.numbers.iter().any(|number| definitions.contains(number));
    let answers = if is_read { range.ids(database).await? } else { Vec::new() };
    Ok(Some(BackfillBlock {
        organization_id: organization_id.to_owned(),
        target,
        positions: range.first..range.end,
        answers: answers.into_iter().map(|(_, id)| id_of(id)).collect(),
    }))
}

/// Stores what was found in a block. Returns `false` when the brands or the backfill have changed meanwhile.
///
/// # Errors
/// Returns an error if the database fails. Nothing has changed then.
pub(crate) async fn store_analyses(
    database: &DatabaseConnection,
    block: &BackfillBlock,
    brands: &BrandDefinitions,
    found: &HashMap<String, TextAnalysis>,
) -> Result<bool, DbErr> {
    let BackfillBlock { organization_id, target, .. } = block;
    let range = AnswerRange { organization_id, first: block.positions.start, end: block.positions.end };
    let found: HashMap<u128, &TextAnalysis> = found.iter().map(|(id, analysis)| (number_of(id), analysis)).collect();
    let transaction = begin(database).await?;
    // Like every writer of the columns.
    let organization = lock_organization(&transaction, organization_id).await?;
    let positions = positions(&transaction, organization_id).await?;
    let is_current = organization.is_some_and(|row| row.brands_revision == brands.revision);
    if !is_current || next_end(&positions, *target) != Some(range.end) {
        transaction.rollback().await?;
        return Ok(false);
    }
    let definitions = definitions(&positions, brands, &range, *target);
    range.replace_facts(&transaction, &definitions, &found).await?;
    if *target == BackfillTarget::Tokens {
        range.replace_tokens(&transaction, &found).await?;
    }
    let is_done = |definition: &i64| {
        u32::try_from(*definition).is_ok_and(|number| definitions.contains(&number))
            || *definition == TOKENS && *target == BackfillTarget::Tokens
    };
    let done: Vec<i64> = positions.into_keys().filter(is_done).collect();
    move_to(&transaction, &range, &done).await?;
    transaction.commit().await?;
    Ok(true)
}

/// The position that each backfill of an organization has reached.
async fn positions(database: &impl ConnectionTrait, organization_id: &str) -> Result<BTreeMap<i64, i64>, DbErr> {
    let rows =
        backfill::Entity::find().filter(backfill::Column::OrganizationId.eq(organization_id)).all(database).await?;
    Ok(rows.into_iter().map(|row| (row.definition, row.position)).collect())
}

/// The position before which answers are read next.
fn next_end(positions: &BTreeMap<i64, i64>, target: BackfillTarget) -> Option<i64> {
    match target {
        BackfillTarget::Tokens => positions.get(&TOKENS).copied(),
        BackfillTarget::Brands => {
            positions.iter().filter(|(key, _)| **key != TOKENS).map(|(_, position)| *position).max()
        }
    }
}

/// The definitions whose facts in the range are replaced: those that have reached the range and are not through it. Some are of
/// no brand any more; their facts are removed. A token backfill also finds brands again whose facts are complete there.
fn definitions(
    positions: &BTreeMap<i64, i64>,
    brands: &BrandDefinitions,
    range: &AnswerRange<'_>,
    target: BackfillTarget,
) -> BTreeSet<u32> {
    let unfinished = positions
        .iter()
        .filter(|(definition, position)| **definition != TOKENS && range.first < **position && **position <= range.end)
        .filter_map(|(definition, _)| u32::try_from(*definition).ok());
    let is_known =
        |definition: &u32| positions.get(&i64::from(*definition)).is_none_or(|position| *position <= range.end);
    let known = brands.numbers.iter().copied().filter(|number| target == BackfillTarget::Tokens && is_known(number));
    unfinished.chain(known).collect()
}

/// Stores that backfills are through a range. A backfill ends with the first answer.
async fn move_to(transaction: &DatabaseTransaction, range: &AnswerRange<'_>, definitions: &[i64]) -> Result<(), DbErr> {
    let is_moved = Condition::all()
        .add(backfill::Column::OrganizationId.eq(range.organization_id))
        .add(backfill::Column::Definition.is_in(definitions.iter().copied()))
        .add(backfill::Column::Position.gt(range.first));
    if range.first == 0 {
        backfill::Entity::delete_many().filter(is_moved).exec(transaction).await?;
    } else {
        backfill::Entity::update_many()
            .col_expr(backfill::Column::Position, Expr::value(range.first))
            .filter(is_moved)
            .exec(transaction)
            .await?;
    }
    Ok(())
}
