use answerdeck_api::metrics::{BrandPreview, BrandPreviewExample, BrandPreviewRequest, BrandSpelling};
use leptos::prelude::*;

use crate::components::query_view;
use crate::locale::{t, t_with};
use crate::queries::metrics::use_brand_preview;
use crate::reactive::live_when;
use crate::untrusted::{after_address, plain, visible};

/// The maximum number of sentences shown.
const EXAMPLES_MAX: usize = 3;

/// How many of the newest answers a change of a brand would add and leave out, with sentences.
#[component]
pub fn NewNamesPreview(
    /// The brand that the form has. `None` while there is nothing to search for.
    request: Signal<Option<BrandPreviewRequest>>,
    /// Whether answers would be searched otherwise than now.
    #[prop(into)]
    is_changed: Signal<bool>,
    /// Called with a spelling that becomes a name.
    #[prop(into)]
    on_add: Callback<String>,
) -> AnyView {
    let found = use_brand_preview(move || request.get());
    let searching =
        move || is_changed.get().then(|| view! { <p class="muted">{t(|t| t.brands().names_searching)}</p> }).into_any();
    let content = move || query_view(found, searching, move |preview| preview_view(preview, is_changed, on_add));
    view! {
        <div class="new-names" role="status">
            {live_when(move || request.with(Option::is_some), content)}
        </div>
    }
    .into_any()
}

fn preview_view(preview: BrandPreview, is_changed: Signal<bool>, on_add: Callback<String>) -> AnyView {
    let BrandPreview { searched, added, examples, removed, removed_examples, spellings } = preview;
    let sentence = |BrandPreviewExample { before, name, after, .. }: &BrandPreviewExample| {
        view! {
            <li>
                <bdi>
                    {plain(after_address(before))} <mark>{visible(name)}</mark> {plain(after)}
                </bdi>
            </li>
        }
    };
    let part = move |text: Signal<String>, examples: &[BrandPreviewExample]| {
        let sentences = || view! { <ul>{examples.iter().take(EXAMPLES_MAX).map(sentence).collect_view()}</ul> };
        view! { <p>{text}</p> {(!examples.is_empty()).then(sentences)} }
    };
    let found = move || {
        let names_add = t_with(move |t| (t.brands().names_add)(added, searched));
        let leave_out = t_with(move |t| (t.brands().names_leave_out)(removed, searched));
        view! {
            {(added > 0 || removed == 0).then(|| part(names_add, &examples))}
            {(removed > 0).then(|| part(leave_out, &removed_examples))}
        }
    };
    let spelling = |BrandSpelling { name, answers }: BrandSpelling| {
        let shown = visible(&name);
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
        {live_when(move || is_changed.get(), found)}
        {spellings}
    }
    .into_any()
}
