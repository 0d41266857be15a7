//! The providers that an entry can name, and which models and keys each takes.

use answerdeck_api::{ModelCode, ModelRoute};

use crate::provider::dataforseo::DataForSeoSurface;
use crate::provider::serpapi::SerpApiSurface;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Provider {
    OpenAi,
    Anthropic,
    Gemini,
    Perplexity,
    SerpApi,
    DataForSeo,
    Compatible,
    StandIn,
}

impl Provider {
    pub(super) const ALL: [Self; 8] = [
        Self::OpenAi,
        Self::Anthropic,
        Self::Gemini,
        Self::Perplexity,
        Self::SerpApi,
        Self::DataForSeo,
        Self::Compatible,
        Self::StandIn,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Perplexity => "perplexity",
            Self::SerpApi => "serpapi",
            Self::DataForSeo => "dataforseo",
            Self::Compatible => "compatible",
            Self::StandIn => "stand-in",
        }
    }

    pub(super) fn route(self) -> ModelRoute {
        match self {
            Self::OpenAi | Self::Anthropic | Self::Gemini | Self::Perplexity | Self::Compatible => ModelRoute::Api,
            Self::SerpApi | Self::DataForSeo => ModelRoute::Surface,
            Self::StandIn => ModelRoute::StandIn,
        }
    }

    /// Whether it can serve a model. No provider offers Naver AI Tab.
    pub(super) fn serves(self, model: &ModelCode) -> bool {
        match self {
            Self::OpenAi => *model == ModelCode::Chatgpt,
            Self::Anthropic => *model == ModelCode::Claude,
            Self::Gemini => *model == ModelCode::Gemini,
            Self::Perplexity => *model == ModelCode::Perplexity,
            Self::SerpApi => SerpApiSurface::of(model).is_some(),
            Self::DataForSeo => DataForSeoSurface::of(model).is_some(),
            Self::Compatible => *model != ModelCode::NaverAiTab,
            Self::StandIn => true,
        }
    }

    /// The keys that its entries take in addition to `provider` and `max-concurrency`.
    pub(super) fn keys(self) -> &'static [&'static str] {
        match self {
            Self::OpenAi | Self::Anthropic | Self::Perplexity => {
                &["model", "key", "key-env", "key-file", "url", "spend-per-day", "estimated-cost"]
            }
            Self::Gemini => {
                &["model", "key", "key-env", "key-file", "url", "spend-per-day", "estimated-cost", "accept-terms"]
            }
            Self::SerpApi => &["key", "key-env", "key-file", "url", "spend-per-day", "estimated-cost"],
            Self::DataForSeo => &[
                "login",
                "login-env",
                "login-file",
                "password",
                "password-env",
                "password-file",
                "url",
                "spend-per-day",
                "estimated-cost",
            ],
            Self::Compatible => &["model", "key", "key-env", "key-file", "url", "search-url"],
            Self::StandIn => &[],
        }
    }

    /// The estimated cost of an answer in millionths of a US dollar. Absent for a provider that costs nothing.
    ///
    /// Estimates of 2026-11, high rather than low: they bound the spend until the provider says what it billed, if it does.
    pub(super) fn estimated_cost(self) -> Option<u64> {
        match self {
            // Two searches and their tokens.
            Self::OpenAi => Some(30_000),
            // Three searches, whose results are all tokens of the prompt.
            Self::Anthropic => Some(80_000),
            // Three queries.
            Self::Gemini => Some(45_000),
            Self::Perplexity => Some(10_000),
            // A search of the smallest plan. An overview can take two.
            Self::SerpApi => Some(30_000),
            // A task of high priority.
            Self::DataForSeo => Some(4_000),
            Self::Compatible | Self::StandIn => None,
        }
    }
}
