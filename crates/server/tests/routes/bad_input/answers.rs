//! Rejected requests: answers.

use super::{Case, case, invalid, malformed, not_found};

pub(super) fn answers() -> Vec<Case> {
    vec![
        not_found("GET /v1/platform/answers/{none}", "ANSWER_NOT_FOUND"),
        not_found("GET /v1/platform/answers/{otherAnswer}", "ANSWER_NOT_FOUND"),
        not_found("GET /v1/platform/answers/{none}/markdown", "ANSWER_NOT_FOUND"),
        not_found("GET /v1/platform/answers/{otherAnswer}/markdown", "ANSWER_NOT_FOUND"),
        case(
            "GET /v1/platform/answers/{answer}/markdown",
            "",
            404,
            "ANSWER_NOT_FOUND",
            &["answerID: has no text; its status is FAILED"],
        ),
        not_found("GET /v1/platform/answers?runID={none}", "TASK_GENERATION_RUN_NOT_FOUND"),
        not_found("GET /v1/platform/answers?runID={otherRun}", "TASK_GENERATION_RUN_NOT_FOUND"),
        not_found("GET /v1/platform/answers?promptSetID={otherSet}", "PROMPT_SET_NOT_FOUND"),
        not_found("GET /v1/platform/answers?promptID={otherPrompt}", "PROMPT_NOT_FOUND"),
        case(
            "GET /v1/platform/answers?model=HAL_9000",
            "",
            400,
            "MODEL_NOT_SUPPORTED",
            &["model: must be one of CHATGPT, "],
        ),
        invalid("GET /v1/platform/answers?region=XX", "", &["region: "]),
        invalid(
            "GET /v1/platform/answers?region=uk",
            "",
            &["region: must be an ISO 3166-1 alpha-2 code, such as GB for the United Kingdom. GET /regions lists them"],
        ),
        invalid("GET /v1/platform/answers?from=yesterday", "", &["from: must be a time such as 2026-11-20T00:00:00Z"]),
        invalid(
            "GET /v1/platform/answers?to=2026-11-20T09:00",
            "",
            &["to: has no offset. Add Z, or one such as +09:00"],
        ),
        invalid(
            "GET /v1/platform/answers?from=2026-11-20T18:00:00%2B24:00",
            "",
            &["from: must be a time such as 2026-11-20T00:00:00Z"],
        ),
        invalid(
            "GET /v1/platform/answers?from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z",
            "",
            &["from: must be before to"],
        ),
        invalid(
            "GET /v1/platform/answers?from=2026-11-20T09:00:00Z&to=2026-11-20T18:00:00%2B09:00",
            "",
            &["from: must be before to, the first moment after the period"],
        ),
        invalid(
            "GET /v1/platform/answers?from=2026-11-29&to=2026-11-29",
            "",
            &["from: must be before to, the first moment after the period"],
        ),
        invalid("GET /v1/platform/answers?from=2026-11-31", "", &["from: there is no such date"]),
        invalid("GET /v1/platform/answers?to=2026-02-30T09:00:00Z", "", &["to: there is no such date"]),
        invalid("GET /v1/platform/answers?from=1795165200", "", &["from: must be a time such as 2026-11-20T00:00:00Z"]),
        case(
            "GET /v1/platform/answers?cursor={cursor}",
            "",
            400,
            "COMMON_INVALID_CURSOR",
            &["cursor: not of this list"],
        ),
        malformed("GET /v1/platform/answers?state=SUCCESS", "", &["state: unknown; expected "]),
        not_found("GET /v1/platform/answers?neighborsOf={none}", "ANSWER_NOT_FOUND"),
        not_found("GET /v1/platform/answers?neighborsOf={otherAnswer}", "ANSWER_NOT_FOUND"),
        invalid("GET /v1/platform/answers?status=LOST", "", &["status: "]),
    ]
}

pub(super) fn counts() -> Vec<Case> {
    vec![
        invalid("GET /v1/platform/answers/count", "", &["searchTerms: is required"]),
        invalid("GET /v1/platform/answers/count?runID={run}", "", &["searchTerms: is required"]),
        malformed("GET /v1/platform/answers/count?searchTerms=%FF", "", &["query: must be UTF-8"]),
        invalid(
            "GET /v1/platform/answers/count?searchTerms=%00",
            "",
            &["searchTerms: must not contain the character U+0000"],
        ),
        invalid(
            "GET /v1/platform/answers/count?searchTerms=a&searchTerms=%20&searchTerms=%E2%80%8B",
            "",
            &["searchTerms[1]: must not be blank", "searchTerms[2]: must not be blank"],
        ),
        malformed("GET /v1/platform/answers/count?searchTerms=a&limit=1", "", &["limit: unknown"]),
        not_found("GET /v1/platform/answers/count?searchTerms=a&runID={none}", "TASK_GENERATION_RUN_NOT_FOUND"),
        not_found("GET /v1/platform/answers/count?searchTerms=a&promptSetID={none}", "PROMPT_SET_NOT_FOUND"),
        not_found("GET /v1/platform/answers/count?searchTerms=a&promptID={none}", "PROMPT_NOT_FOUND"),
        not_found("GET /v1/platform/answers/count?searchTerms=a&runID={otherRun}", "TASK_GENERATION_RUN_NOT_FOUND"),
        not_found("GET /v1/platform/answers/count?searchTerms=a&promptSetID={otherSet}", "PROMPT_SET_NOT_FOUND"),
        not_found("GET /v1/platform/answers/count?searchTerms=a&promptID={otherPrompt}", "PROMPT_NOT_FOUND"),
        case(
            "GET /v1/platform/answers/count?searchTerms=a&model=x",
            "",
            400,
            "MODEL_NOT_SUPPORTED",
            &["model: must be one of CHATGPT, "],
        ),
        invalid("GET /v1/platform/answers/count?searchTerms=a&region=XX", "", &["region: "]),
    ]
}
