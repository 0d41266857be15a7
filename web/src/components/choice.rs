//! One of a few, all in sight.

use leptos::prelude::*;

/// One of a few, all in sight: a group of radio buttons in a row.
#[component]
pub fn Choice(
    /// What is chosen.
    #[prop(into)]
    label: Signal<String>,
    /// The group's name in the document: one a page.
    name: &'static str,
    /// Each one's value and text.
    options: Vec<(&'static str, Signal<String>)>,
    /// The value chosen.
    #[prop(into)]
    chosen: Signal<&'static str>,
    /// Called with the value when another is chosen.
    #[prop(into)]
    on_choose: Callback<&'static str>,
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
                        prop:checked=move || chosen.get() == value
                        on:change=move |_| on_choose.run(value)
                    />
                    {text}
                </label>
            }
        })
        .collect_view();
    view! {
        <fieldset class="choice">
            <legend>{label}</legend>
            <div class="choice-row">{radios}</div>
        </fieldset>
    }
    .into_any()
}
