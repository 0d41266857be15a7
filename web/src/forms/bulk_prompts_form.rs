//! Making many prompts out of pasted lines or a CSV file.

use answerdeck_api::limits::PROMPT_BULK_MAX;
use answerdeck_api::{PromptBulkCreate, PromptCreate, PromptSet, PromptSetId};
use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::Form;
use super::bulk_rows::{Row, RowProblem, UnclosedQuote, from_csv, from_lines};
use crate::components::{Button, Field, FormError, IconName, Progress, SelectField, TextArea, Variant};
use crate::locale::{Texts, t, t_with, texts};
use crate::queries::{Mutation, prompts};
use crate::reactive::effect;

/// Rows of the preview; the rest is counted.
const PREVIEW: usize = 200;

/// How far the adding is. A batch is added whole or not at all, so `done` is always true.
#[derive(Clone, Copy)]
struct Adding {
    /// The prompts to add, from the first press of the button.
    queue: RwSignal<Vec<PromptCreate>>,
    done: RwSignal<usize>,
    stopping: RwSignal<bool>,
    mutation: Mutation,
    on_added: Callback<usize>,
}

impl Adding {
    fn next(self) {
        let Some(done) = self.done.try_get_untracked() else { return };
        let Some(batch) = self
            .queue
            .try_with_untracked(|queue| queue.iter().skip(done).take(PROMPT_BULK_MAX).cloned().collect::<Vec<_>>())
        else {
            return;
        };
        if batch.is_empty() {
            self.on_added.try_run(done);
            return;
        }
        if self.stopping.get_untracked() {
            return;
        }
        let size = batch.len();
        prompts::create_many(self.mutation, PromptBulkCreate { prompts: batch }, move |_| {
            self.done.try_update(|done| *done += size);
            self.next();
        });
    }

    fn has_begun(self) -> bool {
        self.queue.with(|queue| !queue.is_empty())
    }

    fn is_running(self) -> bool {
        self.mutation.is_busy()
    }

    fn total(self) -> u64 {
        self.queue.with(Vec::len) as u64
    }
}

