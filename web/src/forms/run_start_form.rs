//! Starting a run: the prompts, models, region and repetitions, and the cost.

use answerdeck_api::limits::{ANSWER_PRICE, RUN_PROMPTS_MAX, RUN_REGION_DEFAULT, RUN_REPEAT_MAX};
use answerdeck_api::{Model, ModelCode, PromptSet, PromptSetId, RunId, RunSubmit};
use leptos::prelude::*;

use super::prompt_picker::{self, keep_selected};
use super::run_cost::{Cost, covers_an_answer, parse_repeats};
use super::run_cost_view::{CostView, UnknownOutcome};
use super::set_field::{SetField, initial_set, keep_set};
use crate::components::{DraftNote, FormError, ModelBadge, query_view, stop_note};
use crate::drafts::Draft;
use crate::format;
use crate::locale::{t, t_with, texts};
use crate::parts::{loaded_when, part_view};
use crate::queries::prompt_sets::use_prompt_set;
use crate::queries::run_selection::{Selection, failed_among};
use crate::queries::{Kind, Mutation, refreshed, runs, use_credits, use_models, use_regions};
use crate::reactive::effect;
use crate::selected_prompts::SelectedPrompts;
use crate::ui::{
    Button, Checkbox, Field, FieldError, Form, IconName, SegmentedControl, SelectField, Skeleton, Variant, focus_later,
};

const WHOLE_SET: &str = "set";
const SINGLE_PROMPTS: &str = "single";

