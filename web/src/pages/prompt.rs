//! One prompt: its text, its set, how often its answers name the brands, its newest answers, and what changed between two of them;
//! edit and delete. Uses `get_prompt`, `get_prompt_set`, `measure_brands`, `list_models`, `list_answers`, `update_prompt` and
//! `delete_prompt`.

mod changes;
mod figures;

use answerdeck_api::{Answer, AnswerStatus, ModelCode, Prompt, PromptId, PromptSet};
use leptos::prelude::*;

use crate::components::{
    RelativeTime, answer_models, item_view, listed, named_brands, prompt_title, prompt_title_or, query_view,
    route_head, settled_view, use_all_routes, use_counted_answers,
};
use crate::exports::{Export, ExportCsv, ListExport};
use crate::format::count;
use crate::forms::{PROMPT_FORM, carried_filters, load_prompt_forms, model_field, reopen, route_field, window_field};
use crate::lazy::{lazy_view, loaded};
use crate::locale::{Pick, Texts, t, t_with, texts};
use crate::navigation::{use_path_id, use_query_string, use_url_params};
use crate::paths::{
    AnswerFilterParams, Comparison, PROMPTS, PromptsParams, RouteFilter, RunStartParams, SourcesParams, UrlParams,
    Window,
};
use crate::queries::answers::{use_comparable, use_history};
use crate::queries::brands::use_own_brand_id;
use crate::queries::deletions::use_close_for_deletion;
use crate::queries::prompt_sets::use_prompt_set;
use crate::queries::prompts::use_prompt;
use crate::queries::{Kind, Query, use_models, use_routes};
use crate::reactive::{live, live_option, live_when};
use crate::router::use_router;
use crate::ui::{
    ButtonLink, CopyButton, DialogState, HeaderActions, IconName, LazyDialog, PageHeader, Table, Variant, skeleton,
};
use crate::untrusted::{quotation, visible};

/// The maximum length of a question that was asked before the prompt was changed, in characters.
const QUOTED_CHARS_MAX: usize = 80;

