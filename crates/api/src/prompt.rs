//! Prompts.

use garde::Validate;
use serde::{Deserialize, Serialize};

use crate::id::{PromptId, PromptSetId};
use crate::limits::{PAGE_SIZE_MAX, PROMPT_BULK_MAX, PROMPT_CONTENT_MAX};
use crate::list::{list, non_null};
use crate::timestamp::Timestamp;

/// A question that is put to answer engines.
///
/// Source: docs/platform-api.md, section 2, Prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Prompt {
    /// Its id.
    pub id: PromptId,
    /// Its text, 1..1,000 characters.
    pub content: String,
    /// The one set it belongs to.
    #[serde(rename = "promptSetID")]
    pub prompt_set_id: PromptSetId,
    /// When it was made.
    pub created_at: Timestamp,
    /// Answers collected for it. Present only where one prompt is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_count: Option<u64>,
}

list! {
    /// A page of prompts, the newest first.
    PromptList {
        /// The prompts.
        prompts: Prompt
    }
}

/// A prompt to make.
///
/// Source: docs/platform-api.md, section 2, Prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PromptCreate {
    /// Its text, 1..1,000 characters.
    #[garde(length(chars, min = 1, max = PROMPT_CONTENT_MAX))]
    pub content: String,
    /// The set it goes into.
    #[garde(skip)]
    #[serde(rename = "promptSetID")]
    pub prompt_set_id: PromptSetId,
}

/// Prompts to make together: all of them or, when one is refused, none.
///
/// Source: docs/platform-api.md, section 2, Prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PromptBulkCreate {
    /// The prompts, 1..100.
    #[garde(length(min = 1, max = PROMPT_BULK_MAX), dive)]
    pub prompts: Vec<PromptCreate>,
}

/// The answer to a bulk creation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct PromptIds {
    /// The ids of the new prompts, in the order of the request.
    pub ids: Vec<PromptId>,
}

/// What to change in a prompt. A field that is left out stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PromptUpdate {
    /// Its new text, 1..1,000 characters.
    #[garde(length(chars, min = 1, max = PROMPT_CONTENT_MAX))]
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schemars(with = "String"))]
    pub content: Option<String>,
}

/// Which prompts to list, and which page of them.
///
/// Source: docs/platform-api.md, section 4.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PromptFilter {
    /// Only prompts of this set. Those of every set when absent.
    #[garde(skip)]
    #[serde(rename = "promptSetID", default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schemars(with = "PromptSetId"))]
    pub prompt_set_id: Option<PromptSetId>,
    /// Only prompts that contain this text, whatever its case; at most 1,000 characters.
    #[garde(length(chars, max = PROMPT_CONTENT_MAX))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_contains: Option<String>,
    /// `nextCursor` of the page before. Absent for the first page.
    #[garde(skip)]
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schemars(with = "String"))]
    pub cursor: Option<String>,
    /// Items of the page, 1..100. 20 when absent.
    #[garde(range(min = 1, max = PAGE_SIZE_MAX))]
    #[serde(default, deserialize_with = "crate::list::saturating_u32", skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}
