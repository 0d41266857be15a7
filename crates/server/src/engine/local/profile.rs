//! How each model retrieves and writes.

use answerdeck_api::ModelCode;

use super::document::Site;

/// How an answer is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Bullets,
    Prose,
    Table,
}

/// One model's manner.
#[derive(Debug)]
pub(super) struct Profile {
    pub(super) model: ModelCode,
    pub(super) name: &'static str,
    /// Documents that it cites, at most.
    pub(super) documents: usize,
    /// Sentences that it quotes of each.
    pub(super) sentences: usize,
    /// Days after which a document counts half.
    pub(super) half_life_days: f32,
    /// Sites that count half as much again.
    pub(super) preferred: &'static [Site],
    /// Searches that it runs beside the prompt itself.
    pub(super) fanouts: usize,
    /// Which aspect it searches for first.
    pub(super) first_aspect: usize,
    pub(super) style: Style,
    /// Whether it lists its sources at the end.
    pub(super) lists_sources: bool,
}

/// Every model, in the document's order.
pub(super) const PROFILES: &[Profile] = &[
    Profile {
        model: ModelCode::Chatgpt,
        name: "ChatGPT",
        documents: 4,
        sentences: 2,
        half_life_days: 120.0,
        preferred: &[Site::Review],
        fanouts: 3,
        first_aspect: 0,
        style: Style::Bullets,
        lists_sources: true,
    },
    Profile {
        model: ModelCode::GoogleOverview,
        name: "Google AI Overview",
        documents: 3,
        sentences: 1,
        half_life_days: 60.0,
        preferred: &[Site::Maker, Site::Shop],
        fanouts: 2,
        first_aspect: 1,
        style: Style::Bullets,
        lists_sources: false,
    },
    Profile {
        model: ModelCode::GoogleAi,
        name: "Google AI Mode",
        documents: 6,
        sentences: 1,
        half_life_days: 90.0,
        preferred: &[Site::Review, Site::News],
        fanouts: 5,
        first_aspect: 0,
        style: Style::Table,
        lists_sources: false,
    },
    Profile {
        model: ModelCode::Perplexity,
        name: "Perplexity",
        documents: 5,
        sentences: 2,
        half_life_days: 30.0,
        preferred: &[Site::News, Site::Forum],
        fanouts: 4,
        first_aspect: 2,
        style: Style::Prose,
        lists_sources: true,
    },
    Profile {
        model: ModelCode::Gemini,
        name: "Gemini",
        documents: 4,
        sentences: 1,
        half_life_days: 180.0,
        preferred: &[Site::Maker, Site::Video],
        fanouts: 3,
        first_aspect: 1,
        style: Style::Table,
        lists_sources: true,
    },
    Profile {
        model: ModelCode::NaverAiBriefing,
        name: "Naver AI Briefing",
        documents: 3,
        sentences: 2,
        half_life_days: 45.0,
        preferred: &[Site::Blog, Site::Forum],
        fanouts: 2,
        first_aspect: 0,
        style: Style::Prose,
        lists_sources: false,
    },
    Profile {
        model: ModelCode::NaverAiTab,
        name: "Naver AI Tab",
        documents: 5,
        sentences: 1,
        half_life_days: 60.0,
        preferred: &[Site::Shop, Site::Blog],
        fanouts: 4,
        first_aspect: 2,
        style: Style::Bullets,
        lists_sources: true,
    },
    Profile {
        model: ModelCode::Claude,
        name: "Claude",
        documents: 4,
        sentences: 2,
        half_life_days: 365.0,
        preferred: &[Site::Review, Site::Forum],
        fanouts: 3,
        first_aspect: 3,
        style: Style::Prose,
        lists_sources: true,
    },
];
