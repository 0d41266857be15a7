//! Starting a run: what to ask, whom, where from, how often, and what it costs.

use answerdeck_api::limits::{RUN_PROMPTS_MAX, RUN_REPEAT_MAX};
use answerdeck_api::{ModelCode, Prompt, PromptSet, PromptSetId, RunId, RunSubmit};
use leptos::prelude::*;

use super::Form;
use super::prompt_picker::{Picked, PromptPicker};
use super::run_cost::{Cost, repeats};
use super::run_cost_view::{CostView, Lost};
use crate::components::{
    Button, Choice, Field, FormError, Icon, IconName, ModelBadge, SelectField, Skeleton, Variant, query_view,
};
use crate::format;
use crate::locale::{t, t_with, texts};
use crate::queries::prompt_sets::use_prompt_set;
use crate::queries::{Mutation, runs, use_credits, use_models, use_regions};

const WHOLE_SET: &str = "set";
const SINGLE: &str = "single";
/// Where the platform asks from when it is not told. Source: docs/platform-api.md, section 2, Run.
const REGION: &str = "KR";

/// Starts a run. The cost stands beside the button before it is pressed.
#[component]
pub fn RunStartForm(
    /// The sets to choose from.
    sets: Vec<PromptSet>,
    /// The set that is chosen at first.
    set: Option<PromptSetId>,
    /// A prompt that is chosen at first.
    prompt: Option<Prompt>,
    /// Called with the run's id when it has started.
    #[prop(into)]
    on_started: Callback<RunId>,
) -> AnyView {
    let (credits, regions) = (use_credits(), use_regions());
    let first = sets.first().map(|set| set.id.clone()).filter(|_| sets.len() == 1);
    let what = RwSignal::new(if prompt.is_some() { SINGLE } else { WHOLE_SET });
    let set = RwSignal::new(set.filter(|id| sets.iter().any(|set| set.id == *id)).or(first));
    let picked = RwSignal::new(prompt.into_iter().map(|prompt| (prompt.id, prompt.content)).collect::<Picked>());
    let models = RwSignal::new(Vec::<ModelCode>::new());
    let region = RwSignal::new(REGION.to_owned());
    let typed_repeats = RwSignal::new("1".to_owned());
    let tried = RwSignal::new(false);
    let mutation = Mutation::new();
    let chosen_set = use_prompt_set(set.into());

    let times = move || repeats(&typed_repeats.get(), RUN_REPEAT_MAX);
    let prompt_count = move || match what.get() {
        SINGLE => Some(picked.with(Picked::len) as u64),
        _ => chosen_set.value().filter(|found| set.get().as_ref() == Some(&found.id))?.prompt_count.map(u64::from),
    };
    let cost = Memo::new(move |_| {
        let cost =
            Cost { prompts: prompt_count()?, models: models.with(Vec::len) as u64, repeats: u64::from(times()?) };
        (cost.items() > 0).then_some(cost)
    });
    let reach = Memo::new(move |_| Some(cost.get()?.reach(credits.value()?.balance)));
    let empty = Memo::new(move |_| credits.value().is_some_and(|credits| credits.balance <= 0.0));

    let error = move |wrong: Box<dyn Fn() -> Option<String> + Send + Sync>| {
        Signal::derive(move || tried.get().then(&wrong).flatten())
    };
    let prompts_error = error(Box::new(move || {
        let texts = texts().runs();
        match (what.get(), prompt_count()) {
            (SINGLE, Some(0)) => Some(texts.chosen_none.to_owned()),
            (SINGLE, Some(count)) if count > RUN_PROMPTS_MAX as u64 => Some((texts.too_many)(RUN_PROMPTS_MAX as u64)),
            (WHOLE_SET, _) if set.with(Option::is_none) => Some(self::texts().prompts().choose_set.to_owned()),
            (WHOLE_SET, Some(0)) => Some(texts.set_is_empty.to_owned()),
            _ => None,
        }
    }));
    let models_error =
        error(Box::new(move || models.with(Vec::is_empty).then(|| texts().runs().models_none.to_owned())));
    let repeats_error =
        error(Box::new(move || times().is_none().then(|| (texts().runs().repeats_wrong)(u64::from(RUN_REPEAT_MAX)))));
    let has_error =
        move || [prompts_error, models_error, repeats_error].iter().any(|e| e.with_untracked(Option::is_some));

    let submit = move |()| {
        tried.set(true);
        if has_error() || empty.get_untracked() {
            return false;
        }
        let single = what.get_untracked() == SINGLE;
        let run = RunSubmit {
            prompt_ids: single.then(|| picked.with_untracked(|picked| picked.keys().cloned().collect())),
            prompt_set_id: set.get_untracked().filter(|_| !single),
            models: models.get_untracked(),
            region: Some(region.get_untracked()),
            repeat_count: repeats(&typed_repeats.get_untracked(), RUN_REPEAT_MAX),
        };
        runs::start(mutation, run, move |id| {
            on_started.try_run(id);
        });
        true
    };
    let lost = Memo::new(move |_| mutation.failure().is_some_and(|failure| failure.is_outcome_unknown()));
    let failure = Signal::derive(move || mutation.failure().filter(|failure| !failure.is_outcome_unknown()));

    let set_options = Signal::derive({
        let sets = StoredValue::new(sets);
        move || {
            let none = set.with(Option::is_none).then(|| (String::new(), texts().prompts().choose_set.to_owned()));
            let sets = sets
                .with_value(|sets| sets.iter().map(|set| (set.id.to_string(), set.name.clone())).collect::<Vec<_>>());
            none.into_iter().chain(sets).collect::<Vec<_>>()
        }
    });
    let set_size = move || {
        let count = prompt_count().filter(|_| what.get() == WHOLE_SET);
        count.map(|count| view! { <p class="soft">{t_with(move |t| (t.runs().set_holds)(count))}</p> })
    };
    let region_options = Signal::derive(move || {
        let mut regions = regions.value().unwrap_or_default().into_iter().map(|region| region.code).collect::<Vec<_>>();
        if !regions.iter().any(|code| code == REGION) {
            regions.insert(0, REGION.to_owned());
        }
        regions.into_iter().map(|code| (code.clone(), format::region(&code))).collect::<Vec<_>>()
    });
    let button = t_with(move |t| {
        let cost = cost.get();
        cost.map_or_else(|| t.runs().start_now.to_owned(), |cost| (t.runs().start_with)(cost.credits()))
    });
    view! {
        <Form on_submit=submit>
            <div class="run-start">
                <div class="form">
                    <Choice
                        label=t(|t| t.runs().what)
                        name="what"
                        options=vec![(WHOLE_SET, t(|t| t.runs().whole_set)), (SINGLE, t(|t| t.runs().single))]
                        chosen=what
                        on_choose=move |value| what.set(value)
                    />
                    {move || {
                        if what.get() == SINGLE {
                            return view! {
                                <PromptPicker picked />
                                <Wrong error=prompts_error />
                            }
                            .into_any();
                        }
                        view! {
                            <SelectField
                                id="run-set"
                                label=t(|t| t.runs().set)
                                options=set_options
                                chosen=Signal::derive(move || set.get().map(String::from).unwrap_or_default())
                                on_choose=move |value: String| set.set(value.parse().ok())
                                error=prompts_error
                            />
                            {set_size}
                        }
                        .into_any()
                    }}
                    <Models chosen=models error=models_error />
                    <div class="filters">
                        <SelectField
                            id="run-region"
                            label=t(|t| t.runs().region)
                            options=region_options
                            chosen=region
                            on_choose=move |code: String| region.set(code)
                        />
                        <Field
                            id="run-repeats"
                            label=t(|t| t.runs().repeats)
                            error=repeats_error
                            hint=Some(t(|t| t.runs().repeats_hint))
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
                <aside class="run-cost" aria-label=t(|t| t.runs().cost)>
                    <CostView cost reach empty />
                    <FormError failure />
                    {move || {
                        if lost.get() {
                            return view! { <Lost /> }.into_any();
                        }
                        view! {
                            <Button
                                label=button
                                variant=Variant::Primary
                                icon=IconName::Play
                                submit=true
                                disabled=empty
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

#[component]
fn Wrong(error: Signal<Option<String>>) -> AnyView {
    view! {
        <div role="alert">
            {move || {
                error
                    .get()
                    .map(|error| {
                        view! {
                            <p class="field-error" aria-invalid="true" tabindex="-1">
                                <Icon icon=IconName::Warning />
                                <span>{error}</span>
                            </p>
                        }
                    })
            }}
        </div>
    }
    .into_any()
}

#[component]
fn Models(chosen: RwSignal<Vec<ModelCode>>, error: Signal<Option<String>>) -> AnyView {
    let all = use_models();
    let options = move |models: Vec<answerdeck_api::Model>| {
        let all = models.iter().map(|model| model.code.clone()).collect::<Vec<_>>();
        let boxes = models.into_iter().map(|model| model_box(model.code, chosen)).collect_view();
        view! {
            <div class="model-boxes">{boxes}</div>
            <div class="below">
                <Button label=t(|t| t.runs().all_models) variant=Variant::Quiet on_click=move |()| chosen.set(all.clone()) />
                <Button
                    label=t(|t| t.runs().choose_none)
                    variant=Variant::Quiet
                    on_click=move |()| chosen.set(Vec::new())
                />
            </div>
        }
        .into_any()
    };
    view! {
        <fieldset class="models">
            <legend>{t(|t| t.runs().models)}</legend>
            <p class="soft">{t(|t| t.runs().models_hint)}</p>
            {query_view(all, || view! { <Skeleton rows=3 /> }.into_any(), options)}
            <Wrong error />
        </fieldset>
    }
    .into_any()
}

fn model_box(code: ModelCode, chosen: RwSignal<Vec<ModelCode>>) -> AnyView {
    let shown = code.clone();
    let named = code.clone();
    view! {
        <label class="check">
            <input
                type="checkbox"
                prop:checked=move || chosen.with(|chosen| chosen.contains(&shown))
                on:change:target=move |event| {
                    let on = event.target().checked();
                    chosen
                        .update(|chosen| {
                            chosen.retain(|other| *other != code);
                            if on {
                                chosen.push(code.clone());
                            }
                        });
                }
            />
            <ModelBadge code=named />
        </label>
    }
    .into_any()
}
