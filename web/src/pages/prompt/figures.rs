//! How often the answers to a prompt name the brands, over time and by model. The code is loaded in parallel with the prompt.

use answerdeck_api::metrics::{BrandMetrics, BrandMetricsInclude};
use answerdeck_api::{Brand, BrandId};
use leptos::prelude::*;

use crate::components::{
    BrandInGroup, BrandTrend, LINES_MAX, ModelRates, Sentence, brand_findings, finding_of_route, query_view,
};
use crate::lazy::lazy_part;
use crate::locale::{t, t_with, texts};
use crate::paths::{AnswerFilterParams, Period};
use crate::queries::Query;
use crate::queries::brands::{use_own_brand, use_own_brand_id};
use crate::queries::metrics::{trend_filter, use_brand_metrics};
use crate::reactive::{live_on, live_option};
use crate::ui::skeleton;

/// Shows the figures of some answers to a prompt, with the address of the numbers of all routes, and of the page with other answers.
type PromptFigures =
    fn(Memo<AnswerFilterParams>, Memo<Option<String>>, Callback<AnswerFilterParams, String>) -> AnyView;

lazy_part! {
    prompt_answer_figures: PromptFigures = view
}

const PERIOD: Period = Period::Week;

fn view(
    answers: Memo<AnswerFilterParams>,
    all_routes: Memo<Option<String>>,
    address: Callback<AnswerFilterParams, String>,
) -> AnyView {
    let (own, own_id) = (use_own_brand(), use_own_brand_id());
    let metrics = use_brand_metrics(
        move || {
            let scope = answers.get().counted_scope()?;
            let include = [BrandMetricsInclude::Models, BrandMetricsInclude::Before];
            Some(trend_filter(scope, LINES_MAX as u32, PERIOD, &include))
        },
        move || own_id.get(),
    );
    let sentences = Memo::new(move |_| {
        if own_id.with(Option::is_none) {
            return vec![Sentence::no_brand()];
        }
        let (answers, texts) = (answers.get(), texts());
        metrics.with(|found| own_id.with(|own| brand_findings(found, own.as_ref(), &answers, PERIOD, texts)))
    });
    // Where days are the only filter of the answers to the prompt.
    let longer = move || {
        let answers = answers.get();
        let has_only_days = AnswerFilterParams { prompt: None, ..answers.clone() }.has_only_days();
        let longer = has_only_days.then(|| answers.longer(None))?;
        let days = longer.window.days();
        let name = t_with(move |t| (t.answers().show_longer)(days));
        Some(view! { <a href=move || address.run(longer.clone())>{name}</a> })
    };
    query_view(metrics, skeleton::<4>, move |found: BrandMetrics| {
        if found.all.sample.answers == 0 {
            let none = t(|t| t.prompts().finding_no_answers);
            return view! { <p class="muted">{none} " " {live_option(longer)}</p> }.into_any();
        }
        let charts = move |own: Option<Brand>| charts(metrics, answers, own.map(|own| (own.id, own.name)));
        view! {
            <section class="section" aria-labelledby="prompt-metrics">
                <h2 class="visually-hidden" id="prompt-metrics">{t(|t| t.brands().metrics)}</h2>
                {finding_of_route(0, sentences, all_routes)} {live_on(own, charts)}
            </section>
        }
        .into_any()
    })
}

fn charts(metrics: Query<BrandMetrics>, answers: Memo<AnswerFilterParams>, own: Option<(BrandId, String)>) -> AnyView {
    let own_id = own.as_ref().map(|(id, _)| id.clone());
    // The finding says it when no model names the brand.
    let is_named = |id: &BrandId| {
        let brand = metrics.with(|found| BrandInGroup::find(found?, id));
        brand.is_some_and(|brand| brand.brand.mention_rate.numerator > 0)
    };
    let models = own.filter(|(id, _)| is_named(id)).map(|(id, name)| {
        view! { <ModelRates brand=StoredValue::new(id) name=Signal::stored(name) metrics params=answers /> }
    });
    view! {
        <div class="columns">
            <BrandTrend
                metrics
                scope=answers
                period=Memo::new(|_| PERIOD)
                own=Signal::stored(own_id.clone())
                strong=Signal::stored(own_id)
            />
            {models}
        </div>
    }
    .into_any()
}
