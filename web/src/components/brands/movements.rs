//! Changes between two runs or periods, in words.

use answerdeck_api::metrics::{
    BrandChange, BrandName, Change, ComparedAnswers, Comparison, Coverage, MovedPrompt, MovedPrompts, Movement,
    MovementList,
};
use answerdeck_api::{BrandId, PromptId, RunId, Timestamp};
use answerdeck_insight::{points, rate};
use leptos::prelude::*;

use super::stats::period_before;
use crate::components::{ALL_ROWS, counted_model_label, more_rows, next_start, rate_change, steady_view};
use crate::format::{self, date_time, day, day_of};
use crate::locale::{Pick, t, t_with};
use crate::paths::{
    self, AnswerFilterParams, BrandFigure, Period, SCHEDULE_NEW, UrlParams, brand_answers, metrics_address,
    prompt_changes,
};
use crate::queries::brands::use_own_brand_id;
use crate::queries::schedules::use_all_schedules;
use crate::queries::{Query, use_models};
use crate::reactive::{live, live_option, live_when};
use crate::ui::skeleton;
use crate::untrusted::quotation;

const SHOWN_AT_FIRST: usize = 3;
/// The maximum length of a prompt in characters.
const PROMPT_MAX: usize = 100;

/// The changes since the period before or between two runs, in the answers to what both asked. Each change links to its answers or to
/// both rates. They are folded when all may be chance.
#[component]
pub fn BrandMovements(
    found: Query<MovementList>,
    params: Memo<AnswerFilterParams>,
    /// The own brand, which is emphasized.
    own: Memo<Option<BrandId>>,
) -> AnyView {
    let found_in = |found: &MovementList| {
        let Coverage { answers, counted } = found.coverage;
        let is_empty = |compared: &Comparison| compared.after.sample.answers == 0 && counted == answers;
        (answers > 0 && !found.comparison.as_ref().is_some_and(is_empty), found.comparison.clone())
    };
    let compared = Memo::new(move |_| found.with(|found| found.map(found_in)).unwrap_or_default());
    // What is compared, or is to be.
    let are_runs = move || match compared.with(|(_, found)| found.as_ref().map(|found| found.after.run_id.is_some())) {
        Some(are_runs) => are_runs,
        None => params.with(|params| params.from.is_none() || params.run.is_some()),
    };
    let title = t_with(move |t| match are_runs() {
        true => t.overview().moved.to_owned(),
        false => params.with(|params| (t.overview().moved_since)(&period_before(params, t))),
    });
    let content = move || match compared.get() {
        (false, _) if !params.with(AnswerFilterParams::is_unfiltered) => {
            view! { <p class="muted">{t(|t| t.answers().none_found)}</p> }.into_any()
        }
        (_, None) => untrack(|| no_pair(params)),
        (_, Some(comparison)) => untrack(|| comparison_view(comparison, params, own)),
    };
    view! {
        <section class="section" aria-labelledby="overview-movements">
            <h2 id="overview-movements">{title}</h2>
            {steady_view(found, skeleton::<4>, move || live(content))}
        </section>
    }
    .into_any()
}

fn no_pair(params: Memo<AnswerFilterParams>) -> AnyView {
    // For a run, a set or a prompt, the page already reads its name: with the schedules, it would send too many requests.
    let is_of_all = move || params.with(|of| of.run.is_none() && of.set.is_none() && of.prompt.is_none());
    view! { <p class="muted">{t(|t| t.overview().moved_no_pair)} " " {live_when(is_of_all, schedule_link)}</p> }
        .into_any()
}

// Leads to a new schedule, unless one is due.
fn schedule_link() -> AnyView {
    let schedules = use_all_schedules();
    live_option(move || {
        let is_due = schedules.with(|all| Some(all?.iter().any(|schedule| next_start(schedule).is_some())));
        let is_shown = is_due.map_or_else(|| schedules.failure().is_some(), |is_due| !is_due);
        is_shown.then(|| view! { <a class="screen-only" href=SCHEDULE_NEW>{t(|t| t.overview().moved_schedule)}</a> })
    })
}

