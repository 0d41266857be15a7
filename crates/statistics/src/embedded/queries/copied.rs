//! What ClickHouse counts for a query. The columns count the other answers.

use std::ops::Range;

use answerdeck_api::AnswerScope;
use answerdeck_clickhouse::{
    AnswerCount, BrandCount, ClickHouse, Conditions, CopiedSelection, Filter, Keys, NameColumn, NameCount, Periods,
    Position,
};
use rustc_hash::FxHashMap;

use super::counting::{CountedName, Counting};
use crate::embedded::columns::{self, Selection};
use crate::error::StatisticsResult;
use crate::scope;

/// The answers of a scope, by where they are counted.
#[derive(Debug)]
pub(crate) struct Selected {
    pub(crate) columns: Selection,
    /// `None` if the columns count all.
    pub(crate) copied: Option<Copied>,
}

/// The answers that ClickHouse counts.
#[derive(Debug, Clone)]
pub(crate) struct Copied {
    clickhouse: ClickHouse,
    pub(crate) selection: CopiedSelection,
    /// The definitions of all brands, by their indexes.
    definitions: Vec<u32>,
}

/// The answers that ClickHouse counts, by cell.
#[derive(Debug)]
pub(crate) struct CopiedCells {
    pub(crate) answers: Vec<AnswerCount>,
    /// Those that name or cite a brand, with its index.
    pub(crate) brands: Vec<(usize, BrandCount)>,
}

/// The keys of a cell.
pub(crate) const CELL: Keys<'static> = Keys { periods: None, run: false, prompt: true, region: true, model: true };

impl Counting {
    /// Selects the answers of a scope, as [`select`](Self::select) does, with those that ClickHouse counts. While brands are found in
    /// stored answers, the columns count all.
    pub(crate) async fn select_copied(&self, scope: &AnswerScope) -> StatisticsResult<Selected> {
        let ids = scope::valid_ids(scope)?;
        let Some(clickhouse) = self.clickhouse.as_ref().filter(|_| self.known_from == 0) else {
            return Ok(Selected::in_columns(self.select(scope).await?));
        };
        let (snapshot, organization) = (&self.snapshot, self.organization_id());
        let Some(filter) = columns::filter_of(snapshot, organization, scope, ids).await? else {
            return Ok(Selected::in_columns(Selection::NONE));
        };
        let servers: Vec<&str> = clickhouse.names().collect();
        let (copies, parts) = columns::valid_copies(snapshot, organization, &filter, &servers).await?;
        let columns = columns::select_in(snapshot, organization, &filter, &parts).await?;
        if parts.is_empty() {
            return Ok(Selected::in_columns(columns));
        }
        let conditions = Conditions::default();
        let organization = organization.to_owned();
        let selection = CopiedSelection { organization, copies, filter, conditions, began_at: self.began_at };
        clickhouse.check(&selection).await?;
        let copied = Copied { clickhouse: clickhouse.clone(), selection, definitions: self.definitions.clone() };
        Ok(Selected { columns, copied: Some(copied) })
    }
}

impl Selected {
    /// Answers that the columns count.
    pub(crate) fn in_columns(columns: Selection) -> Self {
        Self { columns, copied: None }
    }

    /// The counts of answers in ClickHouse. Properties that are no key are 0.
    pub(crate) async fn answers(&self, keys: Keys<'_>) -> StatisticsResult<Vec<AnswerCount>> {
        match &self.copied {
            Some(copied) => copied.answers(keys).await,
            None => Ok(Vec::new()),
        }
    }

    /// The counts of names in ClickHouse.
    pub(crate) async fn names(&self, names: Option<&NameColumn>) -> StatisticsResult<Vec<NameCount>> {
        match (&self.copied, names) {
            (Some(copied), Some(names)) => copied.names(names, None, Keys::default()).await,
            _ => Ok(Vec::new()),
        }
    }

    /// Adds the first and the latest answers in ClickHouse to the counts of names.
    pub(crate) async fn add_ids(&self, names: Option<&NameColumn>, rows: &mut [CountedName]) -> StatisticsResult<()> {
        let (Some(copied), Some(names)) = (&self.copied, names) else { return Ok(()) };
        let numbers: Vec<u32> = rows.iter().map(|row| row.count.number).collect();
        let ids = copied.ids(names, &numbers).await?;
        for row in rows {
            if let Some((first, latest)) = ids.get(&row.count.number) {
                row.count.earliest = row.count.earliest.min(*first);
                row.count.latest = row.count.latest.max(*latest);
            }
        }
        Ok(())
    }

    /// Only some of the answers in ClickHouse.
    pub(crate) fn copied_with(&self, narrow: impl FnOnce(&mut Filter, &mut Conditions)) -> Option<Copied> {
        self.copied.as_ref().map(|copied| copied.with(narrow))
    }
}

