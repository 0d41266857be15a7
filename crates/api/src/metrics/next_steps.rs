//! What an organization can do next for a brand, from what its answers show.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::counted::{BrandName, Coverage, Sample};
use crate::id::{BrandId, NextStepId, PromptId};
use crate::include::include_enum;
use crate::limits::{KEYWORD_MAX, NEXT_STEP_NOTE_MAX, PAGE_SIZE_MAX, UNASKED_KEYWORDS_MAX};
use crate::request::request;
use crate::response_field::null_as_default;
use crate::scope::scoped_request;
use crate::text_form::not_blank;
use crate::timestamp::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// What a step is about.
    NextStepKind {
        /// A prompt whose answers name rivals and not the brand. Its text does not name other brands only.
        PromptGap = "PROMPT_GAP",
        /// A page that answers cite when they name rivals, and never when they name the brand. It belongs to no tracked brand.
        SourceGap = "SOURCE_GAP",
        /// A search whose answers name rivals, and never the brand. Its text does not name other brands only, and an answer that
        /// ran it is to a prompt whose own answers show no gap.
        SearchGap = "SEARCH_GAP",
        /// A page of the brand that answers to the same prompts cited in the period before, and no answer cites now.
        LostPage = "LOST_PAGE",
        /// A model that names the brand less often for the same prompts than in the period before.
        LostModel = "LOST_MODEL",
        /// A keyword with a search volume that no prompt contains.
        UnaskedKeyword = "UNASKED_KEYWORD",
    }
}

wire_enum! {
    /// What an organization has decided about a step.
    NextStepState {
        /// Nothing yet.
        Open = "OPEN",
        /// It is done.
        Done = "DONE",
        /// It is not worth doing.
        Dismissed = "DISMISSED",
    }
}

wire_enum! {
    /// A search engine whose keyword data has volumes.
    SearchEngine {
        /// Naver.
        Naver = "NAVER",
        /// Google.
        Google = "GOOGLE",
    }
}

include_enum! {
    /// The steps that are listed besides the open ones.
    NextStepInclude {
        /// Those that are done.
        Done = "done",
        /// Those that were dismissed.
        Dismissed = "dismissed",
    }
}

scoped_request! {
    /// A request for the next steps for a brand. Pages and models are compared with the period before, of the same length. Without
    /// `from`, the period is the seven days before `to`.
    NextStepFilter {
        /// The brand. Required.
        brand_id: required_id("brandID", BrandId, "BrandId"),
        /// The steps that are listed after the open ones: `done`, `dismissed` or `done,dismissed`.
        include: include(NextStepInclude),
        /// The maximum number of steps, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

/// The next steps for a brand.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NextStepList {
    /// How many answers were counted.
    pub coverage: Coverage,
    /// The answers of the scope.
    pub sample: Sample,
    /// When the first answer was requested that is compared with the period before. Omitted when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Timestamp>,
    /// The rivals, at most 100. Those named most often together with the brand are first.
    #[serde(deserialize_with = "null_as_default")]
    pub rivals: Vec<BrandName>,
    /// The number of all steps, whatever was decided about them.
    pub total_steps: u64,
    /// The steps: first the open ones, then the largest. Keywords come last, by volume.
    #[serde(deserialize_with = "null_as_default")]
    pub steps: Vec<NextStep>,
}

/// A step, with the answers that show it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NextStep {
    /// The id. It is the same in every scope: it is made of the kind, the subject and the brand.
    pub id: NextStepId,
    /// What the step is about.
    pub kind: NextStepKind,
    /// The text of the prompt, the URL of the page, the text of the search, the code of the model, or the keyword. Untrusted.
    pub subject: String,
    /// The prompt. Omitted unless `kind` is `PROMPT_GAP`.
    #[serde(rename = "promptID", default, skip_serializing_if = "Option::is_none")]
    pub prompt_id: Option<PromptId>,
    /// The title of the page in the latest answer that cites it. Untrusted. Omitted unless `kind` is `SOURCE_GAP` or `LOST_PAGE`, and
    /// when it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The root domain of the page. Omitted unless `kind` is `SOURCE_GAP` or `LOST_PAGE`, and when it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// The number of answers concerned: those of `evidence` for a gap, those of `before` for a lost page, and for a lost model those
    /// that would name the brand at the rates of the period before and do not. 0 for a keyword.
    pub size: u64,
    /// The answers that show it: those that name a rival and not the brand, of all to the prompt, citing the page or with the
    /// search. For a lost page or model: those that cite the page or name the brand now, of all to the same prompts by the same models.
    /// Omitted for a keyword.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<NextStepEvidence>,
    /// The same answers in the period before. Omitted unless `kind` is `LOST_PAGE` or `LOST_MODEL`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<NextStepEvidence>,
    /// Searches a month. Omitted unless `kind` is `UNASKED_KEYWORD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search_volume: Option<u64>,
    /// Where the keyword has this volume. Omitted unless `kind` is `UNASKED_KEYWORD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search_engine: Option<SearchEngine>,
    /// What was decided about it.
    pub state: NextStepState,
    /// The note, at most 500 characters. Omitted when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// When the state or the note changed. Omitted when they never did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<Timestamp>,
}

impl NextStep {
    /// The order of a list: open steps are first, then large ones. Steps of one size keep an order.
    pub fn order(&self) -> (bool, Reverse<(u64, Option<u64>)>, &str) {
        (self.state != NextStepState::Open, Reverse((self.size, self.search_volume)), self.id.as_str())
    }
}

/// A number of answers, and of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct NextStepEvidence {
    /// The number of answers.
    pub answers: u64,
    /// Of how many, at least 1.
    pub of: u64,
}

request! {
    /// The changes to what an organization has decided about a step. An omitted field stays unchanged.
    NextStepUpdate {
        /// The new state.
        state: choice(NextStepState, "NextStepState"),
        /// The new note, at most 500 characters. `null` removes the note.
        note: optional(Option<String>, "Option<String>", length(chars, max = NEXT_STEP_NOTE_MAX)),
    }
}

/// What an organization has decided about a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NextStepDecision {
    /// The id of the step.
    pub id: NextStepId,
    /// The state.
    pub state: NextStepState,
    /// The note, at most 500 characters. Omitted when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// When it changed.
    #[serde(default, deserialize_with = "null_as_default")]
    pub updated_at: Timestamp,
}

request! {
    /// Keywords to compare with the prompts.
    UnaskedKeywordsRequest {
        /// The keywords, 1..1,000, each 1..80 characters.
        #[garde(
            length(min = 1, max = UNASKED_KEYWORDS_MAX),
            inner(length(chars, min = 1, max = KEYWORD_MAX), custom(not_blank))
        )]
        #[cfg_attr(feature = "openapi", schemars(inner(regex(pattern = r"\S"))))]
        keywords: Vec<String>,
    }
}

/// The keywords that no prompt of the organization contains.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct UnaskedKeywordList {
    /// The keywords, in the order of the request.
    #[serde(deserialize_with = "null_as_default")]
    pub keywords: Vec<String>,
}
