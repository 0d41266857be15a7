//! Rejected requests: prompt sets.

use super::cases::hangul;
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    let (post, patch) = ("POST /v1/platform/prompt-sets", "PATCH /v1/platform/prompt-sets/{set}");
    vec![
        case(post, "{}", 400, "COMMON_BINDING", &["name: is required"]),
        case(post, r#"{"name":null}"#, 400, "COMMON_BINDING", &["name: is required"]),
        case(post, r#"{"name":5}"#, 400, "COMMON_BINDING", &["name: must be a text of 1 to 100 characters"]),
        case(post, r#"{"name":["a"]}"#, 400, "COMMON_BINDING", &["name: must be a text of 1 to 100 characters"]),
        case(
            post,
            r#"{"name":"a","description":true}"#,
            400,
            "COMMON_BINDING",
            &["description: must be a text of at most 1000 characters"],
        ),
        case(post, r#"{"name":"a","color":"red"}"#, 400, "COMMON_BINDING", &["color: unknown; expected "]),
        case(post, r#"{"Name":"a"}"#, 400, "COMMON_BINDING", &["Name: unknown; expected "]),
        case(post, r#"{"name":"a","name":"b"}"#, 400, "COMMON_BINDING", &["name: given twice"]),
        case(
            post,
            format!(r#"{{"name":"","description":{}}}"#, hangul(1_001)),
            400,
            "COMMON_VALIDATION",
            &["description: must be a text of at most 1000 characters", "name: must be a text of 1 to 100 characters"],
        ),
        case(post, r#"{"name":" \u200b"}"#, 400, "COMMON_VALIDATION", &["name: must not be blank"]),
        case(patch, r#"{"name":"\u00a0"}"#, 400, "COMMON_VALIDATION", &["name: must not be blank"]),
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
        case(
            "GET /v1/platform/prompt-sets/{set}0",
            "",
            400,
            "COMMON_BINDING",
            &["PLATFORM_INVALID_ID: promptSetID: an id must be 22 characters"],
        ),
        case(
            "GET /v1/platform/prompt-sets/%FF%FE",
            "",
            400,
            "COMMON_BINDING",
            &["PLATFORM_INVALID_ID: promptSetID: an id must be 22 characters"],
        ),
        case(
            "GET /v1/platform/prompt-sets/%00",
            "",
            400,
            "COMMON_BINDING",
            &["PLATFORM_INVALID_ID: promptSetID: an id must be 22 characters"],
        ),
        case(
            "GET /v1/platform/prompt-sets/..%2Fprompts",
            "",
            400,
            "COMMON_BINDING",
            &["PLATFORM_INVALID_ID: promptSetID: an id must be 22 characters"],
        ),
        case(patch, r#"{"name":null}"#, 400, "COMMON_BINDING", &["name: must be a text of 1 to 100 characters"]),
        case(patch, r#"{"id":"{none}"}"#, 400, "COMMON_BINDING", &["id: unknown; expected "]),
        case(
            patch,
            format!(r#"{{"description":{}}}"#, hangul(1_001)),
            400,
            "COMMON_VALIDATION",
            &["description: must be a text of at most 1000 characters"],
        ),
        case("PATCH /v1/platform/prompt-sets/{otherSet}", r#"{"name":"x"}"#, 404, "PROMPT_SET_NOT_FOUND", &[]),
        case("DELETE /v1/platform/prompt-sets/{otherSet}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        case("DELETE /v1/platform/prompt-sets/{none}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
    ]
}
