//! Tokens: which words the answers of a scope hold, and which stand together.

use serde::{Deserialize, Serialize};

use crate::include::include_enum;
use crate::limits::{BASE_WORDS_MAX, PAGE_SIZE_MAX, TOKEN_MAX};
use crate::scope::scoped_request;

scoped_request! {
    /// Which tokens to rank, and how many.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics and token analysis; its parameters are assumed.
    TokenFilter {
        /// Tokens, at most, 1..100. 20 when absent.
        #[garde(range(min = 1, max = PAGE_SIZE_MAX))]
        #[serde(default, deserialize_with = "crate::list::saturating_u32", skip_serializing_if = "Option::is_none")]
        limit: Option<u32>,
    }
}

/// The tokens that most answers hold.
///
/// Source: docs/platform-api.md, section 2, Statistics and token analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct TokenRanking {
    /// The tokens, those of most answers first; those of as many by their letters.
    pub tokens: Vec<TokenStatistic>,
}

/// How many answers hold a token.
///
/// Source: docs/platform-api.md, section 2, Statistics and token analysis; its fields are assumed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TokenStatistic {
    /// A noun in lower case.
    pub token: String,
    /// Answers that hold it.
    pub answer_count: u64,
}

include_enum! {
    /// What a neighbor can come with beside its count.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics and token analysis.
    TokenNeighborInclude {
        /// The answers that hold it, with or without a base word.
        TotalAnswerCount = "totalAnswerCount",
    }
}

scoped_request! {
    /// Whose neighbors to rank, how many, and what to include.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics and token analysis; its parameters but `include` are assumed.
    TokenNeighborFilter {
        /// The base words, 1..10 of 1..50 characters. Case does not matter.
        #[garde(length(min = 1, max = BASE_WORDS_MAX), inner(length(chars, min = 1, max = TOKEN_MAX)))]
        words: Vec<String>,
        /// What each comes with beside its count: `totalAnswerCount`.
        #[garde(skip)]
        #[serde(
            default,
            serialize_with = "crate::include::serialize",
            deserialize_with = "crate::include::deserialize",
            skip_serializing_if = "Vec::is_empty"
        )]
        include: Vec<TokenNeighborInclude>,
        /// Neighbors, at most, 1..100. 20 when absent.
        #[garde(range(min = 1, max = PAGE_SIZE_MAX))]
        #[serde(default, deserialize_with = "crate::list::saturating_u32", skip_serializing_if = "Option::is_none")]
        limit: Option<u32>,
    }
}

/// The tokens that stand most in the answers that hold a base word.
///
/// Source: docs/platform-api.md, section 2, Statistics and token analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct TokenNeighborRanking {
    /// The base words, as they were sent.
    pub words: Vec<String>,
    /// The neighbors, those of most answers first; those of as many by their letters. No base word is among them.
    pub neighbors: Vec<TokenNeighbor>,
}

/// How many answers hold a token beside a base word.
///
/// Source: docs/platform-api.md, section 2, Statistics and token analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TokenNeighbor {
    /// A noun in lower case.
    pub token: String,
    /// Answers that hold it and at least one base word.
    pub answer_count: u64,
    /// Answers that hold it. Present only when included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_answer_count: Option<u64>,
}
