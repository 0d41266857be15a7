//! Counts of answers, and what they name and cite altogether.

use clickhouse::Row;
use serde::Deserialize;

use crate::selection::{CopiedSelection, array, is_one_of, list};
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

/// How a query counts by keys, as SQL. Grouping by constants, too, would take twice the time.
pub(crate) struct KeyColumns {
    /// The columns that answers are selected with, each followed by a comma.
    pub(crate) selected: String,
    /// The names of these columns.
    pub(crate) names: Vec<&'static str>,
    /// The values of all properties, each followed by a comma. Those that are no key are 0.
    pub(crate) values: String,
}

impl Keys<'_> {
    pub(crate) fn columns(&self) -> KeyColumns {
        let period = self.periods.filter(|periods| !periods.slots.is_empty()).map(|Periods { slots, numbers }| {
            format!("toInt64(transform({}, [{}], [{}], 0))", slot(), list(slots), list(numbers))
        });
        let column = |name: &str, is_key: bool| is_key.then(|| name.to_owned());
        let mut columns = KeyColumns { selected: String::new(), names: Vec::new(), values: String::new() };
        for (name, value, none) in [
            ("key_period", period, "toInt64(0)"),
            ("key_run", column("run", self.run), "toUInt32(0)"),
            ("key_prompt", column("prompt", self.prompt), "toUInt32(0)"),
            ("key_region", column("region", self.region), "toUInt32(0)"),
            ("key_model", column("model", self.model), "toUInt32(0)"),
        ] {
            if let Some(value) = &value {
                columns.selected += &format!("{value} AS {name}, ");
                columns.names.push(name);
            }
            columns.values += &format!("{}, ", if value.is_some() { name } else { none });
        }
        columns
    }
}

impl KeyColumns {
    /// The clause that groups by the keys and by other columns.
    pub(crate) fn group_by(&self, others: &[&str]) -> String {
        match [self.names.as_slice(), others].concat() {
            columns if columns.is_empty() => String::new(),
            columns => format!("GROUP BY {}", columns.join(", ")),
        }
    }
}

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
    pub async fn slots(&self, selection: &CopiedSelection) -> Result<Vec<i64>, ClickHouseError> {
        self.read(selection, |selected| {
            format!("SELECT {} AS slot FROM answers WHERE {selected} GROUP BY slot", slot())
        })
        .await
    }

    /// Counts answers. `brands` has the definitions of the brands that count.
    pub async fn count_answers(
        &self,
        selection: &CopiedSelection,
        keys: Keys<'_>,
        brands: &[u32],
    ) -> Result<Vec<AnswerCount>, ClickHouseError> {
        let (keys, is_brand) = (keys.columns(), is_one_of("brand", brands));
        let sql = |selected: &str| {
            format!(
                "SELECT {}count(), countIf(namings > 0), countIf(citations > 0), countIf(searches > 0), \
                 sum(namings), sum(citations), sum(owned), min(id), max(id) FROM (SELECT {}id, \
                 arrayCount((brand, mention) -> mention > 0 AND {is_brand}, brands, mentions) AS namings, \
                 length(domains) AS citations, length(fanouts) AS searches, \
                 arrayCount(owner -> hasAny(owner, {}), owners) AS owned FROM answers WHERE {selected}) {}",
                keys.values,
                keys.selected,
                array(brands),
                keys.group_by(&[])
            )
        };
        self.read(selection, sql).await
    }
}
