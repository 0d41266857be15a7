//! Points in time.

/// A point in time as an RFC 3339 text, such as `2026-11-20T09:30:00.000Z`.
///
/// The text stays as received. The browser and the server parse it with their own libraries. Empty when the platform sends
/// none.
///
/// Source: docs/platform-api.md, section 1, rule 3; RFC 3339.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema), schemars(inline, extend("format" = "date-time")))]
#[serde(transparent)]
pub struct Timestamp(String);

impl Timestamp {
    /// Wraps an RFC 3339 text without validation.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Timestamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
