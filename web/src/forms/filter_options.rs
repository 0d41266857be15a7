//! The filters of answers by a value that is chosen from a list, and the fields of pages that have only some of them.

use answerdeck_api::{Model, ModelCode, ModelRoute, PromptSet, Run};
use leptos::prelude::*;

use crate::components::{FilterChips, plain_model_name, window_name};
use crate::locale::{Pick, t, texts};
use crate::paths::{AnswerFilterParams, RouteFilter, WINDOWS, Window};
use crate::queries::prompt_sets::use_all_prompt_sets_when;
use crate::queries::prompts::use_prompt_of_filter;
use crate::queries::{Items, Query, use_models, use_routes};
use crate::reactive::live_when;
use crate::router::use_router;
use crate::ui::{OptionGroup, SelectField, options_after, options_with};

/// The value of the option for a first and a last day of one's own.
pub(super) const OWN: &str = "own";

/// A filter: its name, its options and the chosen one.
#[derive(Clone, Copy)]
pub struct FilterOptions {
    pub label: Pick,
    pub options: Signal<Vec<(String, String)>>,
    /// The options after them.
    pub rest: Option<OptionGroup>,
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
        rest: None,
        selected: Signal::derive(move || chosen.get().unwrap_or_default()),
        choose: |params, id| AnswerFilterParams { set: id.parse().ok(), ..params },
    }
}

/// The models that none of `runs` asked, if there are any, follow the others. A model may have answers by several routes.
pub fn by_model(params: Memo<AnswerFilterParams>, runs: Option<Query<Items<Run>>>) -> FilterOptions {
    let models = use_models();
    let asked = Memo::new(move |_| runs.map(|runs| runs.with_items(asked_models)).unwrap_or_default());
    let listed = move |is_asked: bool| {
        let is_listed = |model: &Model| asked.with(|asked| asked.is_empty() || asked.contains(&model.code)) == is_asked;
        let option = |model: Model| (model.code.to_string(), plain_model_name(models, &model.code));
        models.value().unwrap_or_default().into_iter().filter(is_listed).map(option).collect::<Vec<_>>()
    };
    FilterOptions {
        label: |t| t.common().model,
        options: Signal::derive(move || options_after(texts().answers().all_models, listed(true))),
        rest: Some((t(|t| t.answers().models_not_asked), Signal::derive(move || listed(false)))),
        selected: Signal::derive(move || params.get().model.map(|model| model.to_string()).unwrap_or_default()),
        choose: |params, code| {
            let model = (!code.is_empty()).then(|| ModelCode::from(code));
            AnswerFilterParams { model, ..params }
        },
    }
}

/// Shows the choice of a route. Nothing if all answers came by one.
pub fn route_choice(
    answers: Memo<AnswerFilterParams>,
    view: impl Fn(FilterOptions) -> AnyView + Send + 'static,
) -> AnyView {
    let routes = use_routes();
    live_when(move || routes.with(|routes| !routes.is_empty()), move || view(by_route(routes, answers)))
}

/// Its first option is all routes together.
fn by_route(routes: Memo<Vec<ModelRoute>>, params: Memo<AnswerFilterParams>) -> FilterOptions {
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
        rest: None,
        selected,
        choose: |params, code| AnswerFilterParams { route: RouteFilter::of(code), ..params },
    }
}

/// The days of the answers that a page counts. `has_own` is whether days of one's own can be chosen.
pub fn by_window(params: Memo<AnswerFilterParams>, has_own: bool) -> FilterOptions {
    let selected = Signal::derive(move || {
        params.with(|params| match (params.window, &params.from, &params.to) {
            (Window::Unset, None, None) => Window::All.text().unwrap_or_default(),
            (Window::Unset, ..) => OWN.to_owned(),
            (window, ..) => window.text().unwrap_or_default(),
        })
    });
    let options = Signal::derive(move || {
        let texts = texts();
        let offered = WINDOWS.into_iter().filter_map(|window| Some((window.text()?, window_name(window, texts))));
        let own = (has_own || selected.get() == OWN).then(|| (OWN.to_owned(), window_name(Window::Unset, texts)));
        offered.chain(own).collect()
    });
    FilterOptions { label: |t| t.common().period, options, rest: None, selected, choose: with_window }
}

