//! Creating many prompts from pasted lines, a CSV file or keywords.

use std::collections::HashSet;

use answerdeck_api::limits::PROMPT_SET_NAME_MAX;
use answerdeck_api::{Prompt, PromptCreate, PromptSet, PromptSetId};
use leptos::prelude::*;

use super::bulk_preview::preview;
use super::bulk_rows::{ImportOptions, ReadRows, Row, from_csv, from_paste, normalize, valid};
use super::edit_form::FormState;
use super::prompt_batches::PromptBatches;
use super::prompt_set_form::SET_NAME;
use super::set_field::{SetField, create_in_set, initial_set, keep_set, missing_set};
use crate::components::{DraftNote, FormError};
use crate::drafts::Draft;
use crate::file_text::{FileError, file_text};
use crate::language::{Language, is_korean};
use crate::locale::{t, t_with, texts, texts_in};
use crate::queries::prompts::use_prompts_of_set;
use crate::queries::{Mutation, Query};
use crate::reactive::{effect, live, live_option, live_when};
use crate::sorting::sort_by;
use crate::ui::{Button, Field, Form, IconName, Progress, SelectField, TextField, Variant, flag_field, focus_later};
use crate::untrusted::quotation;

/// The placeholder of the keyword in a pattern.
const KEYWORD: &str = "{keyword}";
pub const BULK_PROMPTS_FORM: &str = "bulk-prompts";
const QUOTED_CHARS_MAX: usize = 60;
const LEFT_OUT_CHARS_MAX: usize = 200;

/// The name of the draft of prompts that are made from keywords. Each set of keywords has its own draft, in any order of the
/// keywords.
pub fn keyword_draft(keywords: &[String]) -> String {
    let mut sorted: Vec<&str> = keywords.iter().map(String::as_str).collect();
    sort_by(&mut sorted, |one, other| one.cmp(other));
    format!("keyword-prompts.{}\n", sorted.join("\n"))
}

/// What the person enters.
#[derive(Clone, Copy)]
struct Input {
    /// What makes a prompt from each keyword. `None` if prompts are pasted or read from a file.
    pattern: Option<RwSignal<String>>,
    lines: RwSignal<String>,
    /// The text of a CSV file, which takes the place of the lines.
    file: RwSignal<Option<String>>,
    file_error: RwSignal<Option<FileError>>,
    /// The number of the chosen column, from 0. Empty until one is chosen.
    column: RwSignal<String>,
    skips_first: RwSignal<bool>,
    keeps_marks: RwSignal<bool>,
    set: RwSignal<Option<PromptSetId>>,
    /// The name of the set that is created with the prompts. `None` if there are sets to choose from.
    set_name: Option<RwSignal<String>>,
}

impl Input {
    fn new(draft: Draft, keywords: Vec<String>, sets: &[PromptSet], set: Option<PromptSetId>) -> Self {
        let file = RwSignal::new(None::<String>);
        let (pattern, lines) = match keywords.is_empty() {
            true => (None, pasted_lines(draft, file)),
            false => {
                let (pattern, lines) = lines_of_keywords(draft, keywords);
                (Some(pattern), lines)
            }
        };
        let set = RwSignal::new(initial_set(sets, set));
        keep_set(draft, sets, set);
        let set_name = sets.is_empty().then(|| draft.text("setName", untrack(texts).frame().prompts.to_owned()));
        Self {
            pattern,
            lines,
            file,
            file_error: RwSignal::new(None),
            column: draft.text("column", String::new()),
            skips_first: draft.flag("skipsFirst", false),
            keeps_marks: draft.flag("keepsMarks", false),
            set,
            set_name,
        }
    }

    /// Reads the rows. Reactive.
    fn read(self, in_set: &HashSet<String>) -> ReadRows {
        let options = ImportOptions {
            column: self.column.with(|column| column.parse().ok()),
            skips_first: self.skips_first.get(),
            keeps_marks: self.keeps_marks.get(),
        };
        self.file.with(|file| match file {
            Some(csv) => from_csv(csv, options, in_set),
            None => self.lines.with(|text| from_paste(text, options, in_set)),
        })
    }

    /// Whether there is something to read. Reactive.
    fn has_rows(self) -> bool {
        self.file.with(Option::is_some) || self.lines.with(|text| !text.trim().is_empty())
    }

