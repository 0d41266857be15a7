//! One answer: its text, its sources, the searches of the model, and links to the next answers in the list. Uses
//! `get_answer`, `get_answer_markdown`, `list_answers`, `list_mentions`, `list_brands` and `get_organization`.

use answerdeck_api::metrics::MentionList;
use answerdeck_api::{Answer, AnswerId, AnswerStatus, Failure, ModelRoute};
use leptos::prelude::*;

use crate::components::{
    AnswerStatusBadge, AnswerTexts, Fanouts, FormError, ModelBadge, RelativeTime, Sources, adjacent_link, item_view,
    load_answer_texts, named_in, prompt_title, prompt_title_or, provider_words, settled, settled_view, short_run_name,
};
use crate::format::region;
use crate::lazy::loaded;
use crate::locale::{Pick, t, t_with};
use crate::navigation::{use_address, use_path_id, use_query_string};
use crate::paths::{
    self, ANSWERS, AnswerFilterParams, AnswerPageParams, BRANDS, Comparison, FANOUTS, RunStartParams, SOURCES,
    UrlParams, leads_to,
};
use crate::queries::answers::{Neighbors, read_markdown, use_answer, use_neighbors};
use crate::queries::metrics::use_mentions;
use crate::queries::{Mutation, Query, use_models};
use crate::reactive::live;
use crate::ui::{Button, ButtonLink, CopyButton, EmptyState, IconName, PageHeader, Variant, loading, save_file};
use crate::untrusted::visible;

pub fn view() -> AnyView {
    let id = use_path_id::<AnswerId>();
    let params = use_query_string(AnswerPageParams::read);
    let answer = use_answer(id.into());
    let neighbors = use_neighbors(params, id);
    let texts = loaded(load_answer_texts);
    let mentions = use_mentions(move || answer.with(|answer| answer.and_then(named_in)).into_iter().collect());
    // Loads the model names at the same time as the answer, which contains only a code.
    let models = use_models();
    let opener = Signal::derive(move || params.with(AnswerPageParams::opener));
    let opener_name = t_with(move |t| {
        let name = match opener.get() {
            opener if leads_to(&opener, BRANDS) => t.answers().back_to_brand,
            opener if leads_to(&opener, FANOUTS) => t.frame().fanouts,
            opener if leads_to(&opener, SOURCES) => t.frame().sources,
            _ => t.frame().answers,
        };
        name.to_owned()
    });
    let other_answers = move || {
        // Read before what is derived from them.
        let params = params.get();
        neighbor_links(&neighbors.get(), &params)
    };
    let ready = move |answer: Answer| match texts.get() {
        Some(texts) => sections(answer, texts, mentions),
        None => loading(),
    };
    let body = move || item_view(id, answer, loading, ready, (ANSWERS, |t| t.frame().answers));
    // The title comes together with what is below it, which a title of several lines would move.
    let has_models = settled(models);
    let is_waiting =
        Memo::new(move |_| id.get().is_some() && (answer.is_loading() || !has_models.get() || texts.get().is_none()));
    let title = prompt_title_or(
        |t| t.answers().detail_title,
        move || answer.with(|answer| answer.filter(|_| !is_waiting.get()).map(|answer| answer.query.clone())),
    );
    view! {
        <PageHeader title back=(opener_name, opener) is_loading=is_waiting>{live(other_answers)}</PageHeader>
        {settled_view(models, loading, body)}
    }
    .into_any()
}

fn neighbor_links(neighbors: &Neighbors, params: &AnswerPageParams) -> AnyView {
    let previous = neighbors.previous.as_ref();
    let previous = previous.map(|id| adjacent_link(params.answer(id), |t| t.answers().previous, false, Some("prev")));
    let next = neighbors.next.as_ref();
    let next = next.map(|id| adjacent_link(params.answer(id), |t| t.answers().next, true, Some("next")));
    view! { <nav class="page-actions" aria-label=t(|t| t.answers().other_answers)>{previous} {next}</nav> }.into_any()
}

fn sections(answer: Answer, texts: AnswerTexts, mentions: Query<MentionList>) -> AnyView {
    let properties = view! { <Properties answer=answer.clone() /> };
    let Answer { sources, fanouts, query, searched, .. } = answer.clone();
    // For a missing answer, empty sections of sources and searches would mislead.
    let is_missing = answer.status != AnswerStatus::Success && sources.is_empty() && fanouts.is_empty();
    let content = view! { <Content answer texts mentions /> }.into_any();
    if is_missing {
        return view! { {properties} {content} }.into_any();
    }
    view! {
        {properties}
        <div class="answer">
            {content}
            <div class="answer-sidebar"><Sources sources /><Fanouts prompt=query fanouts searched /></div>
        </div>
    }
    .into_any()
}

