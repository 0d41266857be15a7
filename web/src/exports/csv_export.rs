//! Writing CSV files. The code is loaded when the first one is asked for.

use std::rc::Rc;

use leptos::prelude::*;

use super::lists::read;
use super::tables::CsvTables;
use super::{Export, Exporter, ListExport, ShowProgress};
use crate::components::failure_view;
use crate::csv::CsvTable;
use crate::csv_file::{CsvFile, save_table};
use crate::file_name::content_of_page;
use crate::lazy::lazy_part;
use crate::locale::{t, t_with};
use crate::reactive::live;
use crate::ui::{Button, Notices, use_notices};

lazy_part! {
    csv_export: Exporter = write
}

fn write(export: Export, caveat: Option<String>, notices: Notices) -> Option<ShowProgress> {
    match export {
        Export::Table(table) => {
            let (title, table) = table(&CsvTables);
            save_table(&title, caveat, &table, notices);
            None
        }
        Export::List(list) => Some(Box::new(|close| list_progress(*list, caveat, close))),
    }
}

// The content of the dialog. The export ends with it.
fn list_progress(list: ListExport, caveat: Option<String>, close: Callback<()>) -> AnyView {
    let notices = use_notices();
    let content = content_of_page(list.title(), caveat);
    let file = Rc::new(CsvFile::default());
    let rows = RwSignal::new(0_u64);
    let add = {
        let file = file.clone();
        move |part: CsvTable| {
            file.add(&part);
            rows.try_update(|rows| *rows += part.rows.len() as u64);
        }
    };
    let on_end = move || {
        file.save(&content, rows.get_untracked(), notices);
        close.run(());
    };
    let query = read(list, Rc::new(add), Box::new(on_end));
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
