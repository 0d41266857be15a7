//! The sources that an answer cites.

use answerdeck_api::Source;
use leptos::prelude::*;

use super::{Button, ExternalLink, Icon, IconName, Methodology, Variant};
use crate::locale::{t, t_with};
use crate::untrusted::{Target, first_line, target, visible};

/// Sources that are listed at first.
const SHOWN: usize = 50;
/// Characters of a title.
const TITLE: usize = 160;

/// The sources that an answer cites, under the numbers that its text refers to them by.
#[component]
pub fn Sources(sources: Vec<Source>) -> AnyView {
    let all = sources.len();
    let shown = RwSignal::new(SHOWN);
    let sources = StoredValue::new(sources);
    let items = move || sources.with_value(|sources| sources.iter().take(shown.get()).map(item).collect_view());
    let more = move || {
        let left = all.saturating_sub(shown.get());
        (left > 0).then(|| {
            view! {
                <Button
                    label=t_with(move |t| (t.answers().items_more)(left as u64))
                    variant=Variant::Quiet
                    on_click=move |()| shown.set(all)
                />
            }
        })
    };
    view! {
        <section class="section" aria-labelledby="answer-sources">
            <h2 id="answer-sources">{t_with(move |t| (t.answers().sources_n)(all as u64))}</h2>
            {(all == 0).then(|| view! { <p class="soft">{t(|t| t.answers().sources_none)}</p> })}
            <ol class="sources">{items}</ol>
            {more}
            <Methodology label=t(|t| t.answers().counted) how=t(|t| t.answers().counted_sources) />
        </section>
    }
    .into_any()
}

fn item(source: &Source) -> AnyView {
    let title = first_line(&source.title, TITLE);
    let untitled = title.is_empty();
    let domain = source.domain.as_deref().map(|domain| visible(domain).into_owned());
    let words = move || if untitled { t(|t| t.answers().source_untitled).into_any() } else { title.clone().into_any() };
    match target(&source.url) {
        Target::Page { address, host } => {
            // What the platform calls the domain is shown beside the host that the link really leads to.
            let domain = domain.filter(|domain| *domain != host);
            view! {
                <li>
                    <ExternalLink address>
                        <bdi>{words()}</bdi>
                        " "
                        <Icon icon=IconName::External />
                    </ExternalLink>
                    <span class="cell-more">
                        <bdi>{host}</bdi>
                        {domain.map(|domain| view! { " · " <bdi>{domain}</bdi> })}
                    </span>
                </li>
            }
            .into_any()
        }
        Target::Inert(address) => view! {
            <li>
                <bdi>{words()}</bdi>
                <span class="cell-more">{t(|t| t.answers().source_inert)} ": " <bdi class="clamp">{address}</bdi></span>
            </li>
        }
        .into_any(),
    }
}