impl Copied {
    /// Only some of the answers.
    pub(crate) fn with(&self, narrow: impl FnOnce(&mut Filter, &mut Conditions)) -> Self {
        let mut copied = self.clone();
        narrow(&mut copied.selection.filter, &mut copied.selection.conditions);
        copied
    }

    /// Only the answers whose ids are in a range.
    pub(crate) fn between(&self, ids: Range<u128>) -> Self {
        self.with(|filter, _| filter.ids = filter.ids.start.max(ids.start)..filter.ids.end.min(ids.end))
    }

    pub(crate) async fn answers(&self, keys: Keys<'_>) -> StatisticsResult<Vec<AnswerCount>> {
        let mut rows = self.clickhouse.count_answers(&self.selection, keys, &self.definitions).await?;
        // Without a key, a server returns a row without answers.
        rows.retain(|row| row.answers > 0);
        Ok(rows)
    }

    /// The counts of answers that name or cite brands, or only some of these, with their indexes.
    pub(crate) async fn brands(
        &self,
        keys: Keys<'_>,
        position: Position,
        only: Option<&[usize]>,
    ) -> StatisticsResult<Vec<(usize, BrandCount)>> {
        let indexes = self.indexes();
        let only: Option<Vec<u32>> = only.map(|only| only.iter().map(|brand| self.definitions[*brand]).collect());
        let all = &self.definitions;
        let rows = self.clickhouse.count_brands(&self.selection, keys, position, all, only.as_deref()).await?;
        Ok(rows.into_iter().filter_map(|row| Some((*indexes.get(&row.brand)?, row))).collect())
    }

    pub(crate) async fn cells(&self) -> StatisticsResult<CopiedCells> {
        let answers = self.answers(CELL).await?;
        Ok(CopiedCells { answers, brands: self.brands(CELL, Position::No, None).await? })
    }

    /// The answers of each model that name a brand at each position.
    pub(crate) async fn positions(&self) -> StatisticsResult<Vec<(usize, BrandCount)>> {
        self.brands(Keys { model: true, ..Keys::default() }, Position::Key, None).await
    }

    /// For a brand that answers cite, and one that they name or cite, both by their indexes, the number of answers.
    pub(crate) async fn pairs(&self) -> StatisticsResult<Vec<(usize, usize, u64)>> {
        let indexes = self.indexes();
        let rows = self.clickhouse.count_pairs(&self.selection, &self.definitions).await?;
        let pair = |pair: answerdeck_clickhouse::BrandPair| {
            Some((*indexes.get(&pair.cited)?, *indexes.get(&pair.other)?, pair.answers))
        };
        Ok(rows.into_iter().filter_map(pair).collect())
    }

    pub(crate) async fn names(
        &self,
        names: &NameColumn,
        numbers: Option<&[u32]>,
        keys: Keys<'_>,
    ) -> StatisticsResult<Vec<NameCount>> {
        Ok(self.clickhouse.count_names(&self.selection, names, numbers, keys).await?)
    }

    /// The smallest and the greatest id of an answer with each name.
    pub(crate) async fn ids(
        &self,
        names: &NameColumn,
        numbers: &[u32],
    ) -> StatisticsResult<FxHashMap<u32, (u128, u128)>> {
        let mut ids: FxHashMap<u32, (u128, u128)> = FxHashMap::default();
        for row in self.clickhouse.name_ids(&self.selection, names, numbers).await? {
            let [first, latest] = [row.first, row.latest].map(u128::from_be_bytes);
            let of_name = ids.entry(row.number).or_insert((first, latest));
            *of_name = (of_name.0.min(first), of_name.1.max(latest));
        }
        Ok(ids)
    }

    /// The periods of the answers. `number_of` returns that of a time in milliseconds since 1970.
    pub(crate) async fn periods(&self, number_of: impl Fn(i64) -> i64) -> StatisticsResult<Periods> {
        let mut slots = self.clickhouse.slots(&self.selection).await?;
        slots.sort_unstable();
        slots.dedup();
        let numbers = slots.iter().map(|slot| number_of(Periods::start_of(*slot))).collect();
        Ok(Periods { slots, numbers })
    }

    pub(crate) async fn count(&self) -> StatisticsResult<u64> {
        Ok(self.clickhouse.count(&self.selection).await?)
    }

    pub(crate) async fn newest(&self, limit: usize) -> StatisticsResult<Vec<u128>> {
        Ok(self.clickhouse.newest(&self.selection, limit).await?)
    }

    fn indexes(&self) -> FxHashMap<u32, usize> {
        self.definitions.iter().enumerate().map(|(index, definition)| (*definition, index)).collect()
    }
}
