//! A CSV file while it is written.

use std::cell::Cell;

use js_sys::Array;
use wasm_bindgen::JsValue;

use crate::csv;
use crate::format::today;
use crate::locale::texts;
use crate::ui::{Notices, file_part, save_parts, texts_of};
use crate::untrusted::quotation;

/// The elements that say which answers a page is about. The chips of names have no name of their own.
const FILTERS: &str =
    ":is(.scope-bar, #answers-window) option:checked:not([value=''], [value=own]), .chip-name + .chip-value";
/// The maximum length of the name of a file in characters, without the day. File systems allow 255 bytes.
const NAME_MAX: usize = 70;

/// What a file has: its title, the page that it is from, and what the page is about. The page has a caveat about every number.
pub(super) fn content_of_page(title: &str, caveat: Option<String>) -> String {
    let mut name = title.to_owned();
    for page in texts_of("h1").iter().filter(|page| *page != title) {
        name.extend([" – ", page]);
    }
    let mut filters: Vec<String> = Vec::new();
    for filter in texts_of(FILTERS).into_iter().filter(|filter| filter != texts().answer_routes().all).chain(caveat) {
        if !filters.contains(&filter) {
            filters.push(filter);
        }
    }
    if !filters.is_empty() {
        name.extend([" (", &filters.join(", "), ")"]);
    }
    quotation(&name, NAME_MAX)
}

/// A file that is being written.
pub(super) struct CsvFile {
    parts: Array,
    is_complete: Cell<bool>,
}

impl CsvFile {
    /// Begins a file with the names of its columns.
    pub(super) fn new(columns: &[String]) -> Self {
        let begin = format!("{}{}", csv::BYTE_ORDER_MARK, csv::header(columns));
        Self { parts: Array::of1(&JsValue::from_str(&begin)), is_complete: Cell::new(true) }
    }

    pub(super) fn add(&self, rows: &[Vec<csv::Cell>]) {
        match file_part(&csv::lines(rows, texts().exports().cut)) {
            Some(part) => drop(self.parts.push(&part)),
            None => self.is_complete.set(false),
        }
    }

    /// Saves the file, and shows a notice. `rows` is the number of its rows.
    pub(super) fn save(&self, content: &str, rows: u64, notices: Notices) {
        let name = format!("{content}-{}.csv", today());
        let is_saved = self.is_complete.get() && save_parts(&name, "text/csv;charset=utf-8", &self.parts);
        let texts = texts().exports();
        notices.notify(if is_saved { (texts.saved)(&name, rows) } else { texts.refused.to_owned() });
    }
}
