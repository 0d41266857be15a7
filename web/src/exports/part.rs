//! The part of the program that writes CSV files.

use std::rc::Rc;

use leptos::prelude::*;

use super::answers_behind::AnswersBehindReading;
use super::file::CsvFile;
use super::lists::{Columns, read};
use super::tables::table;
use super::{Export, Exporter, FigureAnswers, ListExport, ShowProgress, TableExport};
use crate::analysis::{AnalysisState, use_analysis};
use crate::components::{analysis_problem, query_error};
use crate::locale::{t, t_with, texts};
use crate::parts::lazy_part;
use crate::reactive::live;
use crate::ui::{Button, Notices, Progress, use_notices};

lazy_part! {
    /// The code that writes files.
    csv_export: Exporter = write
}

fn write(export: Export, remark: Option<String>, notices: Notices) -> Option<ShowProgress> {
    match export {
        Export::Table(table) => {
            save(table, remark, notices);
            None
        }
        Export::List(list) => Some(Box::new(|close| list_progress(*list, close))),
        Export::AnswersBehind(behind) => Some(Box::new(|close| behind_progress(*behind, close))),
    }
}

fn save(export: TableExport, remark: Option<String>, notices: Notices) {
    let (title, table) = table(export);
    let file = CsvFile::new(&table.columns);
    file.add(&table.rows);
    let title = remark.map_or_else(|| title.to_owned(), |remark| format!("{title} ({remark})"));
    file.save(&title, table.rows.len() as u64, notices);
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

fn behind_progress(behind: FigureAnswers, close: Callback<()>) -> AnyView {
    let (notices, analysis) = (use_notices(), use_analysis());
    let reading = AnswersBehindReading::begin(behind, move |file, rows| {
        file.save(texts().frame().answers, rows, notices);
        close.run(());
    });
    let (rows, total) = (reading.rows, reading.total);
    let value_text = t_with(move |t| (t.exports().rows_of)(rows.get(), total.get()));
    let has_problem = Memo::new(move |_| matches!(reading.state(), AnalysisState::Refused(_) | AnalysisState::Failed));
    let body = move || {
        let problem = has_problem.get().then(|| untrack(|| analysis_problem(analysis, &reading.state()))).flatten();
        problem.unwrap_or_else(|| {
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
