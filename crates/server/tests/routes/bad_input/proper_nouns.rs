//! Rejected requests: proper nouns.

use super::{Case, invalid};

pub(super) fn cases() -> Vec<Case> {
    let post = "POST /v1/platform/proper-nouns";
    vec![
        invalid(post, r#"{"text":null}"#, &["text: is required"]),
        invalid(post, r#"{"text":"a\u0000"}"#, &["text: must not contain the character U+0000"]),
        invalid(post, r#"{"text":"a","lang":"ja"}"#, &["lang: must be one of auto, ko, en"]),
        invalid(post, r#"{"text":"a","lang":""}"#, &["lang: must be one of auto, ko, en"]),
    ]
}
