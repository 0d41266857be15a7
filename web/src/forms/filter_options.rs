//! The options of a filter by model, and by route.

use answerdeck_api::{Model, ModelCode, ModelRoute};
use leptos::prelude::*;

use crate::locale::texts;
use crate::paths::{AnswerFilterParams, RouteFilter};
use crate::queries::{Query, use_models};
use crate::ui::options_after;

/// The models to choose from, and the chosen one. `name` returns the name of a model.
pub fn model_options(
    params: Memo<AnswerFilterParams>,
    name: fn(Query<Vec<Model>>, &ModelCode) -> String,
) -> (Signal<Vec<(String, String)>>, Signal<String>) {
    let models = use_models();
    let options = Signal::derive(move || {
        let option = |model: Model| (model.code.to_string(), name(models, &model.code));
        options_after(texts().answers().all_models, models.value().unwrap_or_default().into_iter().map(option))
    });
    (options, Signal::derive(move || params.get().model.map(|model| model.to_string()).unwrap_or_default()))
}

/// The routes to choose from, after all of them together.
pub fn route_options(routes: Memo<Vec<ModelRoute>>) -> Signal<Vec<(String, String)>> {
    Signal::derive(move || {
        let texts = texts().answer_routes();
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
