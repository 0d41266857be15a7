//! Creating many prompts from pasted lines, a CSV file or keywords.

use std::collections::HashSet;

use answerdeck_api::limits::{PAGE_SIZE_MAX, PROMPT_CONTENT_MAX};
use answerdeck_api::{Prompt, PromptCreate, PromptFilter, PromptSet, PromptSetId};
use leptos::prelude::*;

use super::bulk_rows::{ReadRows, Row, RowError, from_csv, from_lines, from_paste, normalize, valid};
use super::edit_form::FormState;
use super::prompt_batches::{FILE, LINES, PromptBatches, Source};
use super::set_field::{SetField, initial_set, keep_set};
use crate::components::{DraftNote, FormError};
use crate::csv_reader::UnclosedQuote;
use crate::file_text::file_text;
use crate::locale::{Texts, t, t_with, texts};
use crate::queries::read_list;
use crate::reactive::{effect, live_when};
use crate::sorting::sort_by;
use crate::ui::{Button, Field, Form, IconName, Progress, TextField, Variant, focus_later};

/// The maximum number of rows in the preview. Further rows are counted.
const PREVIEW_ROWS: usize = 200;
/// The number of characters shown of a row that is too long.
const TOO_LONG_SHOWN: usize = 200;
/// The placeholder of the keyword in a pattern.
const KEYWORD: &str = "{keyword}";
/// The kind of this form in the dialog for many prompts, for its draft.
pub const BULK_PROMPTS_FORM: &str = "bulk-prompts";

/// The name of the draft of prompts that are made from keywords. Each set of keywords has its own draft, in any order of the
/// keywords.
pub fn keyword_draft(keywords: &[String]) -> String {
    let mut sorted: Vec<&str> = keywords.iter().map(String::as_str).collect();
    sort_by(&mut sorted, |one, other| one.cmp(other));
    format!("keyword-prompts.{}\n", sorted.join("\n"))
}

