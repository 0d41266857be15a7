//! Rejected requests: bodies of any operation, and inputs that an operation does not have.

use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    let post = "POST /v1/platform/prompt-sets";
    let (bulk, run, schedule) =
        ("POST /v1/platform/prompts/bulk", "POST /v1/platform/runs", "POST /v1beta/platform/schedules");
    let (patch, stop) = ("PATCH /v1/platform/prompt-sets/{set}", "POST /v1/platform/runs/{run}/stop");
    let huge = format!(r#"{{"name":"{}"}}"#, "a".repeat(2 * 1024 * 1024));
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let answers = format!("GET /v1beta/platform/metrics/mentions?{}", "answerID={answer}&".repeat(21));
    vec![
        case(post, "", 400, "COMMON_BINDING", &["body: must be an object"]),
        case(post, "null", 400, "COMMON_BINDING", &["body: must be an object"]),
        case(post, "[]", 400, "COMMON_BINDING", &["body: must be an object"]),
        case(post, "name=a", 400, "COMMON_BINDING", &["body: not valid JSON (line 1, column 2)"]),
        case(post, r#"{"name":"a""#, 400, "COMMON_BINDING", &["body: not valid JSON (line 1, column "]),
        case(post, r#"{"name":"a"}x"#, 400, "COMMON_BINDING", &["body: not valid JSON (line 1, column 13)"]),
        case(post, b"{\"name\":\"\xff\"}".as_slice(), 400, "COMMON_BINDING", &["body: must be UTF-8"]),
        case(post, b"\xff\xfe{\0}\0".as_slice(), 400, "COMMON_BINDING", &["body: must be UTF-8"]),
        case(post, deep, 400, "COMMON_BINDING", &["body: not valid JSON"]),
        case(post, huge, 400, "COMMON_BINDING", &["body: larger than 2097152 bytes"]),
        case(post, r#"{"name":1e999}"#, 400, "COMMON_BINDING", &["body: not valid JSON"]),
        // A list is never read as an object.
        case(post, r#"["a"]"#, 400, "COMMON_BINDING", &["body: must be an object"]),
        case(run, r#"[["{prompt}"],null,["CHATGPT"]]"#, 400, "COMMON_BINDING", &["body: must be an object"]),
        case(bulk, r#"{"prompts":[["a","{set}"]]}"#, 400, "COMMON_BINDING", &["prompts[0]: must be an object"]),
        case(
            schedule,
            r#"{"name":"a","run":[null,"{set}",["CLAUDE"]]}"#,
            400,
            "COMMON_BINDING",
            &["run: must be an obj"],
        ),
        case(patch, "[]", 400, "COMMON_BINDING", &["body: must be an object"]),
        // A malformed id has the path of its field.
        case(
            bulk,
            r#"{"prompts":[{"content":"a","promptSetID":"{set}"},{"content":"b","promptSetID":"x"}]}"#,
            400,
            "COMMON_BINDING",
            &["PLATFORM_INVALID_ID: prompts[1].promptSetID: an id must be 22 characters of 0-9, A-Z and a-z"],
        ),
        case(
            run,
            r#"{"promptIDs":["{prompt}","x"],"models":["CLAUDE"]}"#,
            400,
            "COMMON_BINDING",
            &["PLATFORM_INVALID_ID: promptIDs[1]: an id must be 22 characters of 0-9, A-Z and a-z"],
        ),
        case(answers.leak(), "", 400, "COMMON_VALIDATION", &["answerID: must be a list of 1 to 20 items"]),
        // An operation without parameters or without a body has none.
        case("GET /v1/platform/prompts/{prompt}?foo=1", "", 400, "COMMON_BINDING", &["foo: unknown; expected nothing"]),
        case("POST /v1/platform/prompt-sets?foo=1", r#"{"name":"a"}"#, 400, "COMMON_BINDING", &["foo: unknown"]),
        case("GET /v1beta/platform/alert-rules?limit=0&cursor=zz", "", 400, "COMMON_BINDING", &["cursor: unknown"]),
        case("GET /v1/platform/models?x=1", "", 400, "COMMON_BINDING", &["x: unknown; expected nothing"]),
        case("DELETE /v1/platform/prompts/{prompt}?x=1", "", 400, "COMMON_BINDING", &["x: unknown"]),
        case(stop, r#"{"x":1}"#, 400, "COMMON_BINDING", &["x: unknown; expected nothing"]),
        case(stop, "[]", 400, "COMMON_BINDING", &["body: must be an object"]),
    ]
}
