//! Rejected requests: paging.

use super::{Case, case, invalid, malformed, not_found};

pub(super) fn cases() -> Vec<Case> {
    let limit = |value: &str| format!("GET /v1/platform/prompt-sets?limit={value}");
    let bounds = &["limit: must be an integer from 1 to 100"];
    vec![
        invalid(limit("-1"), "", bounds),
        invalid(limit("4294967297"), "", bounds),
        invalid(limit("99999999999999999999"), "", bounds),
        malformed(limit("ten"), "", bounds),
        malformed(limit("1.5"), "", bounds),
        malformed(limit("1e1"), "", bounds),
        malformed("GET /v1/platform/prompt-sets?limit=1&limit=2", "", &["limit: given twice"]),
        malformed("GET /v1/platform/prompt-sets?offset=1", "", &["offset: unknown; expected one of cursor, limit"]),
        malformed("GET /v1/platform/prompts?promptSetID=", "", &["PLATFORM_INVALID_ID: promptSetID: an id must be "]),
        malformed("GET /v1/platform/answers?promptID=&runID=", "", &["PLATFORM_INVALID_ID: promptID: an id must be "]),
        case(
            "GET /v1/platform/prompt-sets?cursor=abc",
            "",
            400,
            "COMMON_INVALID_CURSOR",
            &["cursor: not of this list"],
        ),
        malformed("GET /v1/platform/prompts?cursor={cursor}&cursor={cursor}", "", &["cursor: given twice"]),
        not_found("GET /v1/platform/prompts?promptSetID={none}", "PROMPT_SET_NOT_FOUND"),
        not_found("GET /v1/platform/prompts?promptSetID={otherSet}", "PROMPT_SET_NOT_FOUND"),
        malformed("GET /v1/platform/prompts?contentContains=%FF", "", &["query: must be UTF-8"]),
        invalid(
            "GET /v1/platform/prompts?contentContains=a%00",
            "",
            &["contentContains: must not contain the character U+0000"],
        ),
    ]
}
