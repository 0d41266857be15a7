//! A word about a state.

use leptos::prelude::*;

/// What kind of state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    Plain,
    Good,
    Bad,
    Busy,
}

impl Tone {
    const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Busy => "busy",
        }
    }
}

/// A word about a state. The word says it; the colour only helps.
#[component]
pub fn Badge(#[prop(into)] label: Signal<String>, tone: Tone) -> AnyView {
    view! { <span class="badge" data-tone=tone.name()>{label}</span> }.into_any()
}