// Days of one's own are at first those of the window.
fn with_window(params: AnswerFilterParams, option: &str) -> AnswerFilterParams {
    if option != OWN {
        return params.within(Window::of(option));
    }
    let from = params.from.clone().or_else(|| AnswerFilterParams::recent().from);
    let to = params.to.clone();
    params.between(from, to)
}

/// Chooses the window of the answers that a page counts, by the filter in its address. It has no fields for days of one's own, which
/// other pages choose.
pub fn window_field(params: Memo<AnswerFilterParams>, address: Callback<AnswerFilterParams, String>) -> AnyView {
    filter_field("answers-window", by_window(params, false), params, address)
}

/// Chooses the model of the answers that a page counts, by the filter in its address. All are alike: the page reads no runs.
pub fn model_field(params: Memo<AnswerFilterParams>, address: Callback<AnswerFilterParams, String>) -> AnyView {
    filter_field("counted-model", by_model(params, None), params, address)
}

/// Chooses the route of the answers that a page counts, by the filter in its address. Nothing if all came by one.
pub fn route_field(
    params: Memo<AnswerFilterParams>,
    answers: Memo<AnswerFilterParams>,
    address: Callback<AnswerFilterParams, String>,
) -> AnyView {
    route_choice(answers, move |filter| filter_field("counted-route", filter, params, address))
}

fn filter_field(
    id: &'static str,
    filter: FilterOptions,
    params: Memo<AnswerFilterParams>,
    address: Callback<AnswerFilterParams, String>,
) -> AnyView {
    let FilterOptions { label, options, selected, choose, .. } = filter;
    let router = use_router();
    let choose = move |value: String| {
        if value != OWN {
            let next = choose(params.get_untracked(), &value);
            router.navigate_in_place(&untrack(|| address.run(next)));
        }
    };
    view! { <SelectField id label=t(label) options selected on_change=choose /> }.into_any()
}

/// The filters in the address of a page that has fields for sets, days, models and routes only.
pub fn carried_filters(params: Memo<AnswerFilterParams>, address: Callback<AnswerFilterParams, String>) -> AnyView {
    // With what the fields show.
    let with_fields = Callback::new(move |AnswerFilterParams { run, region, .. }: AnswerFilterParams| {
        address.run(AnswerFilterParams { region, ..params.get() }.with_run(run))
    });
    let carried = Memo::new(move |_| {
        let AnswerFilterParams { run, region, .. } = params.get();
        AnswerFilterParams { run, region, ..AnswerFilterParams::default() }
    });
    let (sets, prompt) = (use_all_prompt_sets_when(|| false), use_prompt_of_filter(carried));
    view! { <FilterChips params=carried sets prompt address=with_fields /> }.into_any()
}

/// The models that runs asked. Empty if it is unknown: without runs, and if a run does not say it.
fn asked_models(runs: &[Run]) -> Vec<ModelCode> {
    let asked: Option<Vec<&[ModelCode]>> = runs.iter().map(|run| run.models.as_deref()).collect();
    asked.unwrap_or_default().concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asked_models_are_those_of_all_runs_or_unknown() {
        let run = |models: Option<&[&str]>| {
            let json = serde_json::json!({
                "id": "a".repeat(22), "status": "FINISHED", "totalCount": 1, "runningCount": 0, "finishedCount": 1,
                "successCount": 1, "failedCount": 0, "models": models,
            });
            serde_json::from_value::<Run>(json).unwrap()
        };
        let [one, other] = [run(Some(&["CLAUDE"])), run(Some(&["CHATGPT", "CLAUDE"]))];
        let asked = asked_models(&[one.clone(), other]);
        assert_eq!(asked, [ModelCode::Claude, ModelCode::Chatgpt, ModelCode::Claude]);
        assert!(asked_models(&[one, run(None)]).is_empty() && asked_models(&[]).is_empty());
    }
}
