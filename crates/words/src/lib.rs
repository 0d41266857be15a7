//! Finds the nouns, tokens and search terms of Korean and English texts.
//!
//! An [`Analyzer`] removes web addresses, splits the text into sentences and applies the rules of each language. Korean
//! is analyzed with a MeCab dictionary or, without one, by particles and endings; English with a tagger and by
//! capitals. All functions are pure and synchronous: analyzing a long text keeps its thread busy.
//!
//! - `analyzer`: the entry point.
//! - `nouns`: counts the nouns of a text.
//! - `known_names`: names that are known before a text is analyzed.
//! - `terms`: nouns and noun phrases of a sentence, as people search for them.
//! - `english`: English nouns and names.
//! - `english_sentence`: the tagged words of a sentence, and the names among them.
//! - `names`: where the name of a maker ends and that of its product begins.
//! - `english_tags`: tags of English words, including words that the model lacks.
//! - `brill`: the tagger and its model.
//! - `korean`: Korean nouns with a dictionary.
//! - `particles`: Korean nouns without a dictionary.
//! - `korean_names`: Korean names that the dictionary tags as common nouns.
//! - `korean_common_nouns`: Korean common nouns that the dictionary tags as names, and light nouns.
//! - `korean_places`: the cities and counties of Korea.
//! - `dictionary`: splits Korean into morphemes with a compiled MeCab dictionary.
//! - `text_dictionary`: the dictionary as one text uses it, with a limit.
//! - `segment_cache`: a cache of the nouns of Korean segments.
//! - `steps`: counts the steps of an analysis, in tests.
//! - `sentences`: splits a text into sentences and masks web addresses.
//! - `script`: letters, segments and the form in which words are compared.
//! - `stop_words`: words that carry no topic.
//! - `word_list`: lists of words.

mod analyzer;
mod brill;
mod dictionary;
mod english;
mod english_sentence;
mod english_tags;
mod known_names;
mod korean;
mod korean_common_nouns;
mod korean_names;
mod korean_places;
mod names;
mod nouns;
mod particles;
mod script;
mod segment_cache;
mod sentences;
#[cfg(test)]
mod steps;
mod stop_words;
mod terms;
mod text_dictionary;
mod word_list;

pub use analyzer::Analyzer;
pub use dictionary::DictionaryError;
pub use known_names::KnownName;
pub use nouns::{Language, Noun, NounKind, TOKENS_MAX};
pub use particles::{strip_joining_particle, strip_particle};
pub use script::{TOKEN_CHARS_MAX, fold, is_hangul};
pub use sentences::sentences;
pub use stop_words::{is_korean_request_word, is_stop_word};
pub use terms::{Term, TermExtractor};
