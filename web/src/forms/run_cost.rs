//! The cost of a run and the balance.

use answerdeck_api::limits::ANSWER_PRICE;
use leptos::prelude::*;

use crate::locale::{t, t_with};
use crate::queries::{QueryState, use_credits};
use crate::reactive::live_when;
use crate::ui::{Icon, IconName, Methodology};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    pub prompts: u64,
    pub models: u64,
    pub repeats: u64,
    /// The credits of an answer of each model, added up.
    pub prices: u64,
    /// How many of the models are free.
    pub free: u64,
}

/// Whether a balance covers the cost of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Affordability {
    /// The balance covers all items. Contains the credits left afterwards.
    Full(f64),
    /// The balance covers only some items. Contains the number of items that will fail.
    Partial(u64),
    /// The balance does not cover one answer: the platform refuses the run.
    NoCredits,
}

impl Cost {
    pub fn items(self) -> u64 {
        self.prompts.saturating_mul(self.models).saturating_mul(self.repeats)
    }

    /// The cost in credits if every item succeeds.
    ///
    /// Source: docs/platform-api.md, section 8, credits.
    pub fn credits(self) -> u64 {
        self.prompts.saturating_mul(self.repeats).saturating_mul(self.prices)
    }

    /// Whether a balance covers the cost.
    ///
    /// Source: docs/platform-api.md, section 8, credits, rules 3 and 4.
    pub fn affordability(self, balance: f64) -> Affordability {
        let remaining = balance - self.credits() as f64;
        if self.credits() == 0 {
            Affordability::Full(balance)
        } else if !covers_an_answer(balance) {
            Affordability::NoCredits
        } else if remaining >= 0.0 {
            Affordability::Full(remaining)
        } else {
            // The conversion saturates: a float out of range becomes the nearest bound.
            let affordable = (balance / f64::from(ANSWER_PRICE)).floor() as u64;
            Affordability::Partial((self.credits() / u64::from(ANSWER_PRICE)).saturating_sub(affordable))
        }
    }
}

/// Whether a balance covers one answer. Otherwise the platform refuses every run.
pub fn covers_an_answer(balance: f64) -> bool {
    balance >= f64::from(ANSWER_PRICE)
}

/// The cost and the balance, or why the cost is unknown.
pub fn cost_view(cost: Memo<Option<Cost>>, unknown: Signal<String>) -> AnyView {
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
    view! { <p class="warning"><Icon icon=IconName::Warning /><span>{text}</span></p> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    const COST: Cost = Cost { prompts: 10, models: 3, repeats: 2, prices: 3, free: 0 };

    #[test]
    fn a_run_costs_prompts_times_repeats_times_the_prices_of_its_models() {
        assert_eq!(COST.credits(), 60);
        assert_eq!(Cost { prices: 2, ..COST }.credits(), 40);
        assert_eq!(Cost { repeats: u64::MAX, ..COST }.credits(), u64::MAX);
    }

    #[test]
    fn a_balance_covers_all_some_or_no_items() {
        for (balance, affordability) in [
            (100.5, Affordability::Full(40.5)),
            (60.0, Affordability::Full(0.0)),
            (59.9, Affordability::Partial(1)),
            (1.0, Affordability::Partial(59)),
            (0.9, Affordability::NoCredits),
            (0.0, Affordability::NoCredits),
            (-3.0, Affordability::NoCredits),
        ] {
            assert_eq!(COST.affordability(balance), affordability, "{balance}");
        }
        assert_eq!(Cost { prices: 0, ..COST }.affordability(0.0), Affordability::Full(0.0));
    }
}
