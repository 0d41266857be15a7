use leptos::prelude::*;

use super::{Icon, IconName};
use crate::reactive::live_option;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Variant {
    /// The main action of the page.
    Primary,
    /// Any other action.
    #[default]
    Secondary,
    /// A destructive action.
    Danger,
    /// A minor action beside a more important one.
    Quiet,
}

impl Variant {
    const fn name(self) -> &'static str {
        match self {
            Self::Primary => "primary",
            Self::Secondary => "secondary",
            Self::Danger => "danger",
            Self::Quiet => "quiet",
        }
    }
}

/// A button with a text label. While `busy`, it shows a spinner and ignores clicks.
#[component]
pub fn Button(
    #[prop(into)] label: Signal<String>,
    /// The accessible name. The label when absent.
    #[prop(optional, into)]
    name: Option<Signal<String>>,
    #[prop(optional)] variant: Variant,
    #[prop(optional, into)] icon: Option<IconName>,
    #[prop(optional, into)] busy: Signal<bool>,
    #[prop(optional, into)] disabled: Signal<bool>,
    #[prop(optional)] submit: bool,
    /// Whether the content that it shows and hides is shown. `None` if it controls no content.
    #[prop(optional, into)]
    expanded: Option<Signal<bool>>,
    /// Whether the keyboard shortcut for a new item presses it.
    #[prop(optional)]
    is_new: bool,
    #[prop(optional, into)] on_click: Option<Callback<()>>,
) -> AnyView {
    let shown_icon = move || if busy.get() { Some(IconName::Busy) } else { icon };
    view! {
        <button
            class="button"
            type=if submit { "submit" } else { "button" }
            data-variant=variant.name()
            data-shortcut=is_new.then_some("new")
            aria-label=move || name.map(|name| name.get())
            aria-expanded=move || expanded.map(|expanded| expanded.get().to_string())
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
            {live_option(move || shown_icon().map(|icon| view! { <Icon icon /> }))}
            {label}
        </button>
    }
    .into_any()
}

/// A link that looks like a [`Button`].
#[component]
pub fn ButtonLink(
    #[prop(into)] label: Signal<String>,
    #[prop(into)] href: Signal<String>,
    #[prop(optional)] variant: Variant,
    #[prop(optional, into)] icon: Option<IconName>,
    #[prop(optional)] is_new: bool,
) -> AnyView {
    view! {
        <a class="button" data-variant=variant.name() data-shortcut=is_new.then_some("new") href=href>
            {icon.map(|icon| view! { <Icon icon /> })}
            {label}
        </a>
    }
    .into_any()
}

/// A button with an icon only. Its label is the accessible name and the tooltip.
#[component]
pub fn IconButton(
    #[prop(into)] label: Signal<String>,
    icon: IconName,
    #[prop(into)] on_click: Callback<()>,
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
