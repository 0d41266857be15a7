use leptos::prelude::*;

use crate::density::{is_comfortable, set_comfortable};
use crate::language::{Language, language, native_name, set_language};
use crate::locale::{Pick, t};
use crate::theme::{Theme, set_theme, theme};
use crate::ui::SegmentedControl;

fn choice<T: Copy + PartialEq + Send + Sync + 'static>(
    label: Pick,
    group: &'static str,
    options: Vec<(T, Signal<String>)>,
    selected: fn() -> T,
    on_change: fn(T),
    lang: Option<fn(T) -> &'static str>,
) -> AnyView {
    let selected = Signal::derive(selected);
    view! { <SegmentedControl label=t(label) name=group options selected on_change lang /> }.into_any()
}

/// The choice of the language. Each language has its native name.
#[component]
pub fn LanguageChoice(#[prop(default = "language")] group: &'static str) -> AnyView {
    let option = |language| (language, Signal::stored(native_name(language).to_owned()));
    let options = Language::ALL.map(option).to_vec();
    choice(|t| t.frame().language, group, options, language, set_language, Some(Language::tag))
}

#[component]
pub fn ThemeChoice(#[prop(default = "theme")] group: &'static str) -> AnyView {
    let options = vec![
        (Theme::System, t(|t| t.frame().theme_system)),
        (Theme::Light, t(|t| t.frame().theme_light)),
        (Theme::Dark, t(|t| t.frame().theme_dark)),
    ];
    choice(|t| t.frame().theme, group, options, theme, set_theme, None)
}

#[component]
pub fn DensityChoice(#[prop(default = "density")] group: &'static str) -> AnyView {
    let options = vec![(false, t(|t| t.frame().density_compact)), (true, t(|t| t.frame().density_comfortable))];
    choice(|t| t.frame().density, group, options, is_comfortable, set_comfortable, None)
}
