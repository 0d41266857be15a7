//! The table's rows about prompts.

use super::rows::{INVALID_ID, hangul};
use super::{Row, row};

fn bulk(prompts: &[&str]) -> String {
    format!("{{\"prompts\":[{}]}}", prompts.join(","))
}

pub(super) fn prompts() -> Vec<Row> {
    let (post, patch) = ("POST /v1/platform/prompts", "PATCH /v1/platform/prompts/{prompt}");
    vec![
        row(post, r#"{"content":"a"}"#, 400, "COMMON_BINDING", &["missing field `promptSetID`"]),
        row(post, r#"{"promptSetID":"{set}"}"#, 400, "COMMON_BINDING", &["missing field `content`"]),
        row(post, r#"{"content":"a","promptSetID":"short"}"#, 400, "COMMON_BINDING", &[INVALID_ID]),
        row(
            post,
            r#"{"content":"a","promptSetID":7}"#,
            400,
            "COMMON_BINDING",
            &["promptSetID: invalid type: integer `7`"],
        ),
        row(post, r#"{"content":"a","promptSetId":"{set}"}"#, 400, "COMMON_BINDING", &["promptSetId: unknown field"]),
        row(post, r#"{"content":"","promptSetID":"{set}"}"#, 400, "COMMON_VALIDATION", &["content: length is lower"]),
        row(
            post,
            format!(r#"{{"content":{},"promptSetID":"{{set}}"}}"#, hangul(1_001)),
            400,
            "COMMON_VALIDATION",
            &["content: length is greater than 1000"],
        ),
        row(post, r#"{"content":"a","promptSetID":"{none}"}"#, 404, "PROMPT_SET_NOT_FOUND", &["promptSetID"]),
        row(post, r#"{"content":"a","promptSetID":"{otherSet}"}"#, 404, "PROMPT_SET_NOT_FOUND", &["promptSetID"]),
        row(post, r#"{"content":"a\u0000","promptSetID":"{set}"}"#, 400, "COMMON_VALIDATION", &["body: a text holds"]),
        row(patch, r#"{"content":null}"#, 400, "COMMON_BINDING", &["content: invalid type: null"]),
        row(patch, r#"{"content":""}"#, 400, "COMMON_VALIDATION", &["content: length is lower"]),
        row(patch, r#"{"promptSetID":"{set}"}"#, 400, "COMMON_BINDING", &["promptSetID: unknown field"]),
        row(patch, format!(r#"{{"content":{}}}"#, hangul(1_001)), 400, "COMMON_VALIDATION", &["content: length"]),
        row("PATCH /v1/platform/prompts/{otherPrompt}", r#"{"content":"x"}"#, 404, "PROMPT_NOT_FOUND", &[]),
        row("PATCH /v1/platform/prompts/x", r#"{"content":"x"}"#, 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/prompts/{none}", "", 404, "PROMPT_NOT_FOUND", &[]),
        row("GET /v1/platform/prompts/{otherPrompt}", "", 404, "PROMPT_NOT_FOUND", &[]),
        row("GET /v1/platform/prompts/x", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("DELETE /v1/platform/prompts/{otherPrompt}", "", 404, "PROMPT_NOT_FOUND", &[]),
        row("DELETE /v1/platform/prompts/{none}", "", 404, "PROMPT_NOT_FOUND", &[]),
    ]
}

pub(super) fn bulk_prompts() -> Vec<Row> {
    let post = "POST /v1/platform/prompts/bulk";
    let good = r#"{"content":"a","promptSetID":"{set}"}"#;
    vec![
        row(post, "{}", 400, "COMMON_BINDING", &["missing field `prompts`"]),
        row(post, r#"{"prompts":{}}"#, 400, "COMMON_BINDING", &["prompts: invalid type: map"]),
        row(post, bulk(&[]), 400, "COMMON_VALIDATION", &["prompts: length is lower than 1"]),
        row(post, bulk(&[good; 101]), 400, "COMMON_VALIDATION", &["prompts: length is greater than 100"]),
        row(post, bulk(&[good, "null"]), 400, "COMMON_BINDING", &["prompts[1]: invalid type: null"]),
        row(
            post,
            bulk(&[good, r#"{"content":"b"}"#]),
            400,
            "COMMON_BINDING",
            &["prompts[1]: missing field `promptSetID`"],
        ),
        row(
            post,
            bulk(&[good, r#"{"content":"","promptSetID":"{set}"}"#, r#"{"content":"","promptSetID":"{set}"}"#]),
            400,
            "COMMON_VALIDATION",
            &["prompts[1].content: length is lower than 1", "prompts[2].content: length is lower than 1"],
        ),
        row(post, bulk(&[good, r#"{"content":"b","promptSetID":"x"}"#]), 400, "COMMON_BINDING", &[INVALID_ID]),
        row(
            post,
            bulk(&[good, r#"{"content":"b","promptSetID":"{otherSet}"}"#]),
            404,
            "PROMPT_SET_NOT_FOUND",
            &["prompts[1].promptSetID"],
        ),
    ]
}
