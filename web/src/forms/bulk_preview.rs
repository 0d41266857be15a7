//! The rows of pasted text or of a CSV file, with what is wrong with them.

use answerdeck_api::limits::{PROMPT_CONTENT_MAX, PROMPTS_PER_SET_MAX};
use leptos::prelude::*;

use super::bulk_rows::{Row, RowError};
use crate::locale::{Texts, t, t_with};
use crate::untrusted::quotation;

/// The maximum number of rows that are shown. Further rows are counted.
const PREVIEW_ROWS: usize = 200;

pub fn preview(rows: &[Row]) -> AnyView {
    let (invalid, total) = (rows.iter().filter(|row| row.error.is_some()).count(), rows.len());
    let without_room = rows.iter().filter(|row| row.error == Some(RowError::NoRoom)).count();
    let summary = t_with(move |t| {
        let summary = (t.bulk().summary)((total - invalid) as u64, invalid as u64);
        match without_room {
            0 => summary,
            rows => format!("{summary} {}", (t.bulk().without_room)(rows as u64, PROMPTS_PER_SET_MAX as u64)),
        }
    });
    let hidden = total.saturating_sub(PREVIEW_ROWS);
    let lines = rows
        .iter()
        .take(PREVIEW_ROWS)
        .map(|row| {
            let error = row.error;
            let state = t_with(move |t| row_status(error, t));
            view! {
                <tr data-invalid=error.is_some().then_some("")>
                    <td class="fit number">{row.number}</td>
                    <td>{quotation(&row.content, PROMPT_CONTENT_MAX)}</td>
                    <td class="fit" class:row-error=error.is_some()>{state}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <section class="section" aria-label=t(|t| t.bulk().preview)>
            <p role="status">{summary}</p>
            <div class="table-container preview" tabindex="0" role="group" aria-label=t(|t| t.bulk().preview)>
                <table class="table">
                    <thead>
                        <tr>
                            <th scope="col" class="number">{t(|t| t.bulk().row)}</th>
                            <th scope="col">{t(|t| t.common().prompt)}</th>
                            <th scope="col">{t(|t| t.common().status)}</th>
                        </tr>
                    </thead>
                    <tbody translate="no">{lines}</tbody>
                </table>
            </div>
            {(hidden > 0).then(|| view! { <p class="muted">{t_with(move |t| (t.bulk().more_rows)(hidden as u64))}</p> })}
        </section>
    }
    .into_any()
}

fn row_status(error: Option<RowError>, texts: Texts) -> String {
    match error {
        None => texts.bulk().ready.to_owned(),
        Some(RowError::Empty) => texts.bulk().error_empty.to_owned(),
        Some(RowError::TooLong(length)) => (texts.bulk().error_long)(length, PROMPT_CONTENT_MAX),
        Some(RowError::Repeated(first)) => (texts.bulk().error_repeated)(first),
        Some(RowError::InSet) => texts.bulk().error_in_set.to_owned(),
        Some(RowError::NoRoom) => texts.bulk().error_no_room.to_owned(),
    }
}
