//! Buttons.

use leptos::prelude::*;

use super::{Icon, IconName};
use crate::reactive::live_option;

/// How much a button calls for attention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Variant {
    /// The one thing that the page is for.
    Primary,
    /// Anything else.
    #[default]
    Plain,
    /// It destroys.
    Danger,
    /// Beside something more important.
    Quiet,
}

impl Variant {
    const fn name(self) -> &'static str {
        match self {
            Self::Primary => "primary",
            Self::Plain => "plain",
            Self::Danger => "danger",
            Self::Quiet => "quiet",
        }
    }
}

/// A button with a text. While `busy` it turns, and does nothing.
#[component]
pub fn Button(
    /// What it says.
    #[prop(into)]
    label: Signal<String>,
    /// How it looks.
    #[prop(optional)]
    variant: Variant,
    /// A icon before the text.
    #[prop(optional, into)]
    icon: Option<IconName>,
    /// Whether it is doing what it says.
    #[prop(optional, into)]
    busy: Signal<bool>,
    /// Whether it cannot be used now.
    #[prop(optional, into)]
    disabled: Signal<bool>,
    /// Whether it sends the form that it stands in.
    #[prop(optional)]
    submit: bool,
    /// Whether the shortcut for something new presses it.
    #[prop(optional)]
    is_new: bool,
    /// What it does.
    #[prop(optional, into)]
    on_click: Option<Callback<()>>,
) -> AnyView {
    let shown = move || match (busy.get(), icon) {
        (true, _) => Some(IconName::Busy),
        (false, icon) => icon,
    };
    view! {
        <button
            class="button"
            type=if submit { "submit" } else { "button" }
            data-variant=variant.name()
            data-shortcut=is_new.then_some("new")
            aria-busy=move || busy.get().then_some("true")
            aria-disabled=move || busy.get().then_some("true")
            disabled=disabled
            on:click=move |event| {
                if busy.get_untracked() {
                    event.prevent_default();
                } else if let Some(on_click) = on_click {
                    on_click.run(());
                }
            }
        >
            {live_option(move || shown().map(|icon| view! { <Icon icon /> }.into_any()))}
            {label}
        </button>
    }
    .into_any()
}

/// A button with a icon alone; its name is read aloud and shown on hover.
#[component]
pub fn IconButton(
    /// Its name.
    #[prop(into)]
    label: Signal<String>,
    /// The icon.
    icon: IconName,
    /// What it does.
    #[prop(into)]
    on_click: Callback<()>,
) -> AnyView {
    view! {
        <button
            class="icon-button"
            type="button"
            aria-label=label
            title=label
            on:click=move |_| on_click.run(())
        >
            <Icon icon />
        </button>
    }
    .into_any()
}
