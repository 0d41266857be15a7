//! The table's rows about the words of a text.

use super::rows::hangul;
use super::{Row, row};

pub(super) fn rows() -> Vec<Row> {
    let post = "POST /v1/platform/proper-nouns";
    vec![
        row(post, "{}", 400, "COMMON_BINDING", &["missing field `text`"]),
        row(post, r#"{"text":null}"#, 400, "COMMON_BINDING", &["text: invalid type: null"]),
        row(post, r#"{"text":["a"]}"#, 400, "COMMON_BINDING", &["text: invalid type: sequence"]),
        row(post, r#"{"text":""}"#, 400, "COMMON_VALIDATION", &["text: length is lower than 1"]),
        row(
            post,
            format!(r#"{{"text":{}}}"#, hangul(100_001)),
            400,
            "COMMON_VALIDATION",
            &["text: length is greater than 100000"],
        ),
        row(post, r#"{"text":"a\u0000"}"#, 400, "COMMON_VALIDATION", &["body: a string contains the character U+0000"]),
        row(post, r#"{"text":"a","lang":"ja"}"#, 400, "COMMON_VALIDATION", &["lang: not one of auto, ko, en"]),
        row(post, r#"{"text":"a","lang":"KO"}"#, 400, "COMMON_VALIDATION", &["lang: not one of auto, ko, en"]),
        row(post, r#"{"text":"a","lang":""}"#, 400, "COMMON_VALIDATION", &["lang: not one of auto, ko, en"]),
        row(post, r#"{"text":"a","lang":null}"#, 400, "COMMON_BINDING", &["lang: invalid type: null"]),
        row(post, r#"{"text":"a","language":"ko"}"#, 400, "COMMON_BINDING", &["language: unknown field `language`"]),
    ]
}
