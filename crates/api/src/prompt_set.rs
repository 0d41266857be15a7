//! Prompt sets.

use serde::{Deserialize, Serialize};

use crate::id::PromptSetId;
use crate::limits::{PROMPT_SET_DESCRIPTION_MAX, PROMPT_SET_NAME_MAX};
use crate::list::list;
use crate::request::request;
use crate::response_field::{null_as_default, number};
use crate::text_form::not_blank;
use crate::timestamp::Timestamp;

/// A named set of prompts.
///
/// Source: docs/platform-api.md, section 2, Prompt set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PromptSet {
    /// The id.
    pub id: PromptSetId,
    /// The name, 1..100 characters.
    pub name: String,
    /// A description, at most 1,000 characters. `null` when there is none.
    pub description: Option<String>,
    /// The time of creation.
    #[serde(default, deserialize_with = "null_as_default")]
    pub created_at: Timestamp,
    /// The number of prompts in the set, 0..1,000. Present when a single set is read, and in a list, which is an extension of
    /// Answerdeck.
    #[serde(default, deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub prompt_count: Option<u32>,
    /// When its newest answer was requested. Present where `promptCount` is. Omitted when there is no answer. An extension of
    /// Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_answer_at: Option<Timestamp>,
}

list! {
    /// A page of prompt sets, newest first.
    PromptSetList {
        /// The prompt sets.
        prompt_sets: PromptSet
    }
}

request! {
    /// A prompt set to create.
    ///
    /// Source: docs/platform-api.md, section 2, Prompt set.
    PromptSetCreate {
        /// The name, 1..100 characters.
        #[garde(length(chars, min = 1, max = PROMPT_SET_NAME_MAX), custom(not_blank))]
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = r"\S")))]
        name: String,
        /// A description, at most 1,000 characters.
        #[garde(length(chars, max = PROMPT_SET_DESCRIPTION_MAX))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        description: Option<String>,
    }
}

request! {
    /// The changes to a prompt set. An omitted field stays unchanged.
    PromptSetUpdate {
        /// The new name, 1..100 characters.
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = r"\S")))]
        name: text(length(chars, min = 1, max = PROMPT_SET_NAME_MAX), inner(custom(not_blank))),
        /// The new description, at most 1,000 characters. `null` removes the description.
        description: optional(Option<String>, "Option<String>", length(chars, max = PROMPT_SET_DESCRIPTION_MAX)),
    }
}