pub fn view() -> AnyView {
    let id = use_path_id::<PromptId>();
    let filter = use_url_params::<AnswerFilterParams>();
    // A run and a set choose among prompts.
    let params = Memo::new(move |_| AnswerFilterParams { prompt: id.get(), set: None, ..filter.get() }.with_run(None));
    let answers = use_counted_answers(params);
    let of_answers = Callback::new(move |answers: AnswerFilterParams| {
        let AnswerFilterParams { run, set, .. } = filter.get();
        let filter = AnswerFilterParams { set, ..answers }.with_run(run);
        id.get().map(|id| filter.prompt_page(&id)).unwrap_or_default()
    });
    let own = use_own_brand_id();
    let all_routes = use_all_routes(params, answers, of_answers, move || own.with(Option::is_some));
    let prompt = use_prompt(id.into());
    // Where all answers failed, they may have no route, and there are no figures whose days could be chosen: the list has all of
    // them. Only the prompt says so.
    let shown = Memo::new(move |_| {
        let (params, counted) = (params.get(), answers.get());
        let has_none = prompt.with(|prompt| Some(prompt?.answer_count == Some(0)));
        let has_none = if params == counted { has_none.unwrap_or_default() } else { has_none? };
        let shown = if has_none { params.within(Window::All) } else { counted };
        (shown.prompt.is_some() && shown.route != RouteFilter::Pending).then_some(shown)
    });
    let set_id = Memo::new(move |_| prompt.value().map(|prompt| prompt.prompt_set_id));
    let set = use_prompt_set(set_id.into());
    let comparison = use_query_string(Comparison::read);
    let is_comparing = Memo::new(move |_| comparison.with(Option::is_some));
    let history = use_history(Memo::new(move |_| shown.get().filter(|_| !is_comparing.get())));
    let compared = use_comparable(id, comparison);
    let edit_dialog = DialogState::<Prompt>::new();
    reopen(edit_dialog, PROMPT_FORM, move |_| prompt.value());
    let leave = use_close_for_deletion(Kind::Prompts);

    let close = Callback::new(move |()| edit_dialog.close());
    let delete = move |()| {
        if let Some(prompt) = prompt.value() {
            leave(prompt.id.into(), prompt.content, PROMPTS);
        }
    };
    let is_found = Memo::new(move |_| prompt.with(|prompt| prompt.is_some()));
    let has_figures = Memo::new(move |_| {
        !is_comparing.get() && prompt.with(|prompt| prompt.is_some_and(|prompt| prompt.answer_count > Some(0)))
    });
    let edit = move |()| edit_dialog.open(prompt.value());
    let run = Signal::derive(move || {
        RunStartParams { prompts: id.get().into_iter().collect(), ..RunStartParams::default() }.address()
    });
    let is_missing = move || id.with(Option::is_none) || prompt.failure().is_some_and(|failure| failure.is_not_found());
    let run_link = move || {
        view! { <ButtonLink label=t(|t| t.common().run) href=run variant=Variant::Primary icon=IconName::Play /> }
    };
    let figures = move || {
        view! {
            <div class="filters">
                {window_field(params, of_answers)}
                {model_field(params, of_answers)}
                {route_field(params, answers, of_answers)}
            </div>
            {carried_filters(params, of_answers)}
            {lazy_view(loaded(figures::load), skeleton::<4>, move |view| view(answers, all_routes, of_answers))}
        }
    };
    let opener = Memo::new(move |_| comparison.with(|comparison| comparison.as_ref()?.back.clone()));
    let back = Signal::derive(move || {
        let list = || PromptsParams { answers: filter.get(), ..PromptsParams::default() }.address();
        opener.get().unwrap_or_else(list)
    });
    let back_name = t_with(move |t| match opener.with(Option::is_some) {
        true => t.answers().detail_title.to_owned(),
        false => t.frame().prompts.to_owned(),
    });
    let title = prompt_title_or(|t| t.common().prompt, move || prompt.with(|prompt| Some(prompt?.content.clone())));
    let properties = move |prompt: Prompt| details(prompt, set, filter, answers);
    let section = move || match is_comparing.get() {
        true => changes_view(id, filter, comparison, compared),
        false => history_view(prompt, shown, filter, history),
    };
    view! {
        <PageHeader
            title
            back=(back_name, back)
            is_loading=Signal::derive(move || id.get().is_some() && prompt.is_loading())
        >
            <HeaderActions name=title disabled=Signal::derive(move || !is_found.get()) on_edit=edit on_delete=delete />
            {live_when(move || !is_missing(), run_link)}
        </PageHeader>
        {live_when(move || has_figures.get(), figures)}
        {item_view(id, prompt, skeleton::<2>, properties, (PROMPTS, |t| t.frame().prompts))}
        {live_option(move || is_found.get().then(section))}
        <LazyDialog open=edit_dialog.is_open() load=load_prompt_forms title=t(|t| t.prompts().edit) let:forms>
            {edit_dialog.value().map(|prompt| (forms.edit)(prompt, close))}
        </LazyDialog>
    }
    .into_any()
}

fn changes_view(
    id: Memo<Option<PromptId>>,
    filter: Memo<AnswerFilterParams>,
    comparison: Memo<Option<Comparison>>,
    answers: Query<Vec<Answer>>,
) -> AnyView {
    let router = use_router();
    let show = Callback::new(move |next: Comparison| {
        if let Some(id) = id.get_untracked() {
            router.navigate_in_place(&next.address(&id, &filter.get_untracked()));
        }
    });
    let history = Signal::derive(move || id.get().map(|id| filter.get().prompt_page(&id)).unwrap_or_default());
    view! {
        <section class="section" aria-labelledby="prompt-changes">
            <div class="section-head">
                <h2 id="prompt-changes">{t(|t| t.prompts().compare_answers)}</h2>
                <ButtonLink label=t(|t| t.prompts().history) href=history />
            </div>
            {lazy_view(loaded(changes::load), skeleton::<3>, move |view| view(id, comparison, answers, show))}
        </section>
    }
    .into_any()
}

