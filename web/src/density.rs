//! The density of tables: the height of their rows.

use std::sync::LazyLock;

use leptos::prelude::*;

use crate::local_settings::{SettingKey, load, save_in_document};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Density {
    Compact,
    Comfortable,
}

impl Density {
    /// The name of the density in the document and in local settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Compact => "compact",
            Self::Comfortable => "comfortable",
        }
    }

    /// The density with a name. Compact if none has it.
    pub fn from_name(name: &str) -> Self {
        if name == Self::Comfortable.name() { Self::Comfortable } else { Self::Compact }
    }
}

static DENSITY: LazyLock<ArcRwSignal<Density>> =
    LazyLock::new(|| ArcRwSignal::new(Density::from_name(&load(SettingKey::Density).unwrap_or_default())));

/// The density in use. Reactive.
pub fn density() -> Density {
    DENSITY.get()
}

/// Changes the density and saves the choice. The script in `index.html` applies it before the first paint.
pub fn set_density(density: Density) {
    DENSITY.set(density);
    let chosen = (density != Density::Compact).then_some(density.name());
    save_in_document(SettingKey::Density, "data-density", chosen);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_is_compact() {
        for density in [Density::Compact, Density::Comfortable] {
            assert_eq!(Density::from_name(density.name()), density);
        }
        assert_eq!(Density::from_name("cosy"), Density::Compact);
    }
}
