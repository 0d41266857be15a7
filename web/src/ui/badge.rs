use leptos::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    Neutral,
    Success,
    Danger,
    Warning,
    Active,
}

impl Tone {
    const fn name(self) -> &'static str {
        match self {
            Self::Neutral => "neutral",
            Self::Success => "success",
            Self::Danger => "danger",
            Self::Warning => "warning",
            Self::Active => "active",
        }
    }
}

/// A status label. The text carries the meaning; the color only supports it.
#[component]
pub fn Badge(#[prop(into)] label: Signal<String>, tone: Tone) -> AnyView {
    view! { <span class="badge" data-tone=tone.name()>{label}</span> }.into_any()
}