    /// Whether the prompts would all be the same. Reactive.
    fn has_no_keyword(self) -> bool {
        self.pattern.is_some_and(|pattern| pattern.with(|pattern| !pattern.contains(KEYWORD)))
    }

    fn open_file(self, selected: Option<web_sys::File>) {
        self.file_error.set(None);
        let Some(selected) = selected else { return };
        leptos::task::spawn_local(async move {
            let text = file_text(&selected).await;
            self.file_error.try_set(text.as_ref().err().copied());
            // One that cannot be read takes the place of another file, and not that of pasted lines.
            if text.is_ok() {
                self.lines.try_set(String::new());
            }
            self.file.try_set(text.ok());
        });
    }
}

/// The pattern, and the lines that it makes from the keywords. Korean keywords have Korean questions.
fn lines_of_keywords(draft: Draft, keywords: Vec<String>) -> (RwSignal<String>, RwSignal<String>) {
    let texts =
        if keywords.iter().all(|keyword| is_korean(keyword)) { texts_in(Language::Korean) } else { untrack(texts) };
    let question = texts.keywords().question;
    let with_pattern = move |pattern: &str| {
        let line = |keyword: &String| pattern.replace(KEYWORD, keyword);
        keywords.iter().map(line).collect::<Vec<_>>().join("\n")
    };
    let pattern = draft.text("pattern", question.to_owned());
    let lines = draft.text("lines", with_pattern(question));
    let mut before = (pattern.get_untracked(), lines.get_untracked());
    effect(move || {
        let now = (pattern.get(), lines.get());
        let is_typed = now.0 != before.0 && now.1 == before.1;
        // A draft that is discarded or restored has its lines.
        if is_typed {
            lines.set(with_pattern(&now.0));
        }
        before = now;
    });
    (pattern, lines)
}

/// The pasted lines. Text that is typed after opening a file replaces the file.
fn pasted_lines(draft: Draft, file: RwSignal<Option<String>>) -> RwSignal<String> {
    let lines = draft.text("lines", String::new());
    draft.keep_open();
    let write = move |csv: String| file.set(Some(csv).filter(|csv| !csv.is_empty()));
    draft.keep("file", move || file.get().unwrap_or_default(), write);
    effect(move || {
        if lines.with(|text| !text.is_empty()) {
            file.set(None);
        }
    });
    lines
}

/// Creates many prompts in one set, and the set if there is none. Shows a preview with the error of each invalid row, then creates
/// the valid rows in batches. Closing the form stops them. A notice follows the success.
#[component]
pub fn BulkPromptsForm(
    sets: Vec<PromptSet>,
    /// The set that is selected at first.
    set: Option<PromptSetId>,
    /// The keywords to make prompts from. Empty if prompts are pasted or read from a file.
    #[prop(optional)]
    keywords: Vec<String>,
    /// Called when all are created.
    on_added: Callback<()>,
    on_cancel: Callback<()>,
) -> AnyView {
    let draft = if keywords.is_empty() { BULK_PROMPTS_FORM.to_owned() } else { keyword_draft(&keywords) };
    let state = FormState::of_draft(&draft);
    let FormState { draft, mutation, submitted } = state;
    let input = Input::new(draft, keywords, &sets, set);
    let batches = PromptBatches::new(mutation, draft, on_added);
    // Read while there is something to compare with them.
    let compared = Memo::new(move |_| input.set.get().filter(|_| input.has_rows() && !batches.has_started()));
    let in_set = use_prompts_of_set(compared.into());
    let normalized = Memo::new(move |_| {
        let prompts = in_set.value().unwrap_or_default();
        prompts.iter().map(|prompt| normalize(&prompt.content)).collect::<HashSet<_>>()
    });
    let read = Memo::new(move |_| normalized.with(|in_set| input.read(in_set)));
    let is_fetching = Signal::derive(move || in_set.is_fetching());
    let submit = move |()| {
        submitted.set(true);
        if batches.is_running() {
            return true;
        }
        if batches.has_started() {
            batches.resume();
            return true;
        }
        let content = |row: &Row| row.content.clone();
        let contents: Vec<String> = read.with_untracked(|read| valid(&read.rows).map(content).collect());
        if contents.is_empty() || input.has_no_keyword() || is_fetching.get_untracked() {
            return false;
        }
        let start = move |set: PromptSetId| {
            let create = |content| PromptCreate { content, prompt_set_id: set.clone() };
            batches.start(contents.into_iter().map(create).collect());
        };
        let name = input.set_name.and_then(|name| name.with_untracked(|name| SET_NAME.valid(name)));
        create_in_set(mutation, input.set, name, start)
    };
    let cancel = Callback::new(move |()| {
        draft.discard();
        on_cancel.run(());
    });
    view! {
        {input.pattern.is_none().then(|| view! { <p class="muted">{t(|t| t.bulk().description)}</p> })}
        <Form on_submit=submit>
            <DraftNote draft />
            {live(move || match batches.has_started() {
                true => progress(batches, mutation),
                false => untrack(|| fields(input, sets.clone(), in_set, read, state)),
            })}
            <FormError failure=mutation.failure fields=&["name"] />
            {actions(batches, read, is_fetching, cancel, on_cancel)}
        </Form>
    }
    .into_any()
}

