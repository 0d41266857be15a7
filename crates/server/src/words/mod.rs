//! Words: the nouns of a text, Korean and English, each with a tag.
//!
//! A text goes through [`prose`](self) (addresses out, sentences apart), then sentence by sentence through the rules of
//! its language: Korean by a MeCab dictionary or, without one, by its particles; English by its capitals and phrases.

mod count;
mod dictionary;
mod english;
mod particles;
mod script;
mod sentences;
mod stop_words;
mod terms;

use std::path::Path;
use std::sync::Arc;

use answerdeck_api::{ProperNoun, TextLanguage};

use crate::cpu_pool::CpuPool;
use dictionary::Dictionary;

pub use count::{TOKENS_MAX, token_of};
pub use dictionary::DictionaryError;
pub(crate) use particles::without_particle;
pub(crate) use script::is_hangul;
pub(crate) use sentences::sentences;
pub(crate) use stop_words::is_stop;
pub(crate) use terms::{Term, Terms};

/// Texts that are taken apart at the same time.
const AT_A_TIME: usize = 2;

/// What takes texts apart. Clones share it.
#[derive(Debug, Clone)]
pub struct Words(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    korean: Option<Dictionary>,
    desk: CpuPool,
}

impl Default for Words {
    /// Without a dictionary.
    fn default() -> Self {
        Self::new(None)
    }
}

impl Words {
    fn new(korean: Option<Dictionary>) -> Self {
        Self(Arc::new(Shared { korean, desk: CpuPool::new(AT_A_TIME) }))
    }

    /// With the compiled MeCab dictionary of Korean in `folder`.
    ///
    /// # Errors
    /// When the folder holds none.
    pub fn with_dictionary(folder: &Path) -> Result<Self, DictionaryError> {
        Dictionary::open(folder).map(|dictionary| Self::new(Some(dictionary)))
    }

    /// Whether Korean goes by a `dictionary` or is `plain`.
    pub fn korean(&self) -> &'static str {
        if self.0.korean.is_some() { "dictionary" } else { "plain" }
    }

    /// The nouns of a text with their counts, the most frequent first, then by their letters.
    pub fn nouns(&self, text: &str, language: TextLanguage) -> Vec<ProperNoun> {
        count::nouns(self.0.korean.as_ref(), text, &language)
    }

    /// The tokens of a text: its nouns in the form of [`token_of`], each once, in the order of their letters.
    pub fn tokens(&self, text: &str) -> Vec<String> {
        count::tokens(self.0.korean.as_ref(), text)
    }

    /// Who reads the terms of sentences that stand in `texts`.
    pub(crate) fn terms<'b>(&self, texts: impl Iterator<Item = &'b str>) -> Terms<'_> {
        Terms::of(self.0.korean.as_ref(), texts)
    }

    /// [`Words::nouns`] on a thread that may be long.
    pub async fn nouns_of(&self, text: String, language: TextLanguage) -> Vec<ProperNoun> {
        self.aside(move |words| words.nouns(&text, language)).await
    }

    /// [`Words::tokens`] on a thread that may be long.
    pub async fn tokens_of(&self, text: String) -> Vec<String> {
        self.aside(move |words| words.tokens(&text)).await
    }

    /// Work with these words on a thread that may be long.
    pub(crate) async fn aside<T: Send + 'static>(&self, work: impl FnOnce(&Self) -> T + Send + 'static) -> T {
        let words = self.clone();
        self.0.desk.work(move || work(&words)).await
    }
}

#[cfg(test)]
mod tests;
