//! Prompt sets: list, create, edit and delete. Uses `list_prompt_sets`, `create_prompt_set`, `update_prompt_set`,
//! `get_prompt_set`, `delete_prompt_set` and `list_schedules`.

use answerdeck_api::{PromptSet, PromptSetId, Schedule};
use leptos::prelude::*;

use crate::components::{RelativeTime, delete_question, infinite_list};
use crate::drafts;
use crate::exports::{Export, ExportCsv, ListExport};
use crate::format::count;
use crate::forms::{PROMPT_SET_FORM, PromptSetForm, reopen};
use crate::locale::{t, t_with, texts};
use crate::paths::{PromptsParams, RunStartParams, UrlParams};
use crate::queries::deletions::Deletions;
use crate::queries::prompt_sets::{use_deletions, use_prompt_set, use_prompt_sets};
use crate::queries::schedules::use_all_schedules;
use crate::reactive::live_when;
use crate::router::use_router;
use crate::ui::{
    Dialog, DialogState, IconName, MenuItem, PageHeader, RowMenu, Table, actions_head, empty_with_action, loading,
    new_button, use_notices,
};

pub fn view() -> AnyView {
    let sets = use_prompt_sets();
    let notices = use_notices();
    let edit_dialog = DialogState::<PromptSet>::new();
    // The set need not be in the part of the list that is loaded.
    let edited = drafts::was_open(PROMPT_SET_FORM).and_then(|id| id.parse::<PromptSetId>().ok());
    let edited = use_prompt_set(Signal::stored(edited));
    reopen(edit_dialog, PROMPT_SET_FORM, move |_| edited.value());

    let router = use_router();
    let saved = move |(id, name): (PromptSetId, String)| {
        let texts = texts().prompt_sets();
        let is_new = edit_dialog.value().is_none();
        edit_dialog.close();
        notices.notify((if is_new { texts.created } else { texts.saved })(&name));
        // Its prompts are what comes next.
        if is_new {
            router.navigate(&PromptsParams::of_set(&id).address(), false);
        }
    };
    let deletions = use_deletions();
    let delete_set = Callback::new(move |(set, _): (PromptSet, Option<Vec<String>>)| {
        let message = (texts().prompt_sets().deleted)(&set.name, set.prompt_count.map(u64::from));
        deletions.delete(vec![String::from(set.id)], message);
    });
    // Opens for a set and the names of the schedules that ask it: `None` while they are unknown.
    let question = DialogState::<(PromptSet, Option<Vec<String>>)>::new();
    let schedules = use_all_schedules();
    let delete = Callback::new(move |set: PromptSet| {
        let asks = |schedule: &Schedule| schedule.run.prompt_set_id.as_ref() == Some(&set.id);
        // Another platform may have no schedules.
        let schedules = untrack(|| match schedules.is_missing() {
            true => Some(Vec::new()),
            false => schedules.value(),
        });
        let names = schedules.map(|mut schedules| {
            schedules.retain(asks);
            schedules.into_iter().map(|schedule| schedule.name).collect::<Vec<_>>()
        });
        if set.last_answer_at.is_none() && names.as_ref().is_some_and(Vec::is_empty) {
            delete_set.run((set, names));
        } else {
            question.open(Some((set, names)));
        }
    });

    let empty = move || {
        let button = new_button(|t| t.common().new_set, edit_dialog);
        empty_with_action(|t| t.prompt_sets().empty, |t| t.prompt_sets().empty_description, button)
    };
    let form_title =
        t_with(move |t| if edit_dialog.has_value() { t.prompt_sets().edit } else { t.common().new_set }.to_owned());
    view! {
        <PageHeader title=t(|t| t.frame().prompt_sets) description=t(|t| t.prompt_sets().description)>
            <ExportCsv
                export=|()| Export::List(Box::new(ListExport::PromptSets))
                disabled=Signal::derive(move || sets.len() == 0)
            />
            {live_when(move || !sets.is_known_empty(), move || new_button(|t| t.common().new_set, edit_dialog))}
        </PageHeader>
        <section class="section" aria-label=t(|t| t.frame().prompt_sets)>
            {infinite_list(
                sets,
                |set| set.id.as_str(),
                loading,
                empty,
                table,
                move |set| row(set, edit_dialog, deletions, delete),
            )}
        </section>
        <Dialog open=edit_dialog.is_open() title=form_title>
            <PromptSetForm set=edit_dialog.value() on_saved=saved on_cancel=move |()| edit_dialog.close() />
        </Dialog>
        {delete_question(
            question,
            |t| t.prompt_sets().delete_title,
            |(set, schedules), t| {
                let (prompts, has_answers) = (set.prompt_count.map(u64::from), set.last_answer_at.is_some());
                (t.prompt_sets().delete_used)(prompts, has_answers, schedules.as_deref())
            },
            delete_set,
        )}
    }
    .into_any()
}

fn table(rows: AnyView) -> AnyView {
    let head = view! {
        <th scope="col">{t(|t| t.common().name)}</th>
        <th scope="col" class="number not-phone fit">{t(|t| t.frame().prompts)}</th>
        <th scope="col" class="not-phone fit late">{t(|t| t.prompt_sets().last_answer)}</th>
        <th scope="col" class="wide-only fit">{t(|t| t.common().created)}</th>
        {actions_head()}
    };
    view! { <Table head=head.into_any() rows /> }.into_any()
}

// When a set was last answered. A dash if the platform does not say it.
fn last_answer(set: &PromptSet) -> AnyView {
    match (set.prompt_count, set.last_answer_at.clone()) {
        (_, Some(at)) => view! { <RelativeTime at /> }.into_any(),
        (Some(_), None) => t(|t| t.common().no_answers).into_any(),
        (None, None) => "–".into_any(),
    }
}

fn row(
    set: PromptSet,
    edit_dialog: DialogState<PromptSet>,
    deletions: Deletions,
    delete: Callback<PromptSet>,
) -> AnyView {
    let hidden_id = set.id.clone();
    let prompts = set.prompt_count.map(u64::from);
    let [narrow_last_answer, wide_last_answer] = [(); 2].map(|()| last_answer(&set));
    let address = PromptsParams::of_set(&set.id).address();
    let run = RunStartParams { set: Some(set.id.clone()), ..RunStartParams::default() }.address();
    let (to_edit, to_delete) = (set.clone(), set.clone());
    let items = vec![
        MenuItem::link(|t| t.common().new_run, IconName::Play, run),
        MenuItem::edit(move || edit_dialog.open(Some(to_edit.clone()))),
        MenuItem::delete(move || delete.run(to_delete.clone())),
    ];
    let name = Signal::stored(set.name.clone());
    view! {
        <tr hidden=move || deletions.is_hidden(hidden_id.as_str())>
            <th scope="row">
                <a class="strong" href=address>{set.name}</a>
                {set.description.map(|description| view! { <span class="cell-note line-clamp">{description}</span> })}
                <span class="cell-note phone-only">
                    {t_with(move |t| prompts.map_or("–".to_owned(), t.common().prompts))}
                </span>
                <span class="cell-note phone-only">{t(|t| t.prompt_sets().last_answer)} ": " {narrow_last_answer}</span>
            </th>
            <td class="number not-phone fit">{t_with(move |_| prompts.map_or("–".to_owned(), count))}</td>
            <td class="not-phone fit late muted">{wide_last_answer}</td>
            <td class="wide-only fit muted"><RelativeTime at=set.created_at /></td>
            <RowMenu name items />
        </tr>
    }
    .into_any()
}
