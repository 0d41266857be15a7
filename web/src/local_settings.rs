//! Small choices that the browser keeps: one name each in `localStorage`.

/// What is kept, and under which name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// Korean or English.
    Language,
    /// Light, dark or as the system. The start script in `index.html` reads the same name.
    Theme,
    /// Whether shortcuts of one key work.
    Shortcuts,
    /// The address of another server.
    Server,
}

impl Choice {
    const fn name(self) -> &'static str {
        match self {
            Self::Language => "answerdeck.language",
            Self::Theme => "answerdeck.theme",
            Self::Shortcuts => "answerdeck.shortcuts",
            Self::Server => "answerdeck.server",
        }
    }
}

// A browser may forbid storage: the choice then lasts as long as the page.
fn storage() -> Option<web_sys::Storage> {
    leptos::prelude::window().local_storage().ok().flatten()
}

/// What was kept. `None` when nothing was, or storage is forbidden.
pub fn load(choice: Choice) -> Option<String> {
    storage()?.get_item(choice.name()).ok().flatten()
}

/// Keeps `value`, or forgets the choice when there is none.
pub fn save(choice: Choice, value: Option<&str>) {
    let Some(storage) = storage() else { return };
    let _ = match value {
        Some(value) => storage.set_item(choice.name(), value),
        None => storage.remove_item(choice.name()),
    };
}
