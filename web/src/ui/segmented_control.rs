use leptos::prelude::*;

/// A segmented control: a group of radio buttons in a row.
#[component]
pub fn SegmentedControl<T: Copy + PartialEq + Send + Sync + 'static>(
    #[prop(into)] label: Signal<String>,
    /// The group's name in the document. It must be unique on the page.
    name: &'static str,
    options: Vec<(T, Signal<String>)>,
    #[prop(into)] selected: Signal<T>,
    #[prop(into)] on_change: Callback<T>,
    /// The language of the text of an option, if it is not that of the page.
    #[prop(optional_no_strip)]
    lang: Option<fn(T) -> &'static str>,
) -> AnyView {
    let radios = options
        .into_iter()
        .map(|(value, text)| {
            view! {
                <label lang=lang.map(|lang| lang(value))>
                    <input
                        type="radio"
                        name=name
                        prop:checked=move || selected.get() == value
                        on:change=move |_| on_change.run(value)
                    />
                    {text}
                </label>
            }
        })
        .collect_view();
    view! {
        <fieldset class="segmented">
            <legend>{label}</legend>
            <div class="segmented-options">{radios}</div>
        </fieldset>
    }
    .into_any()
}
