//! How answers name and cite brands.

use clickhouse::Row;
use serde::Deserialize;

use crate::answer_counts::Keys;
use crate::selection::{CopiedSelection, is_one_of, list};
use crate::server::{ClickHouse, ClickHouseError};

/// How the position of a brand among those that an answer names is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    No,
    /// The sum of the positions.
    Sum,
    /// Answers are counted by position, too.
    Key,
}

/// The answers with some properties that name or cite a brand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Row, Deserialize)]
pub struct BrandCount {
    pub period: i64,
    pub run: u32,
    pub prompt: u32,
    pub region: u32,
    pub model: u32,
    /// The definition of the brand.
    pub brand: u32,
    /// From 1. 0 if the answers do not name the brand, or if it is no key.
    pub position: u32,
    pub named: u64,
    /// The sum of the positions, if it is counted.
    pub positions: u64,
    pub cited: u64,
    /// Those that name and cite it.
    pub both: u64,
    /// The citations of its pages.
    pub own_citations: u64,
}

/// The answers that cite a brand, and name or cite another or the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Row, Deserialize)]
pub struct BrandPair {
    pub cited: u32,
    pub other: u32,
    pub answers: u64,
}

impl ClickHouse {
    /// Counts the answers that name or cite the brands with these definitions, or only some of them.
    pub async fn count_brands(
        &self,
        selection: &CopiedSelection,
        keys: Keys<'_>,
        position: Position,
        brands: &[u32],
        only: Option<&[u32]>,
    ) -> Result<Vec<BrandCount>, ClickHouseError> {
        let wanted = only.unwrap_or(brands);
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        // Brands that share a first mention share a position.
        let computed = format!(
            "arrayMap((mention, first) -> if(mention > 0, toUInt32(1 + arrayCount((brand, other_mention, other_first) -> \
             other_mention > 0 AND other_first < first AND {}, brands, mentions, firsts)), toUInt32(0)), \
             mentions, firsts)",
            is_one_of("brand", brands)
        );
        let positions = if position == Position::No { "mentions" } else { &computed };
        let columns = keys.columns();
        let (position, group_by) = match position {
            Position::Key => ("position", columns.group_by(&["brand", "position"])),
            Position::No | Position::Sum => ("toUInt32(0)", columns.group_by(&["brand"])),
        };
        let sql = |selected: &str| {
            format!(
                "SELECT {}brand, {position}, countIf(mention > 0), sum(position), countIf(own > 0), \
                 countIf(mention > 0 AND own > 0), sum(own) \
                 FROM (SELECT {}brands, mentions, own_citations, {positions} AS positions \
                 FROM answers WHERE {selected} AND notEmpty(brands)) \
                 ARRAY JOIN brands AS brand, mentions AS mention, positions AS position, own_citations AS own \
                 WHERE brand IN ({}) {group_by}",
                columns.values,
                columns.selected,
                list(wanted)
            )
        };
        self.read(selection, sql).await
    }

    /// Counts the answers that cite a brand and name or cite another, of the brands with these definitions.
    pub async fn count_pairs(
        &self,
        selection: &CopiedSelection,
        brands: &[u32],
    ) -> Result<Vec<BrandPair>, ClickHouseError> {
        let sql = |selected: &str| {
            let list = list(brands);
            format!(
                "SELECT cited, other, count() FROM (SELECT brands, brand AS cited FROM answers \
                 ARRAY JOIN brands AS brand, own_citations AS own \
                 WHERE {selected} AND own > 0 AND brand IN ({list})) ARRAY JOIN brands AS other WHERE other IN ({list}) \
                 GROUP BY cited, other"
            )
        };
        if brands.is_empty() { Ok(Vec::new()) } else { self.read(selection, sql).await }
    }
}