/// What the person enters, and what is read of it.
fn fields(
    input: Input,
    sets: Vec<PromptSet>,
    in_set: Query<Vec<Prompt>>,
    read: Memo<ReadRows>,
    state: FormState,
) -> AnyView {
    let of_keywords = input.pattern.is_some();
    let columns = Memo::new(move |_| read.with(|read| read.columns.clone()));
    let mut before = Vec::<String>::new();
    effect(move || {
        let now = columns.get();
        // The choice was for the table before. A table whose first row is corrected is not another.
        let is_another = before.iter().zip(&now).all(|(before, now)| before != now);
        if !before.is_empty() && is_another {
            input.column.set(String::new());
            input.skips_first.set(false);
        }
        before = now;
    });
    view! {
        {set_field(input, sets, state)}
        {input.pattern.map(|pattern| pattern_field(input, pattern, state.submitted))}
        <TextField
            id="bulk-lines"
            label=if of_keywords { t(|t| t.frame().prompts) } else { t(|t| t.bulk().paste) }
            value=input.lines
            hint=t(|t| t.bulk().paste_hint)
            rows=6
            autofocus=!of_keywords
        />
        {(!of_keywords).then(|| file_field(input, read))}
        {live_when(move || columns.with(|columns| !columns.is_empty()), move || column_fields(input, read, columns))}
        {live_option(move || read.with(|read| left_out_note(&read.left_out)))}
        {live_when(
            move || in_set.failure().is_some(),
            || view! { <p role="status">{t(|t| t.bulk().not_compared)}</p> },
        )}
        {live_when(move || read.with(|read| read.has_marks), move || marks_note(input.keeps_marks))}
        {live_option(move || read.with(|read| (!read.rows.is_empty()).then(|| preview(&read.rows))))}
    }
    .into_any()
}

/// Chooses a set, or names the first one.
fn set_field(input: Input, sets: Vec<PromptSet>, state: FormState) -> AnyView {
    let Some(name) = input.set_name else {
        let error = missing_set(state.submitted, input.set);
        return view! { <SetField id="bulk-set" label=t(|t| t.common().set) sets selected=input.set error /> }
            .into_any();
    };
    view! {
        <TextField
            id="bulk-set-name"
            label=t(|t| t.common().new_set)
            value=name
            error=state.text_error(SET_NAME, name, "name")
            max=PROMPT_SET_NAME_MAX
        />
    }
    .into_any()
}

fn pattern_field(input: Input, pattern: RwSignal<String>, submitted: RwSignal<bool>) -> AnyView {
    let error = Signal::derive(move || {
        (submitted.get() && input.has_no_keyword()).then(|| texts().keywords().pattern_error.to_owned())
    });
    view! {
        <TextField
            id="keyword-pattern"
            label=t(|t| t.keywords().pattern)
            value=pattern
            hint=t(|t| t.keywords().pattern_hint)
            error
            autofocus=true
        />
    }
    .into_any()
}

