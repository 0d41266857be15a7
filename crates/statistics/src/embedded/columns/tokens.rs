//! The tokens of answers, as texts.

use std::collections::BTreeSet;

use answerdeck_database::id::id_of;
use rustc_hash::FxHashMap;
use sea_orm::{DatabaseTransaction, DbErr};

use super::{Column, PART_SIZE, Selection, names_of, recent, scan};
use crate::answer::AnswerTokens;

/// Returns the tokens of each answer in a part, from 0. `None` after the last part.
pub(crate) async fn tokens_of_part(
    snapshot: &DatabaseTransaction,
    organization_id: &str,
    part: i64,
) -> Result<Option<Vec<AnswerTokens>>, DbErr> {
    if part * PART_SIZE >= recent::next_position(snapshot, organization_id).await? {
        return Ok(None);
    }
    let selection = Selection::of_part(part);
    let mut answers = Vec::new();
    scan(snapshot, organization_id, &selection, &[], Some(Column::Token), |answer, tokens, _| {
        answers.push((id_of(answer.id), tokens.to_vec()));
    })
    .await?;
    let numbers: BTreeSet<u32> = answers.iter().flat_map(|(_, tokens)| tokens).copied().collect();
    let count = numbers.len();
    let names = names_of(snapshot, organization_id, numbers, count).await?;
    let names: FxHashMap<u32, String> = names.into_iter().map(|(number, name, _)| (number, name)).collect();
    let texts = |tokens: Vec<u32>| tokens.iter().filter_map(|number| names.get(number).cloned()).collect();
    Ok(Some(answers.into_iter().map(|(answer_id, tokens)| AnswerTokens { answer_id, tokens: texts(tokens) }).collect()))
}
