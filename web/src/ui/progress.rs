use leptos::prelude::*;

/// A progress bar with its label and value as text.
#[component]
pub fn Progress(
    /// What is shown above the bar: the name of the work, unless `name` is.
    #[prop(into)]
    label: Signal<String>,
    /// The name of the work, where the label says something else.
    #[prop(optional, into)]
    name: Option<Signal<String>>,
    #[prop(into)] value_text: Signal<String>,
    #[prop(into)] done: Signal<u64>,
    #[prop(into)] total: Signal<u64>,
) -> AnyView {
    view! {
        <div class="progress">
            <div class="progress-text" translate="no"><span>{label}</span><span>{value_text}</span></div>
            <progress
                aria-label=name.unwrap_or(label)
                aria-valuetext=value_text
                max=move || total.get().max(1).to_string()
                value=move || done.get().to_string()
            ></progress>
        </div>
    }
    .into_any()
}
