//! The part of the program that writes CSV files.

use std::rc::Rc;

use js_sys::Array;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::lists::{Columns, read};
use super::tables::table;
use super::{Exporter, ListExport, TableExport};
use crate::components::query_error;
use crate::csv::{BYTE_ORDER_MARK, Cell, header, lines};
use crate::format::today;
use crate::locale::{t, t_with, texts};
use crate::reactive::live;
use crate::ui::{Button, Notices, file_part, save_parts, use_notices};

/// The code that writes files.
#[cfg_attr(feature = "split", lazy)]
pub fn csv_export() -> Exporter {
    Exporter { save, read: progress }
}

/// A file that is being written.
pub(super) struct CsvFile {
    parts: Array,
    is_complete: std::cell::Cell<bool>,
}

impl CsvFile {
    /// Begins a file with the names of its columns.
    pub(super) fn new(columns: &[String]) -> Self {
        let begin = format!("{BYTE_ORDER_MARK}{}", header(columns));
        Self { parts: Array::of1(&JsValue::from_str(&begin)), is_complete: std::cell::Cell::new(true) }
    }

    /// Adds rows.
    pub(super) fn add(&self, rows: &[Vec<Cell>]) {
        match file_part(&lines(rows, texts().exports().cut)) {
            Some(part) => drop(self.parts.push(&part)),
            None => self.is_complete.set(false),
        }
    }

    /// Saves the file, and says so. `rows` is the number of its rows.
    fn save(&self, title: &str, rows: u64, notices: Notices) {
        let name = format!("{title}-{}.csv", today());
        let is_saved = self.is_complete.get() && save_parts(&name, "text/csv;charset=utf-8", &self.parts);
        let texts = texts().exports();
        notices.notify(if is_saved { (texts.saved)(&name, rows) } else { texts.refused.to_owned() });
    }
}

fn save(export: TableExport, notices: Notices) {
    let (title, table) = table(export);
    let file = CsvFile::new(&table.columns);
    file.add(&table.rows);
    file.save(title, table.rows.len() as u64, notices);
}

// The content of the dialog. The reading ends with it.
fn progress(list: ListExport, close: Callback<()>) -> AnyView {
    let notices = use_notices();
    let Columns { title, names } = list.columns();
    let file = Rc::new(CsvFile::new(&names));
    let rows = RwSignal::new(0_u64);
    let on_end = {
        let file = file.clone();
        move || {
            file.save(title, rows.get_untracked(), notices);
            close.run(());
        }
    };
    let reading = read(list, file, rows, Box::new(on_end));
    let body = move || {
        if let Some(failure) = reading.failure() {
            return query_error(failure, Callback::new(move |()| reading.retry()));
        }
        // The platform does not say how many rows there are, so the bar has no end.
        view! {
            <progress aria-label=t(|t| t.exports().reading)></progress>
            <p class="number">{t_with(move |t| (t.exports().rows_so_far)(rows.get()))}</p>
        }
        .into_any()
    };
    view! {
        {live(body)}
        <div class="form-actions">
            <Button label=t(|t| t.common().cancel) on_click=close />
        </div>
    }
    .into_any()
}
