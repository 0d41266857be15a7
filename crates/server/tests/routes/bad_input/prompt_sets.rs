//! Rejected requests: prompt sets.

use super::cases::{INVALID_ID, hangul};
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    let (post, patch) = ("POST /v1/platform/prompt-sets", "PATCH /v1/platform/prompt-sets/{set}");
    vec![
        case(post, "{}", 400, "COMMON_BINDING", &["missing field `name`"]),
        case(post, r#"{"name":null}"#, 400, "COMMON_BINDING", &["name: invalid type: null"]),
        case(post, r#"{"name":5}"#, 400, "COMMON_BINDING", &["name: invalid type: integer `5`"]),
        case(post, r#"{"name":["a"]}"#, 400, "COMMON_BINDING", &["name: invalid type: sequence"]),
        case(
            post,
            r#"{"name":"a","description":true}"#,
            400,
            "COMMON_BINDING",
            &["description: invalid type: boolean"],
        ),
        case(post, r#"{"name":"a","color":"red"}"#, 400, "COMMON_BINDING", &["color: unknown field `color`"]),
        case(post, r#"{"Name":"a"}"#, 400, "COMMON_BINDING", &["Name: unknown field `Name`"]),
        case(post, r#"{"name":"a","name":"b"}"#, 400, "COMMON_BINDING", &["duplicate field `name`"]),
        case(
            post,
            format!(r#"{{"name":"","description":{}}}"#, hangul(1_001)),
            400,
            "COMMON_VALIDATION",
            &["description: length is greater than 1000", "name: length is lower than 1"],
        ),
        case(
            post,
            r#"{"name":"a\u0000b"}"#,
            400,
            "COMMON_VALIDATION",
            &["body: a string contains the character U+0000"],
        ),
        case(post, r#"{"name":"\ud800"}"#, 400, "COMMON_BINDING", &[""]),
        case("GET /v1/platform/prompt-sets/{none}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        case("GET /v1/platform/prompt-sets/{otherSet}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        case("GET /v1/platform/prompt-sets/{set}0", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        case("GET /v1/platform/prompt-sets/%FF%FE", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        case("GET /v1/platform/prompt-sets/%00", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        case("GET /v1/platform/prompt-sets/..%2Fprompts", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        case(patch, r#"{"name":null}"#, 400, "COMMON_BINDING", &["name: invalid type: null"]),
        case(patch, r#"{"id":"{none}"}"#, 400, "COMMON_BINDING", &["id: unknown field `id`"]),
        case(
            patch,
            format!(r#"{{"description":{}}}"#, hangul(1_001)),
            400,
            "COMMON_VALIDATION",
            &["description: length"],
        ),
        case("PATCH /v1/platform/prompt-sets/{otherSet}", r#"{"name":"x"}"#, 404, "PROMPT_SET_NOT_FOUND", &[]),
        case("DELETE /v1/platform/prompt-sets/{otherSet}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        case("DELETE /v1/platform/prompt-sets/{none}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
    ]
}
