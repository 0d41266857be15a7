//! One brand: how visible it is, altogether, over time and by model, how its sites are cited, and the answers behind these
//! figures; edit and delete. Uses `get_brand`, `update_brand`, `delete_brand`, `preview_brand`, `measure_brands`,
//! `measure_prompts`, `list_movements`, `match_answers`, `get_organization`, `list_brands`, `list_runs`, `list_prompt_sets`,
//! `get_prompt`, `list_models` and `list_regions`.

mod answers_of_figure;
mod figures;

use answerdeck_api::limits::BASE_WORDS_MAX;
use answerdeck_api::metrics::BrandMetricsInclude;
use answerdeck_api::{Brand, BrandId, ErrorCode};
use leptos::prelude::*;

use crate::components::{
    CoverageNote, DeleteOwnBrand, LINES_MAX, NoAnswers, PeriodChoice, item_view, steady_view_with, use_counted_answers,
    use_shown_period,
};
use crate::forms::{AnswerFilters, BRAND_FORM, BrandDialog, FiltersButton, PageFilters, reopen};
use crate::lazy::{lazy_view, loaded};
use crate::letter_case::lower_case;
use crate::locale::{Pick, t, t_with};
use crate::navigation::{use_path_id, use_query_string, use_url_params};
use crate::paths::{
    self, AnswerFilterParams, AnswerListParams, BRANDS, Period, UrlParams, WordsParams, brand_answers, figure_of,
    metrics_address, period_of,
};
use crate::queries::Kind;
use crate::queries::brands::use_brand;
use crate::queries::deletions::use_close_for_deletion;
use crate::queries::metrics::{trend_filter, use_brand_metrics};
use crate::reactive::{effect, live_on};
use crate::router::use_router;
use crate::ui::{DialogState, ExternalLink, HeaderActions, PageHeader, list_or_none, skeleton};
use crate::untrusted::{LinkTarget, link_target};
use figures::BrandData;

pub fn view() -> AnyView {
    let id = use_path_id::<BrandId>();
    let brand = use_brand(id.into());
    let params = use_url_params::<AnswerFilterParams>();
    let (figure, period) = (use_query_string(figure_of), use_query_string(period_of));
    let is_metrics = Memo::new(move |_| figure.with(Option::is_none));
    let edit_dialog = DialogState::<Brand>::new();
    reopen(edit_dialog, BRAND_FORM, move |_| brand.value());
    let leave = use_close_for_deletion(Kind::Brands);

    let is_loading = Signal::derive(move || brand.with(|brand| brand.is_none()));
    let edit = move |()| edit_dialog.open(brand.value());
    let list = Signal::derive(move || paths::brands(&params.get(), None));
    let leave = Callback::new(move |(id, name): (String, String)| leave(id, name, &list.get_untracked()));
    let question = DialogState::<(String, String)>::new();
    let delete = move |()| {
        let Some(Brand { id, name, is_own, .. }) = brand.value() else { return };
        let deleted = (id.into(), name);
        if is_own { question.open(Some(deleted)) } else { leave.run(deleted) }
    };
    let title =
        t_with(move |t| brand.with(|brand| brand.map_or(t.common().brand.to_owned(), |brand| brand.name.clone())));
    let filters = PageFilters::new(use_counted_answers(params), move |answers| {
        let Some(id) = id.get() else { return BRANDS.to_owned() };
        match figure.get() {
            Some((figure, rivals)) => brand_answers(&id, &answers, figure, rivals.as_ref()),
            None => metrics_address(&paths::brand(&id), &answers, period.get()),
        }
    });
    // Another person may have deleted the brand. It is read again once.
    let missing = StoredValue::new(None::<BrandId>);
    let on_missing = Callback::new(move |()| {
        let id = id.get_untracked();
        if missing.get_value() != id {
            missing.set_value(id);
            brand.refresh();
        }
    });
    // Before the brand is known, it leads nowhere.
    let link = move |text: Pick, name: Signal<String>, address: fn(&Brand, AnswerFilterParams) -> String| {
        let href = move || brand.with(|brand| brand.map(|brand| address(brand, filters.params.get())));
        view! { <a class="button" href=href aria-label=name>{t(text)}</a> }.into_any()
    };
    let header = move |is_metrics: bool| {
        if is_metrics {
            return view! {
                <PageHeader title back=(t(|t| t.frame().brands), list)>
                    <FiltersButton filters />
                    {link(|t| t.brands().excerpts, t_with(move |t| (t.brands().excerpts_of)(&title.get())), excerpts)}
                    {link(|t| t.frame().words, t_with(move |t| (t.brands().words_of)(&title.get())), words)}
                    <HeaderActions name=title disabled=is_loading on_edit=edit on_delete=delete />
                </PageHeader>
            }
            .into_any();
        }
        let path = id.get().map_or_else(|| BRANDS.to_owned(), |id| paths::brand(&id));
        let back = Signal::derive(move || metrics_address(&path, &params.get(), Period::Week));
        view! {
            <PageHeader title back=(t(|t| t.brands().back_to_metrics), back)><FiltersButton filters /></PageHeader>
        }
        .into_any()
    };
    let ready = move |brand: Brand| {
        live_on(is_metrics, move |is_metrics: bool| {
            let brand = brand.clone();
            if !is_metrics {
                let code = loaded(answers_of_figure::load);
                return lazy_view(code, skeleton::<4>, move |view| view(brand.id.clone(), filters));
            }
            let details = details(&brand);
            view! {
                <Metrics brand filters on_missing />
                {details}
            }
            .into_any()
        })
    };
    view! {
        {live_on(is_metrics, header)}
        {item_view(id, brand, skeleton::<2>, ready, (BRANDS, |t| t.frame().brands))}
        <BrandDialog state=edit_dialog />
        <DeleteOwnBrand state=question on_confirm=leave />
    }
    .into_any()
}

