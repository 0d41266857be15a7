//! All visible texts, in Korean and in English.
//!
//! A section is a struct with one value for each language. `texts!` declares it: each text has a name, then Korean, then English.
//! A text with values is a function, which returns a `String` unless it says another type.

use leptos::prelude::*;

use crate::language::{Language, language};

macro_rules! texts {
    ($(
        $(#[$doc:meta])*
        $name:ident $(($($value:tt: $value_type:ty),*))? $(: $type:ty)? = $korean:expr, $english:expr;
    )*) => {
        pub struct Texts {
            $($(#[$doc])* pub $name: text_type!($($type)? $(; $($value_type),*)?),)*
        }

        pub const KOREAN: Texts = Texts { $($name: text!($korean $(; $($value),*)?),)* };
        pub const ENGLISH: Texts = Texts { $($name: text!($english $(; $($value),*)?),)* };

        #[cfg(test)]
        pub const SOURCES: [&[&str]; 2] = [&[$(stringify!($korean)),*], &[$(stringify!($english)),*]];
    };
}

macro_rules! text_type {
    () => { &'static str };
    ($type:ty) => { $type };
    (; $($value_type:ty),*) => { fn($($value_type),*) -> String };
    ($type:ty; $($value_type:ty),*) => { fn($($value_type),*) -> $type };
}

macro_rules! text {
    ($text:expr) => { $text };
    ($text:expr; $($value:tt),*) => { |$($value),*| $text };
}

mod alerts;
mod answer_changes;
mod answer_routes;
mod answers;
mod brands;
mod bulk;
mod charts;
mod common;
mod digests;
mod exports;
mod failure;
mod fanouts;
mod findings;
mod frame;
mod item_failures;
mod keywords;
mod mcp;
mod mentions;
mod metrics;
mod next_steps;
mod overview;
mod palette;
mod prompt_sets;
mod prompts;
mod run_form;
mod runs;
mod saved_views;
mod schedules;
mod settings;
mod setup;
mod shortcuts;
mod sign_in;
mod site_keywords;
mod sources;
mod webhooks;
mod words;

/// Selects a fixed text.
pub type Pick = fn(Texts) -> &'static str;

/// The texts of one language. A lazily loaded page contains only the sections that it calls.
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

        #[cfg(test)]
        const SOURCES: &[[&[&str]; 2]] = &[$($name::SOURCES),*];
    };
}

sections! {
    /// Texts used on many pages.
    common,
    /// The names of the pages, the settings menu and the banners.
    frame,
    failure,
    shortcuts,
    palette,
    sign_in,
    prompt_sets,
    prompts,
    /// The form that creates many prompts.
    bulk,
    item_failures,
    /// The routes by which answers come.
    answer_routes,
    runs,
    run_form,
    schedules,
    answers,
    answer_changes,
    alerts,
    digests,
    /// The brands that an answer names.
    mentions,
    brands,
    charts,
    metrics,
    /// What the numbers say, on several pages.
    findings,
    overview,
    /// The first steps of a new organization.
    setup,
    next_steps,
    sources,
    fanouts,
    words,
    exports,
    settings,
    /// Connecting AI apps.
    mcp,
    webhooks,
    saved_views,
    keywords,
    site_keywords,
}

/// The texts of the language in use.
pub fn texts() -> Texts {
    Texts(language())
}

pub fn texts_in(language: Language) -> Texts {
    Texts(language)
}

/// A fixed text that follows the language. All texts share one type, which keeps the program small.
pub fn t(pick: Pick) -> Signal<String> {
    Signal::derive(move || pick(texts()).to_owned())
}

/// A computed text that follows the language and the signals that it reads.
pub fn t_with(make: impl Fn(Texts) -> String + Send + Sync + 'static) -> Signal<String> {
    let make: Box<dyn Fn(Texts) -> String + Send + Sync> = Box::new(make);
    Signal::derive(move || make(texts()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::SOURCES;

    /// What Korean texts write in Latin letters: names of products, formats and keys, and parts of addresses.
    const LATIN: &str = "AI API APPLE Apple CORS CSV ChatGPT Claude Cursor Discord End Enter Google Home ID Key MB \
        MCP OAuth PC PDF Slack UTC UTF adk apple cursor engines example http https json localhost \
        mcp nurio public url";

    /// The texts in a source, without the names of their parameters.
    fn literals(source: &str) -> String {
        let texts = source.split('"').skip(1).step_by(2).collect::<Vec<_>>().join(" ");
        texts.split('{').map(|part| part.split_once('}').map_or(part, |(_, text)| text)).collect()
    }

    #[test]
    fn a_text_has_no_words_of_the_other_language() {
        let mut latin = BTreeSet::new();
        for [korean, english] in SOURCES {
            for text in *korean {
                let words = literals(text);
                let words = words.split(|char: char| !char.is_ascii_alphabetic()).filter(|word| word.len() > 1);
                latin.extend(words.map(str::to_owned));
            }
            for text in *english {
                assert!(!literals(text).contains(|char| ('가'..='힣').contains(&char)), "{text}");
            }
        }
        assert_eq!(latin.into_iter().collect::<Vec<_>>().join(" "), LATIN);
    }
}
