//! The part of the program that writes CSV files.

use std::rc::Rc;

use leptos::prelude::*;

use super::file::CsvFile;
use super::lists::{Columns, read};
use super::tables::table;
use super::{Export, Exporter, KeptExport, ListExport, ShowProgress, TableExport, answers_behind, searchless};
use crate::components::query_error;
use crate::locale::{t, t_with, texts};
use crate::parts::lazy_part;
use crate::reactive::live;
use crate::ui::{Button, Notices, Progress, use_notices};

lazy_part! {
    /// The code that writes files.
    csv_export: Exporter = write
}

fn write(export: Export, caveat: Option<String>, notices: Notices) -> Option<ShowProgress> {
    match export {
        Export::Table(table) => {
            save(table, caveat, notices);
            None
        }
        Export::List(list) => Some(Box::new(|close| list_progress(*list, close))),
        Export::Kept(kept) => Some(Box::new(|close| kept_progress(*kept, caveat, close))),
    }
}

fn save(export: TableExport, caveat: Option<String>, notices: Notices) {
    let (title, table) = table(export);
    let file = CsvFile::new(&table.columns);
    file.add(&table.rows);
    file.save(&with_caveat(title, caveat), table.rows.len() as u64, notices);
}

fn with_caveat(title: &str, caveat: Option<String>) -> String {
    caveat.map_or_else(|| title.to_owned(), |caveat| format!("{title} ({caveat})"))
}

// The content of the dialog. The reading ends with it.
fn list_progress(list: ListExport, close: Callback<()>) -> AnyView {
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
        // The platform does not say how many rows there are, so the progress bar shows no end.
        view! {
            <progress aria-label=t(|t| t.exports().reading)></progress>
            <p class="number">{t_with(move |t| (t.exports().rows_so_far)(rows.get()))}</p>
        }
        .into_any()
    };
    with_cancel(live(body), close)
}

fn kept_progress(kept: KeptExport, caveat: Option<String>, close: Callback<()>) -> AnyView {
    let notices = use_notices();
    let title = match &kept {
        KeptExport::AnswersBehind(_) => texts().frame().answers,
        KeptExport::PromptsWithoutSearch(_) => texts().fanouts().searchless,
    };
    let title = with_caveat(title, caveat);
    let on_end = Box::new(move |file: CsvFile, rows| {
        file.save(&title, rows, notices);
        close.run(());
    });
    let reading = match kept {
        KeptExport::AnswersBehind(behind) => answers_behind::read(behind, on_end),
        KeptExport::PromptsWithoutSearch(scope) => searchless::read(scope, on_end),
    };
    let (rows, total) = (reading.rows, reading.total);
    let value_text = t_with(move |t| (t.exports().rows_of)(rows.get(), total.get()));
    let body = move || {
        reading.problem().unwrap_or_else(|| {
            view! { <Progress label=t(|t| t.exports().reading) value_text done=rows total /> }.into_any()
        })
    };
    with_cancel(live(body), close)
}

fn with_cancel(progress: AnyView, close: Callback<()>) -> AnyView {
    view! {
        {progress}
        <div class="form-actions">
            <Button label=t(|t| t.common().cancel) on_click=close />
        </div>
    }
    .into_any()
}
