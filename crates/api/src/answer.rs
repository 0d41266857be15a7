//! Answers of models, with their sources and searches.

use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::id::{AnswerId, PromptId, RunId};
use crate::include::include_enum;
use crate::limits::{PAGE_SIZE_MAX, SEARCH_TERM_MAX, SEARCH_TERMS_MAX};
use crate::list::list;
use crate::metrics::NamedBrand;
use crate::model::{ModelCode, ModelRoute};
use crate::response_field::null_as_default;
use crate::scope::scoped_request;
use crate::text_form::not_blank;
use crate::timestamp::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// The state of an answer.
    ///
    /// Source: docs/platform-api.md, section 3.
    AnswerStatus {
        /// The answer is being collected.
        Pending = "PENDING",
        /// The answer is available. Terminal.
        Success = "SUCCESS",
        /// The model gave no answer, or the credits ran out. Terminal.
        Failed = "FAILED",
    }
}

/// An answer of one model to one prompt.
///
/// `content`, `sources[].title` and `fanouts` are untrusted text from models and web pages.
///
/// Source: docs/platform-api.md, section 2, Answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The id.
    pub id: AnswerId,
    /// The model that answered.
    pub model: ModelCode,
    /// How the answer came. Omitted while there is no answer. An extension of Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<ModelRoute>,
    /// The prompt that the model answered.
    #[serde(rename = "promptID")]
    pub prompt_id: PromptId,
    /// The region of collection as an ISO 3166-1 alpha-2 code.
    pub region: String,
    /// The state.
    pub status: AnswerStatus,
    /// Why there is no answer. Omitted unless `status` is `FAILED`. An extension of Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// The text of the answer in Markdown. Empty unless `status` is `SUCCESS`.
    #[serde(default, deserialize_with = "null_as_default")]
    pub content: String,
    /// The text that was sent to the model.
    #[serde(default, deserialize_with = "null_as_default")]
    pub query: String,
    /// When the answer was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Timestamp>,
    /// The run of the answer. Omitted when there is none.
    #[serde(rename = "runID", default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<RunId>,
    /// The `name` of its run. Omitted when there is no run. An extension of Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_name: Option<String>,
    /// The URL of the raw Markdown. Omitted unless `status` is `SUCCESS`.
    #[serde(rename = "markdownURL", default, skip_serializing_if = "Option::is_none")]
    pub markdown_url: Option<String>,
    /// The searches that the model ran, in its order.
    #[serde(default, deserialize_with = "null_as_default")]
    pub fanouts: Vec<String>,
    /// Whether the model searched the web for this answer: `false` when it answered from what it knows. Omitted
    /// unless `status` is `SUCCESS`, and where the route does not show searches. An extension of Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub searched: Option<bool>,
    /// The sources that the answer cites, in its order.
    #[serde(default, deserialize_with = "null_as_default")]
    pub sources: Vec<Source>,
    /// The tracked brands that the text names, at most 100, in the order of their first mentions. Brands that are still searched
    /// for in stored answers are missing. Present only in a list, when included. An extension of Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brands: Option<Vec<NamedBrand>>,
}

/// A page that an answer cites.
///
/// Source: docs/platform-api.md, section 2, Answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct Source {
    /// The URL.
    pub url: String,
    /// The title. Empty until the answer is classified.
    #[serde(default, deserialize_with = "null_as_default")]
    pub title: String,
    /// The root domain. Omitted when it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
}

list! {
    /// A page of answers, newest first.
    AnswerList {
        /// The answers.
        answers: Answer
    }
}

include_enum! {
    /// Optional parts of an answer of a list.
    AnswerInclude {
        /// The tracked brands that it names.
        Brands = "brands",
    }
}

scoped_request! {
    /// A filter for a list of answers, and the requested page.
    ///
    /// Source: docs/platform-api.md, section 4.
    AnswerFilter {
        /// Only answers with this status. An extension of Answerdeck.
        status: known(AnswerStatus),
        cursor,
        /// The maximum number of items of the page, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
        /// `true`: only the newest answer of each model. The scope needs `promptID`. An extension of Answerdeck.
        newest_by_model: value(bool),
        /// Only the answers right before and after this one in the list. An extension of Answerdeck.
        neighbors_of: id("neighborsOf", AnswerId, "AnswerId"),
        /// The optional parts of each answer: `brands`. An extension of Answerdeck.
        include: include(AnswerInclude),
    }
}

scoped_request! {
    /// A request to count the answers of a scope that contain at least one of the search terms.
    ///
    /// Source: docs/platform-api.md, section 2, Answer; its parameters are assumed.
    AnswerCountRequest {
        /// The search terms, 1..20 texts of 1..100 characters. Matching ignores case.
        #[garde(
            length(min = 1, max = SEARCH_TERMS_MAX),
            inner(length(chars, min = 1, max = SEARCH_TERM_MAX), custom(not_blank))
        )]
        #[cfg_attr(feature = "openapi", schemars(inner(regex(pattern = r"\S"))))]
        search_terms: Vec<String>,
    }
}

/// The number of matching answers.
///
/// Source: docs/platform-api.md, section 2, Answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct AnswerCount {
    /// The number of answers that contain at least one search term.
    pub count: u64,
}
