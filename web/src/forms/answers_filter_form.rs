//! Filtering a list of answers.

use answerdeck_api::{ModelCode, PromptSet};
use leptos::prelude::*;

use crate::format::{self, day_before, day_of, start_of_day};
use crate::locale::{t, texts};
use crate::paths::AnswersParams;
use crate::queries::{Query, use_models, use_regions};
use crate::ui::{Field, SelectField};

/// The filters of a list of answers. The filters by run and by prompt are set by links and not offered here.
#[component]
pub fn AnswersFilterForm(
    /// The active filters.
    params: Memo<AnswersParams>,
    /// The sets to choose from.
    sets: Query<Vec<PromptSet>>,
    /// Called with the new filters.
    on_change: Callback<AnswersParams>,
) -> AnyView {
    let (models, regions) = (use_models(), use_regions());
    let change = move |change: &dyn Fn(&mut AnswersParams)| {
        let mut next = params.get_untracked();
        change(&mut next);
        on_change.run(next);
    };
    let set_options = Signal::derive(move || {
        let all = (String::new(), texts().answers().all_sets.to_owned());
        let sets = sets.value().unwrap_or_default();
        std::iter::once(all).chain(sets.into_iter().map(|set| (set.id.into(), set.name))).collect::<Vec<_>>()
    });
    let model_options = Signal::derive(move || {
        let all = (String::new(), texts().answers().all_models.to_owned());
        let models = models.value().unwrap_or_default();
        let models = models.into_iter().map(|model| (model.code.to_string(), model.name));
        std::iter::once(all).chain(models).collect::<Vec<_>>()
    });
    let region_options = Signal::derive(move || {
        let all = (String::new(), texts().answers().all_regions.to_owned());
        let regions = regions.value().unwrap_or_default();
        let regions = regions.into_iter().map(|region| (region.code.clone(), format::region(&region.code)));
        std::iter::once(all).chain(regions).collect::<Vec<_>>()
    });
    let period_error = Signal::derive(move || {
        let ends_before_start = params.with(|params| match (&params.from, &params.to) {
            (Some(from), Some(to)) => from >= to,
            _ => false,
        });
        ends_before_start.then(|| texts().answers().period_error.to_owned())
    });
    view! {
        <div class="filters" role="search">
            <SelectField
                id="answers-set"
                label=t(|t| t.answers().set)
                options=set_options
                selected=Signal::derive(move || params.get().set.map(String::from).unwrap_or_default())
                on_change=move |id: String| change(&|next| next.set = id.parse().ok())
            />
            <SelectField
                id="answers-model"
                label=t(|t| t.answers().model)
                options=model_options
                selected=Signal::derive(move || params.get().model.map(|model| model.to_string()).unwrap_or_default())
                on_change=move |code: String| {
                    change(&|next| next.model = (!code.is_empty()).then(|| ModelCode::from(code.as_str())));
                }
            />
            <SelectField
                id="answers-region"
                label=t(|t| t.answers().region)
                options=region_options
                selected=Signal::derive(move || params.get().region.unwrap_or_default())
                on_change=move |code: String| {
                    change(&|next| next.region = Some(code.clone()).filter(|code| !code.is_empty()));
                }
            />
            <DayField
                id="answers-from"
                label=t(|t| t.answers().from)
                value=Signal::derive(move || params.get().from.as_ref().and_then(day_of))
                error=period_error
                on_change=move |day: String| change(&|next| next.from = start_of_day(&day, 0))
            />
            <DayField
                id="answers-to"
                label=t(|t| t.answers().to)
                value=Signal::derive(move || params.get().to.as_ref().and_then(day_before))
                error=period_error
                // The period ends when the next day starts.
                on_change=move |day: String| change(&|next| next.to = start_of_day(&day, 1))
            />
        </div>
    }
    .into_any()
}

#[component]
fn DayField(
    id: &'static str,
    #[prop(into)] label: Signal<String>,
    value: Signal<Option<String>>,
    error: Signal<Option<String>>,
    #[prop(into)] on_change: Callback<String>,
) -> AnyView {
    view! {
        <Field id label error>
            <input
                class="input"
                id=id
                type="date"
                aria-describedby=format!("{id}-about")
                aria-invalid=move || error.with(Option::is_some).then_some("true")
                prop:value=move || value.get().unwrap_or_default()
                on:change:target=move |event| on_change.run(event.target().value())
            />
        </Field>
    }
    .into_any()
}
