use leptos::prelude::*;

use crate::csv::{Cell, CsvTable};

pub struct DataTable {
    pub columns: Vec<String>,
    /// The cells of each row. The first cell is the name of the row. What a value was counted from follows after a line break.
    pub rows: Vec<Vec<String>>,
    /// Whether the last column has sentences in place of numbers.
    pub has_notes: bool,
    /// The same for a spreadsheet: numbers in place of texts.
    pub numbers: CsvTable,
}

impl DataTable {
    pub fn new(columns: &[&str], rows: Vec<Vec<String>>, number_columns: &[&str], number_rows: Vec<Vec<Cell>>) -> Self {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
        let numbers = CsvTable { columns: owned(number_columns), rows: number_rows };
        Self { columns: owned(columns), rows, has_notes: false, numbers }
    }
}

/// Shows the data of a chart under a title.
pub type TableView = fn(title: Signal<String>, data: DataTable) -> AnyView;

/// Shows the data of a chart. A table that is too large scrolls, with the keyboard as well.
pub fn data_table(title: Signal<String>, data: DataTable) -> AnyView {
    let notes = data.has_notes.then(|| data.columns.len() - 1);
    let class = move |index: usize| match index {
        0 => "",
        _ if Some(index) == notes => "chart-note",
        _ => "number",
    };
    let head = (0..).zip(data.columns).map(|(index, name)| {
        view! { <th scope="col" class=class(index)>{name}</th> }
    });
    let head = head.collect_view();
    let row = |cells: Vec<String>| {
        let cells = (0..).zip(cells).map(|(index, cell)| match index {
            0 => view! { <th scope="row">{cell}</th> }.into_any(),
            _ => view! { <td class=class(index)>{value_view(cell)}</td> }.into_any(),
        });
        view! { <tr>{cells.collect_view()}</tr> }
    };
    let rows = data.rows.into_iter().map(row).collect_view();
    view! {
        <div class="table-container chart-table" tabindex="0" role="region" aria-label=title>
            <table class="table">
                <caption class="visually-hidden">{title}</caption>
                <thead><tr>{head}</tr></thead>
                <tbody translate="no">{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn value_view(cell: String) -> AnyView {
    match cell.split_once('\n') {
        Some((value, counted)) => view! {
            {value.to_owned()}
            " "
            <small>{counted.to_owned()}</small>
        }
        .into_any(),
        None => cell.into_any(),
    }
}
