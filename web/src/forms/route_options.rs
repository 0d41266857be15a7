//! The options of a filter by route.

use answerdeck_api::ModelRoute;
use leptos::prelude::*;

use crate::locale::texts;
use crate::paths::{AnswerFilterParams, RouteFilter};

/// The routes to choose from, after all of them together.
pub fn route_options(routes: Memo<Vec<ModelRoute>>) -> Signal<Vec<(String, String)>> {
    Signal::derive(move || {
        let texts = texts().routes();
        let all = RouteFilter::All.text().map(|all| (all.to_owned(), texts.all.to_owned()));
        let one = |route: ModelRoute| (route.to_string(), texts.name(&route).0.to_owned());
        all.into_iter().chain(routes.get().into_iter().map(one)).collect()
    })
}

/// The option of the route of a filter.
pub fn chosen_route(params: Memo<AnswerFilterParams>) -> Signal<String> {
    Signal::derive(move || {
        params.with(|params| params.route.text().or(RouteFilter::All.text()).unwrap_or_default().to_owned())
    })
}
