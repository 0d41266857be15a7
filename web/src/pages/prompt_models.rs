//! The newest answer of each model to one prompt, side by side. Uses `get_prompt`, `list_models`, `list_answers`,
//! `list_mentions`, `list_prompt_sets`, `list_brands` and `get_organization`.

use answerdeck_api::metrics::{AnswerMentions, BrandName, MentionList};
use answerdeck_api::{Answer, AnswerId, AnswerStatus, BrandId, Model, PromptId};
use leptos::html;
use leptos::prelude::*;

use crate::components::{
    AnswerStatusBadge, AnswerTexts, FilterChips, ModelBadge, RelativeTime, Sentence, SourceList, WindowWithoutChip,
    finding_view, load_answer_texts, named_in, none_matching, prompt_title_or, provide_page_filter, query_view,
    settled_view, steady_item_view,
};
use crate::format::{date_range, day_of, region, start_of_day, time_zone};
use crate::lazy::loaded;
use crate::locale::{Pick, t, t_with, texts};
use crate::navigation::{use_path_id, use_url_params};
use crate::paths::{self, AnswerFilterParams, BrandFigure, brand_answers};
use crate::queries::answers::use_newest_by_model;
use crate::queries::brands::use_own_brand;
use crate::queries::metrics::use_mentions;
use crate::queries::prompt_sets::use_all_prompt_sets_when;
use crate::queries::prompts::use_prompt;
use crate::queries::{Query, use_models};
use crate::reactive::{effect, live_when};
use crate::sorting::sort_by_key;
use crate::ui::{Button, PageHeader, Variant, empty_with_link, loading, observe_size, pixels};
use crate::untrusted::visible;

/// The number of lines up to which a text is shown at first. The style of a long one has as many.
const LINES_AT_FIRST: usize = 16;

pub fn view() -> AnyView {
    let id = use_path_id::<PromptId>();
    let url_params = use_url_params::<AnswerFilterParams>();
    let params = Memo::new(move |_| AnswerFilterParams { prompt: None, model: None, ..url_params.get() });
    let prompt = use_prompt(id.into());
    let newest = use_newest_by_model(id, params);
    let named = |answers: &Vec<Answer>| answers.iter().filter_map(named_in).collect::<Vec<AnswerId>>();
    let mentions = use_mentions(move || newest.with(|answers| answers.map(named)).unwrap_or_default());
    let own = use_own_brand();
    let sentences = Memo::new(move |_| {
        let own = own.with(|own| own.as_ref().map(|own| (own.id.clone(), own.name.clone())));
        let of_prompt = AnswerFilterParams { prompt: id.get(), ..params.get() };
        let found = mentions.with(|found| newest.with(|newest| finding(found?, newest?, own?, &of_prompt)));
        found.into_iter().collect()
    });
    let answer_texts = loaded(load_answer_texts);
    let available = use_models();
    let sets = use_all_prompt_sets_when(move || params.with(|params| params.set.is_some()));
    let address = Callback::new(move |answers: AnswerFilterParams| {
        id.get().map(|id| answers.prompt_models(&id)).unwrap_or_default()
    });
    provide_page_filter(params, address);
    let title =
        prompt_title_or(|t| t.answers().models_title, move || prompt.with(|prompt| Some(prompt?.content.clone())));
    let opener = move || match id.get() {
        Some(id) => params.with(|params| params.prompt_page(&id)),
        None => paths::PROMPTS.to_owned(),
    };
    let back = (t(|t| t.common().prompt), Signal::derive(opener));
    // The title may take two lines when it arrives. The content below is shown only then, so that it does not move.
    let is_untitled = Memo::new(move |_| id.get().is_some() && prompt.is_loading());
    let has_item = move || id.with(Option::is_some) && prompt.failure().is_none();
    let lines: Signal<usize> = Signal::derive(move || if has_item() { 3 } else { 0 });
    let columns = move |newest: Vec<Answer>| {
        let Some(texts) = answer_texts.get() else { return loading() };
        let available = untrack(|| available.value()).unwrap_or_default();
        let params = params.get_untracked();
        let has_none = untrack(|| prompt.with(|prompt| prompt.is_some_and(|prompt| prompt.answer_count == Some(0))));
        let is_new = params.is_unfiltered() || (has_none && params.has_no_chips());
        if newest.is_empty() {
            return nothing(&params, is_new, address);
        }
        models(newest, available, &params, texts, mentions)
    };
    let body = move || {
        view! {
            <section class="section" aria-label=t(|t| t.answers().models_title)>
                {settled_view(available, loading, move || query_view(newest, loading, columns))}
            </section>
        }
        .into_any()
    };
    view! {
        <PageHeader title back is_loading=is_untitled />
        {finding_view(lines, sentences)}
        {live_when(move || !is_untitled.get(), move || view! { <WindowWithoutChip params /> })}
        <FilterChips params sets prompt address />
        {steady_item_view(id, prompt, body, (paths::PROMPTS, |t| t.frame().prompts))}
    }
    .into_any()
}