fn file_field(input: Input, read: Memo<ReadRows>) -> AnyView {
    let error = Signal::derive(move || {
        let texts = texts().bulk();
        match input.file_error.get() {
            Some(FileError::Excel) => Some(texts.file_excel.to_owned()),
            Some(FileError::Unreadable) => Some(texts.file_unreadable.to_owned()),
            None => read.with(|read| match read.unclosed_quote {
                Some(row) => Some((texts.unclosed_quote)(row)),
                None if read.rows.is_empty() && input.file.with(Option::is_some) => Some(texts.file_empty.to_owned()),
                None => None,
            }),
        }
    });
    view! {
        <Field id="bulk-file" label=t(|t| t.bulk().file) error>
            <input
                class="input"
                id="bulk-file"
                type="file"
                accept=".csv,.tsv,text/csv,text/plain"
                aria-describedby="bulk-file-about"
                on:change:target=move |event| {
                    input.open_file(event.target().files().and_then(|files| files.get(0)));
                }
            />
        </Field>
    }
    .into_any()
}

fn progress(batches: PromptBatches, mutation: Mutation) -> AnyView {
    view! {
        <Progress
            label=t(|t| t.bulk().progress)
            value_text=t_with(move |t| (t.bulk().added)(batches.done(), batches.total()))
            done=Signal::derive(move || batches.done())
            total=Signal::derive(move || batches.total())
        />
        {live_when(
            move || !batches.is_running() && batches.done() < batches.total(),
            move || {
                let message = t_with(move |t| (t.bulk().stopped)(batches.done(), batches.total()));
                view! { <p role="status">{message}</p> }
            },
        )}
        {live_when(
            move || mutation.failure.get().is_some_and(|failure| failure.is_outcome_unknown()),
            || view! { <p class="field-error">{t(|t| t.bulk().outcome_unknown)}</p> },
        )}
    }
    .into_any()
}

fn actions(
    batches: PromptBatches,
    read: Memo<ReadRows>,
    is_fetching: Signal<bool>,
    cancel: Callback<()>,
    stop: Callback<()>,
) -> AnyView {
    let valid_count = move || read.with(|read| valid(&read.rows).count());
    let label = t_with(move |t| {
        if batches.is_running() {
            t.bulk().adding.to_owned()
        } else if batches.has_started() {
            t.bulk().resume.to_owned()
        } else {
            (t.bulk().add)(valid_count() as u64)
        }
    });
    view! {
        <div class="form-actions">
            {live(move || match batches.is_running() {
                true => view! { <Button label=t(|t| t.bulk().stop) on_click=stop /> }.into_any(),
                false => view! { <Button label=t(|t| t.common().cancel) on_click=cancel /> }.into_any(),
            })}
            <Button
                label
                variant=Variant::Primary
                icon=IconName::Plus
                submit=true
                disabled=Signal::derive(move || !batches.has_started() && valid_count() == 0)
                busy=Signal::derive(move || batches.is_running() || is_fetching.get())
            />
        </div>
    }
    .into_any()
}

/// How a table without a known heading is read: which of several columns, and whether its first row is a heading.
fn column_fields(input: Input, read: Memo<ReadRows>, columns: Memo<Vec<String>>) -> AnyView {
    let options = Signal::derive(move || {
        let option = |(column, first): (usize, String)| {
            let first = quotation(&first, QUOTED_CHARS_MAX);
            (column.to_string(), (texts().bulk().column_option)(column + 1, &first))
        };
        columns.get().into_iter().enumerate().map(option).collect::<Vec<_>>()
    });
    let column = move || {
        view! {
            <SelectField
                id="bulk-column"
                label=t(|t| t.bulk().column)
                options
                selected=Signal::derive(move || read.with(|read| read.column.to_string()))
                on_change=move |column: String| input.column.set(column)
                hint=t(|t| t.bulk().column_hint)
            />
        }
    };
    view! {
        {live_when(move || columns.with(|columns| columns.len() > 1), column)}
        {flag_field(input.skips_first, t(|t| t.bulk().skips_first))}
    }
    .into_any()
}

fn left_out_note(headings: &[String]) -> Option<AnyView> {
    if headings.is_empty() {
        return None;
    }
    let headings = quotation(&headings.join(", "), LEFT_OUT_CHARS_MAX);
    Some(view! { <p role="status">{t_with(move |t| (t.bulk().left_out)(&headings))}</p> }.into_any())
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
