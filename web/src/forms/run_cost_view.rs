//! The cost of a run and the balance, and the message after a submission with an unknown outcome.

use leptos::prelude::*;

use super::run_cost::{Affordability, Cost};
use crate::locale::{t, t_with};
use crate::paths::RUNS;
use crate::queries::{QueryState, use_credits};
use crate::reactive::live_when;
use crate::ui::{ButtonLink, Icon, IconName, Methodology, Variant};

#[component]
pub fn CostView(
    cost: Memo<Option<Cost>>,
    /// Why the cost is unknown.
    unknown: Signal<String>,
) -> AnyView {
    let credits = use_credits();
    // `None` while the cost or the balance is unknown.
    let affordability = move || Some(cost.get()?.affordability(credits.value()?.balance));
    let dash = || "–".to_owned();
    let formula = t_with(move |t| match cost.get() {
        Some(cost) => (t.runs().cost_formula)(cost.prompts, cost.models, cost.repeats),
        None => unknown.get(),
    });
    // The formula counts them, too.
    let free = t_with(move |t| match cost.get() {
        Some(Cost { free, models, .. }) if free > 0 => (t.run_form().free_models)(free, models),
        _ => String::new(),
    });
    let total = t_with(move |t| cost.get().map_or_else(dash, |cost| (t.runs().credits)(cost.credits() as f64)));
    let balance = t_with(move |t| match credits.get() {
        QueryState::Ready(credits) => (t.runs().credits)(credits.balance),
        QueryState::Loading => t.common().loading.to_owned(),
        QueryState::Failed(_) => t.run_form().balance_unknown.to_owned(),
    });
    let after = t_with(move |t| match affordability() {
        Some(Affordability::Full(remaining)) => (t.runs().credits)(remaining),
        Some(Affordability::Partial(_) | Affordability::NoCredits) => (t.runs().credits)(0.0),
        None => dash(),
    });
    let shortfall = t_with(move |t| match (affordability(), cost.get()) {
        (Some(Affordability::Partial(failing)), Some(cost)) => (t.run_form().shortfall)(cost.items(), failing),
        _ => String::new(),
    });
    view! {
        <dl class="cost">
            <dt>{t(|t| t.run_form().cost)}</dt>
            <dd>
                <output class="stat" translate="no">{total}</output>
                <span class="cell-note">{formula}</span>
                {live_when(
                    move || free.with(|text| !text.is_empty()),
                    move || view! { <span class="cell-note">{free}</span> },
                )}
            </dd>
            <dt>{t(|t| t.run_form().balance)}</dt>
            <dd>{balance}</dd>
            <dt>{t(|t| t.run_form().balance_after)}</dt>
            <dd>{after}</dd>
        </dl>
        <div role="status">
            {live_when(move || shortfall.with(|text| !text.is_empty()), move || warning(shortfall))}
        </div>
        <Methodology text=t(|t| t.run_form().methodology_cost) />
    }
    .into_any()
}

pub fn warning(text: Signal<String>) -> AnyView {
    view! {
        <p class="warning">
            <Icon icon=IconName::Warning />
            <span>{text}</span>
        </p>
    }
    .into_any()
}

/// Says that the outcome of the submission is unknown. Offers the list of runs instead of a second submission.
#[component]
pub fn UnknownOutcome() -> AnyView {
    view! {
        <div class="form-error" role="alert">
            <h2>{t(|t| t.run_form().outcome_unknown)}</h2>
            <p>{t(|t| t.run_form().outcome_unknown_description)}</p>
        </div>
        <ButtonLink label=t(|t| t.run_form().open_list) href=RUNS variant=Variant::Primary />
    }
    .into_any()
}
