//! Settings of this browser, in `localStorage`. A setting that is not stored lasts until the page is closed.

use leptos::prelude::document;

use crate::browser_storage;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingKey {
    Language,
    /// The theme. The start script in `index.html` reads the same name.
    Theme,
    /// The density of tables. The start script in `index.html` reads the same name.
    Density,
    /// Whether single-key shortcuts are enabled.
    Shortcuts,
    /// The address of a custom server.
    Server,
}

impl SettingKey {
    const fn name(self) -> &'static str {
        match self {
            Self::Language => "answerdeck.language",
            Self::Theme => "answerdeck.theme",
            Self::Density => "answerdeck.density",
            Self::Shortcuts => "answerdeck.shortcuts",
            Self::Server => "answerdeck.server",
        }
    }
}

/// Returns the saved value. `None` if there is none.
pub fn load(key: SettingKey) -> Option<String> {
    browser_storage::local().read(key.name())
}

/// Saves a value. `None` removes the setting.
pub fn save(key: SettingKey, value: Option<&str>) {
    let storage = browser_storage::local();
    match value {
        Some(value) => _ = storage.write(key.name(), value),
        None => storage.remove(key.name()),
    }
}

/// Saves a setting that style sheets read from an attribute of the document. `None` removes both.
pub fn save_in_document(key: SettingKey, attribute: &str, value: Option<&str>) {
    save(key, value);
    let Some(root) = document().document_element() else { return };
    let _ = match value {
        Some(value) => root.set_attribute(attribute, value),
        None => root.remove_attribute(attribute),
    };
}
