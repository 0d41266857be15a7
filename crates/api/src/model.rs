//! Models: the answer engines of the platform.

use serde::{Deserialize, Serialize};

use crate::response_field::null_as_default;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// The code of an answer engine.
    ///
    /// Source: docs/platform-api.md, section 2, Run.
    ModelCode {
        /// ChatGPT.
        Chatgpt = "CHATGPT",
        /// Google AI Overviews in the search results.
        GoogleOverview = "GOOGLE_OVERVIEW",
        /// Google AI Mode.
        GoogleAi = "GOOGLE_AI",
        /// Perplexity.
        Perplexity = "PERPLEXITY",
        /// Gemini.
        Gemini = "GEMINI",
        /// Naver AI Briefing in the search results.
        NaverAiBriefing = "NAVER_AI_BRIEFING",
        /// Naver AI Tab.
        NaverAiTab = "NAVER_AI_TAB",
        /// Claude.
        Claude = "CLAUDE",
    }
}

/// A model that the organization may use.
///
/// Source: docs/platform-api.md, section 2, Run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct Model {
    /// The code.
    pub code: ModelCode,
    /// The display name. It says when a local substitute serves the model.
    pub name: String,
}

/// The models that the organization may use, in the order of the contract.
///
/// Source: docs/platform-api.md, section 4.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct ModelList {
    /// The models.
    #[serde(deserialize_with = "null_as_default")]
    pub models: Vec<Model>,
}
