//! Rejected requests: answers.

use super::{Case, case, invalid, malformed, not_found};

const NO_MODEL: &[&str] = &["model: must be one of CHATGPT, "];

pub(super) fn answers() -> Vec<Case> {
    let of = |query: &str| format!("GET /v1/platform/answers{query}");
    let no_text = &["answerID: has no text; its status is FAILED"];
    let no_region =
        &["region: must be an ISO 3166-1 alpha-2 code, such as GB for the United Kingdom. GET /regions lists them"];
    let no_time = &["from: must be a time such as 2026-11-20T00:00:00Z"];
    let no_period = &["from: must be before to, the first moment after the period"];
    vec![
        not_found(of("/{none}"), "ANSWER_NOT_FOUND"),
        not_found(of("/{otherAnswer}"), "ANSWER_NOT_FOUND"),
        not_found(of("/{none}/markdown"), "ANSWER_NOT_FOUND"),
        not_found(of("/{otherAnswer}/markdown"), "ANSWER_NOT_FOUND"),
        case(of("/{answer}/markdown"), "", 404, "ANSWER_NOT_FOUND", no_text),
        not_found(of("?runID={none}"), "TASK_GENERATION_RUN_NOT_FOUND"),
        not_found(of("?runID={otherRun}"), "TASK_GENERATION_RUN_NOT_FOUND"),
        not_found(of("?promptSetID={otherSet}"), "PROMPT_SET_NOT_FOUND"),
        not_found(of("?promptID={otherPrompt}"), "PROMPT_NOT_FOUND"),
        case(of("?model=HAL_9000"), "", 400, "MODEL_NOT_SUPPORTED", NO_MODEL),
        invalid(of("?region=uk"), "", no_region),
        invalid(of("?from=yesterday"), "", no_time),
        invalid(of("?to=2026-11-20T09:00"), "", &["to: has no offset. Add Z, or one such as +09:00"]),
        invalid(of("?from=2026-11-20T18:00:00%2B24:00"), "", no_time),
        invalid(of("?from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z"), "", no_period),
        invalid(of("?from=2026-11-20T09:00:00Z&to=2026-11-20T18:00:00%2B09:00"), "", no_period),
        invalid(of("?from=2026-11-29&to=2026-11-29"), "", no_period),
        invalid(of("?from=2026-11-31"), "", &["from: there is no such date"]),
        invalid(of("?to=2026-02-30T09:00:00Z"), "", &["to: there is no such date"]),
        invalid(of("?from=1795165200"), "", no_time),
        case(of("?cursor={cursor}"), "", 400, "COMMON_INVALID_CURSOR", &["cursor: not of this list"]),
        malformed(of("?models=CHATGPT"), "", &["models: unknown; did you mean model?"]),
        not_found(of("?neighborsOf={none}"), "ANSWER_NOT_FOUND"),
        not_found(of("?neighborsOf={otherAnswer}"), "ANSWER_NOT_FOUND"),
        case(
            of("?model=HAL&region=XX&route=POST&from=yesterday&to=2026-11-20"),
            "",
            400,
            "MODEL_NOT_SUPPORTED",
            &["model: ", "route: ", "region: ", "from: must be a time such as 2026-11-20T00:00:00Z"],
        ),
        invalid(
            of("?status=LOST&limit=0&model=HAL&from=yesterday"),
            "",
            &[
                "limit: must be an integer from 1 to 100",
                "status: must be one of PENDING, SUCCESS, FAILED",
                "model: must be one of CHATGPT, ",
                "from: must be a time such as 2026-11-20T00:00:00Z",
            ],
        ),
    ]
}

pub(super) fn counts() -> Vec<Case> {
    let of = |query: &str| format!("GET /v1/platform/answers/count{query}");
    let null = &["searchTerms: must not contain the character U+0000"];
    let blanks = &["searchTerms[1]: must not be blank", "searchTerms[2]: must not be blank"];
    vec![
        invalid(of(""), "", &["searchTerms: is required"]),
        malformed(of("?searchTerms=%FF"), "", &["query: must be UTF-8"]),
        invalid(of("?searchTerms=%00"), "", null),
        invalid(of("?searchTerms=a&searchTerms=%20&searchTerms=%E2%80%8B"), "", blanks),
        not_found(of("?searchTerms=a&runID={otherRun}"), "TASK_GENERATION_RUN_NOT_FOUND"),
        not_found(of("?searchTerms=a&promptSetID={otherSet}"), "PROMPT_SET_NOT_FOUND"),
        not_found(of("?searchTerms=a&promptID={otherPrompt}"), "PROMPT_NOT_FOUND"),
        case(of("?searchTerms=a&model=x"), "", 400, "MODEL_NOT_SUPPORTED", NO_MODEL),
    ]
}
