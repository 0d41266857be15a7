//! Prompts that are suggested from the keywords of a brand's website. The code of the form is loaded when it is first opened.

use std::collections::HashSet;

use answerdeck_api::limits::PROMPT_CONTENT_MAX;
use answerdeck_api::{
    Brand, PromptBulkCreate, PromptCreate, PromptId, PromptSetId, SiteKeywordAnalysisId, SiteKeywordAnalysisStatus,
    SiteKeywordAnalysisSubmit,
};
use leptos::prelude::*;

use super::bulk_rows::{ImportOptions, Row, RowError, from_paste, valid};
use super::set_field::create_in_set;
use super::site_address::site_name;
use super::site_questions::questions;
use crate::components::{DraftNote, FormError};
use crate::drafts::Draft;
use crate::language::language;
use crate::lazy::lazy_part;
use crate::locale::{t, t_with, texts};
use crate::paths::PROMPT_SETS;
use crate::queries::{Mutation, prompts, site_keywords};
use crate::reactive::live;
use crate::site_analyses::{self, StoredAnalysis};
use crate::ui::{
    Button, ButtonLink, DialogState, Form, IconName, LazyDialog, TextField, Variant, focus_later, use_notices,
};
use crate::untrusted::quotation;

const QUOTED_CHARS_MAX: usize = 300;

/// What outlives the form: prompts are created even when it is closed.
#[derive(Clone, Copy)]
pub struct FormContext {
    /// The set that was created for the prompts.
    set: RwSignal<Option<PromptSetId>>,
    mutation: Mutation,
    /// Called with the number of prompts that were created.
    added: Callback<usize>,
    cancel: Callback<()>,
    change_site: Callback<()>,
}

lazy_part! {
    /// The form for a brand with a website.
    suggested_prompts: fn(Brand, FormContext) -> AnyView = form
}

/// The dialog with prompts that are suggested for the brand that it is opened for. A notice follows the success.
#[component]
pub fn SuggestedPromptsDialog(
    dialog: DialogState<Brand>,
    #[prop(into)] on_added: Callback<()>,
    /// Called with the brand when the user wants to change its website.
    #[prop(into)]
    on_change_site: Callback<Brand>,
) -> AnyView {
    let notices = use_notices();
    let added = move |count: usize| {
        dialog.close();
        notices.notify((texts().bulk().done)(count as u64));
        on_added.run(());
    };
    let change_site = move |()| {
        dialog.close();
        if let Some(brand) = dialog.value() {
            on_change_site.run(brand);
        }
    };
    let context = FormContext {
        set: RwSignal::new(None),
        mutation: Mutation::new(),
        added: Callback::new(added),
        cancel: Callback::new(move |()| dialog.close()),
        change_site: Callback::new(change_site),
    };
    view! {
        <LazyDialog open=dialog.is_open() load title=t(|t| t.setup().suggested) let:form>
            {dialog.value().map(|brand| form(brand, context))}
        </LazyDialog>
    }
    .into_any()
}

/// What the dialog shows.
#[derive(Debug, Clone, PartialEq)]
enum Step {
    Analyzing,
    /// Why the site could not be read, if the platform says it.
    Failed(Option<String>),
    Suggestions(Vec<String>),
}

fn form(brand: Brand, context: FormContext) -> AnyView {
    let address = brand.websites.first().cloned().unwrap_or_default();
    let site = StoredValue::new(site_name(&address));
    let set_name = StoredValue::new(brand.name.clone());
    let draft = Draft::new(&format!("suggested-prompts.{}", brand.id));
    let starting = Mutation::new();
    let id = RwSignal::new(earlier_analysis(&address));
    let start = move || {
        id.set(None);
        let submit = SiteKeywordAnalysisSubmit { url: address.clone(), ..SiteKeywordAnalysisSubmit::default() };
        site_keywords::submit(starting, submit, move |started| {
            id.try_set(Some(started));
        });
    };
    if id.with_untracked(Option::is_none) {
        start();
    }
    let again = Callback::new(move |()| start());
    let analysis = site_keywords::use_live_analysis(id.into());
    let step = Memo::new(move |_| {
        let Some(found) = analysis.value().filter(|_| id.with(Option::is_some)) else { return Step::Analyzing };
        match found.status {
            // What was edited must not be lost when the language changes.
            SiteKeywordAnalysisStatus::Completed => Step::Suggestions(questions(&found, &brand, untrack(language))),
            SiteKeywordAnalysisStatus::Failed => Step::Failed(found.error.clone()),
            _ => Step::Analyzing,
        }
    });
    let pages = t_with(move |t| {
        let pages_read = t.site_keywords().pages_read;
        let read = analysis.value();
        read.map_or_else(String::new, |read| pages_read(read.processed_pages.into(), read.total_pages.map(u64::from)))
    });
    let content = move || match step.get() {
        Step::Suggestions(found) if found.is_empty() => {
            view! { <p>{t(|t| t.setup().suggested_none)}</p> {actions(None, context)} }.into_any()
        }
        Step::Suggestions(found) => untrack(|| choice(found, set_name, site, draft, context)),
        Step::Failed(reason) => {
            let reason = reason.map(|reason| view! { <p><bdi>{quotation(&reason, QUOTED_CHARS_MAX)}</bdi></p> });
            view! {
                <div class="form-error" role="alert"><p>{t(|t| t.site_keywords().failed_heading)}</p>{reason}</div>
                {actions(Some(again), context)}
            }
            .into_any()
        }
        Step::Analyzing => match starting.failure.get().or_else(|| analysis.failure()) {
            None => {
                let about = t_with(move |t| site.with_value(|site| (t.setup().suggest_analyzing)(site)));
                view! {
                    <p role="status">{about} " " <span class="muted">{pages}</span></p>
                    <div class="form-actions">{exit_buttons(context)}</div>
                }
                .into_any()
            }
            // Another platform may not analyze sites.
            Some(failure) if failure.is_operation_missing() => {
                view! { <p>{t(|t| t.setup().not_read)}</p> {actions(None, context)} }.into_any()
            }
            Some(failure) => {
                view! { <FormError failure=Signal::stored(Some(failure)) /> {actions(Some(again), context)} }.into_any()
            }
        },
    };
    view! { <div class="form">{live(content)}</div> }.into_any()
}

