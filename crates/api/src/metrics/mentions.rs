//! Where texts name brands.

use serde::{Deserialize, Serialize};

use super::counted::BrandName;
use crate::id::{AnswerId, BrandId};
use crate::limits::{
    BRAND_EXCLUDED_PHRASE_MAX, BRAND_EXCLUDED_PHRASES_MAX, BRAND_NAME_MAX, BRAND_SYNONYMS_MAX, MENTION_ANSWERS_MAX,
};
use crate::request::request;
use crate::response_field::null_as_default;
use crate::text_form::{not_blank, searchable};

request! {
    /// A request for the mentions of brands in the texts of answers.
    MentionFilter {
        /// The answers, one or several: at most 20 ids.
        #[garde(length(min = 1, max = MENTION_ANSWERS_MAX))]
        #[serde(rename = "answerID", deserialize_with = "crate::id::base62_list")]
        #[cfg_attr(feature = "openapi", schemars(with = "Vec<AnswerId>"))]
        answer_ids: Vec<AnswerId>,
    }
}

/// The mentions of the tracked brands in the texts of answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct MentionList {
    /// The brands that the texts name.
    #[serde(deserialize_with = "null_as_default")]
    pub brands: Vec<BrandName>,
    /// The mentions in each answer, in the order of the request.
    #[serde(deserialize_with = "null_as_default")]
    pub answers: Vec<AnswerMentions>,
}

/// The mentions of the tracked brands in the text of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct AnswerMentions {
    /// The answer.
    #[serde(rename = "answerID")]
    pub answer_id: AnswerId,
    /// The mentions in the order of the text. A name that several brands share is a mention of each.
    #[serde(deserialize_with = "null_as_default")]
    pub mentions: Vec<Mention>,
}

/// A place in a text that names a brand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Mention {
    /// The index of the brand in `brands`.
    pub brand: u32,
    /// Where the name begins: the number of UTF-16 code units before it, an index of a JavaScript string.
    pub start: u64,
    /// Where the name ends, in the same unit.
    pub end: u64,
    /// Whether the sentence says that nothing was found about the brand. It counts as a mention all the same. Omitted
    /// when `false`.
    #[serde(default, deserialize_with = "null_as_default", skip_serializing_if = "std::ops::Not::not")]
    pub nothing_found: bool,
}

request! {
    /// How a brand would be found, to try before it is saved.
    BrandPreviewRequest {
        /// The brand that would be found like this. Absent for a new one.
        brand_id: id("brandID", BrandId, "BrandId"),
        /// All names of the brand, its present ones included: 1..51 texts of 1..100 characters.
        #[garde(
            length(min = 1, max = BRAND_SYNONYMS_MAX + 1),
            inner(length(chars, min = 1, max = BRAND_NAME_MAX), custom(searchable))
        )]
        #[cfg_attr(feature = "openapi", schemars(inner(regex(pattern = r"\S"))))]
        names: Vec<String>,
        /// Whether the names are found only in the case in which they are written. `false` when absent.
        #[garde(skip)]
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        case_sensitive: bool,
        /// Phrases in which a name does not name the brand: 0..20, each 1..100 characters. None when absent.
        #[garde(
            length(max = BRAND_EXCLUDED_PHRASES_MAX),
            inner(length(chars, min = 1, max = BRAND_EXCLUDED_PHRASE_MAX), custom(not_blank))
        )]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "openapi", schemars(inner(regex(pattern = r"\S"))))]
        excluded_phrases: Vec<String>,
    }
}

/// The answers that would name a brand, or would name it no longer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BrandPreview {
    /// The number of answers that were searched: the newest, at most 2,000.
    pub searched: u64,
    /// The number of these that would name the brand and do not now.
    pub added: u64,
    /// The newest of them, at most 10.
    #[serde(deserialize_with = "null_as_default")]
    pub examples: Vec<BrandPreviewExample>,
    /// The number of these that name the brand now and would not.
    #[serde(default, deserialize_with = "null_as_default")]
    pub removed: u64,
    /// The newest of them, at most 10.
    #[serde(default, deserialize_with = "null_as_default")]
    pub removed_examples: Vec<BrandPreviewExample>,
    /// Other spellings of the names that the searched answers have and no name finds, the most frequent first, at most 10.
    #[serde(default, deserialize_with = "null_as_default")]
    pub spellings: Vec<BrandSpelling>,
}

/// A spelling of a name that answers have, such as `NewBalance` of `New Balance`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct BrandSpelling {
    /// The spelling as the newest of these answers has it. Untrusted.
    pub name: String,
    /// The number of answers that have it, at least 1.
    pub answers: u64,
}

/// A sentence with a name of the brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct BrandPreviewExample {
    /// The answer.
    #[serde(rename = "answerID")]
    pub answer_id: AnswerId,
    /// The text before the name, from the beginning of the sentence. It may be cut. Untrusted.
    pub before: String,
    /// The name as the text has it. Untrusted.
    pub name: String,
    /// The text after the name, to the end of the sentence. It may be cut. Untrusted.
    pub after: String,
}
