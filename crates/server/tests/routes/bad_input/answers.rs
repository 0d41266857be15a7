//! Rejected requests: answers.

use super::{Case, case};

pub(super) fn answers() -> Vec<Case> {
    vec![
        case("GET /v1/platform/answers/{none}", "", 404, "ANSWER_NOT_FOUND", &[]),
        case("GET /v1/platform/answers/{otherAnswer}", "", 404, "ANSWER_NOT_FOUND", &[]),
        case("GET /v1/platform/answers/{otherAnswer}/markdown", "", 404, "ANSWER_NOT_FOUND", &[]),
        case("GET /v1/platform/answers/{answer}/markdown", "", 404, "ANSWER_NOT_FOUND", &[]),
        case("GET /v1/platform/answers?runID={none}", "", 404, "TASK_GENERATION_RUN_NOT_FOUND", &[]),
        case("GET /v1/platform/answers?runID={otherRun}", "", 404, "TASK_GENERATION_RUN_NOT_FOUND", &[]),
        case("GET /v1/platform/answers?promptSetID={otherSet}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        case("GET /v1/platform/answers?promptID={otherPrompt}", "", 404, "PROMPT_NOT_FOUND", &[]),
        case(
            "GET /v1/platform/answers?model=HAL_9000",
            "",
            400,
            "MODEL_NOT_SUPPORTED",
            &["model: must be one of CHATGPT, "],
        ),
        case("GET /v1/platform/answers?region=XX", "", 400, "COMMON_VALIDATION", &["region: "]),
        case(
            "GET /v1/platform/answers?from=yesterday",
            "",
            400,
            "COMMON_VALIDATION",
            &["from: must be a time such as 2026-11-20T00:00:00Z"],
        ),
        case(
            "GET /v1/platform/answers?to=2026-11-20T09:00",
            "",
            400,
            "COMMON_VALIDATION",
            &["to: must be a time such as"],
        ),
        case(
            "GET /v1/platform/answers?from=2026-11-20T18:00:00%2B24:00",
            "",
            400,
            "COMMON_VALIDATION",
            &["from: must be a time such as 2026-11-20T00:00:00Z"],
        ),
        case(
            "GET /v1/platform/answers?from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z",
            "",
            400,
            "COMMON_VALIDATION",
            &["from: must be before to"],
        ),
        case(
            "GET /v1/platform/answers?from=2026-11-20T09:00:00Z&to=2026-11-20T18:00:00%2B09:00",
            "",
            400,
            "COMMON_VALIDATION",
            &["from: must be before to"],
        ),
        case("GET /v1/platform/answers?cursor={cursor}", "", 400, "COMMON_INVALID_CURSOR", &[]),
        case("GET /v1/platform/answers?state=SUCCESS", "", 400, "COMMON_BINDING", &["state: unknown; expected "]),
        case("GET /v1/platform/answers?neighborsOf={none}", "", 404, "ANSWER_NOT_FOUND", &[]),
        case("GET /v1/platform/answers?neighborsOf={otherAnswer}", "", 404, "ANSWER_NOT_FOUND", &[]),
        case("GET /v1/platform/answers?status=LOST", "", 400, "COMMON_VALIDATION", &["status: "]),
    ]
}

pub(super) fn counts() -> Vec<Case> {
    vec![
        case("GET /v1/platform/answers/count", "", 400, "COMMON_BINDING", &["searchTerms: is required"]),
        case("GET /v1/platform/answers/count?runID={run}", "", 400, "COMMON_BINDING", &["searchTerms: is required"]),
        case("GET /v1/platform/answers/count?searchTerms=%FF", "", 400, "COMMON_BINDING", &["query: must be UTF-8"]),
        case(
            "GET /v1/platform/answers/count?searchTerms=%00",
            "",
            400,
            "COMMON_VALIDATION",
            &["query: a string contains"],
        ),
        case(
            "GET /v1/platform/answers/count?searchTerms=a&searchTerms=%20&searchTerms=%E2%80%8B",
            "",
            400,
            "COMMON_VALIDATION",
            &["searchTerms[1]: must not be blank", "searchTerms[2]: must not be blank"],
        ),
        case("GET /v1/platform/answers/count?searchTerms=a&limit=1", "", 400, "COMMON_BINDING", &["limit: unknown"]),
        case(
            "GET /v1/platform/answers/count?searchTerms=a&runID={otherRun}",
            "",
            404,
            "TASK_GENERATION_RUN_NOT_FOUND",
            &[],
        ),
        case(
            "GET /v1/platform/answers/count?searchTerms=a&promptSetID={otherSet}",
            "",
            404,
            "PROMPT_SET_NOT_FOUND",
            &[],
        ),
        case("GET /v1/platform/answers/count?searchTerms=a&promptID={otherPrompt}", "", 404, "PROMPT_NOT_FOUND", &[]),
        case(
            "GET /v1/platform/answers/count?searchTerms=a&model=x",
            "",
            400,
            "MODEL_NOT_SUPPORTED",
            &["model: must be one of CHATGPT, "],
        ),
        case("GET /v1/platform/answers/count?searchTerms=a&region=XX", "", 400, "COMMON_VALIDATION", &["region: "]),
    ]
}
