//! The entry point: finds the nouns, tokens and terms of a text.

use std::path::Path;

use crate::dictionary::{Dictionary, DictionaryError};
use crate::known_names::{KnownName, without_marks};
use crate::nouns::{self, Language, Noun};
use crate::terms::TermExtractor;

/// Finds the nouns, tokens and terms of texts. The default one has no Korean dictionary.
#[derive(Debug, Default)]
pub struct Analyzer {
    korean: Option<Dictionary>,
}

impl Analyzer {
    /// Opens the compiled MeCab dictionary of Korean in `folder`, such as mecab-ko-dic.
    pub fn with_dictionary(folder: &Path) -> Result<Self, DictionaryError> {
        Dictionary::open(folder).map(|dictionary| Self { korean: Some(dictionary) })
    }

    pub fn has_dictionary(&self) -> bool {
        self.korean.is_some()
    }

    /// The nouns of a text with their counts: the most frequent first, then in code point order. Only nouns of `language`,
    /// or of both languages when it is `None`.
    pub fn nouns(&self, text: &str, language: Option<Language>) -> Vec<Noun> {
        nouns::nouns(self.korean.as_ref(), &without_marks(text), language)
    }

    /// The tokens of a text: its `names` and its nouns in the form of [`fold`](crate::fold()), each once, in code point
    /// order. At most [`TOKENS_MAX`](crate::TOKENS_MAX). The names are in the order of their places and do not overlap.
    /// The words inside a name are not tokens themselves.
    pub fn tokens(&self, text: &str, names: &[KnownName<'_>]) -> Vec<String> {
        nouns::tokens(self.korean.as_ref(), text, names)
    }

    /// An extractor for the terms of sentences. It learns the English nouns from `texts`.
    pub fn terms<'b>(&self, texts: impl Iterator<Item = &'b str>) -> TermExtractor<'_> {
        TermExtractor::new(self.korean.as_ref(), texts)
    }
}

#[cfg(test)]
mod tests;
