//! The searches that the page shows, and which of them name the own brand.

use answerdeck_analysis::Mentions;
use answerdeck_api::{FanoutRanking, FanoutStatistic};
use answerdeck_insight::sort_by_key;
use leptos::prelude::*;

use crate::analysis::use_analysis;
use crate::paths::FanoutsParams;
use crate::queries::Query;
use crate::ui::{SortKey, TableOrder};

/// The columns that the table is sorted by.
pub const SEARCH_COLUMNS: [&str; 3] = ["-times", "search", "-latest"];

/// The searches that a page shows, with what is known about them.
#[derive(Clone, Copy)]
pub struct Searches {
    /// The ranking.
    pub ranking: StoredValue<FanoutRanking>,
    /// The text of the prompt that the answers are filtered by.
    pub prompt: Memo<Option<String>>,
    /// The address.
    pub params: Memo<FanoutsParams>,
    /// The order of the table.
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

/// Whether each search of a ranking names the own brand. `None` while it is unknown.
pub fn use_names_own(ranking: Query<FanoutRanking>, own_name: Memo<Option<String>>) -> Memo<Option<Vec<bool>>> {
    // All searches in one text, one on each line: one question finds the brand in all of them.
    let lines = Memo::new(move |_| {
        let line = |fanout: &FanoutStatistic| fanout.query.replace(['\n', '\r'], " ");
        ranking.with(|ranking| ranking.map(|found| found.fanouts.iter().map(line).collect::<Vec<_>>()))
    });
    let mentions = use_analysis().query(move || {
        own_name.get()?;
        lines.with(|lines| lines.as_ref().map(|lines| Mentions { text: lines.join("\n") }))
    });
    Memo::new(move |_| {
        let own = own_name.get()?;
        let starts = mentions.with(|reply| {
            let found = &reply?.value;
            let of_own = |brand: usize| found.brands.get(brand) == Some(&own);
            Some(
                found
                    .mentions
                    .iter()
                    .filter(|mention| of_own(mention.brand))
                    .map(|mention| mention.start)
                    .collect::<Vec<_>>(),
            )
        })?;
        lines.with(|lines| lines.as_ref().map(|lines| lines_with(lines, &starts)))
    })
}

// Whether each line contains one of the places, which are in the order of the text that the lines make.
fn lines_with(lines: &[String], places: &[usize]) -> Vec<bool> {
    let mut places = places.iter().copied().peekable();
    let mut begin = 0;
    let mut contains = |line: &String| {
        let end = begin + line.len();
        while places.next_if(|place| *place < begin).is_some() {}
        let found = places.peek().is_some_and(|place| *place < end);
        begin = end + 1;
        found
    };
    lines.iter().map(&mut contains).collect()
}

#[cfg(test)]
mod tests {
    use super::lines_with;

    #[test]
    fn a_place_belongs_to_the_line_that_contains_it() {
        let lines = ["ab", "", "cd", "ef"].map(str::to_owned);
        assert_eq!(lines_with(&lines, &[0, 1, 4, 5]), [true, false, true, false]);
        assert_eq!(lines_with(&lines, &[7]), [false, false, false, true]);
        assert_eq!(lines_with(&lines, &[]), [false; 4]);
    }
}
