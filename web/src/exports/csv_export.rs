//! Writing CSV files. The code is loaded when the first one is asked for.

use std::rc::Rc;

use leptos::prelude::*;

use super::lists::{Columns, read};
use super::tables::table;
use super::{Export, Exporter, ListExport, ShowProgress, TableExport};
use crate::components::failure_view;
use crate::csv_file::CsvFile;
use crate::lazy::lazy_part;
use crate::locale::{t, t_with, texts};
use crate::reactive::live;
use crate::ui::{Button, Notices, texts_of, use_notices};
use crate::untrusted::quotation;

/// The elements that say which answers a page is about. The chips of names have no name of their own.
const FILTERS: &str =
    ":is(.scope-bar, #answers-window) option:checked:not([value=''], [value=own]), .chip-name + .chip-value";
/// The maximum length of the name of a file in characters, without the day. File systems allow 255 bytes.
const NAME_MAX: usize = 70;

lazy_part! {
    csv_export: Exporter = write
}

fn write(export: Export, caveat: Option<String>, notices: Notices) -> Option<ShowProgress> {
    match export {
        Export::Table(table) => {
            save(table, caveat, notices);
            None
        }
        Export::List(list) => Some(Box::new(|close| list_progress(*list, caveat, close))),
    }
}

fn save(export: TableExport, caveat: Option<String>, notices: Notices) {
    let total = match &export {
        TableExport::UnnamedSearches { total, .. } => *total,
        _ => 0,
    };
    let (title, table) = table(export);
    let rows = table.rows.len() as u64;
    let title = if rows < total { (texts().exports().first)(title, rows) } else { title.to_owned() };
    let file = CsvFile::new(&table.columns);
    file.add(&table.rows);
    file.save(&content_of_page(&title, caveat), rows, notices);
}

// The content of the dialog. The export ends with it.
fn list_progress(list: ListExport, caveat: Option<String>, close: Callback<()>) -> AnyView {
    let notices = use_notices();
    let Columns { title, names } = list.columns();
    let content = content_of_page(title, caveat);
    let file = Rc::new(CsvFile::new(&names));
    let rows = RwSignal::new(0_u64);
    let on_end = {
        let file = file.clone();
        move || {
            file.save(&content, rows.get_untracked(), notices);
            close.run(());
        }
    };
    let query = read(list, file, rows, Box::new(on_end));
    let body = move || {
        if let Some(failure) = failure_view(query) {
            return failure;
        }
        // The platform does not say how many rows there are, so the progress bar shows no end.
        view! {
            <progress aria-label=t(|t| t.exports().writing)></progress>
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

/// What a file has: its title, the page that it is from, and what the page is about. The page has a caveat about every number.
fn content_of_page(title: &str, caveat: Option<String>) -> String {
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
