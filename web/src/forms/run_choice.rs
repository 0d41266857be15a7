//! What a run asks: the prompts, models, region and repetitions. The forms of a run and of a schedule share its fields.

use answerdeck_api::limits::{RUN_PROMPTS_MAX, RUN_REPEAT_MAX};
use answerdeck_api::{Model, ModelCode, PromptSet, PromptSetId, RunSubmit};
use leptos::prelude::*;

use super::edit_form::FormState;
use super::prompt_picker::{self, keep_selected};
use super::run_cost::warning;
use super::set_field::{SetField, initial_set, keep_set};
use super::text_rule::parse_whole;
use crate::components::{ModelBadge, common_route, no_engines, query_view, route_about, stop_note};
use crate::drafts::Draft;
use crate::format;
use crate::lazy::{lazy_view, loaded_when};
use crate::locale::{t, t_with, texts};
use crate::paths::{RunStartParams, new_prompt};
use crate::queries::deletions::use_delayed_deletion;
use crate::queries::prompt_sets::use_prompt_set;
use crate::queries::regions::RegionChoice;
use crate::queries::run_selection::Selection;
use crate::queries::{Kind, refreshed, use_models, use_regions};
use crate::reactive::live;
use crate::selected_prompts::SelectedPrompts;
use crate::ui::{
    BLANK_LINE, Button, ButtonLink, Checkbox, FieldError, SegmentedControl, SelectField, TextField, Variant,
    empty_with_action, skeleton,
};

#[derive(Clone, Copy)]
pub struct RunChoice {
    /// Whether single prompts are chosen, not a whole set.
    is_single: RwSignal<bool>,
    set: RwSignal<Option<PromptSetId>>,
    pub prompts: RwSignal<SelectedPrompts>,
    pub models: RwSignal<Vec<ModelCode>>,
    region: RwSignal<String>,
    typed_repeats: RwSignal<String>,
    /// `None` while the number of prompts of the set is not known.
    pub prompt_count: Memo<Option<u64>>,
    /// How many of the single prompts that were asked before were deleted, and all of them.
    deleted: (u64, u64),
    /// Whether the form was submitted: its fields say what is wrong from then on.
    submitted: RwSignal<bool>,
}

impl RunChoice {
    /// The choice in a form. At first, it is `selection`.
    pub fn new(state: FormState, sets: &[PromptSet], selection: Selection) -> Self {
        let FormState { draft, submitted, .. } = state;
        // Prompts whose deletion waits must not be asked.
        use_delayed_deletion().send_of(Kind::Prompts);
        let is_single = !selection.is_whole_set(sets);
        let deleted = (selection.deleted, selection.deleted + selection.prompts.len() as u64);
        let set = RwSignal::new(initial_set(sets, selection.set));
        let (prompts, models) = (RwSignal::new(selection.prompts), RwSignal::new(selection.models));
        let is_single = draft.flag("single", is_single);
        keep_set(draft, sets, set);
        keep_selected(draft, prompts);
        keep_models(draft, models);
        let preselected = || untrack(RegionChoice::Run.preselected());
        let region = draft.text("region", selection.region.unwrap_or_else(preselected));
        let typed_repeats = draft.text("repeats", selection.repeats.to_string());
        let set_size = use_set_size(sets, set);
        let prompt_count = Memo::new(move |_| match is_single.get() {
            true => Some(prompts.with(SelectedPrompts::len) as u64),
            false => set_size.get(),
        });
        Self { is_single, set, prompts, models, region, typed_repeats, prompt_count, deleted, submitted }
    }

    /// Whether single prompts are chosen. Reactive.
    pub fn is_single(self) -> bool {
        self.is_single.get()
    }

    /// The number of repetitions. `None` if what was typed is none. Reactive.
    pub fn repeats(self) -> Option<u32> {
        self.typed_repeats.with(|typed| parse_whole(typed, RUN_REPEAT_MAX))
    }

