//! Changes between two runs or periods, in words.

use answerdeck_api::metrics::{
    BrandName, Change, ComparedAnswers, Comparison, MovedPrompt, MovedPrompts, Movement, MovementList,
};
use answerdeck_api::{BrandId, ModelCode, RunId, Timestamp};
use answerdeck_insight::{points, rate};
use leptos::prelude::*;

use super::model_badge::model_label;
use super::rate_view::rate_change;
use super::{ALL_ROWS, more_rows, steady_view};
use crate::format::day;
use crate::locale::{Pick, t, t_with};
use crate::paths::{self, AnswerFilterParams, BrandFigure, SCHEDULE_NEW, UrlParams, brand_answers};
use crate::queries::{Query, use_models};
use crate::reactive::{live, live_option};
use crate::ui::skeleton;
use crate::untrusted::quotation;

const SHOWN_AT_FIRST: usize = 3;
/// The maximum length of a prompt in characters.
const PROMPT_MAX: usize = 100;

/// The changes between the newest two runs that asked a model the same prompt. Each change links to its answers. They are folded when
/// all may be chance.
#[component]
pub fn BrandMovements(
    found: Query<MovementList>,
    params: Memo<AnswerFilterParams>,
    /// The own brand, which is emphasized.
    own: Memo<Option<BrandId>>,
) -> AnyView {
    let found_in = |found: &MovementList| (found.coverage.answers > 0, found.comparison.clone());
    let compared = Memo::new(move |_| found.with(|found| found.map(found_in)).unwrap_or_default());
    let content = move || match compared.get() {
        (false, None) if !params.with(AnswerFilterParams::is_unfiltered) => {
            view! { <p class="muted">{t(|t| t.answers().none_found)}</p> }.into_any()
        }
        (_, None) => view! {
            <p class="muted">
                {t(|t| t.overview().moved_no_pair)} " " <a href=SCHEDULE_NEW>{t(|t| t.overview().moved_schedule)}</a>
            </p>
        }
        .into_any(),
        (_, Some(comparison)) => untrack(|| comparison_view(comparison, params, own)),
    };
    view! {
        <section class="section" aria-labelledby="overview-movements">
            <h2 id="overview-movements">{t(|t| t.overview().moved)}</h2>
            {steady_view(found, skeleton::<4>, move || live(content))}
        </section>
    }
    .into_any()
}

fn comparison_view(comparison: Comparison, params: Memo<AnswerFilterParams>, own: Memo<Option<BrandId>>) -> AnyView {
    let Comparison { before, after, changes, total_movements, movements, .. } = comparison;
    let answers_of_both = [before.sample.answers, after.sample.answers];
    let has_significant =
        changes.iter().filter_map(|change| change.mention_rate).any(|change| is_significant(change, answers_of_both));
    let compared = [&before.comparable, &after.comparable].map(|sample| (sample.answers, sample.prompts));
    let (answers, prompts) = compared[0].min(compared[1]);
    let compared = t_with(move |t| (t.overview().moved_compared)(answers, prompts));
    let list = if movements.is_empty() {
        view! { <p>{t(|t| t.overview().moved_nothing)}</p> }.into_any()
    } else {
        let (run, since) = (after.run_id.clone(), before.first_created_at.clone());
        let listed = movements.len();
        let rest = total_movements.saturating_sub(listed as u64);
        let (shown, more) = more_rows(listed, SHOWN_AT_FIRST, ALL_ROWS);
        let items = move || {
            let item = |movement: &Movement| movement_view(movement.clone(), run.clone(), since.clone(), params, own);
            movements.iter().take(shown.get()).map(item).collect_view().into_any()
        };
        let others = move || {
            (rest > 0 && shown.get() >= listed)
                .then(|| view! { <p class="muted">{t_with(move |t| (t.overview().moved_rest)(rest))}</p> }.into_any())
        };
        let list = view! {
            <ul class="movements">{live(items)}</ul>
            {more}
            {live_option(others)}
        }
        .into_any();
        match has_significant {
            true => list,
            false => view! {
                <p>{t(|t| t.overview().moved_by_chance)}</p>
                <details class="movements-folded">
                    <summary>{t_with(move |t| (t.overview().small_changes)(total_movements))}</summary>
                    {list}
                </details>
            }
            .into_any(),
        }
    };
    let link = |side: ComparedAnswers, name: Pick| {
        let at = side.first_created_at;
        let name =
            t_with(move |t| at.as_ref().map_or_else(|| name(t).to_owned(), |at| format!("{} {}", name(t), day(at))));
        side.run_id.map(|run| view! { <a href=paths::run(&run)>{name}</a> " · " })
    };
    view! {
        <p class="muted">
            {link(after, |t| t.overview().later_run)}
            {link(before, |t| t.overview().earlier_run)}
            {compared}
        </p>
        {list}
    }
    .into_any()
}

