//! A choice between a few visible options.

use leptos::prelude::*;

/// A segmented control: a group of radio buttons in a row.
#[component]
pub fn SegmentedControl(
    /// The name of the setting.
    #[prop(into)]
    label: Signal<String>,
    /// The group's name in the document. It must be unique on the page.
    name: &'static str,
    /// The value and the text of each option.
    options: Vec<(&'static str, Signal<String>)>,
    #[prop(into)] selected: Signal<&'static str>,
    /// Called with the value when another option is selected.
    #[prop(into)]
    on_change: Callback<&'static str>,
) -> AnyView {
    let radios = options
        .into_iter()
        .map(|(value, text)| {
            view! {
                <label>
                    <input
                        type="radio"
                        name=name
                        value=value
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
