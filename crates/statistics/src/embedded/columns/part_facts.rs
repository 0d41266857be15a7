//! The facts about brands in the answers of a part. They have a row for each definition of a brand, so that a change of a brand
//! touches its own rows only.

use std::collections::{BTreeMap, BTreeSet};

use answerdeck_database::entity::brand_fact;
use answerdeck_database::{execute, is_element};
use rustc_hash::FxHashMap;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter};

use super::facts::{StoredFact, facts};
use super::{PART_SIZE, part_copies, to_bytes, to_words};
use crate::answer::Fact;

pub(super) fn offset_in_part(position: i64) -> u32 {
    u32::try_from(position % PART_SIZE).unwrap_or_default()
}

pub(super) struct PartFacts {
    part: i64,
    /// By definition, in the order of the answers.
    words: BTreeMap<u32, Vec<u32>>,
    /// The definitions whose words differ from the stored ones.
    changed: BTreeSet<u32>,
}

impl PartFacts {
    /// Reads the facts of a part.
    pub(super) async fn read(database: &impl ConnectionTrait, organization_id: &str, part: i64) -> Result<Self, DbErr> {
        let rows = brand_fact::Entity::find()
            .filter(brand_fact::Column::OrganizationId.eq(organization_id))
            .filter(brand_fact::Column::Part.eq(part))
            .all(database)
            .await?;
        let words =
            rows.into_iter().filter_map(|row| Some((u32::try_from(row.definition).ok()?, to_words(&row.words))));
        Ok(Self { part, words: words.collect(), changed: BTreeSet::new() })
    }

    /// Appends the facts of an answer, in words whose keys are definitions. It comes after all other answers.
    pub(super) fn push(&mut self, offset: u32, facts_of_answer: &[u32]) {
        for fact in facts(facts_of_answer) {
            StoredFact { key: offset, ..fact }.push(self.words.entry(fact.key).or_default());
            self.changed.insert(fact.key);
        }
    }

    /// Keeps the facts for whose definition and offset `keep` returns `true`.
    pub(super) fn retain(&mut self, keep: impl Fn(u32, u32) -> bool) {
        for (definition, words) in &mut self.words {
            let mut kept = Vec::with_capacity(words.len());
            facts(words).filter(|fact| keep(*definition, fact.key)).for_each(|fact| fact.push(&mut kept));
            if kept.len() < words.len() {
                *words = kept;
                self.changed.insert(*definition);
            }
        }
    }

    /// Replaces the facts about `definitions` of the answers before `end` by those of `answers`, each an offset and facts.
    pub(super) fn replace<'a>(
        &mut self,
        end: u32,
        definitions: &BTreeSet<u32>,
        answers: impl Iterator<Item = (u32, &'a [Fact])>,
    ) {
        self.retain(|definition, offset| offset >= end || !definitions.contains(&definition));
        let later: Vec<(u32, Vec<u32>)> = definitions
            .iter()
            .filter_map(|definition| Some((*definition, std::mem::take(self.words.get_mut(definition)?))))
            .collect();
        for (offset, facts_of_answer) in answers {
            for fact in facts_of_answer.iter().filter(|fact| definitions.contains(&fact.definition)) {
                StoredFact::new(offset, fact).push(self.words.entry(fact.definition).or_default());
                self.changed.insert(fact.definition);
            }
        }
        for (definition, words) in later {
            self.words.entry(definition).or_default().extend(words);
        }
    }

    /// The definitions and the facts of each answer, by its offset.
    pub(super) fn by_offset(&self) -> FxHashMap<u32, Vec<(u32, StoredFact<'_>)>> {
        let mut by_offset: FxHashMap<u32, Vec<(u32, StoredFact<'_>)>> = FxHashMap::default();
        for (definition, words) in &self.words {
            for fact in facts(words) {
                by_offset.entry(fact.key).or_default().push((*definition, fact));
            }
        }
        by_offset
    }

    /// Writes what has changed.
    pub(super) async fn store(&self, transaction: &DatabaseTransaction, organization_id: &str) -> Result<(), DbErr> {
        if self.changed.is_empty() {
            return Ok(());
        }
        let of_part = [organization_id.into(), self.part.into()];
        part_copies::end(transaction, "organization_id = $1 AND part = $2", of_part).await?;
        let changed = || self.words.iter().filter(|(definition, _)| self.changed.contains(definition));
        let rows: Vec<_> = changed()
            .filter(|(_, words)| !words.is_empty())
            .map(|(definition, words)| brand_fact::ActiveModel {
                organization_id: Set(organization_id.to_owned()),
                part: Set(self.part),
                definition: Set(i64::from(*definition)),
                words: Set(to_bytes(words)),
            })
            .collect();
        if !rows.is_empty() {
            let key = [brand_fact::Column::OrganizationId, brand_fact::Column::Part, brand_fact::Column::Definition];
            let replace = OnConflict::columns(key).update_column(brand_fact::Column::Words).to_owned();
            brand_fact::Entity::insert_many(rows).on_conflict(replace).exec_without_returning(transaction).await?;
        }
        let empty: Vec<u32> =
            changed().filter(|(_, words)| words.is_empty()).map(|(definition, _)| *definition).collect();
        if !empty.is_empty() {
            let is_empty = is_element(transaction, "definition", "bigint", 3);
            let sql = format!("DELETE FROM brand_facts WHERE organization_id = $1 AND part = $2 AND {is_empty}");
            let values = [organization_id.into(), self.part.into(), serde_json::json!(empty).to_string().into()];
            execute(transaction, &sql, values).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::facts::words_of;
    use super::*;

    fn fact(definition: u32, mentions: u32) -> Fact {
        Fact { definition, mentions, ..Fact::default() }
    }

    fn offsets(facts_of_part: &PartFacts, definition: u32) -> Vec<(u32, u32)> {
        facts_of_part
            .words
            .get(&definition)
            .map(|words| facts(words).map(|fact| (fact.key, fact.mentions)).collect())
            .unwrap_or_default()
    }

    #[test]
    fn the_facts_of_earlier_answers_are_replaced_and_the_others_stay() {
        let mut facts_of_part = PartFacts { part: 0, words: BTreeMap::new(), changed: BTreeSet::new() };
        for offset in [1, 5, 9] {
            facts_of_part.push(offset, &words_of(&[fact(7, 1), fact(8, 1)]));
        }
        facts_of_part.changed.clear();
        let found = [fact(7, 2), fact(8, 2), fact(9, 2)];
        facts_of_part.replace(6, &BTreeSet::from([7]), [(2, &found[..]), (4, &found[..])].into_iter());
        assert_eq!(offsets(&facts_of_part, 7), [(2, 2), (4, 2), (9, 1)]);
        assert_eq!(offsets(&facts_of_part, 8), [(1, 1), (5, 1), (9, 1)]);
        assert_eq!((offsets(&facts_of_part, 9), facts_of_part.changed), (vec![], BTreeSet::from([7])));
    }
}
