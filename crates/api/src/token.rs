//! Tokens: the nouns in answers and their co-occurrence.

use serde::{Deserialize, Serialize};

use crate::include::include_enum;
use crate::limits::{BASE_WORDS_MAX, PAGE_SIZE_MAX, TOKEN_MAX};
use crate::response_field::{null_as_default, number};
use crate::scope::scoped_request;
use crate::text_form::not_blank;

scoped_request! {
    /// A request for a ranking of tokens.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics and token analysis; its parameters are assumed.
    TokenFilter {
        /// The maximum number of tokens, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

/// The tokens that occur in most answers.
///
/// Source: docs/platform-api.md, section 2, Statistics and token analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct TokenRanking {
    /// The tokens, ordered by descending number of answers. Ties are in alphabetical order.
    #[serde(deserialize_with = "null_as_default")]
    pub tokens: Vec<TokenStatistic>,
}

/// The number of answers that contain a token.
///
/// Source: docs/platform-api.md, section 2, Statistics and token analysis; its fields are assumed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TokenStatistic {
    /// A noun in lower case.
    pub token: String,
    /// The number of answers that contain it.
    pub answer_count: u64,
}

include_enum! {
    /// Optional fields of a neighbor.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics and token analysis.
    TokenNeighborInclude {
        /// The number of answers that contain the token, with or without a base word.
        TotalAnswerCount = "totalAnswerCount",
    }
}

scoped_request! {
    /// A request for a ranking of the neighbors of base words.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics and token analysis; its parameters but `include` are assumed.
    TokenNeighborFilter {
        /// The base words, 1..10, each 1..50 characters. Matching ignores case.
        #[garde(
            length(min = 1, max = BASE_WORDS_MAX),
            inner(length(chars, min = 1, max = TOKEN_MAX), custom(not_blank))
        )]
        #[cfg_attr(feature = "openapi", schemars(inner(regex(pattern = r"\S"))))]
        words: Vec<String>,
        /// The optional fields of each neighbor: `totalAnswerCount`.
        include: include(TokenNeighborInclude),
        /// The maximum number of neighbors, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

/// The tokens that occur most in answers that contain a base word.
///
/// Source: docs/platform-api.md, section 2, Statistics and token analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct TokenNeighborRanking {
    /// The base words, as sent.
    #[serde(deserialize_with = "null_as_default")]
    pub words: Vec<String>,
    /// The neighbors without the base words, ordered by descending number of answers. Ties are in alphabetical order.
    #[serde(deserialize_with = "null_as_default")]
    pub neighbors: Vec<TokenNeighbor>,
}

/// The number of answers that contain a token and a base word.
///
/// Source: docs/platform-api.md, section 2, Statistics and token analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TokenNeighbor {
    /// A noun in lower case.
    pub token: String,
    /// The number of answers that contain it and at least one base word.
    pub answer_count: u64,
    /// The number of answers that contain it. Present only when included.
    #[serde(default, deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub total_answer_count: Option<u64>,
}