#[component]
fn Properties(answer: Answer) -> AnyView {
    let address = use_address();
    let has_text = answer.status == AnswerStatus::Success && !answer.content.trim().is_empty();
    let changes = has_text.then(|| {
        let (later, back) = (Some(answer.id.clone()), Some(address.get_untracked()));
        let before = Comparison { later, back, ..Comparison::of_newest(answer.model.clone()) };
        view! { <a href=before.address(&answer.prompt_id, &AnswerFilterParams::recent())>{t(|t| t.answers().changes)}</a> }
    });
    let Answer { model, route, prompt_id, region: code, status, query, created_at, run_id, run_name, .. } = answer;
    // The title already shows a short prompt.
    let is_title = prompt_title(&query) == query;
    let others =
        AnswerFilterParams { region: Some(code.clone()), ..AnswerFilterParams::default() }.prompt_models(&prompt_id);
    let run = run_id.map(|id| {
        let address = paths::run(&id);
        // An answer is as old as its run.
        let started_at = created_at.clone();
        let name = t_with(move |_| short_run_name(&id, run_name.as_deref(), started_at.as_ref()));
        property(|t| t.common().run, view! { <a href=address><bdi>{name}</bdi></a> }.into_any())
    });
    let model = view! {
        <ModelBadge code=model route=route.clone() />
        " "
        <AnswerStatusBadge status />
    };
    // The tag of a stand-in says it already.
    let route = route.filter(|route| *route != ModelRoute::StandIn).map(|route| {
        property(|t| t.answer_routes().route, t_with(move |t| t.answer_routes().name(&route).1.to_owned()).into_any())
    });
    let created = created_at.map(|at| property(|t| t.answers().when, view! { <RelativeTime at /> }.into_any()));
    view! {
        {(!is_title).then(|| view! { <p class="prompt-text"><bdi>{visible(&query)}</bdi></p> })}
        <dl class="properties properties-inline">
            {property(|t| t.common().model, model.into_any())}
            {route}
            {property(|t| t.common().region, t_with(move |_| region(&code)).into_any())}
            {created}
            {run}
        </dl>
        <p class="answer-links">
            <a href=AnswerFilterParams::default().prompt_page(&prompt_id)>{t(|t| t.answers().open_prompt)}</a>
            <a href=others>{t(|t| t.answers().compare)}</a>
            {changes}
        </p>
    }
    .into_any()
}

// One element, so that a value does not leave its label at the end of a line.
fn property(name: Pick, value: AnyView) -> AnyView {
    view! { <div><dt>{t(name)}</dt><dd>{value}</dd></div> }.into_any()
}

fn failed(failure: Option<Failure>, again: RunStartParams) -> AnyView {
    let words = failure.as_ref().and_then(provider_words);
    let description = t_with(move |t| match &failure {
        Some(failure) => {
            format!("{} {}", visible(t.item_failures().of(failure)), t.item_failures().not_charged)
        }
        None => t.answers().failed_description.to_owned(),
    });
    view! {
        <EmptyState title=t(|t| t.common().failed) description icon=IconName::Warning>
            <ButtonLink label=t(|t| t.answers().ask_again) href=again.address() />
        </EmptyState>
        {words}
    }
    .into_any()
}

#[component]
fn Content(answer: Answer, texts: AnswerTexts, mentions: Query<MentionList>) -> AnyView {
    let Answer { id, model, prompt_id, region, status, content, sources, failure, .. } = answer;
    let missing = match status {
        AnswerStatus::Success if !content.trim().is_empty() => None,
        AnswerStatus::Success => Some((t(|t| t.answers().no_text), t(|t| t.common().succeeded))),
        AnswerStatus::Failed => {
            let (prompts, models, region) = (vec![prompt_id], vec![model], Some(region));
            return failed(failure, RunStartParams { prompts, models, region, ..RunStartParams::default() });
        }
        AnswerStatus::Pending => Some((t(|t| t.common().pending), t(|t| t.answers().pending_description))),
        AnswerStatus::Unknown(_) => Some((t(|t| t.common().unknown_status), t(|t| t.answers().no_text))),
    };
    if let Some((title, description)) = missing {
        return view! { <EmptyState title description /> }.into_any();
    }
    let text = StoredValue::new(content.clone());
    let mutation = Mutation::new();
    let (name, shown) = (format!("answer-{id}.md"), id.clone());
    let download = move |()| {
        let name = name.clone();
        read_markdown(mutation, id.clone(), move |markdown| {
            save_file(&name, "text/markdown;charset=utf-8", &markdown);
        });
    };
    view! {
        <section class="section" aria-labelledby="answer-text">
            <h2 class="visually-hidden" id="answer-text">{t(|t| t.answers().content)}</h2>
            {(texts.view)(shown, content, sources, mentions)}
            <div class="answer-actions inline-actions">
                <CopyButton
                    label=t(|t| t.answers().copy_text)
                    text=t_with(move |_| text.with_value(|text| (texts.without_markup)(text)))
                />
                <Button
                    label=t(|t| t.answers().download)
                    variant=Variant::Quiet
                    icon=IconName::Download
                    busy=mutation.busy
                    on_click=download
                />
            </div>
            <FormError failure=mutation.failure />
        </section>
    }
    .into_any()
}
