//! A preview of the answers that new names of a brand would find, before they are saved, and of the spellings that answers have.

use answerdeck_api::BrandId;
use answerdeck_api::metrics::{BrandPreview, BrandPreviewExample, BrandPreviewRequest, BrandSpelling};
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
    /// The names of the brand that the form has. `None` while there is nothing to search for.
    names: Signal<Option<Vec<String>>>,
    /// Whether any of them is new.
    #[prop(into)]
    is_new: Signal<bool>,
    /// Called with a spelling that becomes a name.
    #[prop(into)]
    on_add: Callback<String>,
) -> AnyView {
    let found = use_brand_preview(move || Some(BrandPreviewRequest { brand_id: brand.clone(), names: names.get()? }));
    let searching =
        move || is_new.get().then(|| view! { <p class="muted">{t(|t| t.brands().names_searching)}</p> }).into_any();
    let has_names = Memo::new(move |_| names.with(Option::is_some));
    let content = move || {
        has_names
            .get()
            .then(|| untrack(|| query_view(found, searching, move |preview| preview_view(preview, is_new, on_add))))
    };
    view! {
        <div class="new-names" role="status">
            {live_option(content)}
        </div>
    }
    .into_any()
}

fn preview_view(preview: BrandPreview, is_new: Signal<bool>, on_add: Callback<String>) -> AnyView {
    let BrandPreview { searched, added, examples, spellings } = preview;
    let sentence = |BrandPreviewExample { before, name, after, .. }: BrandPreviewExample| {
        view! {
            <li>
                <bdi>
                    {plain(&before)} <mark>{visible(&name).into_owned()}</mark> {plain(&after)}
                </bdi>
            </li>
        }
    };
    let found = move || {
        is_new.get().then(|| {
            let examples = (!examples.is_empty()).then(|| {
                view! { <ul>{examples.iter().take(EXAMPLES_MAX).cloned().map(sentence).collect_view()}</ul> }
            });
            view! {
                <p>{t_with(move |t| (t.brands().names_add)(added, searched))}</p>
                {examples}
            }
        })
    };
    let spelling = |BrandSpelling { name, answers }: BrandSpelling| {
        let shown = visible(&name).into_owned();
        let label = t_with(move |t| (t.brands().add_spelling)(&shown, answers));
        view! { <li><button type="button" on:click=move |_| on_add.run(name.clone())>{label}</button></li> }
    };
    let spellings = (!spellings.is_empty()).then(|| {
        view! {
            <p>{t(|t| t.brands().spellings)}</p>
            <ul>{spellings.into_iter().map(spelling).collect_view()}</ul>
        }
    });
    view! {
        {found}
        {spellings}
    }
    .into_any()
}
