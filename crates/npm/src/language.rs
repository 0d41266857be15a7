//! The language of the platform's messages.

use answerdeck_client::Language;

use crate::error::{JsResult, usage_fields};

/// Returns the language of a tag.
pub(crate) fn parse_language(tag: &str) -> JsResult<Language> {
    Language::parse(tag).ok_or_else(|| usage_fields(&format!("the language must be \"ko\" or \"en\", not {tag:?}")))
}