    /// Whether something is wrong with the choice. Reactive.
    pub fn has_error(self) -> bool {
        [self.prompts_error(), self.models_error(), self.repeats_error()].iter().any(Option::is_some)
    }

    fn prompts_error(self) -> Option<String> {
        let texts = texts();
        match (self.is_single(), self.prompt_count.get()) {
            (true, Some(0)) => Some(texts.run_form().none_selected.to_owned()),
            (true, Some(count)) if count > RUN_PROMPTS_MAX as u64 => {
                Some((texts.runs().too_many)(RUN_PROMPTS_MAX as u64))
            }
            (false, _) if self.set.with(Option::is_none) => Some(texts.prompts().choose_set.to_owned()),
            (false, Some(0)) => Some(texts.run_form().set_is_empty.to_owned()),
            _ => None,
        }
    }

    fn models_error(self) -> Option<String> {
        self.models.with(Vec::is_empty).then(|| texts().run_form().no_models_selected.to_owned())
    }

    /// What is wrong with the number of repetitions. Reactive.
    pub fn repeats_error(self) -> Option<String> {
        self.repeats().is_none().then(|| (texts().common().whole_number)(u64::from(RUN_REPEAT_MAX)))
    }

    /// The run that the choice describes. Reactive.
    pub fn run(self) -> RunSubmit {
        let is_single = self.is_single();
        RunSubmit {
            prompt_ids: is_single
                .then(|| self.prompts.with(|prompts| prompts.iter().map(|(id, _)| id.clone()).collect())),
            prompt_set_id: self.set.get().filter(|_| !is_single),
            models: self.models.get(),
            region: Some(self.region.get()),
            repeat_count: self.repeats(),
        }
    }

    /// The choice as parameters of an address. Reactive.
    pub fn params(self) -> RunStartParams {
        let RunSubmit { prompt_ids, prompt_set_id, models, region, repeat_count } = self.run();
        RunStartParams {
            set: prompt_set_id,
            prompts: prompt_ids.unwrap_or_default(),
            models,
            region,
            repeats: repeat_count.filter(|repeats| *repeats > 1),
            ..RunStartParams::default()
        }
    }
}

/// The number of prompts of a set. `None` while it is not known.
fn use_set_size(sets: &[PromptSet], set: RwSignal<Option<PromptSetId>>) -> Signal<Option<u64>> {
    let counts: Vec<_> = sets.iter().filter_map(|set| Some((set.id.clone(), u64::from(set.prompt_count?)))).collect();
    let listed = Memo::new(move |_| {
        let set = set.get()?;
        counts.iter().find(|(id, _)| *id == set).map(|(_, count)| *count)
    });
    // The list of another platform has no numbers of prompts.
    let details = use_prompt_set(Signal::derive(move || set.get().filter(|_| listed.get().is_none())));
    Signal::derive(move || {
        let read =
            || details.value().filter(|found| set.get().as_ref() == Some(&found.id))?.prompt_count.map(u64::from);
        listed.get().or_else(read)
    })
}

