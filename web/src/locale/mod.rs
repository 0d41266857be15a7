//! Every visible text, in Korean and in English.
//!
//! A section is a struct with one value a language, so the compiler proves that neither lacks a text.

use std::sync::LazyLock;

use leptos::prelude::*;
use leptos::reactive::graph::Observer;

use crate::local_settings::{Choice, load, save};

mod answers;
mod bulk;
mod common;
mod failure;
mod frame;
mod prompt_sets;
mod prompts;
mod runs;
mod shortcuts;
mod sign_in;

/// Which language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// 한국어.
    Korean,
    /// English.
    English,
}

impl Language {
    /// Both, in the order they are offered in.
    pub const ALL: [Self; 2] = [Self::Korean, Self::English];

    /// Its BCP 47 tag.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Korean => "ko",
            Self::English => "en",
        }
    }

    /// Its name in itself.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Korean => "한국어",
            Self::English => "English",
        }
    }

    /// The first of the tags that is Korean or English. English for somebody who reads neither.
    pub fn preferred<'a>(mut tags: impl Iterator<Item = &'a str>) -> Self {
        tags.find_map(|tag| {
            let primary = tag.split('-').next().unwrap_or(tag);
            Self::ALL.into_iter().find(|language| primary.eq_ignore_ascii_case(language.tag()))
        })
        .unwrap_or(Self::English)
    }
}

/// Picks one text.
pub type Pick = fn(Texts) -> &'static str;

/// Every text of one language. A part of the program holds only the sections whose names it calls.
#[derive(Clone, Copy)]
pub struct Texts(Language);

macro_rules! sections {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        impl Texts {
            $(
                $(#[doc = $doc])*
                pub fn $name(self) -> &'static $name::Texts {
                    match self.0 {
                        Language::Korean => &$name::KOREAN,
                        Language::English => &$name::ENGLISH,
                    }
                }
            )*
        }
    };
}

sections! {
    /// Words that stand on many pages.
    common,
    /// Around every page.
    frame,
    /// What went wrong.
    failure,
    /// The list of shortcuts.
    shortcuts,
    /// Sign in.
    sign_in,
    /// Prompt sets.
    prompt_sets,
    /// Prompts.
    prompts,
    /// Many prompts at once.
    bulk,
    /// Runs.
    runs,
    /// Answers.
    answers,
}

static LANGUAGE: LazyLock<ArcRwSignal<Language>> = LazyLock::new(|| ArcRwSignal::new(at_first()));

fn at_first() -> Language {
    let wanted = load(Choice::Language).into_iter();
    let browser = window().navigator().languages().iter().filter_map(|tag| tag.as_string()).collect::<Vec<_>>();
    let tags = wanted.chain(browser).collect::<Vec<_>>();
    Language::preferred(tags.iter().map(String::as_str))
}

/// The language in use. Whoever asks in a reactive place is asked again when it changes; what happens once asks once.
pub fn language() -> Language {
    if Observer::get().is_some() {
        LANGUAGE.track();
    }
    LANGUAGE.get_untracked()
}

/// Changes the language and keeps the choice.
pub fn set_language(language: Language) {
    save(Choice::Language, Some(language.tag()));
    LANGUAGE.set(language);
}

/// The texts of the language in use.
pub fn texts() -> Texts {
    Texts(language())
}

/// A fixed text. One type for all of them keeps the program small.
pub fn t(pick: Pick) -> Signal<String> {
    Signal::derive(move || pick(texts()).to_owned())
}

/// A text made of values; it follows them and the language.
pub fn t_with(make: impl Fn(Texts) -> String + Send + Sync + 'static) -> Signal<String> {
    let make: Box<dyn Fn(Texts) -> String + Send + Sync> = Box::new(make);
    Signal::derive(move || make(texts()))
}

#[cfg(test)]
mod tests {
    use super::Language::{self, English, Korean};

    #[test]
    fn the_first_language_that_there_is_wins() {
        for (tags, language) in [
            (&["ko-KR", "en"][..], Korean),
            (&["en-GB", "ko"], English),
            (&["fr", "ko"], Korean),
            (&["EN"], English),
            (&["fr"], English),
            (&[], English),
            (&["korean"], English),
        ] {
            assert_eq!(Language::preferred(tags.iter().copied()), language, "{tags:?}");
        }
    }
}
