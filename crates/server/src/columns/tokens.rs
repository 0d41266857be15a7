//! The tokens of answers, as texts.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use answerdeck_database::id::base62;
use sea_orm::{ConnectionTrait, DbErr, StreamTrait};

use super::{Column, PART_SIZE, Selection, names_of, recent, scan};

/// Returns the number of parts that have answers of an organization. A part whose answers were deleted counts too.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn part_count(database: &impl ConnectionTrait, organization_id: &str) -> Result<i64, DbErr> {
    let answers = recent::next_position(database, organization_id).await?;
    Ok((answers + PART_SIZE - 1) / PART_SIZE)
}

/// Returns the id and the tokens of each answer in a part, from 0.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn tokens_of_part(
    database: &(impl ConnectionTrait + StreamTrait),
    organization_id: &str,
    part: i64,
) -> Result<Vec<(String, Vec<String>)>, DbErr> {
    let selection = Selection::Parts(BTreeMap::from([(part, u128::MAX)]));
    let mut answers = Vec::new();
    scan(database, organization_id, &selection, Column::Token, |answer, tokens| {
        answers.push((base62(answer.id), tokens.to_vec()));
    })
    .await?;
    let numbers: BTreeSet<u32> = answers.iter().flat_map(|(_, tokens)| tokens).copied().collect();
    let count = numbers.len();
    let names = names_of(database, organization_id, numbers, count).await?;
    let names: HashMap<u32, String> = names.into_iter().map(|(number, name, _)| (number, name)).collect();
    let texts = |tokens: Vec<u32>| tokens.iter().filter_map(|number| names.get(number).cloned()).collect();
    Ok(answers.into_iter().map(|(id, tokens)| (id, texts(tokens))).collect())
}
