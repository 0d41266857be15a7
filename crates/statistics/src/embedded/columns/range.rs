//! Reading some consecutive answers again: their ids, and replacing what was found in their texts.

use std::collections::{BTreeSet, HashMap};

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};

use super::interner::{self, Names};
use super::part::Part;
use super::part_facts::{PartFacts, offset_in_part};
use super::{ABSENT, Column, Dimensions, Name, NameKind, PART_SIZE};
use crate::answer::TextAnalysis;

/// Returns the SQL query for the number of answers in the parts of each organization.
pub(crate) fn answers_by_organization() -> String {
    let bytes = Dimensions::WORDS * size_of::<u32>();
    format!(
        "SELECT organization_id, MAX(part * {} + length(words)) / {bytes} AS answers FROM answer_columns \
         WHERE name = '{}' GROUP BY organization_id",
        i64::try_from(bytes).unwrap_or_default() * PART_SIZE,
        Column::Dimensions.as_str()
    )
}

/// The first answers of a part.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnswerRange<'a> {
    pub(crate) organization_id: &'a str,
    /// The position of the first answer of the part.
    pub(crate) first: i64,
    /// The position after the last answer.
    pub(crate) end: i64,
}

impl<'a> AnswerRange<'a> {
    /// The answers of the last part before `end`, which is positive.
    pub(crate) fn last_before(organization_id: &'a str, end: i64) -> Self {
        Self { organization_id, first: (end - 1) / PART_SIZE * PART_SIZE, end }
    }

    fn part(&self) -> i64 {
        self.first / PART_SIZE
    }

    /// Returns the positions and ids of the answers that were not removed.
    pub(crate) async fn ids(&self, database: &impl ConnectionTrait) -> Result<Vec<(i64, u128)>, DbErr> {
        let part = Part::read(database, self.organization_id, self.part()).await?;
        let answers = (self.first..self.end).zip(part.dimensions()).filter(|(_, answer)| !answer.is_removed());
        Ok(answers.map(|(position, answer)| (position, answer.id)).collect())
    }

    /// Replaces the facts about `definitions` by those that were found, by the ids of their answers. The caller holds a lock on
    /// the organization's row.
    pub(crate) async fn replace_facts(
        &self,
        transaction: &DatabaseTransaction,
        definitions: &BTreeSet<u32>,
        found: &HashMap<u128, &TextAnalysis>,
    ) -> Result<(), DbErr> {
        // An answer that was removed meanwhile has no facts.
        let ids = if found.is_empty() { Vec::new() } else { self.ids(transaction).await? };
        let facts =
            ids.iter().filter_map(|(position, id)| Some((offset_in_part(*position), &found.get(id)?.facts[..])));
        let mut facts_of_part = PartFacts::read(transaction, self.organization_id, self.part()).await?;
        let end = u32::try_from(self.end - self.first).unwrap_or_default();
        facts_of_part.replace(end, definitions, facts);
        facts_of_part.store(transaction, self.organization_id).await
    }

    /// Replaces the tokens of the answers for which some were found, by their ids. The caller holds a lock on the organization's
    /// row.
    pub(crate) async fn replace_tokens(
        &self,
        transaction: &DatabaseTransaction,
        found: &HashMap<u128, &TextAnalysis>,
    ) -> Result<(), DbErr> {
        let mut names = Names::default();
        let mut hashes: HashMap<u128, Vec<i64>> = HashMap::with_capacity(found.len());
        for (id, analysis) in found {
            let hashes_of_answer = analysis.tokens.iter().map(|token| names.add(Name::new(NameKind::Token, token)));
            hashes.insert(*id, hashes_of_answer.collect());
        }
        let numbers = interner::intern(transaction, self.organization_id, names.0).await?;
        let stored = Part::read(transaction, self.organization_id, self.part()).await?;
        let mut replaced = Part::new(self.part());
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
        Ok(())
    }
}
