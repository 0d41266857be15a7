use std::sync::LazyLock;

pub use answerdeck_api::Language;
use leptos::prelude::*;
use leptos::reactive::graph::Observer;

use crate::local_settings::{SettingKey, load, save};

pub const fn native_name(language: Language) -> &'static str {
    match language {
        Language::Korean => "한국어",
        Language::English => "English",
    }
}

/// The languages to choose from: the tag and the name of each.
pub fn language_options() -> Signal<Vec<(String, String)>> {
    let option = |language: Language| (language.tag().to_owned(), native_name(language).to_owned());
    Signal::stored(Language::ALL.into_iter().map(option).collect())
}

static LANGUAGE: LazyLock<ArcRwSignal<Language>> = LazyLock::new(|| ArcRwSignal::new(initial()));

fn initial() -> Language {
    let (saved, browser) = (load(SettingKey::Language), window().navigator().languages());
    preferred(saved.into_iter().chain(browser.iter().filter_map(|tag| tag.as_string())))
}

// The language of the first tag that names one. English if there is none.
fn preferred(mut tags: impl Iterator<Item = impl AsRef<str>>) -> Language {
    tags.find_map(|tag| Language::parse(tag.as_ref())).unwrap_or(Language::English)
}

pub fn is_korean(text: &str) -> bool {
    text.contains(|letter: char| ('가'..='힣').contains(&letter))
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