// How many of the models name the own brand, and the other brand that most of them name, by which answers. `None` without answers.
fn finding(
    found: &MentionList,
    newest: &[Answer],
    (own, name): (BrandId, String),
    answers: &AnswerFilterParams,
) -> Option<Sentence> {
    let all = found.answers.len() as u64;
    let naming = |index: usize| {
        let names = |answer: &&AnswerMentions| answer.mentions.iter().any(|mention| mention.brand as usize == index);
        found.answers.iter().filter(names).count() as u64
    };
    let brands = found.brands.iter().enumerate();
    let counts: Vec<(&BrandName, u64)> = brands.map(|(index, brand)| (brand, naming(index))).collect();
    let of_own = counts.iter().find(|(brand, _)| brand.id == own).map_or(0, |(_, naming)| *naming);
    let rivals = counts.iter().filter(|(brand, naming)| brand.id != own && *naming > 0);
    let rival = rivals.max_by_key(|(_, naming)| *naming).map(|(brand, naming)| (visible(&brand.name), *naming));
    (all > 0).then(|| {
        let rival = rival.as_ref().map(|(name, naming)| (name.as_str(), *naming));
        let text = (texts().answers().models_finding)((name.as_str(), of_own), rival, all);
        let text = text + &counted_answers(newest).unwrap_or_default();
        Sentence::new(text, brand_answers(&own, answers, BrandFigure::Named, None))
    })
}

// Of which days the newest answers are, and whether several routes gave them. `None` if their days are unknown.
fn counted_answers(newest: &[Answer]) -> Option<String> {
    let counted = || newest.iter().filter(|answer| named_in(answer).is_some());
    let times = || counted().filter_map(|answer| answer.created_at.as_ref());
    let end = start_of_day(&day_of(times().max()?)?, 1)?;
    let days = date_range(times().min()?, &end, &time_zone());
    let route = counted().next().map(|answer| &answer.route);
    let is_mixed = counted().any(|answer| Some(&answer.route) != route);
    Some((texts().answers().models_answers)(&days, is_mixed))
}

// `is_new` is whether no filter is why there are no answers.
fn nothing(params: &AnswerFilterParams, is_new: bool, address: Callback<AnswerFilterParams, String>) -> AnyView {
    if !is_new {
        return none_matching(|t| t.answers().none_found, params, |answers| untrack(|| address.run(answers)));
    }
    let start: Pick = |t| t.common().new_run;
    empty_with_link(|t| t.answers().empty, |t| t.answers().empty_description, (paths::RUN_START, start))
}

