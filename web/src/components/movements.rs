//! Changes since the previous run, in words.

use answerdeck_analysis::{MovedPromptList, Movement, MovementReport, Movements};
use answerdeck_api::{BrandId, ModelCode, PromptId, RunId, Timestamp};
use answerdeck_insight::Tier;
use leptos::prelude::*;

use super::analysis_view::{analysis_view, none_found};
use super::model_badge::model_label;
use super::rate_view::{TierBadge, with_sample, with_tiers};
use crate::analysis::use_analysis;
use crate::locale::{Pick, t, t_with};
use crate::paths::{self, AnswersParams, BrandFigure, UrlParams, brand_answers};
use crate::queries::use_models;
use crate::reactive::live;
use crate::ui::{Methodology, Skeleton};
use crate::untrusted::quotation;

/// The maximum number of movements shown.
const SHOWN_MAX: u32 = 6;
/// The maximum length of a prompt in characters.
const PROMPT_MAX: usize = 100;

/// The changes between the newest run and the last earlier run that asked a model the same prompt. Each change links to its
/// answers.
#[component]
pub fn BrandMovements(
    /// The answers.
    params: Memo<AnswersParams>,
    /// The own brand, which is emphasized.
    own: Signal<Option<BrandId>>,
) -> AnyView {
    let found = use_analysis().query(move || Some(Movements { scope: params.get().counted()?, limit: SHOWN_MAX }));
    let report = Memo::new(move |_| found.with(|reply| reply.and_then(|reply| reply.value.clone())));
    let coverage = Signal::derive(move || found.with(|reply| reply.map(|reply| reply.coverage)));
    let content = move || match report.get() {
        None => none_found(coverage, t(|t| t.overview().moved_no_pair)),
        Some(report) => untrack(|| report_view(report, params, own)),
    };
    let methodology = t_with(move |t| {
        let samples = report.with(|report| report.as_ref().map(|report| report.comparable));
        let samples = samples.map(|samples| samples.map(|sample| (sample.answers, sample.prompts)));
        let counted = samples.map(|samples| (t.overview().methodology_moved_sample)(samples));
        with_tiers(&with_sample(t.overview().methodology_moved, counted), t)
    });
    view! {
        <section class="section" aria-labelledby="overview-movements">
            <h2 id="overview-movements">{t(|t| t.overview().moved)}</h2>
            {analysis_view(found, || view! { <Skeleton rows=4 /> }.into_any(), move || live(content))}
            <Methodology label=t(|t| t.common().methodology) text=methodology />
        </section>
    }
    .into_any()
}

fn report_view(report: MovementReport, params: Memo<AnswersParams>, own: Signal<Option<BrandId>>) -> AnyView {
    let MovementReport { before, since, after, comparable, total, movements } = report;
    let rest = total.saturating_sub(movements.len() as u64);
    let is_certain = comparable.iter().all(|sample| sample.tier() == Tier::Directional);
    let smaller = if comparable[0].answers < comparable[1].answers { comparable[0] } else { comparable[1] };
    let compared = t_with(move |t| (t.overview().moved_compared)(smaller.answers, smaller.prompts));
    let verdict = (!is_certain).then(|| {
        view! {
            <p class="movements-verdict">
                <TierBadge tier=Tier::Exploratory />
                " "
                {t(|t| t.overview().moved_uncertain)}
            </p>
        }
    });
    let list = if movements.is_empty() {
        view! { <p>{t(|t| t.overview().moved_nothing)}</p> }.into_any()
    } else {
        let item = |movement: Movement| movement_view(movement, after.clone(), since.clone(), params, own);
        let others = (rest > 0).then(|| {
            view! { <p class="muted">{t_with(move |t| (t.overview().moved_smaller)(rest))}</p> }
        });
        view! {
            <ul class="movements">{movements.into_iter().map(item).collect_view()}</ul>
            {others}
        }
        .into_any()
    };
    view! {
        <p class="muted movements-runs">
            <a href=paths::run(&after)>{t(|t| t.overview().newest_run)}</a>
            " · "
            <a href=paths::run(&before)>{t(|t| t.overview().run_before)}</a>
            " · "
            {compared}
        </p>
        {verdict}
        {list}
    }
    .into_any()
}

fn movement_view(
    movement: Movement,
    run: RunId,
    since: Timestamp,
    params: Memo<AnswersParams>,
    own: Signal<Option<BrandId>>,
) -> AnyView {
    let models = use_models();
    let Movement { brand, name, model, moved, moved_by_prompts, gained, lost } = movement;
    // Links to the answers that name the brand now. The earlier run is linked above the list.
    let (of_brand, of_model) = (brand.clone(), model.clone());
    let address = move || {
        let answers = AnswersParams { run: Some(run.clone()), model: Some(of_model.clone()), ..params.get() };
        brand_answers(&of_brand, &answers, BrandFigure::Named, None)
    };
    let direction = if moved > 0 { "up" } else { "down" };
    let (counts, code) = ([gained.count, lost.count], model.clone());
    let text = t_with(move |t| (t.overview().movement)(&name, moved, &model_label(models, &code), counts));
    let asked = (moved_by_prompts != 0).then(|| {
        let text = t_with(move |t| (t.overview().moved_by_prompts)(moved_by_prompts));
        view! { <span class="cell-note">{text}</span> }
    });
    let list = |name: Pick, prompts: MovedPromptList| {
        (!prompts.named.is_empty()).then(|| prompts_view(name, prompts, &model, &since, params))
    };
    view! {
        <li data-direction=direction class:strong=move || own.get().as_ref() == Some(&brand)>
            <a href=address>
                <bdi>{text}</bdi>
            </a>
            {asked}
            <details>
                <summary>{t(|t| t.overview().moved_prompts)}</summary>
                {list(|t| t.overview().gained, gained)}
                {list(|t| t.overview().lost, lost)}
            </details>
        </li>
    }
    .into_any()
}

// A prompt links to its answers in both runs: for a lost prompt, the newer run may have no answer that names the brand.
fn prompts_view(
    name: Pick,
    prompts: MovedPromptList,
    model: &ModelCode,
    since: &Timestamp,
    params: Memo<AnswersParams>,
) -> AnyView {
    let rest = prompts.count.saturating_sub(prompts.named.len() as u64);
    let item = |(id, question): (PromptId, String)| {
        let (model, since) = (model.clone(), since.clone());
        let of_prompt = move || {
            let (prompt, model, from) = (Some(id.clone()), Some(model.clone()), Some(since.clone()));
            AnswersParams { prompt, model, from, run: None, ..params.get() }.address()
        };
        view! {
            <li>
                <a href=of_prompt>
                    <bdi>{quotation(&question, PROMPT_MAX)}</bdi>
                </a>
            </li>
        }
    };
    view! {
        <p class="muted">{t(name)}</p>
        <ul>
            {prompts.named.into_iter().map(item).collect_view()}
            {(rest > 0).then(|| view! { <li class="muted">{t_with(move |t| (t.overview().moved_more)(rest))}</li> })}
        </ul>
    }
    .into_any()
}