fn details(
    prompt: Prompt,
    set: Query<PromptSet>,
    filter: Memo<AnswerFilterParams>,
    counted: Memo<AnswerFilterParams>,
) -> AnyView {
    let answers = prompt.answer_count.unwrap_or_default();
    let set_id = prompt.prompt_set_id.clone();
    let set_address = move || PromptsParams::of_set(&set_id).counting(filter.get()).address();
    let set_name = t_with(move |_| set.value().map_or("…".to_owned(), |set| set.name));
    let text = prompt.content.clone();
    let count_text = t_with(move |_| count(answers));
    let name = t_with(move |t| (t.common().answers)(answers));
    let routes = use_routes();
    let of_all_routes = move || {
        let has_several = routes.with(|routes| !routes.is_empty());
        has_several.then(|| view! { " " <small class="tag">{t(|t| t.answer_routes().mixed)}</small> })
    };
    // Only collected answers count, but the list would show failed ones, too.
    let answer_count = if answers == 0 {
        count_text.into_any()
    } else {
        view! { <a href=AnswerFilterParams::of_prompt(&prompt.id).address() aria-label=name>{count_text}</a> }
            .into_any()
    };
    // The title already shows a short prompt.
    let is_title = prompt_title(&prompt.content) == prompt.content;
    let models = Signal::derive(move || filter.with(|filter| filter.prompt_models(&prompt.id)));
    let sources = move || SourcesParams { answers: counted.get(), ..SourcesParams::default() }.address();
    let links = move || {
        view! {
            <a href=models>{t(|t| t.answers().compare)}</a>
            <a href=sources>{t(|t| t.prompts().sources)}</a>
        }
    };
    view! {
        {(!is_title).then(|| view! { <p class="prompt-text">{prompt.content}</p> })}
        <dl class="properties">
            <dt>{t(|t| t.common().set)}</dt>
            <dd><a href=set_address>{set_name}</a></dd>
            <dt>{t(|t| t.frame().answers)} " · " {t(|t| t.answers().all_days)}</dt>
            <dd>{answer_count} {live_option(of_all_routes)}</dd>
            <dt>{t(|t| t.common().created)}</dt>
            <dd><RelativeTime at=prompt.created_at /></dd>
        </dl>
        <div class="inline-actions">
            <CopyButton text=t_with(move |_| text.clone()) />
            {(answers > 0).then(links)}
        </div>
    }
    .into_any()
}

fn history_view(
    prompt: Query<Prompt>,
    shown: Memo<Option<AnswerFilterParams>>,
    filter: Memo<AnswerFilterParams>,
    history: Query<Vec<Answer>>,
) -> AnyView {
    let table = move |answers: Vec<Answer>| answers_table(answers, &shown.get_untracked().unwrap_or_default(), prompt);
    // All answers that match, not only the newest.
    let export = move |()| Export::List(Box::new(ListExport::Answers(shown.get().unwrap_or_default())));
    let is_empty = Signal::derive(move || history.with(|answers| answers.is_none_or(|answers| answers.is_empty())));
    let comparable = Memo::new(move |_| history.with(|answers| comparable(answers?)));
    let compare = move || {
        // Read before what is derived from it.
        let filter = filter.get();
        let address = Comparison::of_newest(comparable.get()?).address(&shown.get()?.prompt?, &filter);
        Some(view! { <ButtonLink label=t(|t| t.prompts().compare_answers) href=address /> })
    };
    let failed = move || {
        let text = history.with(|answers| {
            let reasons = failure_reasons(answers?, texts())?.join(" ");
            Some(format!("{} {reasons}", (texts().prompts().all_failed)(answers?.len() as u64)))
        })?;
        Some(view! { <p>{text}</p> })
    };
    view! {
        <section class="section" aria-labelledby="prompt-history">
            <div class="section-head">
                <h2 id="prompt-history">{t(|t| t.prompts().history)}</h2>
                {live_option(compare)}
                <ExportCsv export disabled=is_empty />
            </div>
            {live_option(failed)}
            {settled_view(use_models(), skeleton::<3>, move || query_view(history, skeleton::<3>, table))}
        </section>
    }
    .into_any()
}

