//! The searches that the page shows.

use answerdeck_api::{FanoutRanking, FanoutStatistic};
use leptos::prelude::*;

use crate::paths::FanoutsParams;
use crate::sorting::sort_by_key;
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
    /// The positions in the ranking of the searches that the table shows, in its order.
    pub in_order: Memo<Vec<usize>>,
}

impl Searches {
    /// A search by its position in the ranking.
    pub fn at(self, index: usize) -> Option<FanoutStatistic> {
        self.ranking.with_value(|found| found.fanouts.get(index).cloned())
    }

    /// The searches that the filter shows, the most frequent first. Reactive.
    pub fn shown(self) -> Vec<FanoutStatistic> {
        let mut shown = self.in_order.get();
        sort_by_key(&mut shown, |index| *index);
        shown.into_iter().filter_map(|index| self.at(index)).collect()
    }
}

/// The positions of the searches that the filter shows, in the order of the table. Reactive.
pub fn in_order(fanouts: &[FanoutStatistic], without_own: bool, order: TableOrder) -> Vec<usize> {
    let mut positions = order.positions(fanouts.len(), &|column, row| {
        let fanout = fanouts.get(row)?;
        match column {
            "search" => SortKey::text(&fanout.query),
            "latest" => SortKey::text(fanout.latest_created_at.as_str()),
            _ => SortKey::count(fanout.fanout_count),
        }
    });
    let names_own = |index: &usize| fanouts.get(*index).and_then(|fanout| fanout.names_own) == Some(true);
    positions.retain(|index| !without_own || !names_own(index));
    positions
}