/// The movements of a brand since the period before, with their prompts. They link to the answers of both periods.
pub fn movements_since(comparison: Comparison, params: Memo<AnswerFilterParams>) -> AnyView {
    let (own, since) = (Memo::new(|_| None), comparison.before.first_created_at);
    let item = |movement| movement_view(movement, None, since.clone(), params, own);
    view! { <ul class="movements">{comparison.movements.into_iter().map(item).collect_view()}</ul> }.into_any()
}

// Whether the intervals of both rates do not overlap.
fn is_significant(Change { before, after, .. }: Change, [answers_before, answers]: [u64; 2]) -> bool {
    let counted = |value: f64, answers: u64| rate((value * answers as f64).round() as u64, answers);
    let change = rate_change(counted(after, answers), counted(before, answers_before));
    change.is_some_and(|(_, is_better)| is_better.is_some())
}

fn movement_view(
    movement: Movement,
    // The later run. `None` for a period.
    run: Option<RunId>,
    since: Option<Timestamp>,
    params: Memo<AnswerFilterParams>,
    own: Memo<Option<BrandId>>,
) -> AnyView {
    let models = use_models();
    let Movement { brand: BrandName { id: brand, name }, model, moved, moved_by_prompts, gained, lost } = movement;
    // A rise links to the answers that name the brand now. A fall links to those of both runs, of its prompt if it has only one.
    let (of_brand, of_model, since_first) = (brand.clone(), model.clone(), since.clone());
    let lost_prompt = match lost.prompts.as_slice() {
        [MovedPrompt { prompt_id, .. }] if lost.count == 1 => Some(prompt_id.clone()),
        _ => None,
    };
    let address = move || {
        let answers = AnswerFilterParams { model: Some(of_model.clone()), run: None, ..params.get() };
        if moved < 0.0 {
            let prompt = lost_prompt.clone().or_else(|| answers.prompt.clone());
            return AnswerFilterParams { prompt, ..answers }.between(since_first.clone(), None).address();
        }
        let answers = match run.clone() {
            Some(run) => AnswerFilterParams { run: Some(run), ..answers }.between(None, None),
            None => answers,
        };
        brand_answers(&of_brand, &answers, BrandFigure::Named, None)
    };
    let direction = if moved > 0.0 { "up" } else { "down" };
    let (counts, code) = ([gained.count, lost.count], model.clone());
    let text = t_with(move |t| (t.overview().movement)(&name, moved, &model_label(models, &code), counts));
    let asked = (points(moved_by_prompts) != 0.0).then(|| {
        let text = t_with(move |t| (t.overview().moved_by_prompts)(moved_by_prompts));
        view! { <span class="cell-note">{text}</span> }
    });
    let named = brand.clone();
    let list = |name: Pick, prompts: MovedPrompts| {
        (!prompts.prompts.is_empty()).then(|| prompts_view(name, prompts, &named, &model, &since, params))
    };
    view! {
        <li translate="no" data-direction=direction class:strong=move || own.get().as_ref() == Some(&brand)>
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

// A prompt links to its answers in both runs that name the brand: for a lost prompt, the newer run may have none.
fn prompts_view(
    name: Pick,
    prompts: MovedPrompts,
    brand: &BrandId,
    model: &ModelCode,
    since: &Option<Timestamp>,
    params: Memo<AnswerFilterParams>,
) -> AnyView {
    let rest = prompts.count.saturating_sub(prompts.prompts.len() as u64);
    let item = |MovedPrompt { prompt_id: id, query }: MovedPrompt| {
        let (brand, model, since) = (brand.clone(), model.clone(), since.clone());
        let of_prompt = move || {
            let (prompt, brand, model) = (Some(id.clone()), Some(brand.clone()), Some(model.clone()));
            let answers = AnswerFilterParams { prompt, brand, model, run: None, ..params.get() };
            answers.between(since.clone(), None).address()
        };
        view! {
            <li>
                <a href=of_prompt>
                    <bdi>{quotation(&query, PROMPT_MAX)}</bdi>
                </a>
            </li>
        }
    };
    view! {
        <p class="muted">{t(name)}</p>
        <ul>
            {prompts.prompts.into_iter().map(item).collect_view()}
            {(rest > 0).then(|| view! { <li class="muted">{t_with(move |t| (t.runs().and_more)(rest))}</li> })}
        </ul>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_few_answers_may_be_chance() {
        let change = |before, after| Change { before, after, ..Change::default() };
        assert!(is_significant(change(0.3, 0.5), [240, 240]));
        assert!(is_significant(change(0.5, 0.3), [240, 240]));
        assert!(!is_significant(change(0.3, 0.5), [10, 10]));
        assert!(!is_significant(change(0.3, 0.3), [240, 240]));
    }
}
