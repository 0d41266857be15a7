//! The filters of answers by a value that is chosen from a list.

use answerdeck_api::{Model, ModelCode, ModelRoute, PromptSet};
use leptos::prelude::*;

use crate::locale::{Pick, texts};
use crate::paths::{AnswerFilterParams, RouteFilter};
use crate::queries::{Query, use_models};
use crate::ui::{options_after, options_with};

/// A filter: its name, its options and the chosen one.
#[derive(Clone, Copy)]
pub struct FilterOptions {
    pub label: Pick,
    pub options: Signal<Vec<(String, String)>>,
    pub selected: Signal<String>,
    /// Returns the filters with the chosen option.
    pub choose: fn(AnswerFilterParams, &str) -> AnswerFilterParams,
}

/// The chosen set is an option even if it was deleted.
pub fn by_set(sets: Query<Vec<PromptSet>>, params: Memo<AnswerFilterParams>) -> FilterOptions {
    let chosen = Memo::new(move |_| params.with(|params| params.set.clone().map(String::from)));
    let options = Signal::derive(move || {
        let sets = sets.value().map(|sets| sets.into_iter().map(|set| (String::from(set.id), set.name)).collect());
        options_with(texts().common().all_sets, sets, chosen.get(), texts().answers().deleted_set)
    });
    FilterOptions {
        label: |t| t.common().set,
        options,
        selected: Signal::derive(move || chosen.get().unwrap_or_default()),
        choose: |params, id| AnswerFilterParams { set: id.parse().ok(), ..params },
    }
}

/// `name` returns the name of a model.
pub fn by_model(params: Memo<AnswerFilterParams>, name: fn(Query<Vec<Model>>, &ModelCode) -> String) -> FilterOptions {
    let models = use_models();
    let options = Signal::derive(move || {
        let option = |model: Model| (model.code.to_string(), name(models, &model.code));
        options_after(texts().answers().all_models, models.value().unwrap_or_default().into_iter().map(option))
    });
    FilterOptions {
        label: |t| t.common().model,
        options,
        selected: Signal::derive(move || params.get().model.map(|model| model.to_string()).unwrap_or_default()),
        choose: |params, code| {
            let model = (!code.is_empty()).then(|| ModelCode::from(code));
            AnswerFilterParams { model, ..params }
        },
    }
}

/// Its first option is all routes together.
pub fn by_route(routes: Memo<Vec<ModelRoute>>, params: Memo<AnswerFilterParams>) -> FilterOptions {
    let options = Signal::derive(move || {
        let texts = texts().answer_routes();
        let all = RouteFilter::All.text().map(|all| (all.to_owned(), texts.all.to_owned()));
        let one = |route: ModelRoute| (route.to_string(), texts.name(&route).0.to_owned());
        all.into_iter().chain(routes.get().into_iter().map(one)).collect()
    });
    let selected = Signal::derive(move || {
        params.with(|params| params.route.text().or(RouteFilter::All.text()).unwrap_or_default().to_owned())
    });
    FilterOptions {
        label: |t| t.answer_routes().route,
        options,
        selected,
        choose: |params, code| AnswerFilterParams { route: RouteFilter::of(code), ..params },
    }
}
