//! A preview of the answers that new names of a brand would find, before they are saved.

use answerdeck_analysis::{NameExample, NewNames, NewNamesReport};
use answerdeck_api::BrandId;
use leptos::prelude::*;

use crate::analysis::use_analysis;
use crate::components::analysis_problem;
use crate::locale::{t, t_with};
use crate::reactive::live_option;
use crate::untrusted::{plain, visible};

/// The maximum number of sentences shown.
const EXAMPLES_MAX: u32 = 3;

/// How many of the kept answers new names of a brand would find, with sentences. The answers are searched while the form is
/// open.
#[component]
pub fn NewNamesPreview(
    /// The brand. `None` for one that does not exist yet.
    brand: Option<BrandId>,
    /// The names of the brand that the form has. `None` while there is no new one.
    names: Signal<Option<Vec<String>>>,
) -> AnyView {
    let analysis = use_analysis();
    let brand = StoredValue::new(brand);
    let found =
        analysis.query(move || Some(NewNames { brand: brand.get_value(), names: names.get()?, limit: EXAMPLES_MAX }));
    let report = Memo::new(move |_| found.with(|reply| reply.map(|reply| reply.value.clone())));
    let content = move || {
        names.with(Option::is_some).then(|| match report.get() {
            Some(report) => report_view(report),
            None => untrack(|| analysis_problem(analysis, &found.get()))
                .unwrap_or_else(|| view! { <p class="muted">{t(|t| t.brands().names_searching)}</p> }.into_any()),
        })
    };
    view! {
        <div class="new-names" role="status">
            {live_option(content)}
        </div>
    }
    .into_any()
}

fn report_view(report: NewNamesReport) -> AnyView {
    let NewNamesReport { searched, added, examples } = report;
    let sentence = |NameExample { before, name, after, .. }: NameExample| {
        view! {
            <li>
                <bdi>
                    {plain(&before)} <mark>{visible(&name).into_owned()}</mark> {plain(&after)}
                </bdi>
            </li>
        }
    };
    let examples =
        (!examples.is_empty()).then(|| view! { <ul>{examples.into_iter().map(sentence).collect_view()}</ul> });
    view! {
        <p>{t_with(move |t| (t.brands().names_add)(added, searched))}</p>
        {examples}
    }
    .into_any()
}