#[component]
pub fn RunFields(choice: RunChoice, sets: Vec<PromptSet>) -> AnyView {
    let RunChoice { is_single, set, prompts, models, region, typed_repeats, prompt_count, .. } = choice;
    let RunChoice { deleted: (deleted, all), submitted, .. } = choice;
    let error = move |check: fn(RunChoice) -> Option<String>| {
        Signal::derive(move || submitted.get().then(|| check(choice)).flatten())
    };
    let prompts_error = error(RunChoice::prompts_error);
    let choose_region = move |code: String| {
        RegionChoice::Run.keep(&code);
        region.set(code);
    };
    let regions = use_regions();
    let picker = loaded_when(move || is_single.get(), prompt_picker::load);
    let set_size = t_with(move |t| match prompt_count.get() {
        Some(count) => (t.common().prompts)(count),
        // Its line while it is loading.
        None if set.with(Option::is_some) => BLANK_LINE.to_owned(),
        None => String::new(),
    });
    let region_options = Signal::derive(move || {
        let codes = regions.value().unwrap_or_default().into_iter().map(|region| region.code).collect();
        format::choices_by_name(codes, region.get(), format::region)
    });
    view! {
        <SegmentedControl
            label=t(|t| t.run_form().prompt_source)
            name="prompt-source"
            options=vec![(false, t(|t| t.run_form().whole_set)), (true, t(|t| t.run_form().single))]
            selected=is_single
            on_change=move |single| is_single.set(single)
        />
        {live(move || {
            if is_single.get() {
                return view! {
                    {(deleted > 0).then(|| warning(t_with(move |t| (t.run_form().left_out)(deleted, all))))}
                    {lazy_view(
                        picker,
                        skeleton::<3>,
                        move |picker| picker(prompts),
                    )}
                    <div role="alert"><FieldError error=prompts_error of_group=true /></div>
                }
                .into_any();
            }
            view! {
                <SetField
                    id="run-set"
                    label=t(|t| t.common().prompt_set)
                    sets=sets.clone()
                    selected=set
                    error=prompts_error
                />
                <p class="muted set-size">{set_size}</p>
            }
            .into_any()
        })}
        {model_fields(models, error(RunChoice::models_error))}
        <div class="filters">
            <SelectField
                id="run-region"
                label=t(|t| t.common().region)
                options=region_options
                selected=region
                on_change=choose_region
            />
            <TextField
                id="run-repeats"
                label=t(|t| t.common().repeats)
                value=typed_repeats
                hint=t(|t| t.run_form().repeats_hint)
                error=error(RunChoice::repeats_error)
                whole_max=RUN_REPEAT_MAX
            />
        </div>
    }
    .into_any()
}

fn keep_models(draft: Draft, selected: RwSignal<Vec<ModelCode>>) {
    let text = move || selected.get().iter().map(ModelCode::to_string).collect::<Vec<_>>().join(",");
    let read =
        move |codes: String| selected.set(codes.split(',').map(ModelCode::from).filter(ModelCode::is_known).collect());
    draft.keep("models", text, read);
}

fn model_fields(selected: RwSignal<Vec<ModelCode>>, error: Signal<Option<String>>) -> AnyView {
    let all = refreshed(use_models(), Kind::Models);
    let options = move |models: Vec<Model>| {
        if models.is_empty() {
            return no_engines();
        }
        let all = models.iter().map(|model| model.code.clone()).collect::<Vec<_>>();
        let notes = models.iter().filter_map(stop_note).collect_view();
        let only = common_route(&models);
        let has_one = only.is_some();
        let hint = only
            .map_or_else(|| view! { <p class="muted">{t(|t| t.run_form().models_hint)}</p> }.into_any(), route_about);
        let boxes = models.into_iter().map(|model| model_checkbox(&model, selected, has_one)).collect_view();
        view! {
            {hint}
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
            <legend class="field-label">{t(|t| t.runs().models)}</legend>
            {query_view(all, skeleton::<3>, options)}
            <div role="alert"><FieldError error of_group=true /></div>
        </fieldset>
    }
    .into_any()
}

fn model_checkbox(model: &Model, selected: RwSignal<Vec<ModelCode>>, is_bare: bool) -> AnyView {
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
            <ModelBadge code=badge_code is_bare />
            {free}
        </Checkbox>
    }
    .into_any()
}

/// What a form of a run shows when there is no prompt set yet.
pub fn no_sets() -> AnyView {
    let link =
        view! { <ButtonLink label=t(|t| t.setup().create_prompts) href=new_prompt() variant=Variant::Primary /> };
    empty_with_action(|t| t.run_form().no_sets, |t| t.run_form().no_sets_description, link.into_any())
}