fn comparison_view(comparison: Comparison, params: Memo<AnswerFilterParams>, own: Memo<Option<BrandId>>) -> AnyView {
    let Comparison { before, after, changes, total_movements, movements, .. } = comparison;
    let all = [before.sample.answers, after.sample.answers];
    let compared = [before.comparable.answers, after.comparable.answers];
    let has_significant =
        changes.iter().filter_map(|change| change.mention_rate).any(|change| is_moved(change, compared));
    let by_sample = move || {
        let found = own.with(|own| changed_by_sample(&changes, own.as_ref(), all).map(|(name, by)| (name.clone(), by)));
        let (BrandName { name, .. }, moved) = found?;
        Some(view! { <p>{t_with(move |t| (t.overview().moved_by_sample)(&name, moved))}</p> })
    };
    // They are the same on both sides.
    let prompts = after.comparable.prompts;
    let compared = t_with(move |t| (t.overview().moved_compared)(prompts, compared));
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
                .then(|| view! { <p class="muted">{t_with(move |t| (t.overview().moved_rest)(rest))}</p> })
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
    // Two runs of one day have different times.
    let [day_before, day_after] = [&before, &after].map(|side| side.first_created_at.as_ref().and_then(day_of));
    let is_one_day = day_before.is_some() && day_before == day_after;
    let shown: fn(&Timestamp) -> String = if is_one_day { date_time } else { day };
    let link = |side: ComparedAnswers, name: Pick| {
        let at = side.first_created_at;
        let name =
            t_with(move |t| at.as_ref().map_or_else(|| name(t).to_owned(), |at| format!("{} {}", name(t), shown(at))));
        side.run_id.map(|run| view! { <a href=paths::run(&run)>{name}</a> " · " })
    };
    view! {
        <p class="muted">
            {link(after, |t| t.overview().later_run)}
            {link(before, |t| t.overview().earlier_run)}
            {compared}
        </p>
        {live_option(by_sample)}
        {list}
    }
    .into_any()
}

/// The movements of a brand since the period before, with their prompts. They link to where the rates of both periods are.
pub fn movements_since(comparison: Comparison, params: Memo<AnswerFilterParams>) -> AnyView {
    let (own, since) = (Memo::new(|_| None), comparison.before.first_created_at);
    let item = |movement| movement_view(movement, None, since.clone(), params, own);
    view! { <ul class="movements">{comparison.movements.into_iter().map(item).collect_view()}</ul> }.into_any()
}

// The brand whose rate in all answers changed significantly, but more by which prompts and models were asked than by what they answered,
// and by how much: the own one, or else the one with the largest change.
fn changed_by_sample<'a>(
    changes: &'a [BrandChange],
    own: Option<&BrandId>,
    answers: [u64; 2],
) -> Option<(&'a BrandName, f64)> {
    let is_by_sample = |change: &Change| {
        let is_other_sample = (change.prompts + change.models).abs() > change.brand.abs();
        is_other_sample && is_significant([change.before, change.after], answers)
    };
    let moved = |change: Change| change.after - change.before;
    let found = changes.iter().filter_map(|of| Some((&of.brand, moved(of.mention_rate.filter(is_by_sample)?))));
    let found: Vec<(&BrandName, f64)> = found.collect();
    found.iter().find(|(brand, _)| Some(&brand.id) == own).or(found.first()).copied()
}

// Whether the rate of a brand changed significantly in the answers to what both sides asked. The platform judges it by its
// prompts, or else the intervals by what the brand changed.
fn is_moved(change: Change, answers: [u64; 2]) -> bool {
    let by_intervals = || is_significant([change.before, (change.before + change.brand).clamp(0.0, 1.0)], answers);
    change.significant.unwrap_or_else(by_intervals)
}