/// Creates many prompts in one set. Shows a preview with the error of each invalid row, then creates the valid rows in
/// batches. The person can stop and resume.
#[component]
pub fn BulkPromptsForm(
    sets: Vec<PromptSet>,
    /// The set that is selected at first.
    set: Option<PromptSetId>,
    /// The keywords to make prompts from. Empty if prompts are pasted or read from a file.
    #[prop(optional)]
    keywords: Vec<String>,
    /// Called with the number of created prompts when all are created.
    #[prop(into)]
    on_added: Callback<usize>,
    #[prop(into)] on_cancel: Callback<()>,
) -> AnyView {
    let of_keywords = !keywords.is_empty();
    let draft = if of_keywords { keyword_draft(&keywords) } else { BULK_PROMPTS_FORM.to_owned() };
    let FormState { draft, mutation, submitted } = FormState::of_draft(&draft);
    let with_pattern = move |pattern: &str| {
        let line = |keyword: &String| pattern.replace(KEYWORD, keyword);
        keywords.iter().map(line).collect::<Vec<_>>().join("\n")
    };
    let question = untrack(texts).keywords().question;
    let pattern = draft.text("pattern", question.to_owned());
    let pasted = draft.text(LINES, with_pattern(question));
    let file = RwSignal::new(None::<String>);
    if of_keywords {
        let mut before = (pattern.get_untracked(), pasted.get_untracked());
        effect(move || {
            let now = (pattern.get(), pasted.get());
            let is_typed = now.0 != before.0 && now.1 == before.1;
            // A draft that is discarded or restored has its lines.
            if is_typed {
                pasted.set(with_pattern(&now.0));
            }
            before = now;
        });
    } else {
        draft.keep_open();
        let write = move |csv: String| file.set(Some(csv).filter(|csv| !csv.is_empty()));
        draft.keep(FILE, String::new(), move || file.get().unwrap_or_default(), write);
    }
    let file_unreadable = RwSignal::new(false);
    let selected_set = RwSignal::new(initial_set(&sets, set));
    keep_set(draft, &sets, selected_set);
    let batches = PromptBatches::new(mutation, draft, Source { lines: pasted, file }, on_added);
    let set_prompts = RwSignal::new(SetPrompts::default());
    let keeps_marks = draft.flag("keepsMarks", false);
    let read: Memo<Result<ReadRows, UnclosedQuote>> = Memo::new(move |_| {
        set_prompts.with(|SetPrompts { normalized, .. }| match file.get() {
            Some(csv) => from_csv(&csv, normalized),
            None if of_keywords => {
                Ok(ReadRows { rows: pasted.with(|text| from_lines(text, normalized)), ..ReadRows::default() })
            }
            None => Ok(pasted.with(|text| from_paste(text, keeps_marks.get(), normalized))),
        })
    });
    let has_rows = Memo::new(move |_| file.with(Option::is_some) || pasted.with(|text| !text.trim().is_empty()));
    // The set is read once there is something to compare with it.
    effect(move || {
        let set = selected_set.get().filter(|_| has_rows.get());
        set_prompts.set(SetPrompts { is_fetching: set.is_some(), ..SetPrompts::default() });
        let Some(set) = set else { return };
        let filter = PromptFilter { prompt_set_id: Some(set), limit: Some(PAGE_SIZE_MAX), ..PromptFilter::default() };
        let collected = StoredValue::new(HashSet::new());
        let on_page = move |page: &[Prompt]| {
            collected.try_update_value(|prompts| prompts.extend(page.iter().map(|prompt| normalize(&prompt.content))));
        };
        let on_end = move || {
            let normalized = collected.try_update_value(std::mem::take).unwrap_or_default();
            set_prompts.try_set(SetPrompts { normalized, is_fetching: false, is_unreadable: false });
        };
        let query = read_list(move |client| client.prompts().list(filter), on_page, on_end);
        effect(move || {
            if query.failure().is_some() {
                set_prompts.set(SetPrompts { is_unreadable: true, ..SetPrompts::default() });
            }
        });
    });
    // Text that is typed after opening a file replaces the file.
    effect(move || {
        if pasted.with(|text| !text.is_empty()) {
            file.set(None);
        }
    });
    let valid_count = move || read.with(|read| read.iter().flat_map(|read| valid(&read.rows)).count());
    let has_no_keyword = move || of_keywords && pattern.with(|pattern| !pattern.contains(KEYWORD));
    let submit = move |()| {
        submitted.set(true);
        if batches.is_running() {
            return true;
        }
        if batches.has_started() {
            batches.resume();
        } else {
            let Some(set) = selected_set.get_untracked() else { return false };
            let create = |row: &Row| PromptCreate { content: row.content.clone(), prompt_set_id: set.clone() };
            let queue: Vec<_> = read.with_untracked(|read| {
                read.iter().flat_map(|read| valid(&read.rows)).map(|row| (row.number, create(row))).collect()
            });
            if queue.is_empty() || has_no_keyword() || set_prompts.with_untracked(|set_prompts| set_prompts.is_fetching)
            {
                return false;
            }
            batches.start(queue);
        }
        true
    };
    let open_file = move |selected: Option<web_sys::File>| {
        file_unreadable.set(false);
        let Some(selected) = selected else { return };
        leptos::task::spawn_local(async move {
            let text = file_text(&selected).await;
            file_unreadable.try_set(text.is_none());
            // The preview of the file before is not that of this one.
            pasted.try_set(String::new());
            file.try_set(text);
        });
    };
    let set_error = Signal::derive(move || {
        (submitted.get() && selected_set.get().is_none()).then(|| texts().prompts().choose_set.to_owned())
    });
    let file_error = Signal::derive(move || match read.get() {
        _ if file_unreadable.get() => Some(texts().bulk().file_unreadable.to_owned()),
        Err(UnclosedQuote(row)) => Some((texts().bulk().unclosed_quote)(row)),
        Ok(_) => None,
    });
    let file_field = move || {
        view! {
            <Field id="bulk-file" label=t(|t| t.bulk().file) error=file_error>
                <input
                    class="input"
                    id="bulk-file"
                    type="file"
                    accept=".csv,text/csv,text/plain"
                    aria-describedby="bulk-file-about"
                    on:change:target=move |event| {
                        open_file(event.target().files().and_then(|files| files.get(0)));
                    }
                />
            </Field>
        }
    };
    let pattern_error = Signal::derive(move || {
        (submitted.get() && has_no_keyword()).then(|| texts().keywords().pattern_error.to_owned())
    });
    let pattern_field = move || {
        view! {
            <TextField
                id="keyword-pattern"
                label=t(|t| t.keywords().pattern)
                value=pattern
                hint=t(|t| t.keywords().pattern_hint)
                error=pattern_error
                autofocus=true
            />
        }
    };
    let fields = move || {
        view! {
            <SetField
                id="bulk-set"
                label=t(|t| t.common().set)
                sets=sets.clone()
                selected=selected_set
                error=set_error
            />
            {of_keywords.then(pattern_field)}
            <TextField
                id="bulk-lines"
                label=if of_keywords { t(|t| t.frame().prompts) } else { t(|t| t.bulk().paste) }
                value=pasted
                hint=t(|t| t.bulk().paste_hint)
                rows=6
                autofocus=!of_keywords
            />
            {(!of_keywords).then(file_field)}
        }
    };
    let progress = move || {
        view! {
            <Progress
                label=t(|t| t.bulk().progress)
                value_text=t_with(move |t| (t.bulk().added)(batches.done(), batches.total()))
                done=Signal::derive(move || batches.done())
                total=Signal::derive(move || batches.total())
            />
            {move || {
                let is_stopped = !batches.is_running() && batches.done() < batches.total();
                is_stopped
                    .then(|| {
                        let message = t_with(move |t| (t.bulk().stopped)(batches.done(), batches.total()));
                        view! { <p role="status">{message}</p> }
                    })
            }}
            {move || {
                mutation
                    .failure
                    .get()
                    .filter(|failure| failure.is_outcome_unknown())
                    .map(|_| view! { <p class="field-error">{t(|t| t.bulk().outcome_unknown)}</p> })
            }}
        }
    };
    let label = t_with(move |t| {
        if batches.is_running() {
            t.bulk().adding.to_owned()
        } else if batches.has_started() {
            t.bulk().resume.to_owned()
        } else {
            (t.bulk().add)(valid_count() as u64)
        }
    });
    let cancel = Callback::new(move |()| {
        draft.discard();
        on_cancel.run(());
    });
    view! {
        {(!of_keywords).then(|| view! { <p class="muted">{t(|t| t.bulk().description)}</p> })}
        <Form on_submit=submit>
            <DraftNote draft />
            {move || if batches.has_started() { progress().into_any() } else { fields().into_any() }}
            {move || {
                let guessed = read.with(|read| read.as_ref().ok()?.guessed_column);
                notes(guessed, set_prompts.with(|set_prompts| set_prompts.is_unreadable))
            }}
            {live_when(
                move || !batches.has_started() && read.with(|read| read.as_ref().is_ok_and(|read| read.has_marks)),
                move || marks_note(keeps_marks),
            )}
            {move || {
                let is_shown = !batches.has_started();
                read.with(|read| read.iter().find(|read| is_shown && !read.rows.is_empty()).map(|read| preview(&read.rows)))
            }}
            <FormError failure=mutation.failure />
            <div class="form-actions">
                {move || {
                    if batches.is_running() {
                        view! {
                            <Button label=t(|t| t.bulk().stop) on_click=move |()| batches.stop() />
                        }
                            .into_any()
                    } else {
                        view! { <Button label=t(|t| t.common().cancel) on_click=cancel /> }.into_any()
                    }
                }}
                <Button
                    label
                    variant=Variant::Primary
                    icon=IconName::Plus
                    submit=true
                    disabled=Signal::derive(move || !batches.has_started() && valid_count() == 0)
                    busy=Signal::derive(move || batches.is_running() || set_prompts.with(|set_prompts| set_prompts.is_fetching))
                />
            </div>
        </Form>
    }
    .into_any()
}

