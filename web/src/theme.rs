use std::sync::LazyLock;

use leptos::prelude::*;

use crate::local_settings::{SettingKey, load, save_in_document};
use crate::ui::elements;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// The theme of the operating system.
    System,
    Light,
    Dark,
}

impl Theme {
    /// The name of the theme in the document and in local settings.
    const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme that was chosen before. That of the system if none was.
    fn saved() -> Self {
        let name = load(SettingKey::Theme);
        let is_saved = |theme: &Self| name.as_deref() == Some(theme.name());
        [Self::Light, Self::Dark].into_iter().find(is_saved).unwrap_or(Self::System)
    }
}

static THEME: LazyLock<ArcRwSignal<Theme>> = LazyLock::new(|| ArcRwSignal::new(Theme::saved()));

/// The theme in use. Reactive.
pub fn theme() -> Theme {
    THEME.get()
}

/// Changes the theme and saves the choice. The script in `index.html` applies it before the first paint.
pub fn set_theme(theme: Theme) {
    THEME.set(theme);
    show_color(theme);
    let chosen = (theme != Theme::System).then_some(theme.name());
    save_in_document(SettingKey::Theme, "data-theme", chosen);
}

/// Gives the browser's toolbar the color of the theme: each theme has a `meta` element, and the media query of one
/// matches.
fn show_color(theme: Theme) {
    for (color, of) in elements("meta[name=theme-color]").into_iter().zip([Theme::Light, Theme::Dark]) {
        let media = match theme {
            Theme::System => format!("(prefers-color-scheme: {})", of.name()),
            chosen if chosen == of => "all".to_owned(),
            _ => "not all".to_owned(),
        };
        let _ = color.set_attribute("media", &media);
    }
}
