//! Appending an answer to the columns.

use std::collections::HashMap;

use answerdeck_api::Source;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{OnConflict, Query};
use sea_orm::{ColumnTrait, DatabaseTransaction, DbErr, EntityTrait, Order, QueryFilter};

use super::{ABSENT, ANSWERS_PER_PART, Column, Dimensions, Name, NameKind, interner};
use crate::database::entity::{answer, answer_column};
use crate::random::number_of;

/// What statistics count in an answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnswerContent<'a> {
    pub(crate) sources: &'a [Source],
    /// The fan-out queries.
    pub(crate) fanouts: &'a [String],
    /// The distinct tokens of the text.
    pub(crate) tokens: &'a [String],
}

/// Appends an answer that has just become SUCCESS to the columns. The caller holds a lock on the organization's row, so
/// that no two answers get the same position.
///
/// # Errors
/// Returns an error if the database fails. Roll the transaction back then.
pub(crate) async fn append(
    transaction: &DatabaseTransaction,
    item: &answer::Model,
    content: &AnswerContent<'_>,
) -> Result<(), DbErr> {
    let mut names = interner::Names::default();
    let run = item.run_id.as_deref().map(|run| names.add(Name::new(NameKind::Run, run)));
    let others = [
        Name::new(NameKind::Set, &item.prompt_set_id),
        Name::new(NameKind::Prompt, &item.prompt_id),
        Name::new(NameKind::Model, &item.model),
        Name::new(NameKind::Region, &item.region),
    ]
    .map(|name| names.add(name));
    let mut sources = Vec::new();
    for source in content.sources {
        let domain = source.domain.as_deref().filter(|domain| !domain.is_empty());
        let url = Name { kind: NameKind::Url, name: &source.url, domain: domain.unwrap_or_default() };
        sources.push(Some(names.add(url)));
        sources.push(domain.map(|domain| names.add(Name::new(NameKind::Domain, domain))));
    }
    let fanouts: Vec<_> =
        content.fanouts.iter().map(|query| Some(names.add(Name::new(NameKind::Fanout, query)))).collect();
    let tokens: Vec<_> =
        content.tokens.iter().map(|token| Some(names.add(Name::new(NameKind::Token, token)))).collect();

    let numbers = interner::intern(transaction, &item.organization_id, names.0).await?;
    let number = |hash: i64| numbers.get(&hash).copied().unwrap_or(ABSENT);
    let [set, prompt, model, region] = others.map(number);
    let dimensions =
        Dimensions { id: number_of(&item.id), run: run.map_or(ABSENT, number), set, prompt, model, region }.to_words();
    let list = |hashes: &[Option<i64>]| -> Vec<u32> {
        let length = u32::try_from(hashes.len()).unwrap_or(u32::MAX);
        std::iter::once(length).chain(hashes.iter().map(|hash| hash.map_or(ABSENT, number))).collect()
    };
    let (part, mut stored) = last_part(transaction, &item.organization_id).await?;
    let rows = Column::ALL.map(|column| {
        let mut words = stored.remove(column.as_str()).unwrap_or_default();
        let appended = match column {
            Column::Dimensions => dimensions.to_vec(),
            Column::Source => list(&sources),
            Column::Fanout => list(&fanouts),
            Column::Token => list(&tokens),
        };
        words.extend(appended.into_iter().flat_map(u32::to_le_bytes));
        answer_column::ActiveModel {
            organization_id: Set(item.organization_id.clone()),
            holds: Set(column.as_str().to_owned()),
            part: Set(part),
            words: Set(words),
        }
    });
    let key = [answer_column::Column::OrganizationId, answer_column::Column::Holds, answer_column::Column::Part];
    let replace = OnConflict::columns(key).update_column(answer_column::Column::Words).to_owned();
    answer_column::Entity::insert_many(rows).on_conflict(replace).exec_without_returning(transaction).await?;
    Ok(())
}

/// Returns the part that the next answer belongs to, and the bytes of its columns so far.
async fn last_part(
    transaction: &DatabaseTransaction,
    organization_id: &str,
) -> Result<(i64, HashMap<String, Vec<u8>>), DbErr> {
    let last = Query::select()
        .column(answer_column::Column::Part)
        .from(answer_column::Entity)
        .and_where(answer_column::Column::OrganizationId.eq(organization_id))
        .and_where(answer_column::Column::Holds.eq(Column::Dimensions.as_str()))
        .order_by(answer_column::Column::Part, Order::Desc)
        .limit(1)
        .to_owned();
    let rows = answer_column::Entity::find()
        .filter(answer_column::Column::OrganizationId.eq(organization_id))
        .filter(answer_column::Column::Holds.is_in(Column::ALL.map(Column::as_str)))
        .filter(answer_column::Column::Part.in_subquery(last))
        .all(transaction)
        .await?;
    let part = rows.first().map_or(0, |row| row.part);
    let stored: HashMap<_, _> = rows.into_iter().map(|row| (row.holds, row.words)).collect();
    match stored.get(Column::Dimensions.as_str()) {
        Some(dimensions) if dimensions.len() >= ANSWERS_PER_PART * Dimensions::WORDS * size_of::<u32>() => {
            Ok((part + 1, HashMap::new()))
        }
        _ => Ok((part, stored)),
    }
}
