//! Every visible text, in Korean and in English.
//!
//! A section is a struct with one value a language, so the compiler proves that neither lacks a text.

use leptos::prelude::*;

use crate::language::{Language, language};

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
