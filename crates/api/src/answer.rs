//! Answers: what a model said, whom it cited and what it searched for.

use garde::Validate;
use serde::{Deserialize, Serialize};

use crate::limits::PAGE_SIZE_MAX;
use crate::list::list;
use crate::wire_enum::wire_enum;
use crate::{AnswerId, ModelCode, PromptId, PromptSetId, RunId, Timestamp};

wire_enum! {
    /// How far an answer is.
    ///
    /// Source: platform API, section 3.
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
/// Source: platform API, section 2, Answer.
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
/// Source: platform API, section 2, Answer.
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

/// Which answers to list, and which page of them.
///
/// Source: platform API, section 4; `promptID` and `region` are assumed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnswerFilter {
    /// Only answers of this run.
    #[garde(skip)]
    #[serde(
        rename = "runID",
        default,
        deserialize_with = "crate::list::present",
        skip_serializing_if = "Option::is_none"
    )]
    pub run_id: Option<RunId>,
    /// Only answers to the prompts that this set held when they were asked.
    #[garde(skip)]
    #[serde(
        rename = "promptSetID",
        default,
        deserialize_with = "crate::list::present",
        skip_serializing_if = "Option::is_none"
    )]
    pub prompt_set_id: Option<PromptSetId>,
    /// Only answers to this prompt.
    #[garde(skip)]
    #[serde(
        rename = "promptID",
        default,
        deserialize_with = "crate::list::present",
        skip_serializing_if = "Option::is_none"
    )]
    pub prompt_id: Option<PromptId>,
    /// Only answers of this model.
    #[garde(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<ModelCode>,
    /// Only answers collected there, ISO 3166-1 alpha-2.
    #[garde(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// Only answers asked for at this time or later.
    #[garde(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Timestamp>,
    /// Only answers asked for before this time.
    #[garde(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Timestamp>,
    /// `nextCursor` of the page before. Absent for the first page.
    #[garde(skip)]
    #[serde(default, deserialize_with = "crate::list::present", skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Items of the page, 1..100. 20 when absent.
    #[garde(range(min = 1, max = PAGE_SIZE_MAX))]
    #[serde(default, deserialize_with = "crate::list::whole", skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}
