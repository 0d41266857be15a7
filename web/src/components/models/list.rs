use answerdeck_api::{Model, ModelRoute, ModelStop};
use leptos::prelude::*;

use super::badge::{ModelBadge, route_tag};
use crate::components::query_view;
use crate::locale::{t, t_with, texts};
use crate::queries::{Kind, refreshed, use_models};
use crate::reactive::live;
use crate::ui::skeleton;

/// The models, each with its route, and why it is stopped.
#[component]
pub fn ModelList() -> AnyView {
    let models = refreshed(use_models(), Kind::Models);
    query_view(models, skeleton::<3>, model_list)
}

fn model_list(models: Vec<Model>) -> AnyView {
    if models.is_empty() {
        return no_engines();
    }
    let only = common_route(&models);
    let has_one = only.is_some();
    let row = |model: Model| {
        let about = model.route.clone().filter(|_| !has_one).map(|route| {
            let about = t_with(move |t| t.answer_routes().name(&route).1.to_owned());
            view! { <p class="muted">{about}</p> }
        });
        let note = stop_note(&model);
        view! {
            <li>
                <ModelBadge code=model.code is_bare=has_one />
                {about}
                {note}
            </li>
        }
    };
    view! {
        {only.map(route_about)}
        <ul class="model-list" aria-label=t(|t| t.runs().models)>{models.into_iter().map(row).collect_view()}</ul>
    }
    .into_any()
}

/// What to do on a server without a model.
pub fn no_engines() -> AnyView {
    view! { <p class="stop-note" role="status">{t(|t| t.answer_routes().no_engines)}</p> }.into_any()
}

/// The route by which all of some models answer. `None` if they differ.
pub fn common_route(models: &[Model]) -> Option<ModelRoute> {
    let route = models.first()?.route.as_ref()?;
    models.iter().all(|model| model.route.as_ref() == Some(route)).then(|| route.clone())
}

/// What the route of all models means.
pub fn route_about(route: ModelRoute) -> AnyView {
    let about = move || view! { {route_tag(&route)} " " {texts().answer_routes().name(&route).1} }.into_any();
    view! { <p class="muted">{live(about)}</p> }.into_any()
}

/// Why a model is stopped. `None` while it answers.
pub fn stop_note(model: &Model) -> Option<AnyView> {
    Some(waiting_note(model.name.clone(), Some(model.stop.clone()?)))
}

/// Why the items of a model wait: its engine is stopped, or there is none.
pub fn waiting_note(name: String, stop: Option<ModelStop>) -> AnyView {
    let note = t_with(move |t| {
        let reason = stop.as_ref().map_or(t.answer_routes().no_engine, |stop| t.answer_routes().stop(stop));
        format!("{name}: {reason}")
    });
    view! { <p class="stop-note" role="status">{note}</p> }.into_any()
}
