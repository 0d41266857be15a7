//! How many answers a page counts.

use answerdeck_api::metrics::{BrandMetrics, Sample};
use leptos::prelude::*;

use super::model_badge::only_route_tag;
use crate::locale::t_with;
use crate::paths::{AnswerFilterParams, UrlParams};
use crate::queries::Query;
use crate::reactive::live_option;
use crate::ui::caveat;

/// The number of answers that metrics count, which leads to them, and their route. An empty line while there are none.
#[component]
pub fn ScopeTotal(metrics: Query<BrandMetrics>, params: Memo<AnswerFilterParams>) -> AnyView {
    let sample = Memo::new(move |_| metrics.with(|metrics| metrics.map(|metrics| metrics.all.sample.clone())));
    let total = move || {
        let Sample { answers, prompts, .. } = sample.get().filter(|sample| sample.answers > 0)?;
        let text = t_with(move |t| (t.metrics().scope_total)(answers, prompts));
        let view = view! {
            <a href=move || params.get().address()>{text}</a>
            {caveat()}
            {only_route_tag()}
        };
        Some(view.into_any())
    };
    view! { <p class="scope-total" translate="no">{live_option(total)}</p> }.into_any()
}
