//! Rejected requests: prompts.

use super::cases::{INVALID_ID, hangul};
use super::{Case, case};

fn bulk(prompts: &[&str]) -> String {
    format!("{{\"prompts\":[{}]}}", prompts.join(","))
}

pub(super) fn prompts() -> Vec<Case> {
    let (post, patch) = ("POST /v1/platform/prompts", "PATCH /v1/platform/prompts/{prompt}");
    vec![
        case(post, r#"{"content":"a"}"#, 400, "COMMON_BINDING", &["missing field `promptSetID`"]),
        case(post, r#"{"promptSetID":"{set}"}"#, 400, "COMMON_BINDING", &["missing field `content`"]),
        case(
            post,
            r#"{"content":"a","promptSetID":7}"#,
            400,
            "COMMON_BINDING",
            &["promptSetID: invalid type: integer `7`"],
        ),
        case(post, r#"{"content":"a","promptSetId":"{set}"}"#, 400, "COMMON_BINDING", &["promptSetId: unknown field"]),
        case(
            post,
            format!(r#"{{"content":{},"promptSetID":"{{set}}"}}"#, hangul(1_001)),
            400,
            "COMMON_VALIDATION",
            &["content: length is greater than 1000"],
        ),
        case(post, r#"{"content":"a","promptSetID":"{none}"}"#, 404, "PROMPT_SET_NOT_FOUND", &["promptSetID"]),
        case(post, r#"{"content":"a","promptSetID":"{otherSet}"}"#, 404, "PROMPT_SET_NOT_FOUND", &["promptSetID"]),
        case(
            post,
            r#"{"content":"a\u0000","promptSetID":"{set}"}"#,
            400,
            "COMMON_VALIDATION",
            &["body: a string contains"],
        ),
        case(patch, r#"{"content":null}"#, 400, "COMMON_BINDING", &["content: invalid type: null"]),
        case(patch, r#"{"promptSetID":"{set}"}"#, 400, "COMMON_BINDING", &["promptSetID: unknown field"]),
        case(patch, format!(r#"{{"content":{}}}"#, hangul(1_001)), 400, "COMMON_VALIDATION", &["content: length"]),
        case("PATCH /v1/platform/prompts/{otherPrompt}", r#"{"content":"x"}"#, 404, "PROMPT_NOT_FOUND", &[]),
        case("GET /v1/platform/prompts/{none}", "", 404, "PROMPT_NOT_FOUND", &[]),
        case("GET /v1/platform/prompts/{otherPrompt}", "", 404, "PROMPT_NOT_FOUND", &[]),
        case("GET /v1/platform/prompts/x", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        case("DELETE /v1/platform/prompts/{otherPrompt}", "", 404, "PROMPT_NOT_FOUND", &[]),
        case("DELETE /v1/platform/prompts/{none}", "", 404, "PROMPT_NOT_FOUND", &[]),
    ]
}

pub(super) fn bulk_prompts() -> Vec<Case> {
    let post = "POST /v1/platform/prompts/bulk";
    let good = r#"{"content":"a","promptSetID":"{set}"}"#;
    vec![
        case(post, "{}", 400, "COMMON_BINDING", &["missing field `prompts`"]),
        case(post, r#"{"prompts":{}}"#, 400, "COMMON_BINDING", &["prompts: invalid type: map"]),
        case(post, bulk(&[good, "null"]), 400, "COMMON_BINDING", &["prompts[1]: invalid type: null"]),
        case(
            post,
            bulk(&[good, r#"{"content":"b"}"#]),
            400,
            "COMMON_BINDING",
            &["prompts[1]: missing field `promptSetID`"],
        ),
        case(
            post,
            bulk(&[good, r#"{"content":"","promptSetID":"{set}"}"#, r#"{"content":"","promptSetID":"{set}"}"#]),
            400,
            "COMMON_VALIDATION",
            &["prompts[1].content: length is lower than 1", "prompts[2].content: length is lower than 1"],
        ),
        case(
            post,
            bulk(&[good, r#"{"content":"b","promptSetID":"{otherSet}"}"#]),
            404,
            "PROMPT_SET_NOT_FOUND",
            &["prompts[1].promptSetID"],
        ),
    ]
}
