//! A model: its initials, its name and its route.

use answerdeck_api::{Model, ModelCode, ModelRoute};
use leptos::prelude::*;

use crate::locale::{Pick, t, texts};
use crate::paths::RouteFilter;
use crate::queries::{Query, model_name, use_models, use_only_route};
use crate::reactive::live_option;

/// The end of the platform's name of a model for which a local engine answers.
///
/// Source: docs/platform-api.md, section 2, Run.
const LOCAL_SUFFIX: &str = " (local corpus)";

// A color would mean a brand.
fn initials(code: &ModelCode) -> &'static str {
    match code {
        ModelCode::Chatgpt => "Ch",
        ModelCode::GoogleOverview => "Go",
        ModelCode::GoogleAi => "GA",
        ModelCode::Perplexity => "Px",
        ModelCode::Gemini => "Ge",
        ModelCode::NaverAiBriefing => "NB",
        ModelCode::NaverAiTab => "NT",
        ModelCode::Claude => "Cl",
        ModelCode::Unknown(_) => "?",
    }
}

/// The name of the service of a model. It does not say by which route it answers.
pub fn service_name(models: Query<Vec<Model>>, code: &ModelCode) -> String {
    if let Some(name) = (texts().answer_routes().service)(code) {
        return name.to_owned();
    }
    let name = model_name(models, code);
    name.strip_suffix(LOCAL_SUFFIX).map(str::to_owned).unwrap_or(name)
}

/// The name of a model without its engine: answers may have come from others.
pub fn plain_model_name(models: Query<Vec<Model>>, code: &ModelCode) -> String {
    without_engine(&service_name(models, code)).to_owned()
}

// The engine follows in parentheses.
fn without_engine(name: &str) -> &str {
    name.split_once(" (").map_or(name, |(name, _)| name)
}

/// The name of a model whose answers came by a route: without its engine if that answers by another one.
pub fn model_name_by(models: Query<Vec<Model>>, code: &ModelCode, route: Option<&ModelRoute>) -> String {
    let is_of_engine = route.is_none() || route_of(models, code).as_ref() == route;
    if is_of_engine { service_name(models, code) } else { plain_model_name(models, code) }
}

/// The label of a model whose answers are counted by a filter of routes: as [`model_label`], or plain for several routes together.
pub fn counted_model_label(models: Query<Vec<Model>>, code: &ModelCode, route: &RouteFilter) -> String {
    match route {
        RouteFilter::Unset | RouteFilter::Pending => model_label(models, code),
        RouteFilter::All => plain_model_name(models, code),
        RouteFilter::Only(route) => {
            let name = model_name_by(models, code, Some(route));
            format!("{name} ({})", texts().answer_routes().name(route).0)
        }
    }
}

/// The labels of some models whose answers are counted, divided by commas. Reactive.
pub fn counted_model_labels(models: Query<Vec<Model>>, codes: &[ModelCode], route: &RouteFilter) -> String {
    codes.iter().map(|code| counted_model_label(models, code, route)).collect::<Vec<_>>().join(", ")
}

/// The name of the service of a model with the short name of its route, as in `ChatGPT (Local)`, for texts.
pub fn model_label(models: Query<Vec<Model>>, code: &ModelCode) -> String {
    let service = service_name(models, code);
    match route_of(models, code) {
        Some(route) => format!("{service} ({})", texts().answer_routes().name(&route).0),
        None => service,
    }
}

/// The labels of some models, divided by commas. Reactive.
pub fn model_labels(models: Query<Vec<Model>>, codes: &[ModelCode]) -> String {
    codes.iter().map(|code| model_label(models, code)).collect::<Vec<_>>().join(", ")
}

/// The route by which a model answers now. `None` for a model without one, and until the models are loaded.
pub fn route_of(models: Query<Vec<Model>>, code: &ModelCode) -> Option<ModelRoute> {
    models.with(|models| {
        let model = models.into_iter().flatten().find(|model| model.code == *code)?;
        model.route.clone().or_else(|| model.name.ends_with(LOCAL_SUFFIX).then_some(ModelRoute::StandIn))
    })
}

/// The short name of a route as a tag.
pub fn route_tag(route: &ModelRoute) -> AnyView {
    let (name, about) = texts().answer_routes().name(route);
    view! { <small class="tag" title=about>{name.to_owned()}</small> }.into_any()
}

/// The route by which all answers came, after a space. Nothing if there are several.
pub fn only_route_tag() -> AnyView {
    let only = use_only_route();
    live_option(move || only.get().map(|route| view! { " " {route_tag(&route)} }))
}

/// The name of a column of a table, and the route by which its answers came if all have the same.
pub fn route_head(name: Pick) -> AnyView {
    view! { {t(name)} {only_route_tag()} }.into_any()
}

/// The name of a column of answers that has their models on a phone, and then the route as [`route_head`] says it.
pub fn answer_head(name: Pick) -> AnyView {
    view! {
        <span class="narrow-only">{route_head(name)}</span>
        <span class="wide-only">{t(name)}</span>
    }
    .into_any()
}

/// A model with the name of its service, and a tag for the route by which it answers.
#[component]
pub fn ModelBadge(
    code: ModelCode,
    /// The route by which an answer came. Absent for the route by which the model answers now.
    #[prop(optional_no_strip)]
    route: Option<ModelRoute>,
    /// Whether it is in a table with a [`route_head`].
    #[prop(optional)]
    in_table: bool,
    /// Whether the route is said elsewhere.
    #[prop(optional)]
    is_bare: bool,
    /// Whether its answers came by several routes. There is no tag then.
    #[prop(optional)]
    is_mixed: bool,
) -> AnyView {
    let models = use_models();
    let only = in_table.then(use_only_route);
    let initials = initials(&code);
    let name = move || {
        let is_bare = is_bare || is_mixed || only.is_some_and(|only| only.with(Option::is_some));
        let name = match is_mixed {
            true => plain_model_name(models, &code),
            false => model_name_by(models, &code, route.as_ref()),
        };
        let route = || route.clone().or_else(|| route_of(models, &code));
        let tag = (!is_bare).then(route).flatten().map(|route| view! { " " {route_tag(&route)} });
        view! { {name} {tag} }.into_any()
    };
    view! {
        <span class="model" translate="no">
            <span class="model-initials" aria-hidden="true">{initials}</span>
            <span>{name}</span>
        </span>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_ends_before_its_engine() {
        for (name, plain) in [
            ("ChatGPT (small, self-hosted)", "ChatGPT"),
            ("Google AI Overview (llama (8b), self-hosted)", "Google AI Overview"),
            ("네이버 AI 탭", "네이버 AI 탭"),
        ] {
            assert_eq!(without_engine(name), plain);
        }
    }

    #[test]
    fn every_model_has_distinct_initials() {
        let signs: std::collections::HashSet<_> = ModelCode::ALL.iter().map(initials).collect();
        assert_eq!(signs.len(), 8);
    }
}
