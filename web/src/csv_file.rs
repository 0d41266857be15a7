//! A CSV file while it is written.

use std::cell::Cell;

use js_sys::Array;
use wasm_bindgen::JsValue;

use crate::csv;
use crate::file_name::file_name;
use crate::locale::texts;
use crate::ui::{Notices, file_part, save_parts};

pub struct CsvFile {
    parts: Array,
    is_complete: Cell<bool>,
}

impl CsvFile {
    /// Begins a file with the names of its columns.
    pub fn new(columns: &[String]) -> Self {
        let begin = format!("{}{}", csv::BYTE_ORDER_MARK, csv::header(columns));
        Self { parts: Array::of1(&JsValue::from_str(&begin)), is_complete: Cell::new(true) }
    }

    pub fn add(&self, rows: &[Vec<csv::Cell>]) {
        match file_part(&csv::lines(rows, texts().exports().cut)) {
            Some(part) => drop(self.parts.push(&part)),
            None => self.is_complete.set(false),
        }
    }

    /// Saves the file, and shows a notice. `rows` is the number of its rows.
    pub fn save(&self, content: &str, rows: u64, notices: Notices) {
        let name = file_name(content, "csv");
        let is_saved = self.is_complete.get() && save_parts(&name, "text/csv;charset=utf-8", &self.parts);
        let texts = texts().exports();
        notices.notify(if is_saved { (texts.saved)(&name, rows) } else { texts.refused.to_owned() });
    }
}
