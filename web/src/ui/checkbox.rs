use leptos::prelude::*;

/// A checkbox with its label. It always shows `checked`, or neither state while `mixed`: if `on_change` refuses a change, it returns to
/// the former state.
#[component]
pub fn Checkbox(
    #[prop(into)] checked: Signal<bool>,
    #[prop(optional, into)] mixed: Option<Signal<bool>>,
    #[prop(into)] on_change: Callback<bool>,
    /// The accessible name of a checkbox without a visible label.
    #[prop(optional, into)]
    name: Option<Signal<String>>,
    #[prop(optional)] children: Option<Children>,
) -> AnyView {
    let is_mixed = move || mixed.is_some_and(|mixed| mixed.get());
    view! {
        <label class="checkbox">
            <input
                type="checkbox"
                aria-label=name.map(|name| move || name.get())
                prop:checked=checked
                prop:indeterminate=is_mixed
                on:change:target=move |event| {
                    on_change.run(event.target().checked());
                    event.target().set_checked(checked.get_untracked());
                    event.target().set_indeterminate(untrack(is_mixed));
                }
            />
            {children.map(|children| children())}
        </label>
    }
    .into_any()
}

/// A checkbox that sets `flag`.
pub fn flag_field(flag: RwSignal<bool>, label: Signal<String>) -> AnyView {
    view! {
        <Checkbox checked=flag on_change=move |is_on: bool| flag.set(is_on)>
            <span>{label}</span>
        </Checkbox>
    }
    .into_any()
}
