//! The active filters of a page about answers, each with a remove button.

use answerdeck_api::{Prompt, PromptSet};
use leptos::prelude::*;

use super::{model_label, short_run_name};
use crate::format::{day, last_day, region, short_run_id};
use crate::locale::{Pick, t, t_with};
use crate::overlay::show_saved_views;
use crate::paths::{AnswersParams, RouteFilter};
use crate::queries::{Query, use_models};
use crate::ui::{Button, Chip, Variant};
use crate::untrusted::first_line;

/// A filter: its name, its value as text, and the parameters without it.
type ActiveFilter = (Pick, Signal<String>, AnswersParams);

/// The active filters. Nothing is shown if there are none.
#[component]
pub fn FilterChips(
    /// The filters.
    params: Memo<AnswersParams>,
    /// All sets, for their names.
    sets: Query<Vec<PromptSet>>,
    /// The prompt that the answers are filtered by, for its text.
    prompt: Query<Prompt>,
    /// The address of the page without a filter.
    clear: Signal<String>,
    /// Called with the remaining filters, and `false`: they are a new entry of the history.
    on_change: Callback<(AnswersParams, bool)>,
) -> AnyView {
    let chips = move || {
        let all = active_filters(&params.get(), sets, prompt);
        if all.is_empty() {
            return ().into_any();
        }
        let chips = all
            .into_iter()
            .map(|(name, value, without)| {
                let remove = t_with(move |t| (t.answers().remove_filter)(&format!("{} {}", name(t), value.get())));
                view! {
                    <li>
                        <Chip name=t(name) value remove on_remove=move |()| on_change.run((without.clone(), false)) />
                    </li>
                }
            })
            .collect_view();
        view! {
            <ul class="chips" aria-label=t(|t| t.answers().filters)>
                {chips}
                <li>
                    <a class="button" data-variant="quiet" href=clear>
                        {t(|t| t.answers().clear)}
                    </a>
                </li>
                <li>
                    <Button
                        label=t(|t| t.answers().save_view)
                        variant=Variant::Quiet
                        on_click=|()| show_saved_views()
                    />
                </li>
            </ul>
        }
        .into_any()
    };
    chips.into_any()
}

fn active_filters(params: &AnswersParams, sets: Query<Vec<PromptSet>>, prompt: Query<Prompt>) -> Vec<ActiveFilter> {
    let models = use_models();
    let mut all: Vec<ActiveFilter> = Vec::new();
    if let Some(id) = params.run.clone() {
        let name = t_with(move |t| short_run_name(&id, t).unwrap_or_else(|| format!("…{}", short_run_id(&id))));
        all.push((|t| t.answers().run, name, AnswersParams { run: None, ..params.clone() }));
    }
    if let Some(id) = params.set.clone() {
        let name = t_with(move |_| {
            let found = sets.value().into_iter().flatten().find(|set| set.id == id);
            found.map_or_else(|| id.to_string(), |set| first_line(&set.name, 40))
        });
        all.push((|t| t.answers().set, name, AnswersParams { set: None, ..params.clone() }));
    }
    if let Some(id) = params.prompt.clone() {
        let name = t_with(move |_| {
            let found = prompt.value().filter(|prompt| prompt.id == id);
            found.map_or_else(|| id.to_string(), |prompt| first_line(&prompt.content, 40))
        });
        all.push((|t| t.answers().prompt, name, AnswersParams { prompt: None, ..params.clone() }));
    }
    if let Some(code) = params.model.clone() {
        let name = t_with(move |_| model_label(models, &code));
        all.push((|t| t.answers().model, name, AnswersParams { model: None, ..params.clone() }));
    }
    let route = match &params.route {
        RouteFilter::All => Some((t_with(|t| t.routes().all.to_owned()), RouteFilter::Unset)),
        RouteFilter::Only(route) => {
            let route = route.clone();
            Some((t_with(move |t| t.routes().name(&route).0.to_owned()), RouteFilter::All))
        }
        RouteFilter::Unset | RouteFilter::Pending => None,
    };
    if let Some((name, without)) = route {
        all.push((|t| t.routes().route, name, AnswersParams { route: without, ..params.clone() }));
    }
    if let Some(code) = params.region.clone() {
        all.push((
            |t| t.answers().region,
            t_with(move |_| region(&code)),
            AnswersParams { region: None, ..params.clone() },
        ));
    }
    if let Some(from) = params.from.clone() {
        all.push((|t| t.answers().from, t_with(move |_| day(&from)), AnswersParams { from: None, ..params.clone() }));
    }
    if let Some(to) = params.to.clone() {
        all.push((|t| t.answers().to, t_with(move |_| last_day(&to)), AnswersParams { to: None, ..params.clone() }));
    }
    all
}
