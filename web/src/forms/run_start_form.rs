use answerdeck_api::limits::ANSWER_PRICE;
use answerdeck_api::{ModelCode, PromptSet, RunId};
use leptos::prelude::*;

use super::edit_form::FormState;
use super::run_choice::{RunChoice, RunFields};
use super::run_cost::{Affordability, Cost, cost_view, covers_an_answer, warning};
use crate::components::{DraftNote, FormError};
use crate::locale::{t, t_with};
use crate::paths::RUNS;
use crate::queries::run_selection::{Selection, failed_among};
use crate::queries::{runs, use_credits, use_models};
use crate::reactive::{effect, live, live_when};
use crate::ui::{Button, ButtonLink, Form, IconName, Variant, focus_later};

/// Starts a run. The cost is shown beside the button.
#[component]
pub fn RunStartForm(
    sets: Vec<PromptSet>,
    /// What is selected at first.
    selection: Selection,
    /// The name of its draft. Each initial selection has its own draft.
    draft: String,
    #[prop(into)] on_started: Callback<RunId>,
) -> AnyView {
    let credits = use_credits();
    let failed = selection.failed.clone();
    let state = FormState::of_draft(&draft);
    let FormState { draft, mutation, submitted } = state;
    let choice = RunChoice::new(state, &sets, selection);
    let models = choice.models;
    let unconfirmed = RwSignal::new(runs::is_unconfirmed());
    let all_models = use_models();
    // The price of a model that is not loaded yet is that of every provider's.
    let prices = Memo::new(move |_| {
        let price = |code: &ModelCode| {
            let listed = all_models.with(|all| Some(all?.iter().find(|model| model.code == *code)?.price()));
            u64::from(listed.unwrap_or(ANSWER_PRICE))
        };
        models.with(|models| models.iter().map(price).collect::<Vec<_>>())
    });
    let cost = Memo::new(move |_| {
        let free = prices.with(|prices| prices.iter().filter(|price| **price == 0).count() as u64);
        let prices = prices.with(|prices| prices.iter().sum());
        let (prompts, models) = (choice.prompt_count.get()?, models.with(Vec::len) as u64);
        let cost = Cost { prompts, models, repeats: u64::from(choice.repeats()?), prices, free };
        (cost.items() > 0).then_some(cost)
    });
    let unknown = t_with(move |t| choice.repeats_error().unwrap_or_else(|| t.run_form().cost_unknown.to_owned()));
    // A run cannot ask only some prompts of some models.
    let beyond_note = t_with(move |t| {
        let note = || {
            let Cost { prompts, models: asked_models, .. } = cost.get().filter(|_| choice.is_single())?;
            let failed = choice.prompts.with(|prompts| models.with(|models| failed_among(&failed, prompts, models)));
            let asked = prompts * asked_models;
            (failed > 0 && asked > failed).then(|| (t.run_form().beyond_failed)(failed, asked))
        };
        note().unwrap_or_default()
    });
    // Before a model is chosen, a free one can be.
    let can_be_free = move || match prices.with(Vec::is_empty) {
        true => all_models.with(|all| all.is_none_or(|all| all.iter().any(|model| model.price() == 0))),
        false => prices.with(|prices| prices.iter().all(|price| *price == 0)),
    };
    let no_credits =
        Memo::new(move |_| !can_be_free() && credits.value().is_some_and(|credits| !covers_an_answer(credits.balance)));

    let submit = move |()| {
        submitted.set(true);
        if untrack(|| choice.has_error()) || no_credits.get_untracked() {
            return false;
        }
        // Ctrl+Enter submits a form without its button.
        if unconfirmed.get_untracked() {
            return true;
        }
        runs::start(mutation, untrack(|| choice.run()), state.finish(on_started));
        true
    };
    effect(move || {
        if mutation.failure.get().is_some_and(|failure| failure.is_outcome_unknown()) {
            runs::leave_unconfirmed();
            unconfirmed.set(true);
            // The button that was pressed disappears.
            focus_later(".run-cost a[data-variant=primary]");
        }
    });
    let failure = Signal::derive(move || mutation.failure.get().filter(|failure| !failure.is_outcome_unknown()));
    // The credits that the run can spend at most.
    let spent = move || {
        let cost = cost.get()?;
        match credits.value().map(|credits| cost.affordability(credits.balance)) {
            Some(Affordability::NoCredits) => None,
            Some(Affordability::Partial(failing)) => Some(cost.credits() - failing * u64::from(ANSWER_PRICE)),
            Some(Affordability::Full(_)) | None => Some(cost.credits()),
        }
    };
    let button = t_with(move |t| spent().map_or_else(|| t.run_form().start_now.to_owned(), t.run_form().start_with));
    view! {
        <Form on_submit=submit>
            <div class="run-start">
                <div class="form">
                    <DraftNote draft />
                    <RunFields choice sets />
                </div>
                <aside class="run-cost" aria-label=t(|t| t.run_form().cost)>
                    {cost_view(cost, unknown)}
                    <p role="status">{beyond_note}</p>
                    // Here, it moves no field when a model is chosen.
                    <div role="status">
                        {live_when(move || no_credits.get(), || warning(t(|t| t.run_form().no_credits)))}
                    </div>
                    <FormError failure />
                    {live(move || {
                        if unconfirmed.get() {
                            return unknown_outcome();
                        }
                        view! {
                            <Button
                                label=button
                                variant=Variant::Primary
                                icon=IconName::Play
                                submit=true
                                disabled=no_credits
                                busy=mutation.busy
                            />
                        }
                        .into_any()
                    })}
                    <ButtonLink
                        label=t(|t| t.schedules().run_weekly)
                        href=Signal::derive(move || choice.params().schedule_address())
                        variant=Variant::Quiet
                    />
                </aside>
            </div>
        </Form>
    }
    .into_any()
}

// Offers the list of runs instead of a second submission.
fn unknown_outcome() -> AnyView {
    view! {
        <div class="form-error" role="alert">
            <h2>{t(|t| t.run_form().outcome_unknown)}</h2>
            <p>{t(|t| t.run_form().outcome_unknown_description)}</p>
        </div>
        <ButtonLink label=t(|t| t.run_form().open_list) href=RUNS variant=Variant::Primary />
    }
    .into_any()
}
