//! A CSV file while it is written.

use std::cell::Cell;

use js_sys::Array;
use wasm_bindgen::JsValue;

use crate::csv::{self, CsvTable};
use crate::file_name::{content_of_page, file_name};
use crate::locale::texts;
use crate::ui::{Notices, file_part, save_parts};

#[derive(Default)]
pub struct CsvFile {
    parts: Array,
    /// Whether the browser refused a part.
    is_refused: Cell<bool>,
}

impl CsvFile {
    /// Adds the rows of a table. The first one brings the names of the columns.
    pub fn add(&self, table: &CsvTable) {
        if self.parts.length() == 0 {
            let begin = format!("{}{}", csv::BYTE_ORDER_MARK, csv::header(&table.columns));
            self.parts.push(&JsValue::from_str(&begin));
        }
        match file_part(&csv::lines(&table.rows, texts().exports().cut)) {
            Some(part) => drop(self.parts.push(&part)),
            None => self.is_refused.set(true),
        }
    }

    /// Saves the file, and shows a notice. `rows` is the number of its rows.
    pub fn save(&self, content: &str, rows: u64, notices: Notices) {
        let name = file_name(content, "csv");
        let is_saved = !self.is_refused.get() && save_parts(&name, "text/csv;charset=utf-8", &self.parts);
        let texts = texts().exports();
        notices.notify(if is_saved { (texts.saved)(&name, rows) } else { texts.refused.to_owned() });
    }
}

/// Saves a table that is loaded completely, with the caveat of the page in the name of the file.
pub fn save_table(title: &str, caveat: Option<String>, table: &CsvTable, notices: Notices) {
    let file = CsvFile::default();
    file.add(table);
    file.save(&content_of_page(title, caveat), table.rows.len() as u64, notices);
}
