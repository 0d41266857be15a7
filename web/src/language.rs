//! The language of the console.

use std::sync::LazyLock;

use leptos::prelude::*;
use leptos::reactive::graph::Observer;

use crate::local_settings::{SettingKey, load, save};

/// A language of the console.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Korean.
    Korean,
    /// English.
    English,
}

impl Language {
    /// Every language, in display order.
    pub const ALL: [Self; 2] = [Self::Korean, Self::English];

    /// Returns the BCP 47 language tag: `ko` or `en`.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Korean => "ko",
            Self::English => "en",
        }
    }

    /// Returns the language of a BCP 47 language tag such as `en` or `ko-KR`, in any case. `None` for every other
    /// language.
    pub fn parse(tag: &str) -> Option<Self> {
        let primary = tag.split('-').next().unwrap_or_default();
        Self::ALL.into_iter().find(|language| primary.eq_ignore_ascii_case(language.tag()))
    }
}

/// The name of a language in that language.
pub const fn native_name(language: Language) -> &'static str {
    match language {
        Language::Korean => "한국어",
        Language::English => "English",
    }
}

static LANGUAGE: LazyLock<ArcRwSignal<Language>> = LazyLock::new(|| ArcRwSignal::new(initial()));

fn initial() -> Language {
    let saved = load(SettingKey::Language).into_iter();
    let browser = window().navigator().languages().iter().filter_map(|tag| tag.as_string()).collect::<Vec<_>>();
    let tags = saved.chain(browser).collect::<Vec<_>>();
    preferred(tags.iter().map(String::as_str))
}

// The language of the first tag that names one. English if there is none.
fn preferred<'a>(mut tags: impl Iterator<Item = &'a str>) -> Language {
    tags.find_map(Language::parse).unwrap_or(Language::English)
}

/// The language in use. Reactive inside an effect or a view; elsewhere a single read.
pub fn language() -> Language {
    if Observer::get().is_some() {
        LANGUAGE.track();
    }
    LANGUAGE.get_untracked()
}

/// Changes the language and saves the choice.
pub fn set_language(language: Language) {
    save(SettingKey::Language, Some(language.tag()));
    LANGUAGE.set(language);
}

/// The language in use, as the client names it.
pub fn client_language() -> answerdeck_client::Language {
    match language() {
        Language::Korean => answerdeck_client::Language::Korean,
        Language::English => answerdeck_client::Language::English,
    }
}

#[cfg(test)]
mod tests {
    use super::Language::{English, Korean};
    use super::*;

    #[test]
    fn the_first_available_language_is_preferred() {
        for (tags, language) in [
            (&["ko-KR", "en"][..], Korean),
            (&["en-GB", "ko"], English),
            (&["fr", "ko"], Korean),
            (&["EN"], English),
            (&["fr"], English),
            (&[], English),
            (&["korean"], English),
        ] {
            assert_eq!(preferred(tags.iter().copied()), language, "{tags:?}");
        }
    }
}