// Whether the intervals of two rates of so many answers do not overlap.
fn is_significant([before, after]: [f64; 2], [answers_before, answers]: [u64; 2]) -> bool {
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
    let (models, own_brand) = (use_models(), use_own_brand_id());
    let Movement { brand: BrandName { id, name }, model, moved, moved_by_prompts, gained, lost } = movement;
    let (is_rise, is_of_period) = (moved > 0.0, run.is_none());
    let (brand, code, counts) = (StoredValue::new(id), model.clone(), [gained.count, lost.count]);
    let answers = Signal::derive(move || AnswerFilterParams { model: Some(model.clone()), ..params.get() });
    let is_brand = move |id: &Option<BrandId>| brand.with_value(|brand| id.as_ref() == Some(brand));
    // Where both rates of periods are: by prompt for the own brand, on its page for another.
    let of_period = move |answers: AnswerFilterParams| match own_brand.with(is_brand) {
        true => prompt_changes(answers, is_rise),
        false => brand.with_value(|brand| metrics_address(&paths::brand(brand), &answers, Period::Week)),
    };
    // Of two runs, a rise links to the answers of the later one that name the brand, and a fall to those that do not.
    let address = move || {
        let Some(run) = run.clone() else { return of_period(answers.get()) };
        let answers = AnswerFilterParams { run: Some(run), ..answers.get() }.between(None, None);
        let figure = if is_rise { BrandFigure::Named } else { BrandFigure::Unnamed };
        brand.with_value(|brand| brand_answers(brand, &answers, figure, None))
    };
    let text = t_with(move |t| {
        let model = params.with(|params| counted_model_label(models, &code, &params.route));
        (t.overview().movement)(&name, moved, &model, counts)
    });
    let asked = (points(moved_by_prompts) != 0.0).then(|| {
        let text = t_with(move |t| (t.overview().moved_by_prompts)(moved_by_prompts));
        view! { <span class="cell-note">{text}</span> }
    });
    // The list of prompts has the own brand's change since the period before, and compares no runs.
    let all_by = |is_rise: bool| {
        Signal::derive(move || {
            let is_listed = is_of_period && own_brand.with(is_brand);
            is_listed.then(|| prompt_changes(AnswerFilterParams { prompt: None, ..answers.get() }, is_rise))
        })
    };
    // Of two runs, a prompt links to its answers in both that name the brand: for a lost prompt, the newer run may have none.
    let of_prompt = Callback::new(move |prompt: PromptId| {
        let answers = AnswerFilterParams { prompt: Some(prompt), ..answers.get() };
        if is_of_period {
            return of_period(answers);
        }
        let answers = AnswerFilterParams { brand: Some(brand.get_value()), run: None, ..answers };
        answers.during(since.clone(), None).address()
    });
    let list = |name: Pick, prompts: MovedPrompts, is_rise: bool| {
        (!prompts.prompts.is_empty()).then(|| prompts_view(name, prompts, all_by(is_rise), of_prompt))
    };
    view! {
        <li translate="no" data-direction=if is_rise { "up" } else { "down" } class:strong=move || own.with(is_brand)>
            <a href=address><bdi>{text}</bdi></a>
            {asked}
            <details>
                <summary>{t(|t| t.overview().moved_prompts)}</summary>
                {list(|t| t.overview().gained, gained, true)}
                {list(|t| t.overview().lost, lost, false)}
            </details>
        </li>
    }
    .into_any()
}

fn prompts_view(
    name: Pick,
    prompts: MovedPrompts,
    // The address of the list of all prompts, if it has them.
    all: Signal<Option<String>>,
    address: Callback<PromptId, String>,
) -> AnyView {
    let rest = prompts.count.saturating_sub(prompts.prompts.len() as u64);
    let more = move || {
        let text = t_with(move |t| (t.runs().and_more)(rest));
        match all.get() {
            Some(address) => view! { <a href=address>{text}</a> }.into_any(),
            None => text.into_any(),
        }
    };
    let item = |MovedPrompt { prompt_id: id, query, before, after }: MovedPrompt| {
        let rates = t_with(move |_| [before, after].map(format::rate).join(" → "));
        view! {
            <li>
                <a href=move || address.run(id.clone())><bdi>{quotation(&query, PROMPT_MAX)}</bdi></a>
                " "
                <span class="muted number">{rates}</span>
            </li>
        }
    };
    view! {
        <p class="muted">{t(name)}</p>
        <ul>
            {prompts.prompts.into_iter().map(item).collect_view()}
            {(rest > 0).then(|| view! { <li class="muted">{live(more)}</li> })}
        </ul>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_few_answers_may_be_chance() {
        assert!(is_significant([0.3, 0.5], [240, 240]));
        assert!(is_significant([0.5, 0.3], [240, 240]));
        assert!(!is_significant([0.3, 0.5], [10, 10]));
        assert!(!is_significant([0.3, 0.3], [240, 240]));
    }

    #[test]
    fn a_change_that_comes_from_other_prompts_is_no_movement_of_the_brand() {
        let change = |prompts, brand| Change { before: 0.3, after: 0.5, prompts, brand, ..Change::default() };
        assert!(is_moved(change(0.0, 0.2), [240, 240]) && !is_moved(change(0.19, 0.01), [240, 240]));
        let judged = |significant: bool| Change { significant: Some(significant), ..change(0.0, 0.2) };
        assert!(is_moved(judged(true), [10, 10]) && !is_moved(judged(false), [240, 240]));
        let of = |id: &str, change: Change| BrandChange {
            brand: BrandName { id: id.repeat(22).parse().unwrap(), name: id.to_owned() },
            mention_rate: Some(change),
            share_of_voice: None,
        };
        let changes = [of("a", change(0.0, 0.2)), of("b", change(0.19, 0.01)), of("c", change(0.15, 0.05))];
        let named =
            |own: Option<&BrandId>, answers| changed_by_sample(&changes, own, answers).map(|(brand, _)| &*brand.name);
        assert_eq!(named(None, [240, 240]), Some("b"));
        assert_eq!(named(Some(&changes[2].brand.id), [240, 240]), Some("c"));
        assert_eq!(named(None, [10, 10]), None);
    }
}
