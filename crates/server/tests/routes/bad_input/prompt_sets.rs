//! The table's rows about prompt sets.

use super::rows::{INVALID_ID, hangul};
use super::{Row, row};

pub(super) fn rows() -> Vec<Row> {
    let (post, patch) = ("POST /v1/platform/prompt-sets", "PATCH /v1/platform/prompt-sets/{set}");
    vec![
        row(post, "{}", 400, "COMMON_BINDING", &["missing field `name`"]),
        row(post, r#"{"name":null}"#, 400, "COMMON_BINDING", &["name: invalid type: null"]),
        row(post, r#"{"name":5}"#, 400, "COMMON_BINDING", &["name: invalid type: integer `5`"]),
        row(post, r#"{"name":["a"]}"#, 400, "COMMON_BINDING", &["name: invalid type: sequence"]),
        row(post, r#"{"name":"a","description":true}"#, 400, "COMMON_BINDING", &["description: invalid type: boolean"]),
        row(post, r#"{"name":"a","color":"red"}"#, 400, "COMMON_BINDING", &["color: unknown field `color`"]),
        row(post, r#"{"Name":"a"}"#, 400, "COMMON_BINDING", &["Name: unknown field `Name`"]),
        row(post, r#"{"name":"a","name":"b"}"#, 400, "COMMON_BINDING", &["duplicate field `name`"]),
        row(post, r#"{"name":""}"#, 400, "COMMON_VALIDATION", &["name: length is lower than 1"]),
        row(
            post,
            format!(r#"{{"name":{}}}"#, hangul(101)),
            400,
            "COMMON_VALIDATION",
            &["name: length is greater than 100"],
        ),
        row(
            post,
            format!(r#"{{"name":"","description":{}}}"#, hangul(1_001)),
            400,
            "COMMON_VALIDATION",
            &["description: length is greater than 1000", "name: length is lower than 1"],
        ),
        row(
            post,
            r#"{"name":"a\u0000b"}"#,
            400,
            "COMMON_VALIDATION",
            &["body: a string contains the character U+0000"],
        ),
        row(post, r#"{"name":"\ud800"}"#, 400, "COMMON_BINDING", &[""]),
        row("GET /v1/platform/prompt-sets/{none}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        row("GET /v1/platform/prompt-sets/{otherSet}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        row("GET /v1/platform/prompt-sets/short", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/prompt-sets/{set}0", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/prompt-sets/000000000000000000000-", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/prompt-sets/%FF%FE", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/prompt-sets/%00", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/prompt-sets/%EA%B0%80", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/prompt-sets/..%2Fprompts", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row(patch, r#"{"name":null}"#, 400, "COMMON_BINDING", &["name: invalid type: null"]),
        row(patch, r#"{"name":""}"#, 400, "COMMON_VALIDATION", &["name: length is lower than 1"]),
        row(patch, r#"{"id":"{none}"}"#, 400, "COMMON_BINDING", &["id: unknown field `id`"]),
        row(
            patch,
            format!(r#"{{"description":{}}}"#, hangul(1_001)),
            400,
            "COMMON_VALIDATION",
            &["description: length"],
        ),
        row("PATCH /v1/platform/prompt-sets/{otherSet}", r#"{"name":"x"}"#, 404, "PROMPT_SET_NOT_FOUND", &[]),
        row("DELETE /v1/platform/prompt-sets/{otherSet}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        row("DELETE /v1/platform/prompt-sets/{none}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        row("DELETE /v1/platform/prompt-sets/x", "", 400, "COMMON_BINDING", &[INVALID_ID]),
    ]
}
