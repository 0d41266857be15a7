//! The routes by which answers came. By default, a number counts the answers of one route only.

use answerdeck_api::ModelRoute;
use leptos::prelude::*;

use super::shared::use_shared;
use super::{QueryState, use_organization};
use crate::paths::{AnswerFilterParams, RouteFilter};

/// The routes to choose from. Empty when all answers came by one route.
pub fn use_routes() -> Memo<Vec<ModelRoute>> {
    let organization = use_organization();
    Memo::new(move |_| {
        let routes = organization.with(|organization| organization.map(|organization| organization.routes.clone()));
        routes.filter(|routes| routes.len() > 1).unwrap_or_default()
    })
}

/// The route by which all answers came and can come. `None` if there are several, and until it is known.
pub fn use_only_route() -> Memo<Option<ModelRoute>> {
    use_shared(|| {
        let organization = use_organization();
        Memo::new(move |_| {
            organization.with(|organization| match &organization?.routes[..] {
                [only] => Some(only.clone()),
                _ => None,
            })
        })
    })
}

/// The answers that numbers count: those of `params`, limited to the default route when no route was chosen.
pub fn use_counted(params: Memo<AnswerFilterParams>) -> Memo<AnswerFilterParams> {
    let default = use_shared(default_route);
    Memo::new(move |_| {
        let (params, default) = (params.get(), default.get());
        let route = match (params.route, default) {
            // With one route, there is nothing to choose.
            (RouteFilter::Unset, default) | (RouteFilter::All, default @ RouteFilter::Unset) => default,
            (chosen, _) => chosen,
        };
        AnswerFilterParams { route, ..params }
    })
}

/// The route that numbers count when nothing was chosen.
fn default_route() -> Memo<RouteFilter> {
    let organization = use_organization();
    Memo::new(move |_| match organization.get() {
        QueryState::Loading => RouteFilter::Pending,
        QueryState::Ready(organization) => match &organization.routes[..] {
            [first, _, ..] => RouteFilter::Only(first.clone()),
            _ => RouteFilter::Unset,
        },
        // The answers of all routes, of which there may be one.
        QueryState::Failed(_) => RouteFilter::Unset,
    })
}
