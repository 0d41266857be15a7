//! A preview of the answers that new names of a brand would find, before they are saved.

use answerdeck_api::BrandId;
use answerdeck_api::metrics::{BrandPreview, BrandPreviewExample, BrandPreviewRequest};
use leptos::prelude::*;

use super::query_view;
use crate::locale::{t, t_with};
use crate::queries::metrics::use_brand_preview;
use crate::reactive::live_option;
use crate::untrusted::{plain, visible};

/// The maximum number of sentences shown.
const EXAMPLES_MAX: usize = 3;

/// How many of the newest answers new names of a brand would find, with sentences.
#[component]
pub fn NewNamesPreview(
    /// The brand. `None` for one that does not exist yet.
    brand: Option<BrandId>,
    /// The names of the brand that the form has. `None` while there is no new one.
    names: Signal<Option<Vec<String>>>,
) -> AnyView {
    let found = use_brand_preview(move || Some(BrandPreviewRequest { brand_id: brand.clone(), names: names.get()? }));
    let searching = || view! { <p class="muted">{t(|t| t.brands().names_searching)}</p> }.into_any();
    let has_names = Memo::new(move |_| names.with(Option::is_some));
    let content = move || has_names.get().then(|| untrack(|| query_view(found, searching, preview_view)));
    view! {
        <div class="new-names" role="status">
            {live_option(content)}
        </div>
    }
    .into_any()
}

fn preview_view(BrandPreview { searched, added, examples }: BrandPreview) -> AnyView {
    let sentence = |BrandPreviewExample { before, name, after, .. }: BrandPreviewExample| {
        view! {
            <li>
                <bdi>
                    {plain(&before)} <mark>{visible(&name).into_owned()}</mark> {plain(&after)}
                </bdi>
            </li>
        }
    };
    let examples = (!examples.is_empty()).then(|| {
        view! { <ul>{examples.into_iter().take(EXAMPLES_MAX).map(sentence).collect_view()}</ul> }
    });
    view! {
        <p>{t_with(move |t| (t.brands().names_add)(added, searched))}</p>
        {examples}
    }
    .into_any()
}
