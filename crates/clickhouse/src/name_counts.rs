//! How often names occur: pages, domains, sites, searches and tokens.

use clickhouse::Row;
use serde::Deserialize;

use crate::answer_counts::Keys;
use crate::selection::{CopiedSelection, array, is_one_of, list};
use crate::server::{ClickHouse, ClickHouseError};

/// The names of an answer that are counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameColumn {
    /// The pages of its sources.
    Pages(SourceFilter),
    Domains(SourceFilter),
    Sites(SourceFilter),
    /// The domains and the sites of its sources, each once.
    DomainsAndSites,
    /// The pages of the brand with this definition.
    PagesOfBrand(u32),
    /// The pages that belong to none of the brands with these definitions.
    PagesWithout(Vec<u32>),
    Fanouts,
    Tokens,
}

/// The sources whose names are counted: all that meet each condition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceFilter {
    /// Those of this domain or site.
    pub of: Option<u32>,
    /// Those of these domains, of which there may be none.
    pub domains: Option<Vec<u32>>,
    /// Those of other domains than these.
    pub without_domains: Vec<u32>,
}

impl SourceFilter {
    /// The values of a column for these sources, as SQL.
    fn values(&self, column: &str) -> String {
        let Self { of, domains, without_domains } = self;
        let conditions = [
            of.map(|of| format!("(domain = {of} OR site = {of})")),
            domains.as_ref().map(|domains| is_one_of("domain", domains)),
            (!without_domains.is_empty()).then(|| format!("NOT {}", is_one_of("domain", without_domains))),
        ];
        match conditions.into_iter().flatten().collect::<Vec<_>>().join(" AND ") {
            all if all.is_empty() => column.to_owned(),
            some => format!("arrayFilter((number, domain, site) -> {some}, {column}, domains, sites)"),
        }
    }
}

impl NameColumn {
    /// The numbers of the names, as SQL.
    fn numbers(&self) -> String {
        match self {
            Self::Pages(filter) => filter.values("pages"),
            Self::Domains(filter) => filter.values("domains"),
            Self::Sites(filter) => filter.values("sites"),
            Self::DomainsAndSites => "arrayDistinct(arrayConcat(domains, sites))".to_owned(),
            Self::PagesOfBrand(brand) => format!("arrayFilter((number, owner) -> has(owner, {brand}), pages, owners)"),
            Self::PagesWithout(brands) => {
                format!("arrayFilter((number, owner) -> NOT hasAny(owner, {}), pages, owners)", array(brands))
            }
            Self::Fanouts => "fanouts".to_owned(),
            Self::Tokens => "tokens".to_owned(),
        }
    }

    /// Whether an answer has each name at most once.
    fn are_distinct(&self) -> bool {
        matches!(self, Self::DomainsAndSites | Self::Tokens)
    }
}

/// How often a name occurs in the answers with some properties, and in how many of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Row, Deserialize)]
pub struct NameCount {
    pub period: i64,
    pub run: u32,
    pub prompt: u32,
    pub region: u32,
    pub model: u32,
    /// 0 for a missing name.
    pub number: u32,
    pub occurrences: u64,
    pub answers: u64,
}

/// The smallest and the greatest id of an answer with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Row, Deserialize)]
pub struct NameIds {
    pub number: u32,
    pub first: [u8; 16],
    pub latest: [u8; 16],
}

impl ClickHouse {
    /// Counts names, or only those with some numbers. A name has a row for each server and combination of keys.
    pub async fn count_names(
        &self,
        selection: &CopiedSelection,
        names: &NameColumn,
        numbers: Option<&[u32]>,
        keys: Keys<'_>,
    ) -> Result<Vec<NameCount>, ClickHouseError> {
        if numbers.is_some_and(<[u32]>::is_empty) {
            return Ok(Vec::new());
        }
        let is_wanted = numbers.map(|numbers| format!("WHERE number IN ({})", list(numbers))).unwrap_or_default();
        let keys = keys.columns();
        let (answers, repetition) = match names.are_distinct() {
            true => ("count()", ""),
            false => ("countIf(repetition = 1)", ", arrayEnumerateUniq(numbers) AS repetition"),
        };
        let sql = |selected: &str| {
            format!(
                "SELECT {}number, count(), {answers} FROM (SELECT {}{} AS numbers FROM answers WHERE {selected}) \
                 ARRAY JOIN numbers AS number{repetition} {is_wanted} {}",
                keys.values,
                keys.selected,
                names.numbers(),
                keys.group_by(&["number"])
            )
        };
        self.read(selection, sql).await
    }

    /// The first and the latest answers with some names. A name has a row for each server.
    pub async fn name_ids(
        &self,
        selection: &CopiedSelection,
        names: &NameColumn,
        numbers: &[u32],
    ) -> Result<Vec<NameIds>, ClickHouseError> {
        if numbers.is_empty() {
            return Ok(Vec::new());
        }
        let sql = |selected: &str| {
            format!(
                "SELECT number, min(id), max(id) FROM (SELECT id, {} AS numbers FROM answers WHERE {selected}) \
                 ARRAY JOIN numbers AS number WHERE number IN ({}) GROUP BY number",
                names.numbers(),
                list(numbers)
            )
        };
        self.read(selection, sql).await
    }
}