/// Starts a run. The cost is shown beside the button.
#[component]
pub fn RunStartForm(
    /// The sets to choose from.
    sets: Vec<PromptSet>,
    /// The set that is selected at first.
    set: Option<PromptSetId>,
    /// The prompts, models, region and repetitions that are selected at first. `None` selects a whole set.
    selection: Option<Selection>,
    /// The name of its draft. Each initial selection has its own draft.
    draft: String,
    /// Called with the run's id when the run has started.
    #[prop(into)]
    on_started: Callback<RunId>,
) -> AnyView {
    let (credits, regions) = (use_credits(), use_regions());
    let prompt_source = RwSignal::new(if selection.is_some() { SINGLE_PROMPTS } else { WHOLE_SET });
    let set = RwSignal::new(initial_set(&sets, set));
    let Selection { prompts, models, region, repeats, failed } = selection.unwrap_or_else(|| Selection {
        prompts: SelectedPrompts::default(),
        models: Vec::new(),
        region: RUN_REGION_DEFAULT.to_owned(),
        repeats: 1,
        failed: Vec::new(),
    });
    let selected_prompts = RwSignal::new(prompts);
    let picker = loaded_when(move || prompt_source.get() == SINGLE_PROMPTS, prompt_picker::load);
    let models = RwSignal::new(models);
    let draft = Draft::new(&draft);
    draft.keep(
        "source",
        prompt_source.get_untracked().to_owned(),
        move || prompt_source.get().to_owned(),
        move |source| prompt_source.set(if source == SINGLE_PROMPTS { SINGLE_PROMPTS } else { WHOLE_SET }),
    );
    keep_set(draft, &sets, set);
    keep_selected(draft, selected_prompts);
    keep_models(draft, models);
    let region = draft.text("region", region);
    let typed_repeats = draft.text("repeats", repeats.to_string());
    let submitted = RwSignal::new(false);
    let mutation = Mutation::new();
    let unconfirmed = RwSignal::new(runs::is_unconfirmed());
    let counts: Vec<_> = sets.iter().filter_map(|set| Some((set.id.clone(), u64::from(set.prompt_count?)))).collect();
    let listed = Memo::new(move |_| {
        let set = set.get()?;
        counts.iter().find(|(id, _)| *id == set).map(|(_, count)| *count)
    });
    // The list of another platform has no numbers of prompts.
    let set_details = use_prompt_set(Signal::derive(move || set.get().filter(|_| listed.get().is_none())));

    let repeats = move || parse_repeats(&typed_repeats.get(), RUN_REPEAT_MAX);
    let prompt_count = move || match prompt_source.get() {
        SINGLE_PROMPTS => Some(selected_prompts.with(SelectedPrompts::len) as u64),
        _ => listed.get().or_else(|| {
            set_details.value().filter(|found| set.get().as_ref() == Some(&found.id))?.prompt_count.map(u64::from)
        }),
    };
    let all_models = use_models();
    // The price of a model that is not loaded yet is that of every provider's.
    let prices = Memo::new(move |_| {
        let price = |code: &ModelCode| {
            let listed = all_models.with(|all| Some(all?.iter().find(|model| model.code == *code)?.price()));
            u64::from(listed.unwrap_or(ANSWER_PRICE))
        };
        models.with(|models| models.iter().map(price).sum::<u64>())
    });
    let cost = Memo::new(move |_| {
        let (models, prices) = (models.with(Vec::len) as u64, prices.get());
        let cost = Cost { prompts: prompt_count()?, models, repeats: u64::from(repeats()?), prices };
        (cost.items() > 0).then_some(cost)
    });
    // A run cannot ask only some prompts of some models.
    let beyond_failed = Memo::new(move |_| {
        let asked = cost.get().filter(|_| prompt_source.get() == SINGLE_PROMPTS)?.items();
        let failed = selected_prompts.with(|prompts| models.with(|models| failed_among(&failed, prompts, models)));
        (failed > 0 && asked > failed).then_some((failed, asked))
    });
    let beyond_note = t_with(move |t| {
        beyond_failed.get().map_or_else(String::new, |(failed, asked)| (t.run_form().beyond_failed)(failed, asked))
    });
    let no_credits = Memo::new(move |_| {
        let is_free = prices.get() == 0 && models.with(|models| !models.is_empty());
        !is_free && credits.value().is_some_and(|credits| !covers_an_answer(credits.balance))
    });

    let error = move |check: Box<dyn Fn() -> Option<String> + Send + Sync>| {
        Signal::derive(move || submitted.get().then(&check).flatten())
    };
    let prompts_error = error(Box::new(move || {
        let (texts, of_runs) = (texts().run_form(), texts().runs());
        match (prompt_source.get(), prompt_count()) {
            (SINGLE_PROMPTS, Some(0)) => Some(texts.none_selected.to_owned()),
            (SINGLE_PROMPTS, Some(count)) if count > RUN_PROMPTS_MAX as u64 => {
                Some((of_runs.too_many)(RUN_PROMPTS_MAX as u64))
            }
            (WHOLE_SET, _) if set.with(Option::is_none) => Some(self::texts().prompts().choose_set.to_owned()),
            (WHOLE_SET, Some(0)) => Some(texts.set_is_empty.to_owned()),
            _ => None,
        }
    }));
    let models_error =
        error(Box::new(move || models.with(Vec::is_empty).then(|| texts().run_form().no_models_selected.to_owned())));
    let repeats_error = error(Box::new(move || {
        repeats().is_none().then(|| (texts().run_form().repeats_wrong)(u64::from(RUN_REPEAT_MAX)))
    }));
    let has_error =
        move || [prompts_error, models_error, repeats_error].iter().any(|e| e.with_untracked(Option::is_some));

    let submit = move |()| {
        submitted.set(true);
        if has_error() || no_credits.get_untracked() {
            return false;
        }
        // Ctrl+Enter submits a form without its button.
        if unconfirmed.get_untracked() {
            return true;
        }
        let is_single = prompt_source.get_untracked() == SINGLE_PROMPTS;
        let run = RunSubmit {
            prompt_ids: is_single
                .then(|| selected_prompts.with_untracked(|prompts| prompts.iter().map(|(id, _)| id.clone()).collect())),
            prompt_set_id: set.get_untracked().filter(|_| !is_single),
            models: models.get_untracked(),
            region: Some(region.get_untracked()),
            repeat_count: parse_repeats(&typed_repeats.get_untracked(), RUN_REPEAT_MAX),
        };
        let remove_draft = draft.remover();
        runs::start(mutation, run, move |id| {
            remove_draft();
            on_started.try_run(id);
        });
        true
    };
    effect(move || {
        if mutation.failure().is_some_and(|failure| failure.is_outcome_unknown()) {
            runs::leave_unconfirmed();
            unconfirmed.set(true);
            // The button that was pressed disappears.
            focus_later(".run-cost a");
        }
    });
    let failure = Signal::derive(move || mutation.failure().filter(|failure| !failure.is_outcome_unknown()));

    let set_size = t_with(move |t| prompt_count().map(t.run_form().set_size).unwrap_or_default());
    let region_options = Signal::derive(move || {
        let mut regions = regions.value().unwrap_or_default().into_iter().map(|region| region.code).collect::<Vec<_>>();
        // The selected region is submitted, so it is an option even before the regions are loaded.
        for code in [region.get(), RUN_REGION_DEFAULT.to_owned()] {
            if !regions.contains(&code) {
                regions.insert(0, code);
            }
        }
        format::by_name(regions.into_iter().map(|code| (code.clone(), format::region(&code))).collect())
    });
    let button = t_with(move |t| {
        let cost = cost.get();
        cost.map_or_else(|| t.run_form().start_now.to_owned(), |cost| (t.run_form().start_with)(cost.credits()))
    });
    view! {
        <Form on_submit=submit>
            <div class="run-start">
                <div class="form">
                    <DraftNote draft />
                    <SegmentedControl
                        label=t(|t| t.run_form().prompt_source)
                        name="prompt-source"
                        options=vec![(WHOLE_SET, t(|t| t.run_form().whole_set)), (SINGLE_PROMPTS, t(|t| t.run_form().single))]
                        selected=prompt_source
                        on_change=move |value| prompt_source.set(value)
                    />
                    {move || {
                        if prompt_source.get() == SINGLE_PROMPTS {
                            return view! {
                                {part_view(
                                    picker,
                                    || view! { <Skeleton rows=3 /> }.into_any(),
                                    move |picker| picker(selected_prompts),
                                )}
                                <div role="alert"><FieldError error=prompts_error of_group=true /></div>
                            }
                            .into_any();
                        }
                        view! {
                            <SetField
                                id="run-set"
                                label=t(|t| t.run_form().set)
                                sets=sets.clone()
                                selected=set
                                error=prompts_error
                            />
                            <p class="muted set-size">{set_size}</p>
                        }
                        .into_any()
                    }}
                    <Models selected=models error=models_error />
                    <div class="filters">
                        <SelectField
                            id="run-region"
                            label=t(|t| t.run_form().region)
                            options=region_options
                            selected=region
                            on_change=move |code: String| region.set(code)
                        />
                        <Field
                            id="run-repeats"
                            label=t(|t| t.run_form().repeats)
                            error=repeats_error
                            hint=Some(t(|t| t.run_form().repeats_hint))
                        >
                            <input
                                class="input"
                                id="run-repeats"
                                type="number"
                                inputmode="numeric"
                                min="1"
                                max=RUN_REPEAT_MAX.to_string()
                                step="1"
                                aria-describedby="run-repeats-about"
                                aria-invalid=move || repeats_error.with(Option::is_some).then_some("true")
                                prop:value=typed_repeats
                                on:input:target=move |event| typed_repeats.set(event.target().value())
                            />
                        </Field>
                    </div>
                </div>
                <aside class="run-cost" aria-label=t(|t| t.run_form().cost)>
                    <CostView cost no_credits />
                    <p role="status">{beyond_note}</p>
                    <FormError failure />
                    {move || {
                        if unconfirmed.get() {
                            return view! { <UnknownOutcome /> }.into_any();
                        }
                        view! {
                            <Button
                                label=button
                                variant=Variant::Primary
                                icon=IconName::Play
                                submit=true
                                disabled=no_credits
                                busy=Signal::derive(move || mutation.is_busy())
                            />
                        }
                        .into_any()
                    }}
                </aside>
            </div>
        </Form>
    }
    .into_any()
}

