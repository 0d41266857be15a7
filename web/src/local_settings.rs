//! Settings of this browser, in `localStorage`.

/// A setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingKey {
    /// The language.
    Language,
    /// The theme. The start script in `index.html` reads the same name.
    Theme,
    /// How much room the rows of tables have. The start script in `index.html` reads the same name.
    Density,
    /// Whether single-key shortcuts are enabled.
    Shortcuts,
    /// The address of a custom server.
    Server,
    /// The id of the own brand that was shown last.
    LastOwnBrand,
    /// The route whose answers numbers count, when there are several.
    CountedRoute,
    /// The name of the session whose answers this browser keeps.
    KeptAnswers,
}

impl SettingKey {
    const fn name(self) -> &'static str {
        match self {
            Self::Language => "answerdeck.language",
            Self::Theme => "answerdeck.theme",
            Self::Density => "answerdeck.density",
            Self::Shortcuts => "answerdeck.shortcuts",
            Self::Server => "answerdeck.server",
            Self::LastOwnBrand => "answerdeck.last-own-brand",
            Self::CountedRoute => "answerdeck.counted-route",
            Self::KeptAnswers => "answerdeck.kept-answers",
        }
    }
}

// A browser may forbid storage. A setting then lasts until the page is closed.
fn storage() -> Option<web_sys::Storage> {
    leptos::prelude::window().local_storage().ok().flatten()
}

/// Returns the saved value. `None` if there is none or storage is forbidden.
pub fn load(key: SettingKey) -> Option<String> {
    storage()?.get_item(key.name()).ok().flatten()
}

/// Saves a value. `None` removes the setting.
pub fn save(key: SettingKey, value: Option<&str>) {
    let Some(storage) = storage() else { return };
    let _ = match value {
        Some(value) => storage.set_item(key.name(), value),
        None => storage.remove_item(key.name()),
    };
}
