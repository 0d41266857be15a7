//! The routes by which answers came: a number counts answers of one route.

use answerdeck_api::ModelRoute;
use leptos::prelude::*;

use super::shared::use_shared;
use super::{QueryState, use_organization};
use crate::local_settings::{SettingKey, load, save};
use crate::paths::{AnswersParams, RouteFilter};
use crate::reactive::effect;

/// The routes that can be chosen: none when all answers come by one.
pub fn use_routes() -> Memo<Vec<ModelRoute>> {
    let organization = use_organization();
    Memo::new(move |_| {
        let routes = organization.with(|organization| organization.map(|organization| organization.routes.clone()));
        routes.filter(|routes| routes.len() > 1).unwrap_or_default()
    })
}

/// The answers that numbers count: those of `params`, and of one route when nothing was chosen.
pub fn use_counted(params: Memo<AnswersParams>) -> Memo<AnswersParams> {
    let usual = use_shared(usual_route);
    Memo::new(move |_| {
        let (params, usual) = (params.get(), usual.get());
        let route = match (params.route, usual) {
            // There is nothing to mix.
            (RouteFilter::Unset, usual) | (RouteFilter::All, usual @ RouteFilter::Unset) => usual,
            (chosen, _) => chosen,
        };
        AnswersParams { route, ..params }
    })
}

/// The route that numbers count when nothing was chosen.
fn usual_route() -> Memo<RouteFilter> {
    let organization = use_organization();
    let usual = Memo::new(move |_| match organization.get() {
        QueryState::Loading => RouteFilter::Pending,
        QueryState::Ready(organization) => match &organization.routes[..] {
            [first, _, ..] => RouteFilter::Only(first.clone()),
            _ => RouteFilter::Unset,
        },
        // Without a network, numbers count what they counted before.
        QueryState::Failed(_) => {
            load(SettingKey::CountedRoute).map(|route| RouteFilter::of(&route)).unwrap_or_default()
        }
    });
    effect(move || {
        if organization.with(|organization| organization.is_some()) {
            usual.with(|usual| save(SettingKey::CountedRoute, usual.text()));
        }
    });
    usual
}