// The address of the parts of answers with its name.
fn excerpts(brand: &Brand, answers: AnswerFilterParams) -> String {
    let answers = AnswerFilterParams { brand: Some(brand.id.clone()), ..answers };
    AnswerListParams { answers, phrase: Some(brand.name.clone()) }.address()
}

// The address of the words of answers with its names.
fn words(brand: &Brand, answers: AnswerFilterParams) -> String {
    let words = brand.names().take(BASE_WORDS_MAX).map(|name| lower_case(name)).collect();
    WordsParams { answers, words, ..WordsParams::default() }.address()
}

fn details(brand: &Brand) -> AnyView {
    let name =
        |name: &String| view! { <li class="chip"><bdi class="chip-value" translate="no">{name.clone()}</bdi></li> };
    let website = |address: &String| match link_target(address) {
        LinkTarget::Web { address, .. } => {
            let shown = address.clone();
            view! { <li><ExternalLink address><bdi>{shown}</bdi></ExternalLink></li> }.into_any()
        }
        LinkTarget::Inert(address) => view! { <li><bdi>{address}</bdi></li> }.into_any(),
    };
    let phrases = || {
        view! {
            <dt>{t(|t| t.brands().excluded_phrases)}</dt>
            <dd>{list_or_none(brand.excluded_phrases.iter().map(|text| name(text).into_any()).collect(), "chips")}</dd>
        }
    };
    let case = || view! { <p class="muted">{t(|t| t.brands().case_sensitive)}</p> };
    view! {
        {brand.description.clone().map(|description| view! { <p class="text-block">{description}</p> })}
        <dl class="properties">
            <dt>{t(|t| t.brands().synonyms)}</dt>
            <dd>
                {list_or_none(brand.synonyms.iter().map(|text| name(text).into_any()).collect(), "chips")}
                {brand.case_sensitive.then(case)}
            </dd>
            {(!brand.excluded_phrases.is_empty()).then(phrases)}
            <dt>{t(|t| t.common().websites)}</dt>
            <dd>{list_or_none(brand.websites.iter().map(website).collect(), "")}</dd>
        </dl>
    }
    .into_any()
}

// The metrics of the brand. A component, so that another brand keeps no state of the previous one.
#[component]
fn Metrics(
    brand: Brand,
    filters: PageFilters,
    /// Called when the platform no longer has the brand.
    on_missing: Callback<()>,
) -> AnyView {
    let PageFilters { params: answers, address, .. } = filters;
    let period = use_shown_period(answers, use_query_string(period_of));
    let router = use_router();
    let id = StoredValue::new(brand.id);
    let name = Signal::stored(brand.name);
    let metrics = use_brand_metrics(
        move || {
            let include = [BrandMetricsInclude::Models, BrandMetricsInclude::Before];
            Some(trend_filter(answers.get().counted_scope()?, LINES_MAX as u32, period.get(), &include))
        },
        move || Some(id.get_value()),
    );
    let has_answers = Memo::new(move |_| metrics.with(|found| found.is_some_and(|found| found.all.sample.answers > 0)));
    let figures = loaded(figures::load);
    let choose_period = Callback::new(move |period| {
        let address = metrics_address(&paths::brand(&id.get_value()), &answers.get_untracked(), period);
        router.navigate_in_place(&address);
    });
    effect(move || {
        if metrics.failure().is_some_and(|failure| failure.code() == Some(&ErrorCode::UserBrandNotFound)) {
            on_missing.run(());
        }
    });
    let coverage = Signal::derive(move || metrics.with(|found| found.map(|found| found.coverage)));
    let content = move |has_answers: bool| {
        if !has_answers {
            return view! { <NoAnswers coverage params=answers address=Some(address) /> }.into_any();
        }
        lazy_view(figures, skeleton::<4>, move |view| {
            view(BrandData { id, name, metrics, answers, period, on_period: choose_period })
        })
    };
    view! {
        <AnswerFilters filters />
        <CoverageNote coverage />
        <section class="section" aria-labelledby="brand-metrics">
            <h2 class="visually-hidden" id="brand-metrics">{t(|t| t.brands().metrics)}</h2>
            {steady_view_with(
                metrics,
                move || view! { <PeriodChoice period answers on_change=choose_period /> }.into_any(),
                skeleton::<4>,
                move || live_on(has_answers, content),
            )}
        </section>
    }
    .into_any()
}