fn answers_table(answers: Vec<Answer>, params: &AnswerFilterParams, prompt: Query<Prompt>) -> AnyView {
    if answers.is_empty() {
        let is_unfiltered = AnswerFilterParams { prompt: None, ..params.clone() }.is_unfiltered();
        let empty: Pick = if is_unfiltered { |t| t.answers().empty } else { |t| t.answers().none_found };
        return view! { <p class="muted">{t(empty)}</p> }.into_any();
    }
    let own = use_own_brand_id();
    let rows = answers.chunk_by(|one, other| one.run_id == other.run_id).filter_map(|group| {
        let Answer { created_at: at, query, .. } = group.first()?;
        let (at, query, params) = (at.clone(), query.clone(), params.clone());
        // The text of the prompt may have been changed since.
        let asked_as = move || {
            let is_other = prompt.with(|prompt| prompt.is_some_and(|prompt| prompt.content.trim() != query.trim()));
            let text = quotation(&query, QUOTED_CHARS_MAX);
            is_other.then(|| view! { <bdi class="cell-note">{t_with(move |t| (t.prompts().asked_as)(&text))}</bdi> })
        };
        let group = listed(group);
        let address = params.answer(&group.first()?.id);
        let models = answer_models(&group, &params);
        let brands = move || {
            let brands: Vec<_> = group.iter().map(|answer| answer.brands.as_slice()).collect();
            own.with(|own| named_brands(&brands, own.as_ref(), &params))
        };
        Some(view! {
            <tr>
                <th scope="row" class="fit"><a href=address>{at.map(|at| view! { <RelativeTime at /> })}</a></th>
                <td>
                    {models}
                    {live_option(asked_as)}
                    <span class="cell-note phone-only">{live(brands.clone())}</span>
                </td>
                <td class="not-phone named">{live(brands)}</td>
            </tr>
        })
    });
    let rows = rows.collect_view().into_any();
    let head = view! {
        <th scope="col" class="fit">{t(|t| t.answers().when)}</th>
        <th scope="col">{route_head(|t| t.frame().answers)}</th>
        <th scope="col" class="not-phone named">{t(|t| t.frame().brands)}</th>
    };
    view! { <Table head=head.into_any() rows /> }.into_any()
}

/// Why answers failed, if all did: each reason once.
fn failure_reasons(answers: &[Answer], texts: Texts) -> Option<Vec<String>> {
    let has_failed = |answer: &Answer| answer.status == AnswerStatus::Failed;
    if answers.is_empty() || !answers.iter().all(has_failed) {
        return None;
    }
    let mut reasons = Vec::new();
    for failure in answers.iter().filter_map(|answer| answer.failure.as_ref()) {
        let reason = visible(texts.item_failures().of(failure));
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    Some(reasons)
}

/// The first model of which two answers have a text.
fn comparable(answers: &[Answer]) -> Option<ModelCode> {
    let has_text = |answer: &&Answer| answer.status == AnswerStatus::Success && !answer.content.trim().is_empty();
    let models = || answers.iter().filter(has_text).map(|answer| &answer.model);
    models().filter(|model| models().filter(|other| other == model).count() > 1).min().cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;
    use crate::locale::texts_in;

    #[test]
    fn each_reason_is_said_once_if_all_answers_failed() {
        let answer = |status: &str, code: &str| {
            let json = serde_json::json!({
                "id": "a".repeat(22), "promptID": "p".repeat(22), "region": "KR", "model": "CHATGPT", "status": status,
                "failure": { "code": code },
            });
            serde_json::from_value::<Answer>(json).unwrap()
        };
        let failed = |code| answer("FAILED", code);
        let reasons = |answers: &[Answer]| failure_reasons(answers, texts_in(Language::English));
        let (credits, stopped) = ("Credits ran out.", "The run was stopped before the model answered.");
        let all = [failed("STOPPED"), failed("INSUFFICIENT_CREDITS"), failed("STOPPED")];
        assert_eq!(reasons(&all), Some(vec![stopped.to_owned(), credits.to_owned()]));
        assert_eq!(reasons(&[failed("STOPPED"), answer("SUCCESS", "STOPPED")]), None);
        assert_eq!(reasons(&[]), None);
    }
}