/// The analysis of a site that was started in this browser before. `None` if there is none, or it failed.
fn earlier_analysis(address: &str) -> Option<SiteKeywordAnalysisId> {
    let is_usable = |stored: &StoredAnalysis| stored.address == address && stored.end.is_none_or(|end| end.completed);
    site_analyses::all().into_iter().find(is_usable).map(|stored| stored.id)
}

/// The suggestions, one on each line. The person edits them.
fn choice(
    found: Vec<String>,
    set_name: StoredValue<String>,
    site: StoredValue<String>,
    draft: Draft,
    context: FormContext,
) -> AnyView {
    let FormContext { set, mutation, added, cancel, .. } = context;
    let cancel = Callback::new(move |()| {
        draft.discard();
        cancel.run(());
    });
    let lines = draft.text("lines", found.join("\n"));
    let options = ImportOptions { keeps_marks: true, ..ImportOptions::default() };
    let rows = Memo::new(move |_| lines.with(|lines| from_paste(lines, options, &HashSet::new()).rows));
    let error = Signal::derive(move || {
        let too_long = |row: &Row| match row.error {
            Some(RowError::TooLong(length)) => Some((texts().bulk().error_long)(length, PROMPT_CONTENT_MAX)),
            _ => None,
        };
        rows.with(|rows| rows.iter().find_map(too_long))
    });
    let about =
        t_with(move |t| site.with_value(|site| set_name.with_value(|name| (t.setup().suggested_about)(site, name))));
    let count = move || rows.with(|rows| valid(rows).count());
    let submit = move |()| {
        let contents: Vec<String> = rows.with_untracked(|rows| valid(rows).map(|row| row.content.clone()).collect());
        if contents.is_empty() || error.with_untracked(Option::is_some) {
            return false;
        }
        let remove_draft = draft.remover();
        let create = move |id: PromptSetId| {
            let prompt = |content| PromptCreate { content, prompt_set_id: id.clone() };
            let prompts = PromptBulkCreate { prompts: contents.into_iter().map(prompt).collect() };
            let created = move |ids: Vec<PromptId>| {
                remove_draft();
                added.try_run(ids.len());
            };
            prompts::create_many(mutation, prompts, created, || ());
        };
        create_in_set(mutation, set, Some(set_name.get_value()), create)
    };
    // The dialog has opened before.
    focus_later("dialog[open] [autofocus]");
    view! {
        <p class="muted">{about}</p>
        <Form on_submit=submit>
            <DraftNote draft />
            <TextField
                id="suggested-prompts"
                label=t(|t| t.frame().prompts)
                value=lines
                hint=t(|t| t.bulk().paste_hint)
                error
                rows=6
                autofocus=true
            />
            <FormError failure=mutation.failure />
            <div class="form-actions">
                {exit_buttons(FormContext { cancel, ..context })}
                <Button
                    label=t_with(move |t| (t.bulk().add)(count() as u64))
                    variant=Variant::Primary
                    icon=IconName::Plus
                    submit=true
                    disabled=Signal::derive(move || count() == 0)
                    busy=mutation.busy
                />
            </div>
        </Form>
    }
    .into_any()
}

/// The buttons when there are no suggestions. After a failure, `again` starts another analysis.
fn actions(again: Option<Callback<()>>, context: FormContext) -> AnyView {
    let write =
        |variant: Variant| view! { <ButtonLink label=t(|t| t.setup().write_prompts) href=PROMPT_SETS variant /> };
    let buttons = match again {
        // There may be no such site.
        Some(again) => view! {
            {write(Variant::Secondary)}
            <Button label=t(|t| t.common().retry) on_click=again />
            <Button label=t(|t| t.setup().change_site) variant=Variant::Primary on_click=context.change_site />
        }
        .into_any(),
        None => view! { {exit_buttons(context)} {write(Variant::Primary)} }.into_any(),
    };
    view! { <div class="form-actions">{buttons}</div> }.into_any()
}

fn exit_buttons(FormContext { cancel, change_site, .. }: FormContext) -> AnyView {
    view! {
        <Button label=t(|t| t.common().cancel) on_click=cancel />
        <Button label=t(|t| t.setup().change_site) on_click=change_site />
    }
    .into_any()
}
