//! Rejected requests: paging.

use super::cases::INVALID_ID;
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("GET /v1/platform/prompt-sets?limit=0", "", 400, "COMMON_VALIDATION", &["limit: lower than 1"]),
        case("GET /v1/platform/prompt-sets?limit=101", "", 400, "COMMON_VALIDATION", &["limit: greater than 100"]),
        case("GET /v1/platform/prompt-sets?limit=-1", "", 400, "COMMON_VALIDATION", &["limit: lower than 1"]),
        case(
            "GET /v1/platform/prompt-sets?limit=4294967297",
            "",
            400,
            "COMMON_VALIDATION",
            &["limit: greater than 100"],
        ),
        case("GET /v1/platform/prompt-sets?limit=99999999999999999999", "", 400, "COMMON_BINDING", &["limit: "]),
        case("GET /v1/platform/prompt-sets?limit=ten", "", 400, "COMMON_BINDING", &["limit: "]),
        case("GET /v1/platform/prompt-sets?limit=1.5", "", 400, "COMMON_BINDING", &["limit: "]),
        case("GET /v1/platform/prompt-sets?limit=1e1", "", 400, "COMMON_BINDING", &["limit: "]),
        case("GET /v1/platform/prompt-sets?limit=1&limit=2", "", 400, "COMMON_BINDING", &["limit: "]),
        case("GET /v1/platform/prompt-sets?offset=1", "", 400, "COMMON_BINDING", &["offset: unknown field `offset`"]),
        case("GET /v1/platform/prompt-sets?cursor=", "", 400, "COMMON_INVALID_CURSOR", &[]),
        case("GET /v1/platform/prompts?promptSetID=", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        case("GET /v1/platform/answers?promptID=&runID=", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        case("GET /v1/platform/prompt-sets?cursor=abc", "", 400, "COMMON_INVALID_CURSOR", &[]),
        case("GET /v1/platform/prompt-sets?cursor={cursor}", "", 400, "COMMON_INVALID_CURSOR", &[]),
        case("GET /v1/platform/prompts?cursor={cursor}A", "", 400, "COMMON_INVALID_CURSOR", &[]),
        case("GET /v1/platform/prompts?cursor={otherCursor}", "", 400, "COMMON_INVALID_CURSOR", &[]),
        case("GET /v1/platform/prompts?contentContains=x&cursor={cursor}", "", 400, "COMMON_INVALID_CURSOR", &[]),
        case("GET /v1/platform/prompts?cursor={cursor}&cursor={cursor}", "", 400, "COMMON_BINDING", &["cursor: "]),
        case("GET /v1/platform/prompts?promptSetID={none}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        case("GET /v1/platform/prompts?promptSetID={otherSet}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        case("GET /v1/platform/prompts?promptSetID=x", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        case("GET /v1/platform/prompts?contentContains=%FF", "", 400, "COMMON_BINDING", &["query: not UTF-8"]),
        case(
            "GET /v1/platform/prompts?contentContains=a%00",
            "",
            400,
            "COMMON_VALIDATION",
            &["query: a string contains"],
        ),
        case(
            Box::leak(
                format!("GET /v1/platform/prompts?contentContains={}", "%EA%B0%80".repeat(1_001)).into_boxed_str(),
            ),
            "",
            400,
            "COMMON_VALIDATION",
            &["contentContains: length is greater than 1000"],
        ),
    ]
}
