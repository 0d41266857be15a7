//! One prompt: its text, its set, how often its answers name the brands, its newest answers, and what changed between two of them;
//! edit and delete. Uses `get_prompt`, `get_prompt_set`, `measure_brands`, `list_answers`, `update_prompt` and `delete_prompt`.

mod changes;
mod figures;

use answerdeck_api::{Answer, AnswerStatus, Model, Prompt, PromptId, PromptSet};
use leptos::prelude::*;

use crate::components::{
    ListedAnswer, RelativeTime, answer_models, malformed_address, named_brands, prompt_title, query_view, route_head,
    settled_view,
};
use crate::exports::{Export, ExportCsv, ListExport};
use crate::format::count;
use crate::forms::{PROMPT_FORM, SavedPrompt, Sets, load_prompt_forms, reopen};
use crate::frame::with_shell;
use crate::locale::{t, t_with};
use crate::navigation::use_path_id;
use crate::parts::{loaded, loaded_when, part_view};
use crate::paths::{AnswersParams, PROMPTS, PromptsParams, RunStartParams, UrlParams};
use crate::queries::answers::use_history;
use crate::queries::brands::{use_all_brands, use_own_brand};
use crate::queries::deletions::use_closed_for_deletion;
use crate::queries::prompt_sets::use_prompt_set;
use crate::queries::prompts::use_prompt;
use crate::queries::{Kind, Query, QueryState, use_models};
use crate::reactive::{live, live_option};
use crate::router::{PageCode, use_router};
use crate::ui::{
    Button, CopyButton, Dialog, DialogState, HeaderActions, Icon, IconName, PageHeader, Skeleton, Table, Variant,
    lazy_dialog, use_notices,
};
use crate::untrusted::excerpt;

/// The maximum length of an excerpt of an answer, in characters.
const EXCERPT_MAX: usize = 120;
#[cfg_attr(feature = "split", lazy)]
pub fn prompt_page() -> PageCode {
    with_shell(view)
}

fn view() -> AnyView {
    let id = use_path_id::<PromptId>();
    let prompt = use_prompt(id.into());
    let set_id = Memo::new(move |_| prompt.value().map(|prompt| prompt.prompt_set_id));
    let set = use_prompt_set(set_id.into());
    let history = use_history(id);
    // Loads the model names at the same time as the answers, which contain only codes.
    let models = use_models();
    let router = use_router();
    let notices = use_notices();
    let edit_dialog = DialogState::<Prompt>::new();
    reopen(edit_dialog, PROMPT_FORM, move |_| prompt.value().map(Some));
    let closed = use_closed_for_deletion();

    let saved = move |saved: SavedPrompt| {
        edit_dialog.close();
        notices.notify(saved.message().to_owned());
    };
    let (is_edit_shown, forms) = lazy_dialog(edit_dialog.is_open(), load_prompt_forms);
    let form = move || {
        let one = forms.get_untracked()?.one;
        let cancel = Callback::new(move |()| edit_dialog.close());
        let sets = Sets { all: Vec::new(), selected: None };
        Some(one(edit_dialog.value(), sets, Callback::new(saved), cancel))
    };
    // The list begins the deletion and offers to undo it.
    let delete = move |()| {
        if let Some(prompt) = prompt.value() {
            closed.leave(Kind::Prompts, prompt.id.into(), prompt.content);
            router.navigate(PROMPTS, true);
        }
    };
    let is_loading = Signal::derive(move || prompt.value().is_none());
    let is_found = Memo::new(move |_| !is_loading.get());
    let has_answers =
        Memo::new(move |_| prompt.with(|prompt| prompt.is_some_and(|prompt| prompt.answer_count > Some(0))));
    let edit = move |()| {
        if let Some(prompt) = prompt.value() {
            edit_dialog.open(Some(prompt));
        }
    };
    let run = move || RunStartParams { prompts: id.get().into_iter().collect(), ..RunStartParams::default() }.address();
    let is_missing = Memo::new(move |_| match prompt.get() {
        QueryState::Failed(failure) => failure.is_not_found(),
        _ => false,
    });
    let run_link = move || {
        let label = t(|t| t.prompts().run);
        if is_missing.get() {
            return view! { <Button label variant=Variant::Primary icon=IconName::Play disabled=true on_click=|()| () /> }
                .into_any();
        }
        view! {
            <a class="button" data-variant="primary" href=run>
                <Icon icon=IconName::Play />
                {label}
            </a>
        }
        .into_any()
    };
    let figures =
        move || part_view(loaded(figures::load), || view! { <Skeleton rows=4 /> }.into_any(), move |view| view(id));
    let title = t_with(move |t| {
        prompt
            .with(|prompt| prompt.map(|prompt| prompt_title(&prompt.content)))
            .filter(|title| !title.is_empty())
            .unwrap_or_else(|| t.prompts().detail_title.to_owned())
    });
    view! {
        <PageHeader
            title
            back=(t(|t| t.prompts().back), PROMPTS.into())
            is_loading=Signal::derive(move || id.get().is_some() && prompt.is_loading())
        >
            <HeaderActions disabled=is_loading on_edit=edit on_delete=delete />
            {live(run_link)}
        </PageHeader>
        {live_option(move || has_answers.get().then(figures))}
        {move || {
            if id.get().is_none() {
                malformed_address()
            } else {
                query_view(prompt, || view! { <Skeleton rows=2 /> }.into_any(), move |prompt| details(prompt, set))
            }
        }}
        {live_option(move || is_found.get().then(|| history_view(id, history, models)))}
        <Dialog open=is_edit_shown title=t(|t| t.prompts().edit)>
            {form()}
        </Dialog>
    }
    .into_any()
}

