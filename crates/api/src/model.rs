//! Models: the answer engines of the platform.

use serde::{Deserialize, Serialize};

use crate::limits::ANSWER_PRICE;
use crate::response_field::{null_as_default, number};
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

wire_enum! {
    /// Where the answers of a model come from. An answer of an API differs from what the product shows people.
    ///
    /// Source: docs/platform-api.md, section 2, Run. An extension of Answerdeck.
    ModelRoute {
        /// The programming interface of the model.
        Api = "API",
        /// The product, as people see it.
        Surface = "SURFACE",
        /// A local stand-in.
        StandIn = "STAND_IN",
    }
}

wire_enum! {
    /// Why the engine of a model stopped. Items of the model wait until it answers again.
    ///
    /// Source: docs/platform-api.md, section 2, Run. An extension of Answerdeck.
    ModelStop {
        /// The provider refuses the credentials.
        Credentials = "CREDENTIALS",
        /// The provider's account cannot pay.
        Billing = "BILLING",
        /// The spend of the day has reached its limit.
        SpendLimit = "SPEND_LIMIT",
        /// The provider does not offer the model that the server is configured to ask.
        ModelUnavailable = "MODEL_UNAVAILABLE",
    }
}

/// A model that the organization may use.
///
/// Source: docs/platform-api.md, section 2, Run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Model {
    /// The code.
    pub code: ModelCode,
    /// The display name. It says when a local substitute serves the model.
    pub name: String,
    /// Where its answers come from. An extension of Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<ModelRoute>,
    /// What an answer costs the organization, in credits: 0 for a stand-in outside of the demo. 1 when absent. An
    /// extension of Answerdeck.
    #[serde(default, deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub answer_price: Option<u32>,
    /// Why its engine is stopped. Omitted while it answers. An extension of Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<ModelStop>,
}

impl Model {
    /// What an answer costs the organization, in credits.
    ///
    /// Source: docs/platform-api.md, section 8, Credits.
    pub fn price(&self) -> u32 {
        self.answer_price.unwrap_or(ANSWER_PRICE)
    }
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
