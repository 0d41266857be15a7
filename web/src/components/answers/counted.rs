use answerdeck_api::metrics::{BrandMetrics, Coverage, Sample};
use leptos::prelude::*;

use crate::components::models::badge::only_route_tag;
use crate::locale::{t_with, texts};
use crate::paths::{AnswerFilterParams, RouteFilter, UrlParams};
use crate::queries::{Query, use_counted, use_organization, use_routes};
use crate::reactive::live_option;
use crate::ui::{caveat, provide_caveat};

/// Returns the answers that the numbers of a page count: those of its address, limited to one route when the address
/// names none. If several routes are counted together, or may be, every number and chart of the page says so.
pub fn use_counted_answers(params: Memo<AnswerFilterParams>) -> Memo<AnswerFilterParams> {
    let counted = use_counted(params);
    provide_route_caveat(counted);
    counted
}

/// Says of every number of a page if its answers came by several routes, or may have: those of a filter without a route.
pub fn provide_route_caveat(answers: Memo<AnswerFilterParams>) {
    let (organization, routes) = (use_organization(), use_routes());
    let caveat = Memo::new(move |_| {
        let is_of_one = answers.with(|answers| matches!(answers.route, RouteFilter::Only(_) | RouteFilter::Pending));
        let has_several = routes.with(|routes| !routes.is_empty());
        let texts = texts().answer_routes();
        match organization.failure() {
            _ if is_of_one => None,
            _ if has_several => Some(texts.mixed.to_owned()),
            Some(_) => Some(texts.unknown.to_owned()),
            None => None,
        }
    });
    provide_caveat(caveat.into());
}

/// The address of the numbers of all routes. `None` unless a page counts one of several.
pub fn use_all_routes(
    // The filter in the address of the page.
    params: Memo<AnswerFilterParams>,
    // The answers that the page counts.
    answers: Memo<AnswerFilterParams>,
    address: Callback<AnswerFilterParams, String>,
    // Whether the page says how often they name the own brand, and by which route.
    is_said: impl Fn() -> bool + Send + Sync + 'static,
) -> Memo<Option<String>> {
    let routes = use_routes();
    Memo::new(move |_| {
        let is_one = answers.with(|answers| matches!(answers.route, RouteFilter::Only(_)));
        let all = || address.run(AnswerFilterParams { route: RouteFilter::All, ..params.get() });
        (is_one && routes.with(|routes| !routes.is_empty()) && is_said()).then(all)
    })
}

/// The number of answers that metrics count, which leads to them, and their route. An empty line while there are none.
#[component]
pub fn ScopeTotal(metrics: Query<BrandMetrics>, params: Memo<AnswerFilterParams>) -> AnyView {
    let sample = Memo::new(move |_| metrics.with(|metrics| metrics.map(|metrics| metrics.all.sample.clone())));
    let total = move || {
        let Sample { answers, prompts, .. } = sample.get().filter(|sample| sample.answers > 0)?;
        let text = t_with(move |t| (t.metrics().scope_total)(answers, prompts));
        Some(view! {
            <a href=move || params.get().address()>{text}</a>
            {caveat()}
            {only_route_tag()}
        })
    };
    view! { <p class="scope-total" aria-live="polite" translate="no">{live_option(total)}</p> }.into_any()
}

/// Says how many of the answers were counted. Nothing is shown once all were.
#[component]
pub fn CoverageNote(
    /// What a value was counted from. `None` while there is no value.
    #[prop(into)]
    coverage: Signal<Option<Coverage>>,
) -> AnyView {
    let partial = Memo::new(move |_| coverage.get().filter(|Coverage { answers, counted }| counted < answers));
    let note = move || {
        let Coverage { answers, counted } = partial.get()?;
        let text = t_with(move |t| (t.metrics().coverage)(counted, answers));
        Some(view! { <p class="muted">{text}</p> })
    };
    view! { <div role="status" translate="no">{live_option(note)}</div> }.into_any()
}
