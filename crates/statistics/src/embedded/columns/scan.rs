//! Reading the columns, with what answers say about brands, part by part.

use std::pin::pin;

use answerdeck_database::{is_element, query_row, query_rows, statement};
use futures_util::TryStreamExt;
use rustc_hash::FxHashMap;
use sea_orm::{ConnectionTrait, DbErr, StreamTrait, Value};

use super::facts::{StoredFact, facts};
use super::part_facts::offset_in_part;
use super::{Column, Dimensions, PART_SIZE, Selection, dimensions, lists, to_words};

/// The parts that a statement reads. PostgreSQL sorts their rows in its memory.
pub(super) const PARTS_AT_ONCE: usize = 64;

/// What an answer says about a brand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct IndexedFact<'a> {
    /// The index of the brand among those that were asked for.
    pub brand: usize,
    pub mentions: u32,
    /// The byte of the text where the first mention begins. 0 without mentions.
    pub first: u32,
    /// The positions of the answer's sources that are pages of the brand, from 0, in ascending order.
    pub cited: &'a [u32],
}

impl<'a> IndexedFact<'a> {
    fn new(brand: usize, StoredFact { mentions, first, cited, .. }: StoredFact<'a>) -> Self {
        Self { brand, mentions, first, cited }
    }
}

/// Returns the lowest position from which on the facts of the brands with these `definitions` are known. 0 when they are complete.
pub async fn known_from(
    database: &impl ConnectionTrait,
    organization_id: &str,
    definitions: &[u32],
) -> Result<i64, DbErr> {
    let is_wanted = is_element(database, "definition", "bigint", 2);
    let sql = format!("SELECT COALESCE(MAX(position), 0) FROM backfills WHERE organization_id = $1 AND {is_wanted}");
    let values = [organization_id.into(), serde_json::json!(definitions).to_string().into()];
    Ok(query_row(database, &sql, values).await?.unwrap_or_default())
}

impl Selection {
    pub async fn count(
        &self,
        database: &(impl ConnectionTrait + StreamTrait),
        organization_id: &str,
    ) -> Result<u64, DbErr> {
        if let Self::At(positions) = self {
            return Ok(positions.count_ones(..) as u64);
        }
        let mut count = 0;
        scan(database, organization_id, self, &[], None, |_, _, _| count += 1).await?;
        Ok(count)
    }
}