fn history_view(id: Memo<Option<PromptId>>, history: Query<Vec<Answer>>, models: Query<Vec<Model>>) -> AnyView {
    let loading = || view! { <Skeleton rows=3 /> }.into_any();
    // All answers to the prompt, not only the newest.
    let export = move |()| {
        let answers = AnswersParams { prompt: id.get_untracked(), ..AnswersParams::default() };
        Export::List(Box::new(ListExport::Answers(answers)))
    };
    let is_empty = Signal::derive(move || history.with(|answers| answers.is_none_or(|answers| answers.is_empty())));
    view! {
        <section class="section" aria-labelledby="prompt-history">
            <div class="section-head">
                <h2 id="prompt-history">{t(|t| t.prompts().history)}</h2>
                <ExportCsv export disabled=is_empty />
            </div>
            {settled_view(models, loading, move || query_view(history, loading, answers_table))}
        </section>
    }
    .into_any()
}

fn answers_table(answers: Vec<Answer>) -> AnyView {
    if answers.is_empty() {
        return view! { <p class="muted">{t(|t| t.answers().empty)}</p> }.into_any();
    }
    let comparable = comparable(&answers);
    let own = use_own_brand(use_all_brands());
    let rows = answers.chunk_by(|one, other| one.run_id == other.run_id).filter_map(|group| {
        let first = group.first()?;
        let params = AnswersParams::of_prompt(&first.prompt_id);
        let group: Vec<ListedAnswer> = group.iter().map(ListedAnswer::from).collect();
        let brands = move |group: &[ListedAnswer], params: &AnswersParams| {
            own.with(|own| named_brands(group, own.as_ref().map(|own| &own.id), params))
        };
        let (address, text) = (params.answer(&first.id), excerpt(&first.content, EXCERPT_MAX));
        let models = answer_models(&group, text, &params);
        let at = first.created_at.clone();
        let brands = move || brands(&group, &params);
        Some(view! {
            <tr>
                <th scope="row" class="fit">
                    <a href=address>{at.map(|at| view! { <RelativeTime at /> })}</a>
                </th>
                <td>
                    {models}
                    <span class="cell-note narrow-only">{live(brands.clone())}</span>
                </td>
                <td class="wide-only named">{live(brands)}</td>
            </tr>
        })
    });
    let rows = rows.collect_view().into_any();
    let head = view! {
        <th scope="col" class="fit">{t(|t| t.answers().when)}</th>
        <th scope="col">{route_head(|t| t.frame().answers)}</th>
        <th scope="col" class="wide-only named">{t(|t| t.frame().brands)}</th>
    }
    .into_any();
    view! {
        <Table head rows />
        {(!comparable.is_empty()).then(|| changes_view(comparable))}
    }
    .into_any()
}

/// The answers with a text whose models have at least two of them.
fn comparable(answers: &[Answer]) -> Vec<Answer> {
    let has_text = |answer: &&Answer| answer.status == AnswerStatus::Success && !answer.content.trim().is_empty();
    let of_model =
        |answer: &&Answer| answers.iter().filter(has_text).filter(|other| other.model == answer.model).count();
    answers.iter().filter(has_text).filter(|answer| of_model(answer) > 1).cloned().collect()
}

// What changed between two answers. The code is loaded when it is opened.
fn changes_view(answers: Vec<Answer>) -> AnyView {
    let (opened, answers) = (RwSignal::new(false), StoredValue::new(answers));
    let code = loaded_when(move || opened.get(), changes::load);
    let content = move || {
        part_view(code, || view! { <Skeleton rows=3 /> }.into_any(), move |changes| changes(answers.get_value()))
    };
    view! {
        <details class="changes" on:toggle=move |_| opened.set(true)>
            <summary>{t(|t| t.prompts().compare_answers)}</summary>
            {live_option(move || opened.get().then(|| untrack(content)))}
        </details>
    }
    .into_any()
}

fn details(prompt: Prompt, set: Query<PromptSet>) -> AnyView {
    let answers = prompt.answer_count.unwrap_or_default();
    let set_address = PromptsParams::of_set(&prompt.prompt_set_id).address();
    let set_name = t_with(move |_| set.value().map_or("…".to_owned(), |set| set.name));
    let text = prompt.content.clone();
    let count_text = t_with(move |_| count(answers));
    let name = t_with(move |t| (t.prompts().answers)(answers));
    // Only collected answers count, but the list would show failed ones, too.
    let answer_count = if answers == 0 {
        count_text.into_any()
    } else {
        view! {
            <a href=AnswersParams::of_prompt(&prompt.id).address() aria-label=name>
                {count_text}
            </a>
        }
        .into_any()
    };
    // The title already shows a short prompt.
    let is_title = prompt_title(&prompt.content) == prompt.content;
    let models = AnswersParams::default().prompt_models(&prompt.id);
    view! {
        {(!is_title).then(|| view! { <p class="prompt-text">{prompt.content}</p> })}
        <dl class="properties">
            <dt>{t(|t| t.prompts().set)}</dt>
            <dd>
                <a href=set_address>{set_name}</a>
            </dd>
            <dt>{t(|t| t.frame().answers)}</dt>
            <dd>
                {answer_count}
            </dd>
            <dt>{t(|t| t.common().created)}</dt>
            <dd>
                <RelativeTime at=prompt.created_at />
            </dd>
        </dl>
        <div class="inline-actions">
            <CopyButton text=t_with(move |_| text.clone()) />
            {(answers > 0)
                .then(|| view! { <a class="button" data-variant="quiet" href=models>{t(|t| t.answers().compare)}</a> })}
        </div>
    }
    .into_any()
}