/// What is known of the prompts of the selected set.
#[derive(Clone, Default)]
struct SetPrompts {
    normalized: HashSet<String>,
    is_fetching: bool,
    is_unreadable: bool,
}

/// What the person should check before adding the rows.
fn notes(guessed_column: Option<usize>, is_set_unreadable: bool) -> AnyView {
    let guess = guessed_column.map(|column| t_with(move |t| (t.bulk().guessed_column)(column)));
    view! {
        {guess.map(|guess| view! { <p role="status">{guess}</p> })}
        {is_set_unreadable.then(|| view! { <p role="status">{t(|t| t.bulk().not_compared)}</p> })}
    }
    .into_any()
}

fn marks_note(keeps_marks: RwSignal<bool>) -> AnyView {
    let keep = move |()| {
        keeps_marks.set(true);
        focus_later("#bulk-lines");
    };
    view! {
        <p role="status">
            {t(|t| t.bulk().marks_left_out)} " "
            <Button label=t(|t| t.bulk().keep_marks) variant=Variant::Quiet on_click=keep />
        </p>
    }
    .into_any()
}

fn preview(rows: &[Row]) -> AnyView {
    let (invalid, total) = (rows.iter().filter(|row| row.error.is_some()).count(), rows.len());
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
                    <td>{shortened(&row.content)}</td>
                    <td class="fit" class:row-error=error.is_some()>
                        {state}
                    </td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <section class="section" aria-label=t(|t| t.bulk().preview)>
            <p role="status">{t_with(move |t| (t.bulk().summary)((total - invalid) as u64, invalid as u64))}</p>
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

// A row that is too long is cut, and so ends with `…`: a page may show 200 of them.
fn shortened(content: &str) -> String {
    match content.char_indices().nth(PROMPT_CONTENT_MAX) {
        Some(_) => content.chars().take(TOO_LONG_SHOWN).chain(['…']).collect(),
        None => content.to_owned(),
    }
}

fn row_status(error: Option<RowError>, texts: Texts) -> String {
    match error {
        None => texts.bulk().ready.to_owned(),
        Some(RowError::Empty) => texts.bulk().error_empty.to_owned(),
        Some(RowError::TooLong(length)) => (texts.bulk().error_long)(length, PROMPT_CONTENT_MAX),
        Some(RowError::Repeated(first)) => (texts.bulk().error_repeated)(first),
        Some(RowError::InSet) => texts.bulk().error_in_set.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_row_that_is_too_long_is_cut() {
        let longest = "가".repeat(PROMPT_CONTENT_MAX);
        assert_eq!(shortened(&longest), longest);
        assert_eq!(shortened(&(longest + "나")), "가".repeat(TOO_LONG_SHOWN) + "…");
    }
}