fn keep_models(draft: Draft, selected: RwSignal<Vec<ModelCode>>) {
    let text = |models: Vec<ModelCode>| models.iter().map(ModelCode::to_string).collect::<Vec<_>>().join(",");
    draft.keep(
        "models",
        text(selected.get_untracked()),
        move || text(selected.get()),
        move |codes| selected.set(codes.split(',').map(ModelCode::from).filter(ModelCode::is_known).collect()),
    );
}

#[component]
fn Models(selected: RwSignal<Vec<ModelCode>>, error: Signal<Option<String>>) -> AnyView {
    let all = refreshed(use_models(), Kind::Models);
    let options = move |models: Vec<Model>| {
        if models.is_empty() {
            return view! { <p class="stop-note" role="status">{t(|t| t.run_form().no_engines)}</p> }.into_any();
        }
        let all = models.iter().map(|model| model.code.clone()).collect::<Vec<_>>();
        let notes = models.iter().filter_map(stop_note).collect_view();
        let boxes = models.into_iter().map(|model| model_checkbox(&model, selected)).collect_view();
        view! {
            <div class="model-options">{boxes}</div>
            {notes}
            <div class="inline-actions">
                <Button label=t(|t| t.run_form().all_models) variant=Variant::Quiet on_click=move |()| selected.set(all.clone()) />
                <Button
                    label=t(|t| t.runs().clear_selection)
                    variant=Variant::Quiet
                    on_click=move |()| selected.set(Vec::new())
                />
            </div>
        }
        .into_any()
    };
    view! {
        <fieldset class="model-fieldset">
            <legend>{t(|t| t.runs().models)}</legend>
            <p class="muted">{t(|t| t.run_form().models_hint)}</p>
            {query_view(all, || view! { <Skeleton rows=3 /> }.into_any(), options)}
            <div role="alert"><FieldError error of_group=true /></div>
        </fieldset>
    }
    .into_any()
}

fn model_checkbox(model: &Model, selected: RwSignal<Vec<ModelCode>>) -> AnyView {
    let [code, checked_code, badge_code] = [(); 3].map(|()| model.code.clone());
    let free = (model.price() == 0).then(|| view! { " " <span class="tag">{t(|t| t.run_form().free)}</span> });
    let change = move |checked: bool| {
        selected.update(|selected| {
            selected.retain(|other| *other != code);
            if checked {
                selected.push(code.clone());
            }
        });
    };
    view! {
        <Checkbox checked=Signal::derive(move || selected.with(|selected| selected.contains(&checked_code))) on_change=change>
            <ModelBadge code=badge_code />
            {free}
        </Checkbox>
    }
    .into_any()
}
