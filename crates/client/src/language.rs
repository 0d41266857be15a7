//! The language that the platform's messages come in.

/// What the client sends as `Accept-Language`.
///
/// Source: docs/platform-api.md, section 1, rule 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// Korean: the platform's default.
    #[default]
    Korean,
    /// English.
    English,
}

impl Language {
    /// The language tag.
    pub fn tag(self) -> &'static str {
        match self {
            Self::Korean => "ko",
            Self::English => "en",
        }
    }
}
