//! The cost of a run beside the balance, and what to do when nobody knows whether it started.

use leptos::prelude::*;

use super::run_cost::{Cost, Reach};
use crate::components::{Icon, IconName, Methodology};
use crate::locale::{t, t_with};
use crate::paths::RUNS;
use crate::queries::{QueryState, use_credits};

/// The cost of a run beside the balance.
#[component]
pub fn CostView(
    /// What is multiplied. `None` while something is not chosen.
    cost: Memo<Option<Cost>>,
    /// How far the balance goes. `None` while either is not known.
    reach: Memo<Option<Reach>>,
    /// Whether the balance is empty.
    empty: Memo<bool>,
) -> AnyView {
    let credits = use_credits();
    let dash = || "–".to_owned();
    let formula = t_with(move |t| {
        let unknown = || t.runs().cost_unknown.to_owned();
        cost.get().map_or_else(unknown, |cost| (t.runs().cost_formula)(cost.prompts, cost.models, cost.repeats))
    });
    let price = t_with(move |t| cost.get().map_or_else(dash, |cost| (t.runs().credits)(cost.credits() as f64)));
    let balance = t_with(move |t| match credits.get() {
        QueryState::Ready(credits) => (t.runs().credits)(credits.balance),
        QueryState::Loading => t.common().loading.to_owned(),
        QueryState::Failed(_) => t.runs().balance_unknown.to_owned(),
    });
    let after = t_with(move |t| match reach.get() {
        Some(Reach::Enough(left)) => (t.runs().credits)(left),
        Some(Reach::Short(_) | Reach::Empty) => (t.runs().credits)(0.0),
        None => dash(),
    });
    let warning = t_with(move |t| match (empty.get(), reach.get(), cost.get()) {
        (true, ..) => t.runs().zero.to_owned(),
        (_, Some(Reach::Short(failing)), Some(cost)) => (t.runs().short)(cost.items(), failing),
        _ => String::new(),
    });
    view! {
        <dl class="cost">
            <dt>{t(|t| t.runs().cost)}</dt>
            <dd>
                <output class="figure">{price}</output>
                <span class="cell-more">{formula}</span>
            </dd>
            <dt>{t(|t| t.runs().balance)}</dt>
            <dd>{balance}</dd>
            <dt>{t(|t| t.runs().after)}</dt>
            <dd>{after}</dd>
        </dl>
        <div role="status">
            {move || {
                warning
                    .with(|words| !words.is_empty())
                    .then(|| {
                        view! {
                            <p class="warning">
                                <Icon icon=IconName::Warning />
                                <span>{warning}</span>
                            </p>
                        }
                    })
            }}
        </div>
        <Methodology label=t(|t| t.runs().counted) how=t(|t| t.runs().cost_counted) />
    }
    .into_any()
}

/// The answer to the submission was lost: it is not sent again, and the list is where to look.
#[component]
pub fn Lost() -> AnyView {
    view! {
        <div class="form-error" role="alert">
            <h2>{t(|t| t.runs().lost)}</h2>
            <p>{t(|t| t.runs().lost_sentence)}</p>
        </div>
        <a class="button" data-variant="primary" href=RUNS>
            {t(|t| t.runs().to_list)}
        </a>
    }
    .into_any()
}