/// Adds many prompts to one set: preview, what is wrong with each row, batches that can be stopped and resumed.
#[component]
pub fn BulkPromptsForm(
    /// The sets that they may go into.
    sets: Vec<PromptSet>,
    /// The set that is chosen at first.
    set: Option<PromptSetId>,
    /// Called with how many were added when all were.
    #[prop(into)]
    on_added: Callback<usize>,
    /// Called when the person thinks better of it.
    #[prop(into)]
    on_cancel: Callback<()>,
) -> AnyView {
    let pasted = RwSignal::new(String::new());
    let file = RwSignal::new(None::<String>);
    let file_unreadable = RwSignal::new(false);
    let only = if sets.len() == 1 { sets.first().map(|set| set.id.clone()) } else { None };
    let chosen = RwSignal::new(set.or(only));
    let tried = RwSignal::new(false);
    let mutation = Mutation::new();
    let adding = Adding {
        queue: RwSignal::new(Vec::new()),
        done: RwSignal::new(0),
        stopping: RwSignal::new(false),
        mutation,
        on_added,
    };
    let rows: Memo<Result<Vec<Row>, UnclosedQuote>> = Memo::new(move |_| match file.get() {
        Some(csv) => from_csv(&csv),
        None => Ok(pasted.with(|text| from_lines(text))),
    });
    // What is typed after a file was opened is what counts.
    effect(move || {
        if pasted.with(|text| !text.is_empty()) {
            file.set(None);
        }
    });
    let good = move || rows.with(|rows| rows.iter().flatten().filter(|row| row.problem.is_none()).count());
    let submit = move |()| {
        tried.set(true);
        if adding.is_running() {
            return true;
        }
        adding.stopping.set(false);
        if !adding.has_begun() {
            let Some(set) = chosen.get_untracked() else { return false };
            let queue = rows.with_untracked(|rows| {
                let good = rows.iter().flatten().filter(|row| row.problem.is_none());
                good.map(|row| PromptCreate { content: row.content.clone(), prompt_set_id: set.clone() })
                    .collect::<Vec<_>>()
            });
            if queue.is_empty() {
                return false;
            }
            adding.queue.set(queue);
        }
        adding.next();
        true
    };
    let open_file = move |chosen: Option<web_sys::File>| {
        file_unreadable.set(false);
        let Some(chosen) = chosen else { return };
        leptos::task::spawn_local(async move {
            let text = JsFuture::from(chosen.text()).await.ok().and_then(|text| text.as_string());
            // What is not UTF-8 is read with this sign in its place.
            match text.filter(|text| !text.contains('\u{fffd}')) {
                Some(text) => {
                    pasted.try_set(String::new());
                    file.try_set(Some(text));
                }
                None => {
                    file_unreadable.try_set(true);
                }
            }
        });
    };
    let options = Signal::derive(move || {
        let none = chosen.with(Option::is_none).then(|| (String::new(), texts().prompts().choose_set.to_owned()));
        none.into_iter().chain(sets.iter().map(|set| (set.id.to_string(), set.name.clone()))).collect::<Vec<_>>()
    });
    let set_error = Signal::derive(move || {
        (tried.get() && chosen.get().is_none()).then(|| texts().prompts().choose_set.to_owned())
    });
    let paste_error = Signal::derive(move || {
        let nothing = tried.get() && good() == 0;
        nothing.then(|| texts().bulk().nothing.to_owned())
    });
    let file_error = Signal::derive(move || match rows.get() {
        _ if file_unreadable.get() => Some(texts().bulk().file_unreadable.to_owned()),
        Err(UnclosedQuote(row)) => Some((texts().bulk().unclosed_quote)(row)),
        Ok(_) => None,
    });
    let fields = move || {
        view! {
            <SelectField
                id="bulk-set"
                label=t(|t| t.prompts().set)
                options
                chosen=Signal::derive(move || chosen.get().map(String::from).unwrap_or_default())
                on_choose=move |value: String| chosen.set(value.parse().ok())
                error=set_error
            />
            <TextArea
                id="bulk-lines"
                label=t(|t| t.bulk().paste)
                value=pasted
                hint=t(|t| t.bulk().paste_hint)
                error=paste_error
                rows=6
            />
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
    let progress = move || {
        view! {
            <Progress
                label=t(|t| t.bulk().progress)
                words=t_with(move |t| (t.bulk().added)(adding.done.get() as u64, adding.total()))
                done=Signal::derive(move || adding.done.get() as u64)
                all=Signal::derive(move || adding.total())
            />
            {move || {
                let stopped = !adding.is_running() && (adding.done.get() as u64) < adding.total();
                stopped
                    .then(|| {
                        let words = t_with(move |t| (t.bulk().stopped)(adding.done.get() as u64, adding.total()));
                        view! { <p role="status">{words}</p> }
                    })
            }}
            {move || {
                mutation.failure()
                    .filter(|failure| failure.is_outcome_unknown())
                    .map(|_| view! { <p class="field-error">{t(|t| t.bulk().unknown)}</p> })
            }}
        }
    };
    let label = t_with(move |t| {
        if adding.is_running() {
            t.bulk().adding.to_owned()
        } else if adding.has_begun() {
            t.bulk().resume.to_owned()
        } else {
            (t.bulk().add)(good() as u64)
        }
    });
    view! {
        <p class="soft">{t(|t| t.bulk().sentence)}</p>
        <Form on_submit=submit>
            {move || if adding.has_begun() { progress().into_any() } else { fields().into_any() }}
            {move || {
                (!adding.has_begun()).then(|| rows.get().ok().filter(|rows| !rows.is_empty()).map(|rows| preview(&rows)))
            }}
            <FormError failure=Signal::derive(move || mutation.failure()) />
            <div class="form-foot">
                {move || {
                    if adding.is_running() {
                        view! {
                            <Button label=t(|t| t.bulk().pause) on_click=move |()| adding.stopping.set(true) />
                        }
                            .into_any()
                    } else {
                        view! { <Button label=t(|t| t.common().cancel) on_click=on_cancel /> }.into_any()
                    }
                }}
                <Button
                    label
                    variant=Variant::Primary
                    icon=IconName::Plus
                    submit=true
                    busy=Signal::derive(move || adding.is_running())
                />
            </div>
        </Form>
    }
    .into_any()
}

fn preview(rows: &[Row]) -> AnyView {
    let (bad, all) = (rows.iter().filter(|row| row.problem.is_some()).count(), rows.len());
    let hidden = all.saturating_sub(PREVIEW);
    let lines = rows
        .iter()
        .take(PREVIEW)
        .map(|row| {
            let problem = row.problem;
            let state = t_with(move |t| words_for(problem, t));
            view! {
                <tr data-problem=problem.is_some().then_some("")>
                    <td class="fit number">{row.number}</td>
                    <td>{row.content.clone()}</td>
                    <td class="fit" class:problem=problem.is_some()>
                        {state}
                    </td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <section class="section" aria-label=t(|t| t.bulk().preview)>
            <p role="status">{t_with(move |t| (t.bulk().summary)((all - bad) as u64, bad as u64))}</p>
            <div class="table-box preview" tabindex="0" role="group" aria-label=t(|t| t.bulk().preview)>
                <table class="table">
                    <thead>
                        <tr>
                            <th scope="col" class="number">{t(|t| t.bulk().row)}</th>
                            <th scope="col">{t(|t| t.bulk().content)}</th>
                            <th scope="col">{t(|t| t.bulk().state)}</th>
                        </tr>
                    </thead>
                    <tbody>{lines}</tbody>
                </table>
            </div>
            {(hidden > 0).then(|| view! { <p class="soft">{t_with(move |t| (t.bulk().more_rows)(hidden as u64))}</p> })}
        </section>
    }
    .into_any()
}

fn words_for(problem: Option<RowProblem>, texts: Texts) -> String {
    match problem {
        None => texts.bulk().ready.to_owned(),
        Some(RowProblem::Empty) => texts.bulk().problem_empty.to_owned(),
        Some(RowProblem::TooLong(length)) => (texts.bulk().problem_long)(length),
        Some(RowProblem::Repeated(first)) => (texts.bulk().problem_repeated)(first),
    }
}
