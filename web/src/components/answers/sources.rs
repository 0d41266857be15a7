use answerdeck_api::Source;
use leptos::prelude::*;

use crate::components::source_name::page_link;
use crate::components::states::more_rows::truncated_list;
use crate::locale::{t, t_with};
use crate::ui::Methodology;
use crate::untrusted::visible;

const SHOWN_AT_FIRST: usize = 50;

/// The sources that an answer cites, numbered as the answer's text refers to them.
#[component]
pub fn Sources(sources: Vec<Source>) -> AnyView {
    let total = sources.len();
    view! {
        <section class="section" aria-labelledby="answer-sources">
            <h2 id="answer-sources">{t_with(move |t| (t.answers().source_count)(total as u64))}</h2>
            <SourceList sources />
            <Methodology text=t(|t| t.answers().methodology_sources) />
        </section>
    }
    .into_any()
}

/// The sources that an answer cites, as a list.
#[component]
pub fn SourceList(sources: Vec<Source>) -> AnyView {
    let total = sources.len();
    let items = move |count: usize| sources.iter().take(count).map(item).collect();
    view! {
        {(total == 0).then(|| view! { <p class="muted">{t(|t| t.answers().sources_none)}</p> })}
        {truncated_list(total, SHOWN_AT_FIRST, items, "sources")}
    }
    .into_any()
}

fn item(source: &Source) -> AnyView {
    let domain = source.domain.as_deref().map(visible);
    let note = |_: &str, host: String| {
        // If the platform's domain differs from the host that the link leads to, both are shown.
        let domain = domain.filter(|domain| *domain != host);
        view! {
            <span class="cell-note">
                <bdi>{host}</bdi>
                {domain.map(|domain| view! { " · " <bdi>{domain}</bdi> })}
            </span>
        }
        .into_any()
    };
    view! { <li>{page_link(&source.url, Some(&source.title), note)}</li> }.into_any()
}
