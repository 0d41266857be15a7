//! Rejected requests: prompts.

use super::cases::hangul;
use super::{Case, case};

fn blank(content: &str) -> String {
    format!(r#"{{"content":"{content}","promptSetID":"{{set}}"}}"#)
}

fn bulk(prompts: &[&str]) -> String {
    format!("{{\"prompts\":[{}]}}", prompts.join(","))
}

pub(super) fn prompts() -> Vec<Case> {
    let (post, patch) = ("POST /v1/platform/prompts", "PATCH /v1/platform/prompts/{prompt}");
    vec![
        case(post, r#"{"content":"a"}"#, 400, "COMMON_BINDING", &["promptSetID: is required"]),
        case(post, r#"{"promptSetID":"{set}"}"#, 400, "COMMON_BINDING", &["content: is required"]),
        case(post, r#"{"content":"a","promptSetID":7}"#, 400, "COMMON_BINDING", &["promptSetID: must be a text"]),
        case(
            post,
            r#"{"content":"a","promptSetId":"{set}"}"#,
            400,
            "COMMON_BINDING",
            &["promptSetId: unknown; expected "],
        ),
        case(
            post,
            format!(r#"{{"content":{},"promptSetID":"{{set}}"}}"#, hangul(1_001)),
            400,
            "COMMON_VALIDATION",
            &["content: must be a text of 1 to 1000 characters"],
        ),
        case(post, blank("   "), 400, "COMMON_VALIDATION", &["content: must not be blank"]),
        case(post, blank(r"\u200b\u200d"), 400, "COMMON_VALIDATION", &["content: must not be blank"]),
        case(patch, r#"{"content":" \u3164"}"#, 400, "COMMON_VALIDATION", &["content: must not be blank"]),
        case(post, r#"{"content":"a","promptSetID":"{none}"}"#, 404, "PROMPT_SET_NOT_FOUND", &["promptSetID"]),
        case(post, r#"{"content":"a","promptSetID":"{otherSet}"}"#, 404, "PROMPT_SET_NOT_FOUND", &["promptSetID"]),
        case(
            post,
            r#"{"content":"a\u0000","promptSetID":"{set}"}"#,
            400,
            "COMMON_VALIDATION",
            &["body: a string contains"],
        ),
        case(patch, r#"{"content":null}"#, 400, "COMMON_BINDING", &["content: must be a text of 1 to 1000 characters"]),
        case(patch, r#"{"promptSetID":"{set}"}"#, 400, "COMMON_BINDING", &["promptSetID: unknown; expected "]),
        case(
            patch,
            format!(r#"{{"content":{}}}"#, hangul(1_001)),
            400,
            "COMMON_VALIDATION",
            &["content: must be a text of 1 to 1000 characters"],
        ),
        case("PATCH /v1/platform/prompts/{otherPrompt}", r#"{"content":"x"}"#, 404, "PROMPT_NOT_FOUND", &[]),
        case("GET /v1/platform/prompts/{none}", "", 404, "PROMPT_NOT_FOUND", &[]),
        case("GET /v1/platform/prompts/{otherPrompt}", "", 404, "PROMPT_NOT_FOUND", &[]),
        case(
            "GET /v1/platform/prompts/x",
            "",
            400,
            "COMMON_BINDING",
            &["PLATFORM_INVALID_ID: promptID: an id must be 22 characters"],
        ),
        case("DELETE /v1/platform/prompts/{otherPrompt}", "", 404, "PROMPT_NOT_FOUND", &[]),
        case("DELETE /v1/platform/prompts/{none}", "", 404, "PROMPT_NOT_FOUND", &[]),
    ]
}

pub(super) fn bulk_prompts() -> Vec<Case> {
    let post = "POST /v1/platform/prompts/bulk";
    let good = r#"{"content":"a","promptSetID":"{set}"}"#;
    vec![
        case(post, "{}", 400, "COMMON_BINDING", &["prompts: is required"]),
        case(post, r#"{"prompts":{}}"#, 400, "COMMON_BINDING", &["prompts: must be a list of 1 to 100 items"]),
        case(post, bulk(&[good, "null"]), 400, "COMMON_BINDING", &["prompts[1]: must be an object"]),
        case(
            post,
            bulk(&[good, r#"{"content":"b"}"#]),
            400,
            "COMMON_BINDING",
            &["prompts[1].promptSetID: is required"],
        ),
        case(
            post,
            bulk(&[good, r#"{"content":"","promptSetID":"{set}"}"#, r#"{"content":"","promptSetID":"{set}"}"#]),
            400,
            "COMMON_VALIDATION",
            &[
                "prompts[1].content: must be a text of 1 to 1000 characters",
                "prompts[2].content: must be a text of 1 to 1000 characters",
            ],
        ),
        case(post, bulk(&[good, &blank(" ")]), 400, "COMMON_VALIDATION", &["prompts[1].content: must not be blank"]),
        case(
            post,
            bulk(&[good, r#"{"content":"b","promptSetID":"{otherSet}"}"#]),
            404,
            "PROMPT_SET_NOT_FOUND",
            &["prompts[1].promptSetID"],
        ),
    ]
}
