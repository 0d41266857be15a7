//! Answers: what a model said, whom it cited and what it searched for.

use serde::{Deserialize, Serialize};

use crate::id::{AnswerId, PromptId, RunId};
use crate::limits::{PAGE_SIZE_MAX, SEARCH_TERM_MAX, SEARCH_TERMS_MAX};
use crate::list::list;
use crate::model::ModelCode;
use crate::scope::scoped_request;
use crate::timestamp::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// How far an answer is.
    ///
    /// Source: docs/platform-api.md, section 3.
    AnswerStatus {
        /// It is being collected.
        Pending = "PENDING",
        /// It can be read. Terminal.
        Success = "SUCCESS",
        /// There is none: the model gave no answer, or the credits ran out. Terminal.
        Failed = "FAILED",
    }
}

/// One answer of one model to one prompt.
///
/// `content`, `sources[].title` and `fanouts` come from pages and models that nobody vouches for.
///
/// Source: docs/platform-api.md, section 2, Answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// Its id.
    pub id: AnswerId,
    /// The model that gave it.
    pub model: ModelCode,
    /// The prompt it answers.
    #[serde(rename = "promptID")]
    pub prompt_id: PromptId,
    /// Where it was collected, ISO 3166-1 alpha-2.
    pub region: String,
    /// How far it is.
    pub status: AnswerStatus,
    /// Its body, Markdown. Empty unless `status` is `SUCCESS`.
    #[serde(default)]
    pub content: String,
    /// The text that was sent to the model.
    #[serde(default)]
    pub query: String,
    /// When it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Timestamp>,
    /// The run it belongs to. Omitted when there is none.
    #[serde(rename = "runID", default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<RunId>,
    /// Where the raw Markdown can be fetched. Omitted unless `status` is `SUCCESS`.
    #[serde(rename = "markdownURL", default, skip_serializing_if = "Option::is_none")]
    pub markdown_url: Option<String>,
    /// Every search that the model ran, in its order.
    #[serde(default)]
    pub fanouts: Vec<String>,
    /// Every source that it cited, in its order.
    #[serde(default)]
    pub sources: Vec<Source>,
}

/// A page that an answer cites.
///
/// Source: docs/platform-api.md, section 2, Answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// Its address.
    pub url: String,
    /// Its title. Empty before the answer is classified.
    #[serde(default)]
    pub title: String,
    /// Its root domain. Omitted when it cannot be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
}

list! {
    /// A page of answers, the newest first.
    AnswerList {
        /// The answers.
        answers: Answer
    }
}

scoped_request! {
    /// Which answers to list, and which page of them.
    ///
    /// Source: docs/platform-api.md, section 4.
    AnswerFilter {
        /// `nextCursor` of the page before. Absent for the first page.
        #[garde(skip)]
        #[serde(default, deserialize_with = "crate::list::non_null", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schemars(with = "String"))]
        cursor: Option<String>,
        /// Items of the page, 1..100. 20 when absent.
        #[garde(range(min = 1, max = PAGE_SIZE_MAX))]
        #[serde(default, deserialize_with = "crate::list::saturating_u32", skip_serializing_if = "Option::is_none")]
        limit: Option<u32>,
    }
}

scoped_request! {
    /// Which answers to count: those of the scope in which at least one of the terms stands.
    ///
    /// Source: docs/platform-api.md, section 2, Answer; its parameters are assumed.
    AnswerCountRequest {
        /// What is sought, 1..20 texts of 1..100 characters. Case does not matter.
        #[garde(length(min = 1, max = SEARCH_TERMS_MAX), inner(length(chars, min = 1, max = SEARCH_TERM_MAX)))]
        search_terms: Vec<String>,
    }
}

/// How many answers were found.
///
/// Source: docs/platform-api.md, section 2, Answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct AnswerCount {
    /// Answers that at least one search term stands in.
    pub count: u64,
}