/// Calls `visit` with every selected answer in the order of their positions: its dimensions, its values in `column` (none without
/// a column), and its facts about the brands with these `definitions`, in their order. `database` should be a snapshot, because
/// several statements read from it.
pub async fn scan(
    database: &(impl ConnectionTrait + StreamTrait),
    organization_id: &str,
    selection: &Selection,
    definitions: &[u32],
    column: Option<Column>,
    visit: impl FnMut(Dimensions, &[u32], &[IndexedFact<'_>]),
) -> Result<(), DbErr> {
    let brands = definitions.iter().enumerate().map(|(index, definition)| (*definition, index)).collect();
    Scan { database, organization_id, selection, brands, has_dimensions: true, column, visit }.run().await
}

#[derive(Default)]
struct PartWords {
    number: i64,
    dimensions: Vec<u32>,
    /// Those of the column of lists.
    lists: Vec<u32>,
    /// For each brand that has facts, its index and the words.
    facts: Vec<(usize, Vec<u32>)>,
}

/// What [`scan`] reads.
pub(crate) struct Scan<'a, D, F> {
    pub(crate) database: &'a D,
    pub(crate) organization_id: &'a str,
    pub(crate) selection: &'a Selection,
    /// The index of each brand by its definition.
    pub(crate) brands: FxHashMap<u32, usize>,
    /// Whether dimensions are read. Values and facts do without: a deleted answer has none. Positions without an answer are then
    /// visited, too.
    pub(crate) has_dimensions: bool,
    pub(crate) column: Option<Column>,
    pub(crate) visit: F,
}

impl<D: ConnectionTrait + StreamTrait, F: FnMut(Dimensions, &[u32], &[IndexedFact<'_>])> Scan<'_, D, F> {
    pub(crate) async fn run(mut self) -> Result<(), DbErr> {
        let parts = self.selection.parts(self.database, self.organization_id).await?;
        for parts in parts.chunks(PARTS_AT_ONCE) {
            self.read_parts(parts).await?;
        }
        self.read_recent_answers().await
    }

    /// Visits the answers of some parts. One statement reads everything, so that the database reads the next part while a part is
    /// visited.
    async fn read_parts(&mut self, parts: &[i64]) -> Result<(), DbErr> {
        let database = self.database;
        let [is_wanted, is_in_parts] = ["parts.part", "part"].map(|column| is_element(database, column, "bigint", 2));
        let is_of_brands = is_element(database, "definition", "bigint", 3);
        let select_answers = |words: &str, name: Column, join: &str| {
            format!(
                "SELECT parts.part, NULL, {words} FROM answer_columns AS parts {join} WHERE parts.organization_id = $1 \
                 AND parts.name = '{}' AND {is_wanted} UNION ALL ",
                name.as_str()
            )
        };
        let select_answers = match (self.has_dimensions, self.column) {
            (true, Some(column)) => {
                let join = format!(
                    "JOIN answer_columns AS lists ON lists.organization_id = parts.organization_id AND lists.name = '{}' \
                     AND lists.part = parts.part",
                    column.as_str()
                );
                select_answers("parts.words, lists.words", Column::Dimensions, &join)
            }
            (true, None) => select_answers("parts.words, NULL", Column::Dimensions, ""),
            (false, Some(column)) => select_answers("NULL, parts.words", column, ""),
            (false, None) => String::new(),
        };
        let sql = format!(
            "{select_answers}SELECT part, definition, words, NULL FROM brand_facts \
             WHERE organization_id = $1 AND {is_in_parts} AND {is_of_brands} ORDER BY 1"
        );
        let values: [Value; 3] = [
            self.organization_id.into(),
            serde_json::json!(parts).to_string().into(),
            serde_json::Value::from_iter(self.brands.keys().copied()).to_string().into(),
        ];
        let mut rows = pin!(database.stream_raw(statement(database, &sql, values)).await?);
        let mut part = PartWords::default();
        while let Some(row) = rows.try_next().await? {
            let (number, definition, words, lists): PartRow = row.try_get_many_by_index()?;
            let [words, lists] = [words, lists].map(|bytes| to_words(&bytes.unwrap_or_default()));
            if number != part.number {
                let next = PartWords { number, ..PartWords::default() };
                self.visit_part(std::mem::replace(&mut part, next));
            }
            let Some(definition) = definition else {
                (part.dimensions, part.lists) = (words, lists);
                continue;
            };
            if let Some(brand) = u32::try_from(definition).ok().and_then(|definition| self.brands.get(&definition)) {
                part.facts.push((*brand, words));
            }
        }
        self.visit_part(part);
        Ok(())
    }

    fn visit_part(&mut self, mut part: PartWords) {
        part.facts.sort_unstable_by_key(|(brand, _)| *brand);
        let facts = FactsByAnswer::new(&part.facts);
        let (mut answers, mut lists) = (dimensions(&part.dimensions), lists(&part.lists));
        for position in part.number * PART_SIZE..(part.number + 1) * PART_SIZE {
            let answer = if self.has_dimensions { answers.next() } else { Some(Dimensions::REMOVED) };
            let Some(answer) = answer else { return };
            let list = lists.next().unwrap_or_default();
            let is_there = !self.has_dimensions || !answer.is_removed();
            if is_there && self.selection.contains(position) {
                (self.visit)(answer, list, facts.get(offset_in_part(position)));
            }
        }
    }

    /// Visits the answers that are not in a part yet.
    async fn read_recent_answers(&mut self) -> Result<(), DbErr> {
        let sql = format!(
            "SELECT position, dimensions, fact, {} FROM recent_answers WHERE organization_id = $1 ORDER BY position",
            self.column.unwrap_or(Column::Dimensions).as_str()
        );
        let rows: Vec<RecentAnswer> = query_rows(self.database, &sql, [self.organization_id.into()]).await?;
        for (position, answer, fact_bytes, list) in rows {
            if !self.selection.contains(position) {
                continue;
            }
            let fact_words = to_words(&fact_bytes);
            let mut facts_of_answer: Vec<_> = facts(&fact_words)
                .filter_map(|fact| Some(IndexedFact::new(*self.brands.get(&fact.key)?, fact)))
                .collect();
            facts_of_answer.sort_unstable_by_key(|fact| fact.brand);
            let list_words = if self.column.is_some() { to_words(&list) } else { Vec::new() };
            let list = lists(&list_words).next().unwrap_or_default();
            for answer in dimensions(&to_words(&answer)) {
                (self.visit)(answer, list, &facts_of_answer);
            }
        }
        Ok(())
    }
}

/// The number of a part, and the words of its dimensions and its lists, or with a definition those of its facts about this brand.
type PartRow = (i64, Option<i64>, Option<Vec<u8>>, Option<Vec<u8>>);

/// The position, dimensions, facts and list of an answer that is not in a part yet.
type RecentAnswer = (i64, Vec<u8>, Vec<u8>, Vec<u8>);

/// The facts of a part, in the order of the answers, then of the brands.
struct FactsByAnswer<'a> {
    facts: Vec<IndexedFact<'a>>,
    /// For each offset in the part, the index of the first fact of this answer, and at last the number of facts.
    starts: Vec<usize>,
}

impl<'a> FactsByAnswer<'a> {
    /// Sorts facts by counting those of each answer.
    fn new(words: &'a [(usize, Vec<u32>)]) -> Self {
        let offset =
            |fact: &StoredFact<'_>| usize::try_from(fact.key).ok().filter(|offset| *offset < PART_SIZE as usize);
        let mut starts = vec![0; PART_SIZE as usize + 1];
        for fact in words.iter().flat_map(|(_, words)| facts(words)) {
            if let Some(offset) = offset(&fact) {
                starts[offset + 1] += 1;
            }
        }
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut next = starts.clone();
        let mut sorted = vec![IndexedFact::default(); total];
        for (brand, words) in words {
            for fact in facts(words) {
                if let Some(offset) = offset(&fact) {
                    sorted[next[offset]] = IndexedFact::new(*brand, fact);
                    next[offset] += 1;
                }
            }
        }
        Self { facts: sorted, starts }
    }

    fn get(&self, offset: u32) -> &[IndexedFact<'a>] {
        let start = offset as usize;
        match self.starts.get(start..start + 2) {
            Some([start, end]) => &self.facts[*start..*end],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_facts_of_each_answer_are_in_the_order_of_the_brands() {
        let words = [(1, vec![0, 1, 10, 0, 3, 2, 20, 0]), (4, vec![3, 0, 0, 2, 5, 6, 1023, 1, 30, 0])];
        let facts = FactsByAnswer::new(&words);
        let of = |offset| {
            facts.get(offset).iter().map(|fact| (fact.brand, fact.first, fact.cited.len())).collect::<Vec<_>>()
        };
        assert_eq!(
            (of(0), of(1), of(3), of(1023)),
            (vec![(1, 10, 0)], vec![], vec![(1, 20, 0), (4, 0, 2)], vec![(4, 30, 0)])
        );
        assert_eq!((FactsByAnswer::new(&[]).get(7), facts.get(1024)), (&[][..], &[][..]));
    }
}
