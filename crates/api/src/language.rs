//! The language of the platform's messages.

use crate::wire_enum::wire_enum;

/// A language that the platform and the console write in.
///
/// Source: docs/platform-api.md, section 1, rule 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// Korean, the default of the platform.
    #[default]
    Korean,
    /// English.
    English,
}

impl Language {
    /// Every language, Korean first.
    pub const ALL: [Self; 2] = [Self::Korean, Self::English];

    /// Returns the BCP 47 language tag: `ko` or `en`.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Korean => "ko",
            Self::English => "en",
        }
    }

    /// Reads a language tag such as `en`, `ko-KR` or `EN_us`. `None` for other languages.
    pub fn parse(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        Self::ALL.into_iter().find(|language| primary.eq_ignore_ascii_case(language.tag()))
    }
}

wire_enum! {
    /// The language of what is written for people: the sentences that Slack and Discord receive, and the e-mail of a digest.
    ///
    /// Source: docs/platform-api.md, section 2, Webhook and Digest.
    MessageLanguage {
        /// Korean.
        Korean = "ko",
        /// English.
        English = "en",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_reads_the_primary_subtag_in_any_case() {
        for (tag, language) in [
            ("ko", Some(Language::Korean)),
            ("ko-KR", Some(Language::Korean)),
            ("EN-gb", Some(Language::English)),
            ("en_US", Some(Language::English)),
            ("", None),
            ("kok", None),
            ("ja", None),
        ] {
            assert_eq!(Language::parse(tag), language, "{tag}");
        }
    }
}
