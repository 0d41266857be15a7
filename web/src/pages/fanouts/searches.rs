//! The searches that the page shows, and which of them name the own brand.

use answerdeck_api::{FanoutRanking, FanoutStatistic};
use answerdeck_insight::sort_by_key;
use leptos::prelude::*;

use crate::paths::FanoutsParams;
use crate::ui::{SortKey, TableOrder};

pub const SEARCH_COLUMNS: [&str; 3] = ["-times", "search", "-latest"];

/// The searches that a page shows, with their data.
#[derive(Clone, Copy)]
pub struct Searches {
    pub ranking: StoredValue<FanoutRanking>,
    /// The text of the prompt that the answers are filtered by.
    pub prompt: Memo<Option<String>>,
    pub params: Memo<FanoutsParams>,
    pub order: TableOrder,
    /// The searches that the table shows, in its order.
    pub in_order: Memo<Vec<ShownSearch>>,
}

/// A search that the filter shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownSearch {
    /// Its position in the ranking.
    pub index: usize,
    /// Whether it names the own brand. `None` while it is unknown.
    pub names_own: Option<bool>,
}

impl Searches {
    /// The searches that the filter shows, the most frequent first. Reactive.
    pub fn shown(self) -> Vec<ShownSearch> {
        let mut shown = self.in_order.get();
        sort_by_key(&mut shown, |search| search.index);
        shown
    }
}

/// The searches that the filter shows, in the order of the table. Reactive.
pub fn in_order(
    fanouts: &[FanoutStatistic],
    names_own: Option<&Vec<bool>>,
    without_own: bool,
    order: TableOrder,
) -> Vec<ShownSearch> {
    let positions = order.positions(fanouts.len(), &|column, row| {
        let fanout = fanouts.get(row)?;
        match column {
            "search" => SortKey::text(&fanout.query),
            "latest" => SortKey::text(fanout.latest_created_at.as_str()),
            _ => SortKey::count(fanout.fanout_count),
        }
    });
    let names_own = |index: usize| names_own.and_then(|names| names.get(index).copied());
    let searches = positions.into_iter().map(|index| ShownSearch { index, names_own: names_own(index) });
    searches.filter(|search| !without_own || search.names_own != Some(true)).collect()
}
