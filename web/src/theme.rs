//! Light, dark, or as the system says.

use std::sync::LazyLock;

use leptos::prelude::*;

use crate::local_settings::{Choice, load, save};

/// Which colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// As the system says.
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// Every theme, in the order they are offered in.
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// Its name in the document and in the browser's storage.
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|theme| theme.name() == name).unwrap_or(Self::System)
    }
}

static THEME: LazyLock<ArcRwSignal<Theme>> =
    LazyLock::new(|| ArcRwSignal::new(load(Choice::Theme).map_or(Theme::System, |name| Theme::named(&name))));

/// The theme in use.
pub fn theme() -> Theme {
    THEME.get()
}

/// Changes the theme and keeps the choice. The start script in `index.html` sets it before the first paint.
pub fn set_theme(theme: Theme) {
    THEME.set(theme);
    let Some(root) = document().document_element() else { return };
    let _ = match theme {
        Theme::System => {
            save(Choice::Theme, None);
            root.remove_attribute("data-theme")
        }
        chosen => {
            save(Choice::Theme, Some(chosen.name()));
            root.set_attribute("data-theme", chosen.name())
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_nobody_knows_is_the_system() {
        assert_eq!(Theme::named("solarized"), Theme::System);
        for theme in Theme::ALL {
            assert_eq!(Theme::named(theme.name()), theme);
        }
    }
}
