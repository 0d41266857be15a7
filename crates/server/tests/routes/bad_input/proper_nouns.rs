//! Rejected requests: proper nouns.

use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    let post = "POST /v1/platform/proper-nouns";
    vec![
        case(post, "{}", 400, "COMMON_BINDING", &["text: is required"]),
        case(post, r#"{"text":null}"#, 400, "COMMON_BINDING", &["text: is required"]),
        case(post, r#"{"text":["a"]}"#, 400, "COMMON_BINDING", &["text: must be a text of 1 to 100000 characters"]),
        case(
            post,
            r#"{"text":"a\u0000"}"#,
            400,
            "COMMON_VALIDATION",
            &["body: a string contains the character U+0000"],
        ),
        case(post, r#"{"text":"a","lang":"ja"}"#, 400, "COMMON_VALIDATION", &["lang: must be one of auto, ko, en"]),
        case(post, r#"{"text":"a","lang":""}"#, 400, "COMMON_VALIDATION", &["lang: must be one of auto, ko, en"]),
        case(post, r#"{"text":"a","lang":7}"#, 400, "COMMON_BINDING", &["lang: must be one of auto, ko, en"]),
        case(post, r#"{"text":"a","language":"ko"}"#, 400, "COMMON_BINDING", &["language: unknown; expected "]),
    ]
}
