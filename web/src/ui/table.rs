//! Tables, and the order of their rows, which the user chooses by the column headers.
//!
//! Only tables whose rows are all on the device have an order: sorting one page of a longer list would sort only a part.

use std::cmp::Ordering;

use leptos::prelude::*;

use crate::letter_case::lower_case;
use crate::sorting::{items_at, sort_by};

/// A table. It scrolls horizontally if it is too wide for the page. Browsers do not translate its rows.
#[component]
pub fn Table(#[prop(default = "table")] class: &'static str, head: AnyView, rows: AnyView) -> AnyView {
    view! {
        <div class="table-container">
            <table class=class>
                <thead><tr>{head}</tr></thead>
                <tbody translate="no">{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// The value by which a column sorts a row.
#[derive(Debug, Clone)]
pub enum SortKey {
    Number(f64),
    /// A text, compared without case.
    Text(String),
}

impl SortKey {
    pub fn count(count: u64) -> Option<Self> {
        Some(Self::Number(count as f64))
    }

    pub fn text(text: &str) -> Option<Self> {
        Some(Self::Text(lower_case(text)))
    }

    fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(number), Self::Number(other)) => number.total_cmp(other),
            (Self::Text(text), Self::Text(other)) => text.cmp(other),
            (Self::Number(_), Self::Text(_)) => Ordering::Less,
            (Self::Text(_), Self::Number(_)) => Ordering::Greater,
        }
    }
}

#[derive(Clone, Copy)]
pub struct TableOrder {
    columns: &'static [&'static str],
    chosen: Signal<Option<String>>,
    choose: Callback<Option<String>>,
}

impl TableOrder {
    /// An order of a table. `chosen` is the name of a column, with `-` in front for descending order.
    ///
    /// `columns` are the columns, each with the order of its first press: a `-` in front is descending. The first one is the default
    /// order of the table. It is empty if the default is the order of the rows themselves.
    pub fn new(
        columns: &'static [&'static str],
        chosen: Signal<Option<String>>,
        choose: Callback<Option<String>>,
    ) -> Self {
        Self { columns, chosen, choose }
    }

    /// An order that is kept only as long as the table is shown.
    pub fn local(columns: &'static [&'static str]) -> Self {
        let chosen = RwSignal::new(None);
        Self::new(columns, chosen.into(), Callback::new(move |order| chosen.set(order)))
    }

    /// The cell of a column in the head of the table.
    pub fn head(self, column: &'static str, name: Signal<String>, class: &'static str) -> AnyView {
        let direction = move || {
            let (sorted, is_descending) = self.current();
            (sorted == column).then_some(if is_descending { "descending" } else { "ascending" })
        };
        let choose = move |_| self.choose.run(after(self.columns, untrack(|| self.current()), column));
        view! {
            <th scope="col" class=class aria-sort=direction>
                <button class="sort" type="button" on:click=choose>{name}</button>
            </th>
        }
        .into_any()
    }

    /// The positions of the rows in this order, of which `key` returns the key in a column. Rows without a key are
    /// last, and rows with the same key remain as they are. Reactive.
    pub fn positions<T>(self, rows: &[T], key: impl Fn(&T, &str) -> Option<SortKey>) -> Vec<usize> {
        self.positions_by(rows.len(), &|column, row| key(&rows[row], column))
    }

    /// The rows in this order. Reactive.
    pub fn sorted<T: Clone>(self, rows: &[T], key: impl Fn(&T, &str) -> Option<SortKey>) -> Vec<T> {
        items_at(rows, &self.positions(rows, key))
    }

    fn positions_by(self, rows: usize, key: &dyn Fn(&str, usize) -> Option<SortKey>) -> Vec<usize> {
        let (column, is_descending) = self.current();
        let mut keys: Vec<(Option<SortKey>, usize)> = (0..rows).map(|row| (key(column, row), row)).collect();
        sort_by(&mut keys, |(key, _), (other, _)| match (key, other) {
            (Some(key), Some(other)) if is_descending => other.compare(key),
            (Some(key), Some(other)) => key.compare(other),
            (key, other) => other.is_some().cmp(&key.is_some()),
        });
        keys.into_iter().map(|(_, row)| row).collect()
    }

    // The sorted column, and whether it is descending. Reactive.
    fn current(self) -> (&'static str, bool) {
        self.chosen.with(|chosen| current(self.columns, chosen.as_deref()))
    }
}

