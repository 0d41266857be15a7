//! The choice of the language, of the theme and of the density of tables.

use leptos::prelude::*;

use crate::density::{Density, density, set_density};
use crate::language::{Language, language, native_name, set_language};
use crate::locale::t;
use crate::theme::{Theme, set_theme, theme};
use crate::ui::SegmentedControl;

/// The choice of the language. Each language has its native name.
#[component]
pub fn LanguageChoice(#[prop(default = "language")] group: &'static str) -> AnyView {
    let options = Language::ALL
        .into_iter()
        .map(|language| (language, Signal::stored(native_name(language).to_owned())))
        .collect();
    view! {
        <SegmentedControl
            label=t(|t| t.frame().language)
            name=group
            options
            selected=Signal::derive(language)
            on_change=set_language
        />
    }
    .into_any()
}

#[component]
pub fn ThemeChoice(#[prop(default = "theme")] group: &'static str) -> AnyView {
    let options = vec![
        (Theme::System, t(|t| t.frame().theme_system)),
        (Theme::Light, t(|t| t.frame().theme_light)),
        (Theme::Dark, t(|t| t.frame().theme_dark)),
    ];
    view! {
        <SegmentedControl
            label=t(|t| t.frame().theme)
            name=group
            options
            selected=Signal::derive(theme)
            on_change=set_theme
        />
    }
    .into_any()
}

#[component]
pub fn DensityChoice(#[prop(default = "density")] group: &'static str) -> AnyView {
    let options = vec![
        (Density::Compact, t(|t| t.frame().density_compact)),
        (Density::Comfortable, t(|t| t.frame().density_comfortable)),
    ];
    view! {
        <SegmentedControl
            label=t(|t| t.frame().density)
            name=group
            options
            selected=Signal::derive(density)
            on_change=set_density
        />
    }
    .into_any()
}
