//! Reading some consecutive answers again: their ids, and replacing what was found in their texts.

use std::collections::{BTreeSet, HashMap};

use answerdeck_database::entity::answer_column;
use sea_orm::{ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QueryOrder};

use super::block::{Block, offset_in_block};
use super::interner::{self, Names};
use super::part::Part;
use super::{ABSENT, BLOCK_SIZE, Column, Dimensions, Name, NameKind, PART_SIZE, dimensions, to_words};
use crate::answer::TextFindings;

/// Returns the SQL query for the number of answers in the parts of each organization.
pub(crate) fn answers_by_organization() -> String {
    let bytes = Dimensions::WORDS * size_of::<u32>();
    format!(
        "SELECT organization_id, MAX(part * {} + length(words)) / {bytes} AS answers FROM answer_columns \
         WHERE holds = '{}' GROUP BY organization_id",
        i64::try_from(bytes).unwrap_or_default() * PART_SIZE,
        Column::Dimensions.as_str()
    )
}

/// The first answers of a block. They are in parts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnswerRange<'a> {
    pub(crate) organization_id: &'a str,
    /// The position of the first answer of the block.
    pub(crate) first: i64,
    /// The position after the last answer.
    pub(crate) end: i64,
}

impl<'a> AnswerRange<'a> {
    /// The answers of the last block before `end`, which is positive.
    pub(crate) fn last_before(organization_id: &'a str, end: i64) -> Self {
        Self { organization_id, first: (end - 1) / BLOCK_SIZE * BLOCK_SIZE, end }
    }

    /// Returns the positions and ids of the answers that were not removed.
    pub(crate) async fn ids(&self, database: &impl ConnectionTrait) -> Result<Vec<(i64, u128)>, DbErr> {
        let rows = answer_column::Entity::find()
            .filter(answer_column::Column::OrganizationId.eq(self.organization_id))
            .filter(answer_column::Column::Holds.eq(Column::Dimensions.as_str()))
            .filter(answer_column::Column::Part.between(self.first / PART_SIZE, (self.end - 1) / PART_SIZE))
            .order_by_asc(answer_column::Column::Part)
            .all(database)
            .await?;
        let mut ids = Vec::new();
        for row in rows {
            let words = to_words(&row.words);
            let answers = (row.part * PART_SIZE..self.end).zip(dimensions(&words));
            ids.extend(
                answers.filter(|(_, answer)| !answer.is_removed()).map(|(position, answer)| (position, answer.id)),
            );
        }
        Ok(ids)
    }

    /// Replaces the facts about `definitions` by those that were found, by the ids of their answers. The caller holds a lock on
    /// the organization's row.
    pub(crate) async fn replace_facts(
        &self,
        transaction: &DatabaseTransaction,
        definitions: &BTreeSet<u32>,
        found: &HashMap<u128, &TextFindings>,
    ) -> Result<(), DbErr> {
        // An answer that was removed meanwhile has no facts.
        let ids = if found.is_empty() { Vec::new() } else { self.ids(transaction).await? };
        let facts =
            ids.iter().filter_map(|(position, id)| Some((offset_in_block(*position), &found.get(id)?.facts[..])));
        let mut block = Block::read(transaction, self.organization_id, self.first).await?;
        let end = u32::try_from(self.end - self.first).unwrap_or_default();
        block.replace(end, definitions, facts);
        block.store(transaction, self.organization_id).await
    }

    /// Replaces the tokens of the answers for which some were found, by their ids. The caller holds a lock on the organization's
    /// row.
    pub(crate) async fn replace_tokens(
        &self,
        transaction: &DatabaseTransaction,
        found: &HashMap<u128, &TextFindings>,
    ) -> Result<(), DbErr> {
        let mut names = Names::default();
        let mut hashes: HashMap<u128, Vec<i64>> = HashMap::with_capacity(found.len());
        for (id, findings) in found {
            let hashes_of_answer = findings.tokens.iter().map(|token| names.add(Name::new(NameKind::Token, token)));
            hashes.insert(*id, hashes_of_answer.collect());
        }
        let numbers = interner::intern(transaction, self.organization_id, names.0).await?;
        for number in self.first / PART_SIZE..=(self.end - 1) / PART_SIZE {
            let stored = Part::read(transaction, self.organization_id, number).await?;
            let mut replaced = Part::new(number);
            for (answer, [sources, fanouts, tokens]) in stored.answers() {
                let new: Option<Vec<u32>> = hashes
                    .get(&answer.id)
                    .map(|hashes| hashes.iter().map(|hash| numbers.get(hash).copied().unwrap_or(ABSENT)).collect());
                replaced.push(answer, [sources, fanouts, new.as_deref().unwrap_or(tokens)]);
            }
            // The part does not exist when all of its answers were removed.
            if stored.dimensions().next().is_some() {
                replaced.store(transaction, self.organization_id).await?;
            }
        }
        Ok(())
    }
}
