//! The table's rows about runs.

use super::rows::INVALID_ID;
use super::{Row, row};

pub(super) fn rows() -> Vec<Row> {
    let post = "POST /v1/platform/runs";
    let one_of = &["promptIDs: give exactly one of promptIDs and promptSetID"];
    let nine = r#"["CHATGPT","GOOGLE_OVERVIEW","GOOGLE_AI","PERPLEXITY","GEMINI","NAVER_AI_BRIEFING","NAVER_AI_TAB","CLAUDE","X"]"#;
    vec![
        row(post, r#"{"promptSetID":"{set}"}"#, 400, "COMMON_BINDING", &["missing field `models`"]),
        row(post, r#"{"promptSetID":"{set}","models":"CHATGPT"}"#, 400, "COMMON_BINDING", &["models: invalid type"]),
        row(
            post,
            r#"{"promptSetID":"{set}","models":[]}"#,
            400,
            "COMMON_VALIDATION",
            &["models: length is lower than 1"],
        ),
        row(
            post,
            format!(r#"{{"promptSetID":"{{set}}","models":{nine}}}"#),
            400,
            "COMMON_VALIDATION",
            &["models: length is greater than 8"],
        ),
        row(
            post,
            r#"{"promptSetID":"{set}","models":["CHATGPT","CHATGPT"]}"#,
            400,
            "COMMON_VALIDATION",
            &["models: must not contain duplicates"],
        ),
        row(
            post,
            r#"{"promptSetID":"{set}","models":["HAL_9000"]}"#,
            400,
            "MODEL_NOT_SUPPORTED",
            &["models: HAL_9000"],
        ),
        row(post, r#"{"models":["CHATGPT"]}"#, 400, "COMMON_VALIDATION", one_of),
        row(
            post,
            r#"{"promptSetID":"{set}","promptIDs":["{prompt}"],"models":["CHATGPT"]}"#,
            400,
            "COMMON_VALIDATION",
            one_of,
        ),
        row(
            post,
            r#"{"promptIDs":["{prompt}","{prompt}"],"models":["CHATGPT"]}"#,
            400,
            "COMMON_VALIDATION",
            &["promptIDs: must not contain duplicates"],
        ),
        row(
            post,
            r#"{"promptIDs":[],"models":["CHATGPT"]}"#,
            400,
            "COMMON_VALIDATION",
            &["promptIDs: length is lower"],
        ),
        row(post, r#"{"promptIDs":["x"],"models":["CHATGPT"]}"#, 400, "COMMON_BINDING", &[INVALID_ID]),
        row(post, r#"{"promptIDs":["{none}"],"models":["CHATGPT"]}"#, 404, "PROMPT_NOT_FOUND", &["promptIDs"]),
        row(post, r#"{"promptIDs":["{otherPrompt}"],"models":["CHATGPT"]}"#, 404, "PROMPT_NOT_FOUND", &["promptIDs"]),
        row(post, r#"{"promptSetID":"{otherSet}","models":["CHATGPT"]}"#, 404, "PROMPT_SET_NOT_FOUND", &[]),
        row(
            post,
            r#"{"promptSetID":"{set}","models":["CHATGPT"],"repeatCount":0}"#,
            400,
            "COMMON_VALIDATION",
            &["repeatCount: lower than 1"],
        ),
        row(
            post,
            r#"{"promptSetID":"{set}","models":["CHATGPT"],"repeatCount":11}"#,
            400,
            "COMMON_VALIDATION",
            &["repeatCount: greater than 10"],
        ),
        row(
            post,
            r#"{"promptSetID":"{set}","models":["CHATGPT"],"repeatCount":1.5}"#,
            400,
            "COMMON_BINDING",
            &["repeatCount: invalid type: floating point"],
        ),
        row(
            post,
            r#"{"promptSetID":"{set}","models":["CHATGPT"],"region":"kr"}"#,
            400,
            "COMMON_VALIDATION",
            &["region: "],
        ),
        row("GET /v1/platform/runs?limit=11", "", 400, "COMMON_VALIDATION", &["limit: greater than 10"]),
        row("GET /v1/platform/runs?cursor={cursor}", "", 400, "COMMON_INVALID_CURSOR", &[]),
        row("GET /v1/platform/runs/{otherRun}", "", 404, "TASK_GENERATION_RUN_NOT_FOUND", &[]),
        row("GET /v1/platform/runs/{none}", "", 404, "TASK_GENERATION_RUN_NOT_FOUND", &[]),
        row("GET /v1/platform/runs/x", "", 400, "COMMON_BINDING", &[INVALID_ID]),
    ]
}
