//! Prompts.

use garde::Validate;
use serde::{Deserialize, Serialize};

use crate::id::{PromptId, PromptSetId, base62};
use crate::limits::{PAGE_SIZE_MAX, PROMPT_BULK_MAX, PROMPT_CONTENT_MAX, PROMPT_IDS_MAX};
use crate::list::list;
use crate::request::request;
use crate::response_field::{null_as_default, number};
use crate::text_form::not_blank;
use crate::timestamp::Timestamp;

/// A question for answer engines.
///
/// Source: docs/platform-api.md, section 2, Prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Prompt {
    /// The id.
    pub id: PromptId,
    /// The text, 1..1,000 characters.
    pub content: String,
    /// The prompt set of the prompt.
    #[serde(rename = "promptSetID")]
    pub prompt_set_id: PromptSetId,
    /// The time of creation.
    #[serde(default, deserialize_with = "null_as_default")]
    pub created_at: Timestamp,
    /// The number of answers to the prompt. Present only when a single prompt is read.
    #[serde(default, deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub answer_count: Option<u64>,
}

list! {
    /// A page of prompts, newest first.
    PromptList {
        /// The prompts.
        prompts: Prompt
    }
}

/// A prompt to create.
///
/// Source: docs/platform-api.md, section 2, Prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PromptCreate {
    /// The text, 1..1,000 characters.
    #[garde(length(chars, min = 1, max = PROMPT_CONTENT_MAX), custom(not_blank))]
    #[cfg_attr(feature = "openapi", schemars(regex(pattern = r"\S")))]
    pub content: String,
    /// The prompt set of the new prompt.
    #[garde(skip)]
    #[serde(rename = "promptSetID", deserialize_with = "base62")]
    pub prompt_set_id: PromptSetId,
}

request! {
    /// Prompts to create in one request. If one is invalid, none is created.
    ///
    /// Source: docs/platform-api.md, section 2, Prompt.
    PromptBulkCreate {
        /// The prompts, 1..100.
        #[garde(length(min = 1, max = PROMPT_BULK_MAX), dive)]
        prompts: Vec<PromptCreate>,
    }
}

/// The response to a bulk creation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct PromptIds {
    /// The ids of the new prompts, in the order of the request.
    #[serde(deserialize_with = "null_as_default")]
    pub ids: Vec<PromptId>,
}

request! {
    /// The changes to a prompt. An omitted field stays unchanged.
    PromptUpdate {
        /// The new text, 1..1,000 characters.
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = r"\S")))]
        content: text(length(chars, min = 1, max = PROMPT_CONTENT_MAX), inner(custom(not_blank))),
    }
}

request! {
    /// A filter for a list of prompts, and the requested page.
    ///
    /// Source: docs/platform-api.md, section 4.
    PromptFilter {
        /// Only prompts of this prompt set. Prompts of all sets when absent.
        prompt_set_id: id("promptSetID", PromptSetId, "PromptSetId"),
        /// Only these prompts, 0..100 ids. All prompts when empty. An extension of Answerdeck.
        prompt_ids: ids("promptIDs", PromptId, "Vec<PromptId>", PROMPT_IDS_MAX),
        /// Only prompts that contain this text, at most 1,000 characters. Matching ignores case.
        #[garde(length(chars, max = PROMPT_CONTENT_MAX))]
        #[serde(skip_serializing_if = "Option::is_none")]
        content_contains: Option<String>,
        cursor,
        /// The maximum number of items of the page, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}
