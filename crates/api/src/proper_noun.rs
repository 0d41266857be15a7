//! Extraction of the nouns of a text.

use serde::{Deserialize, Serialize};

use crate::limits::PROPER_NOUN_TEXT_MAX;
use crate::request::request;
use crate::response_field::null_as_default;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// The language of a text.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics and token analysis.
    TextLanguage {
        /// Korean and English. The language is detected for each word.
        Auto = "auto",
        /// Only Korean words.
        Korean = "ko",
        /// Only English words.
        English = "en",
    }
}

wire_enum! {
    /// The language of a noun.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics and token analysis.
    WordLanguage {
        /// Korean.
        Korean = "ko",
        /// English.
        English = "en",
    }
}

wire_enum! {
    /// The kind of a noun.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics and token analysis.
    NounTag {
        /// A proper noun.
        Proper = "NNP",
        /// A common noun.
        Common = "NNG",
    }
}

request! {
    /// A text for the extraction of its nouns.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics and token analysis.
    ProperNounRequest {
        /// The text, 1..100,000 characters.
        #[garde(length(chars, min = 1, max = PROPER_NOUN_TEXT_MAX))]
        text: String,
        /// The language of the text. `auto` when absent.
        lang: choice(TextLanguage, "TextLanguage"),
    }
}

/// A noun of a text.
///
/// Source: docs/platform-api.md, section 2, Statistics and token analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct ProperNoun {
    /// The noun as it is written in the text. A common English noun is in lower case.
    pub word: String,
    /// The language.
    pub lang: WordLanguage,
    /// The kind of the noun.
    pub tag: NounTag,
    /// The number of occurrences in the text, at least 1.
    pub frequency: u32,
}

/// The nouns of a text, most frequent first. Ties are in alphabetical order.
///
/// Source: docs/platform-api.md, section 2, Statistics and token analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProperNounList {
    /// The nouns.
    #[serde(deserialize_with = "null_as_default")]
    pub proper_nouns: Vec<ProperNoun>,
}
