//! Words of a text.

use garde::Validate;
use serde::{Deserialize, Serialize};

use crate::limits::PROPER_NOUN_TEXT_MAX;
use crate::list::non_null;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// Which language to read a text in.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics and token analysis.
    TextLanguage {
        /// Korean and English, each word in its own.
        Auto = "auto",
        /// Only Korean words.
        Korean = "ko",
        /// Only English words.
        English = "en",
    }
}

wire_enum! {
    /// The language of a word.
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
    /// What kind of noun a word is.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics and token analysis.
    NounTag {
        /// A proper noun: the name of one thing.
        Proper = "NNP",
        /// A common noun.
        Common = "NNG",
    }
}

/// A text to take nouns from.
///
/// Source: docs/platform-api.md, section 2, Statistics and token analysis.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProperNounRequest {
    /// The text, 1..100,000 characters.
    #[garde(length(chars, min = 1, max = PROPER_NOUN_TEXT_MAX))]
    pub text: String,
    /// Which language to read it in. `auto` when absent.
    #[garde(custom(known_language))]
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schemars(with = "TextLanguage"))]
    pub lang: Option<TextLanguage>,
}

fn known_language(language: &Option<TextLanguage>, _: &()) -> garde::Result {
    match language {
        Some(TextLanguage::Unknown(_)) => Err(garde::Error::new("not one of auto, ko, en")),
        _ => Ok(()),
    }
}

/// A noun of a text.
///
/// Source: docs/platform-api.md, section 2, Statistics and token analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct ProperNoun {
    /// The word: as it is written, a common English noun in lower case.
    pub word: String,
    /// Its language.
    pub lang: WordLanguage,
    /// What kind of noun it is.
    pub tag: NounTag,
    /// How often the text holds it, at least 1.
    pub frequency: u32,
}

/// The nouns of a text, the most frequent first, then by their letters.
///
/// Source: docs/platform-api.md, section 2, Statistics and token analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProperNounList {
    /// The nouns.
    pub proper_nouns: Vec<ProperNoun>,
}