// The answers in the order of the available models. Others come last.
fn models(
    mut newest: Vec<Answer>,
    available: Vec<Model>,
    params: &AnswerFilterParams,
    texts: AnswerTexts,
    mentions: Query<MentionList>,
) -> AnyView {
    let position = |answer: &Answer| available.iter().position(|model| model.code == answer.model);
    sort_by_key(&mut newest, |answer| position(answer).unwrap_or(usize::MAX));
    let has_answer = |model: &Model| newest.iter().any(|answer| answer.model == model.code);
    let without = available.iter().filter(|model| !has_answer(model));
    let others: Vec<_> = without.map(|model| view! { <li><ModelBadge code=model.code.clone() /></li> }).collect();
    let columns: Vec<AnyView> = newest.into_iter().map(|answer| column(answer, params, texts, mentions)).collect();
    view! {
        <div class="models-columns">{columns}</div>
        {(!others.is_empty())
            .then(|| {
                view! {
                    <h2 id="models-without">{t(|t| t.answers().models_without)}</h2>
                    <ul class="chips" aria-labelledby="models-without">{others}</ul>
                }
            })}
    }
    .into_any()
}

fn column(answer: Answer, params: &AnswerFilterParams, texts: AnswerTexts, mentions: Query<MentionList>) -> AnyView {
    let Answer { id, model, route, prompt_id, region: code, status, content, created_at, sources, .. } = answer;
    let heading = format!("model-{model}");
    let id_of_heading = heading.clone();
    let address = AnswerFilterParams { prompt: Some(prompt_id), ..params.clone() }.answer(&id);
    let is_missing = status != AnswerStatus::Success || content.trim().is_empty();
    // Some models list their sources in the text.
    let is_listed = sources.iter().all(|source| content.contains(&source.url));
    // Measured before the first paint.
    let is_long = RwSignal::new(!is_missing);
    let column = NodeRef::<html::Article>::new();
    effect(move || {
        let text = column.get().and_then(|column| column.query_selector(".prose").ok().flatten());
        if let Some(text) = text {
            observe_size(&text.clone(), move |_| {
                let now = is_cut(&text);
                if is_long.try_get_untracked().is_some_and(|known| known != now) {
                    is_long.set(now);
                }
            });
        }
    });
    let is_open = RwSignal::new(false);
    let toggle = move || {
        let label =
            t_with(move |t| if is_open.get() { t.answers().show_less } else { t.answers().show_all }.to_owned());
        let toggle = move |()| is_open.update(|is_open| *is_open = !*is_open);
        view! {
            <div class="inline-actions">
                <Button label variant=Variant::Quiet expanded=is_open on_click=toggle />
            </div>
        }
    };
    let text = if is_missing {
        let reason: Pick = match status {
            AnswerStatus::Failed => |t| t.answers().failed_description,
            AnswerStatus::Pending => |t| t.answers().pending_description,
            _ => |t| t.answers().no_text,
        };
        view! { <p class="muted">{t(reason)}</p> }.into_any()
    } else {
        (texts.view)(id, content, sources.clone(), mentions)
    };
    let sources = (!is_missing && !is_listed).then(|| {
        let count = sources.len() as u64;
        view! {
            <details class="models-sources">
                <summary>{t_with(move |t| (t.answers().source_count)(count))}</summary>
                <SourceList sources />
            </details>
        }
    });
    view! {
        <article
            class="models-column"
            node_ref=column
            aria-labelledby=heading
            data-cut=move || (is_long.get() && !is_open.get()).then_some("")
        >
            <h2 id=id_of_heading><ModelBadge code=model route /></h2>
            <p class="cell-note">
                <AnswerStatusBadge status />
                " "
                {t_with(move |_| region(&code))}
                {created_at.map(|at| view! { " · " <RelativeTime at /> })}
                " · "
                <a href=address>{t(|t| t.answers().open_answer)}</a>
            </p>
            {text}
            {live_when(move || is_long.get(), toggle)}
            {sources}
        </article>
    }
    .into_any()
}

/// Whether a text is longer than what is shown of it at first.
fn is_cut(text: &web_sys::Element) -> bool {
    pixels(text, "line-height").is_some_and(|line| f64::from(text.scroll_height()) > line * LINES_AT_FIRST as f64 + 1.0)
}
