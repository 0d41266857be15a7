//! Counts of answers, and what they name and cite altogether.

use clickhouse::Row;
use serde::Deserialize;

use crate::selection::{CopiedSelection, array, list};
use crate::server::{ClickHouse, ClickHouseError};

/// Seconds of a slot. No time zone is at an offset that is no multiple of it.
const SLOT_SECONDS: i64 = 15 * 60;

/// By which properties answers are counted.
#[derive(Debug, Clone, Copy, Default)]
pub struct Keys<'a> {
    pub periods: Option<&'a Periods>,
    pub run: bool,
    pub prompt: bool,
    pub region: bool,
    pub model: bool,
}

/// The periods of a series, by slots of a quarter of an hour since 1970.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Periods {
    pub slots: Vec<i64>,
    /// The number of the period of each slot.
    pub numbers: Vec<i64>,
}

impl Periods {
    /// When a slot begins, in milliseconds since 1970.
    pub fn start_of(slot: i64) -> i64 {
        slot * SLOT_SECONDS * 1_000
    }
}

impl Keys<'_> {
    /// The columns of the keys, as SQL. Properties that are no key are 0.
    pub(crate) fn columns(&self) -> String {
        let period = match self.periods {
            Some(Periods { slots, numbers }) if !slots.is_empty() => {
                format!("toInt64(transform({}, [{}], [{}], 0))", slot(), list(slots), list(numbers))
            }
            _ => "toInt64(0)".to_owned(),
        };
        let columns = [("run", self.run), ("prompt", self.prompt), ("region", self.region), ("model", self.model)];
        let column = |(name, is_key): (&str, bool)| match is_key {
            true => format!(", {name} AS key_{name}"),
            false => format!(", toUInt32(0) AS key_{name}"),
        };
        columns.into_iter().map(column).fold(format!("{period} AS key_period"), |sql, column| sql + &column)
    }
}

/// The names of the columns of the keys.
pub(crate) const KEYS: &str = "key_period, key_run, key_prompt, key_region, key_model";

fn slot() -> String {
    format!("intDiv(toInt64(toUInt32(at)), {SLOT_SECONDS})")
}

/// The answers with some properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Row, Deserialize)]
pub struct AnswerCount {
    pub period: i64,
    pub run: u32,
    pub prompt: u32,
    pub region: u32,
    pub model: u32,
    pub answers: u64,
    /// Those that name a brand.
    pub naming: u64,
    /// Those that cite a source.
    pub citing: u64,
    /// Those with a search.
    pub searching: u64,
    /// The sum of the brands that each names.
    pub namings: u64,
    pub citations: u64,
    /// The citations that are pages of a brand.
    pub owned: u64,
    pub first: [u8; 16],
    pub latest: [u8; 16],
}

impl ClickHouse {
    /// The slots that have answers.
    ///
    /// # Errors
    /// Fails if a server does.
    pub async fn slots(&self, selection: &CopiedSelection) -> Result<Vec<i64>, ClickHouseError> {
        self.read(selection, |selected| {
            format!("SELECT {} AS slot FROM answers WHERE {selected} GROUP BY slot", slot())
        })
        .await
    }

    /// Counts answers. `brands` has the definitions of the brands that count.
    ///
    /// # Errors
    /// Fails if a server does.
    pub async fn count_answers(
        &self,
        selection: &CopiedSelection,
        keys: Keys<'_>,
        brands: &[u32],
    ) -> Result<Vec<AnswerCount>, ClickHouseError> {
        let brands = array(brands);
        let sql = |selected: &str| {
            format!(
                "SELECT {KEYS}, count(), countIf(namings > 0), countIf(citations > 0), countIf(searches > 0), \
                 sum(namings), sum(citations), sum(owned), min(id), max(id) FROM (SELECT id, {}, \
                 arrayCount((brand, mention) -> mention > 0 AND has({brands}, brand), brands, mentions) AS namings, \
                 length(domains) AS citations, length(fanouts) AS searches, \
                 arrayCount(owner -> hasAny(owner, {brands}), owners) AS owned \
                 FROM answers WHERE {selected}) GROUP BY {KEYS}",
                keys.columns()
            )
        };
        self.read(selection, sql).await
    }
}
