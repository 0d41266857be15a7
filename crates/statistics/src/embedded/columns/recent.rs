//! The most recent answers of an organization, which are not in a part yet. Each has a row, so that completing an answer does not
//! rewrite a part.

use answerdeck_database::entity::recent_answer;
use answerdeck_database::{begin, lock_organization, query_row};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect,
};

use super::part::Part;
use super::part_facts::{PartFacts, offset_in_part};
use super::{Column, Dimensions, PART_SIZE, dimensions, lists, to_words};

/// The number of answers that are moved to their part together. The size of a part is a multiple of it.
const MOVED_AT_ONCE: i64 = 64;

/// The position of the next answer of an organization, from 0.
pub(crate) async fn next_position(database: &impl ConnectionTrait, organization_id: &str) -> Result<i64, DbErr> {
    let sql = format!(
        "SELECT COALESCE((SELECT MAX(position) + 1 FROM recent_answers WHERE organization_id = $1), \
         (SELECT part * {PART_SIZE} + length(words) / {} FROM answer_columns \
         WHERE organization_id = $1 AND name = $2 ORDER BY part DESC LIMIT 1), 0)",
        Dimensions::WORDS * size_of::<u32>()
    );
    let values = [organization_id.into(), Column::Dimensions.as_str().into()];
    Ok(query_row(database, &sql, values).await?.unwrap_or_default())
}

/// Stores an answer, and moves the recent answers to their part when there are enough.
pub(super) async fn push(transaction: &DatabaseTransaction, answer: recent_answer::Model) -> Result<(), DbErr> {
    let (organization_id, position) = (answer.organization_id.clone(), answer.position);
    recent_answer::Entity::insert(recent_answer::ActiveModel::from(answer)).exec_without_returning(transaction).await?;
    if (position + 1) % MOVED_AT_ONCE == 0 {
        move_to_parts(transaction, &organization_id).await?;
    }
    Ok(())
}

/// Moves all answers of an organization to their parts. The caller holds a lock on the organization's row.
pub(crate) async fn move_to_parts(transaction: &DatabaseTransaction, organization_id: &str) -> Result<(), DbErr> {
    let answers = recent_answer::Entity::find()
        .filter(recent_answer::Column::OrganizationId.eq(organization_id))
        .order_by_asc(recent_answer::Column::Position)
        .all(transaction)
        .await?;
    for answers in answers.chunk_by(|a, b| a.position / PART_SIZE == b.position / PART_SIZE) {
        let Some(first) = answers.first() else { continue };
        let number = first.position / PART_SIZE;
        let mut part = Part::read(transaction, organization_id, number).await?;
        let mut facts = PartFacts::read(transaction, organization_id, number).await?;
        for answer in answers {
            facts.push(offset_in_part(answer.position), &to_words(&answer.fact));
            let dimension_words = to_words(&answer.dimensions);
            let columns = [&answer.source, &answer.fanout, &answer.token].map(|bytes| to_words(bytes));
            let values = columns.each_ref().map(|words| lists(words).next().unwrap_or_default());
            dimensions(&dimension_words).for_each(|dimensions| part.push(dimensions, values));
        }
        part.store(transaction, organization_id).await?;
        facts.store(transaction, organization_id).await?;
    }
    recent_answer::Entity::delete_many()
        .filter(recent_answer::Column::OrganizationId.eq(organization_id))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Moves all answers of one organization, or of each, to their parts, so that the parts contain everything that was
/// completed before.
pub(crate) async fn complete_parts(database: &DatabaseConnection, organization_id: Option<&str>) -> Result<(), DbErr> {
    let mut organizations = recent_answer::Entity::find().select_only().column(recent_answer::Column::OrganizationId);
    if let Some(id) = organization_id {
        organizations = organizations.filter(recent_answer::Column::OrganizationId.eq(id));
    }
    let organizations: Vec<String> = organizations.distinct().into_tuple().all(database).await?;
    for id in organizations {
        let transaction = begin(database).await?;
        // Like every writer of the columns.
        lock_organization(&transaction, &id).await?;
        move_to_parts(&transaction, &id).await?;
        transaction.commit().await?;
    }
    Ok(())
}
