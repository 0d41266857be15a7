//! How each model retrieves and writes.

use answerdeck_api::ModelCode;

use crate::corpus::SiteKind;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Bullets,
    Prose,
    Table,
}

#[derive(Debug)]
pub(super) struct Profile {
    pub(super) model: ModelCode,
    pub(super) name: &'static str,
    /// The maximum number of cited documents.
    pub(super) documents: usize,
    /// The maximum number of quoted passages of each document.
    pub(super) sentences: usize,
    /// Days after which the recency of a document halves.
    pub(super) half_life_days: f32,
    /// Kinds of sites with a weight of 1.5 instead of 1.
    pub(super) preferred: &'static [SiteKind],
    /// The maximum number of searches in addition to the prompt.
    pub(super) fanouts: usize,
    /// Index of the aspect that it searches for first.
    pub(super) first_aspect: usize,
    pub(super) style: Style,
}

/// The profiles of all models, in the order of the API documentation.
pub(super) const PROFILES: &[Profile] = &[
    Profile {
        model: ModelCode::Chatgpt,
        name: "ChatGPT",
        documents: 4,
        sentences: 2,
        half_life_days: 120.0,
        preferred: &[SiteKind::Review],
        fanouts: 3,
        first_aspect: 0,
        style: Style::Bullets,
    },
    Profile {
        model: ModelCode::GoogleOverview,
        name: "Google AI Overview",
        documents: 3,
        sentences: 1,
        half_life_days: 60.0,
        preferred: &[SiteKind::Maker, SiteKind::Shop],
        fanouts: 2,
        first_aspect: 1,
        style: Style::Bullets,
    },
    Profile {
        model: ModelCode::GoogleAi,
        name: "Google AI Mode",
        documents: 6,
        sentences: 1,
        half_life_days: 90.0,
        preferred: &[SiteKind::Review, SiteKind::News],
        fanouts: 5,
        first_aspect: 0,
        style: Style::Table,
    },
    Profile {
        model: ModelCode::Perplexity,
        name: "Perplexity",
        documents: 5,
        sentences: 2,
        half_life_days: 30.0,
        preferred: &[SiteKind::News, SiteKind::Forum],
        fanouts: 4,
        first_aspect: 2,
        style: Style::Prose,
    },
    Profile {
        model: ModelCode::Gemini,
        name: "Gemini",
        documents: 4,
        sentences: 1,
        half_life_days: 180.0,
        preferred: &[SiteKind::Maker, SiteKind::Video],
        fanouts: 3,
        first_aspect: 1,
        style: Style::Table,
    },
    Profile {
        model: ModelCode::NaverAiBriefing,
        name: "Naver AI Briefing",
        documents: 3,
        sentences: 2,
        half_life_days: 45.0,
        preferred: &[SiteKind::Blog, SiteKind::Forum],
        fanouts: 2,
        first_aspect: 0,
        style: Style::Prose,
    },
    Profile {
        model: ModelCode::NaverAiTab,
        name: "Naver AI Tab",
        documents: 5,
        sentences: 1,
        half_life_days: 60.0,
        preferred: &[SiteKind::Shop, SiteKind::Blog],
        fanouts: 4,
        first_aspect: 2,
        style: Style::Bullets,
    },
    Profile {
        model: ModelCode::Claude,
        name: "Claude",
        documents: 4,
        sentences: 2,
        half_life_days: 365.0,
        preferred: &[SiteKind::Review, SiteKind::Forum],
        fanouts: 3,
        first_aspect: 3,
        style: Style::Prose,
    },
];
