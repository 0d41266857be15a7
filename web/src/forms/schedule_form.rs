//! Creating and editing a schedule: what its runs ask, when it is due, its budget, and what it costs.

use answerdeck_api::limits::{MONTHLY_BUDGET_MAX, SCHEDULE_NAME_MAX};
use answerdeck_api::{
    PromptSet, Schedule, ScheduleCreate, ScheduleEstimate, ScheduleEstimateRequest, ScheduleId, ScheduleUpdate,
};
use leptos::prelude::*;

use super::edit_form::FormState;
use super::recurrence_fields::{RecurrenceChoice, TIME, UNTIL_DATE, recurrence_fields};
use super::run_choice::{RunChoice, RunFields};
use super::run_cost::warning;
use super::text_rule::{TextRule, parse_whole};
use crate::components::{DraftNote, FormError};
use crate::format::date_time_in;
use crate::locale::{t, t_with, texts};
use crate::queries::run_selection::Selection;
use crate::queries::schedules::{self, use_estimate};
use crate::reactive::{debounced, live};
use crate::ui::{Button, Form, TextField, Variant};

const NAME: TextRule = TextRule { required: true, max: SCHEDULE_NAME_MAX };

/// Creates a schedule, or edits the given one. The cost is shown beside the button.
#[component]
pub fn ScheduleForm(
    schedule: Option<Schedule>,
    sets: Vec<PromptSet>,
    /// What its runs ask at first.
    selection: Selection,
    draft: String,
    #[prop(into)] on_saved: Callback<(ScheduleId, String)>,
) -> AnyView {
    let state = FormState::of_draft(&draft);
    let FormState { draft, mutation, submitted } = state;
    let (id, saved_name, saved_budget, recurrence) = match schedule {
        Some(schedule) => (Some(schedule.id), schedule.name, schedule.monthly_budget, Some(schedule.recurrence)),
        None => (None, String::new(), None, None),
    };
    let choice = RunChoice::new(state, &sets, selection);
    let recurrence = RecurrenceChoice::new(state, recurrence);
    let name = draft.text("name", saved_name);
    let budget = draft.text("budget", saved_budget.map(|budget| budget.to_string()).unwrap_or_default());
    // `None` if what was typed is no budget.
    let typed_budget = move || {
        budget.with(|typed| match typed.trim() {
            "" => Some(None),
            typed => parse_whole(typed, MONTHLY_BUDGET_MAX).map(Some),
        })
    };
    let name_error = state.text_error(NAME, name, "name");
    let budget_error = Signal::derive(move || {
        (submitted.get() && typed_budget().is_none())
            .then(|| (texts().common().whole_number)(MONTHLY_BUDGET_MAX.into()))
    });
    // `None` if a field of it is invalid.
    let request = Memo::new(move |_| {
        let (run, recurrence) = (choice.run(), recurrence.recurrence()?);
        let request = ScheduleEstimateRequest { name: None, run, recurrence, monthly_budget: typed_budget()? };
        (!choice.has_error()).then_some(request)
    });
    let submit = move |()| {
        submitted.set(true);
        let name = name.with_untracked(|name| NAME.valid(name));
        let (Some(request), Some(name)) = (request.get_untracked(), name) else { return false };
        let ScheduleEstimateRequest { run, recurrence, monthly_budget, .. } = request;
        let finish = state.finish(on_saved);
        match id.clone() {
            None => {
                let schedule = ScheduleCreate { name: name.clone(), run, recurrence, monthly_budget };
                schedules::create(mutation, schedule, move |id| finish((id, name)));
            }
            Some(id) => {
                let update = ScheduleUpdate {
                    name: Some(name),
                    run: Some(run),
                    recurrence: Some(recurrence),
                    monthly_budget: Some(monthly_budget),
                    paused: None,
                };
                schedules::update(mutation, id, update, move |schedule| finish((schedule.id, schedule.name)));
            }
        }
        true
    };
    view! {
        <Form on_submit=submit>
            <div class="run-start">
                <div class="form">
                    <DraftNote draft />
                    <TextField
                        id="schedule-name"
                        label=t(|t| t.common().name)
                        value=name
                        hint=t(|t| t.schedules().name_hint)
                        error=name_error
                        max=SCHEDULE_NAME_MAX
                    />
                    {recurrence_fields(recurrence)}
                    <RunFields choice sets />
                    <TextField
                        id="schedule-budget"
                        label=t(|t| t.schedules().budget)
                        value=budget
                        optional=true
                        hint=t(|t| t.schedules().budget_hint)
                        error=budget_error
                        whole_max=MONTHLY_BUDGET_MAX
                    />
                </div>
                <aside class="run-cost" aria-label=t(|t| t.schedules().estimate)>
                    {estimate_view(debounced(request))}
                    <FormError failure=mutation.failure fields=&["name", TIME, UNTIL_DATE] />
                    <Button label=t(|t| t.common().save) variant=Variant::Primary submit=true busy=mutation.busy />
                </aside>
            </div>
        </Form>
    }
    .into_any()
}

/// What a schedule would cost, in one sentence, and its next due times.
fn estimate_view(request: Signal<Option<ScheduleEstimateRequest>>) -> AnyView {
    let estimate = use_estimate(request);
    let body = move || {
        let zone = request.with(|request| request.as_ref().map(|request| request.recurrence.time_zone.clone()));
        let Some(zone) = zone else {
            return view! { <p class="muted">{t(|t| t.schedules().estimate_unknown)}</p> }.into_any();
        };
        if let Some(failure) = estimate.failure() {
            return match failure.of_field(UNTIL_DATE) {
                Some(_) => warning(t(|t| t.schedules().no_time)),
                None => warning(t_with(move |t| failure.message(t))),
            };
        }
        match estimate.value() {
            Some(estimate) => estimate_facts(estimate, zone),
            None => view! { <p class="muted">{t(|t| t.common().loading)}</p> }.into_any(),
        }
    };
    view! { <div class="schedule-estimate" role="status">{live(body)}</div> }.into_any()
}

fn estimate_facts(estimate: ScheduleEstimate, zone: String) -> AnyView {
    let ScheduleEstimate { credits_per_run, credits_per_week, budgeted_runs, weeks_covered, due_times, .. } = estimate;
    let week = t_with(move |t| (t.schedules().a_week)(credits_per_week));
    let sentence = t_with(move |t| {
        let texts = t.schedules();
        let weeks = weeks_covered.map(texts.balance_lasts);
        let weeks = weeks.or_else(|| (credits_per_run == 0.0).then(|| texts.is_free.to_owned()));
        let run = (credits_per_run > 0.0).then(|| format!("{}.", (texts.a_run)(credits_per_run)));
        [run, weeks, budgeted_runs.map(texts.budget_pays)].into_iter().flatten().collect::<Vec<_>>().join(" ")
    });
    let times = due_times
        .iter()
        .map(|due| {
            let (due, zone) = (due.clone(), zone.clone());
            view! { <li>{t_with(move |_| date_time_in(&due, &zone))}</li> }
        })
        .collect_view();
    let next = match due_times.is_empty() {
        true => warning(t(|t| t.schedules().no_time)),
        false => view! { <ul>{times}</ul> }.into_any(),
    };
    view! {
        <p><output class="stat" translate="no">{week}</output></p>
        <p>{sentence}</p>
        <h2 class="field-label">{t(|t| t.schedules().next_times)}</h2>
        {next}
    }
    .into_any()
}
