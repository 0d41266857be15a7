//! How many answers a page counts.

use answerdeck_analysis::BrandReport;
use leptos::prelude::*;

use crate::analysis::AnalysisQuery;
use crate::locale::t_with;
use crate::paths::{AnswersParams, UrlParams};
use crate::reactive::live_option;
use crate::ui::caveat;

/// The number of answers that a report counts, which leads to them. An empty line while there is no report.
#[component]
pub fn ScopeTotal(
    /// The report.
    report: AnalysisQuery<BrandReport>,
    /// The answers that it counts.
    params: Memo<AnswersParams>,
) -> AnyView {
    let sample = Memo::new(move |_| report.with(|reply| reply.map(|reply| reply.value.sample)));
    let total = move || {
        let sample = sample.get().filter(|sample| sample.answers > 0)?;
        let text = t_with(move |t| (t.metrics().scope_total)(sample.answers, sample.prompts));
        let view = view! {
            <a href=move || params.get().address()>{text}</a>
            {caveat()}
        };
        Some(view.into_any())
    };
    view! { <p class="scope-total">{live_option(total)}</p> }.into_any()
}