// A column that the table does not have counts as no choice.
fn current(columns: &[&'static str], chosen: Option<&str>) -> (&'static str, bool) {
    let known = chosen.map(parts).and_then(|(name, is_descending)| {
        let column = columns.iter().map(|column| parts(column).0).find(|column| !name.is_empty() && *column == name)?;
        Some((column, is_descending))
    });
    known.unwrap_or_else(|| columns.first().map_or(("", false), |column| parts(column)))
}

// The order after a press of a column: its first order, the opposite, and then none.
fn after(columns: &[&str], (sorted, is_descending): (&str, bool), column: &str) -> Option<String> {
    let (_, first) = columns.iter().map(|other| parts(other)).find(|(name, _)| *name == column)?;
    let is_opposite = sorted == column && is_descending == first;
    if sorted == column && !is_opposite {
        return None;
    }
    let sign = if first != is_opposite { "-" } else { "" };
    let order = format!("{sign}{column}");
    (columns.first() != Some(&order.as_str())).then_some(order)
}

fn parts(order: &str) -> (&str, bool) {
    order.strip_prefix('-').map_or((order, false), |name| (name, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANKING: [&str; 3] = ["-count", "name", "-latest"];
    const LISTED: [&str; 2] = ["", "name"];

    /// The orders after each press of a column.
    fn presses(columns: &[&'static str], column: &str, count: usize) -> Vec<Option<String>> {
        let mut chosen = None;
        let press = |_| {
            chosen = after(columns, current(columns, chosen.as_deref()), column);
            chosen.clone()
        };
        (0..count).map(press).collect()
    }

    fn some(order: &str) -> Option<String> {
        Some(order.to_owned())
    }

    #[test]
    fn a_column_has_its_first_order_then_the_opposite_then_that_of_the_table() {
        assert_eq!(presses(&RANKING, "latest", 4), [some("-latest"), some("latest"), None, some("-latest")]);
        assert_eq!(presses(&RANKING, "name", 3), [some("name"), some("-name"), None]);
        assert_eq!(presses(&LISTED, "name", 3), [some("name"), some("-name"), None]);
        // It has its first order already.
        assert_eq!(presses(&RANKING, "count", 3), [some("count"), None, some("count")]);
    }

    #[test]
    fn an_order_that_the_table_does_not_have_is_ignored() {
        for order in [None, Some(""), Some("-"), Some("rank"), Some("--name"), Some("NAME")] {
            assert_eq!(current(&RANKING, order), ("count", true), "{order:?}");
            assert_eq!(current(&LISTED, order), ("", false), "{order:?}");
        }
        assert_eq!(current(&RANKING, Some("count")), ("count", false));
    }

    fn sorted(order: &str, keys: &[Option<SortKey>]) -> Vec<usize> {
        Owner::new().with(|| {
            let order = TableOrder::new(&["", "a"], Signal::stored(some(order)), Callback::new(|_| ()));
            order.positions(keys, |key, column| (column == "a").then(|| key.clone()).flatten())
        })
    }

    #[test]
    fn rows_without_a_key_are_last_in_both_directions_and_equal_rows_remain_in_place() {
        let numbers = [None, SortKey::count(2), SortKey::count(10), None, SortKey::count(2), SortKey::count(0)];
        assert_eq!(sorted("a", &numbers), [5, 1, 4, 2, 0, 3]);
        assert_eq!(sorted("-a", &numbers), [2, 1, 4, 5, 0, 3]);
        assert_eq!(sorted("", &numbers), [0, 1, 2, 3, 4, 5]);
        let special = [f64::NAN, f64::INFINITY, -1.0].map(|number| Some(SortKey::Number(number)));
        assert_eq!(sorted("a", &special), [2, 1, 0]);
    }

    #[test]
    fn texts_are_sorted_without_case_and_hangul_by_its_alphabet() {
        let texts = ["하늘", "beta", "가을", "Alpha"].map(SortKey::text);
        assert_eq!(sorted("a", &texts), [3, 1, 2, 0]);
    }
}
