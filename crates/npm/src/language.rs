//! The language of the platform's messages.

use answerdeck_client::Language;

use crate::error::{JsResult, usage_fields};

/// Returns the language of a tag.
pub(crate) fn parse_language(tag: &str) -> JsResult<Language> {
    let known = [Language::Korean, Language::English].into_iter().find(|language| language.tag() == tag);
    known.ok_or_else(|| usage_fields(&format!("the language must be \"ko\" or \"en\", not {tag:?}")))
}
