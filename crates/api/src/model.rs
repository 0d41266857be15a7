//! Models: the answer engines that can be asked.

use serde::{Deserialize, Serialize};

use crate::wire_enum::wire_enum;

wire_enum! {
    /// Which answer engine.
    ///
    /// Source: docs/platform-api.md, section 2, Run.
    ModelCode {
        /// ChatGPT.
        Chatgpt = "CHATGPT",
        /// Google's AI overview above the search results.
        GoogleOverview = "GOOGLE_OVERVIEW",
        /// Google's AI mode.
        GoogleAi = "GOOGLE_AI",
        /// Perplexity.
        Perplexity = "PERPLEXITY",
        /// Gemini.
        Gemini = "GEMINI",
        /// Naver's AI briefing above the search results.
        NaverAiBriefing = "NAVER_AI_BRIEFING",
        /// Naver's AI tab.
        NaverAiTab = "NAVER_AI_TAB",
        /// Claude.
        Claude = "CLAUDE",
    }
}

/// A model that the organization may ask.
///
/// Source: docs/platform-api.md, section 2, Run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct Model {
    /// Its code.
    pub code: ModelCode,
    /// Its display name. It says so when a local stand-in serves the model.
    pub name: String,
}

/// The models that the organization may ask, in the document's order.
///
/// Source: docs/platform-api.md, section 4.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct ModelList {
    /// The models.
    pub models: Vec<Model>,
}
