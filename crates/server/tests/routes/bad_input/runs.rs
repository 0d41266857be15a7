//! Rejected requests: runs.

use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    let post = "POST /v1/platform/runs";
    let one_of = &["promptIDs: give exactly one of promptIDs and promptSetID"];
    vec![
        case(post, r#"{"promptSetID":"{set}"}"#, 400, "COMMON_BINDING", &["models: is required"]),
        case(
            post,
            r#"{"promptSetID":"{set}","models":"CHATGPT"}"#,
            400,
            "COMMON_BINDING",
            &["models: must be a list of 1 to 8 items"],
        ),
        case(
            post,
            r#"{"promptSetID":"{set}","models":["CHATGPT","CHATGPT"]}"#,
            400,
            "COMMON_VALIDATION",
            &["models: must not contain duplicates"],
        ),
        case(
            post,
            r#"{"promptSetID":"{set}","models":["HAL_9000"]}"#,
            400,
            "MODEL_NOT_SUPPORTED",
            &["models: must be one of CHATGPT, "],
        ),
        case(post, r#"{"models":["CHATGPT"]}"#, 400, "COMMON_VALIDATION", one_of),
        case(
            post,
            r#"{"promptSetID":"{set}","promptIDs":["{prompt}"],"models":["CHATGPT"]}"#,
            400,
            "COMMON_VALIDATION",
            one_of,
        ),
        case(
            post,
            r#"{"promptIDs":["{prompt}","{prompt}"],"models":["CHATGPT"]}"#,
            400,
            "COMMON_VALIDATION",
            &["promptIDs: must not contain duplicates"],
        ),
        case(post, r#"{"promptIDs":["{none}"],"models":["CHATGPT"]}"#, 404, "PROMPT_NOT_FOUND", &["promptIDs"]),
        case(post, r#"{"promptIDs":["{otherPrompt}"],"models":["CHATGPT"]}"#, 404, "PROMPT_NOT_FOUND", &["promptIDs"]),
        case(post, r#"{"promptSetID":"{otherSet}","models":["CHATGPT"]}"#, 404, "PROMPT_SET_NOT_FOUND", &[]),
        case(
            post,
            r#"{"promptSetID":"{set}","models":["CHATGPT"],"repeatCount":1.5}"#,
            400,
            "COMMON_BINDING",
            &["repeatCount: must be an integer from 1 to 10"],
        ),
        case(
            post,
            r#"{"promptSetID":"{set}","models":["CHATGPT"],"region":"ZZ"}"#,
            400,
            "COMMON_VALIDATION",
            &["region: "],
        ),
        case("GET /v1/platform/runs?cursor={cursor}", "", 400, "COMMON_INVALID_CURSOR", &[]),
        case("GET /v1/platform/runs/{otherRun}", "", 404, "TASK_GENERATION_RUN_NOT_FOUND", &[]),
        case("GET /v1/platform/runs/{none}", "", 404, "TASK_GENERATION_RUN_NOT_FOUND", &[]),
    ]
}
