//! The status codes in the bodies of DataForSEO.
//!
//! Source: DataForSEO API v3, Appendix, Errors.

use answerdeck_provider_http::dataforseo::{NO_RESULTS, RATE_LIMITS};

use crate::failure::{EngineFailure, FailureClass};

pub(super) const TASK_CREATED: u32 = 20_100;
pub(super) const TASK_HANDED: u32 = 40_601;
pub(super) const TASK_IN_QUEUE: u32 = 40_602;

/// The failure of a status code, 0 for a missing one, without its cost.
pub(super) fn failure(code: u32, message: &str) -> EngineFailure {
    let class = match code {
        40_100 | 40_104 | 40_207 => FailureClass::Credentials,
        40_200 | 40_201 | 40_203 | 40_204 | 40_210 => FailureClass::Billing,
        code if RATE_LIMITS.contains(&code) => FailureClass::RateLimited,
        NO_RESULTS => FailureClass::NoAnswer,
        // The search engine failed after several attempts of the provider's, or the task did. Both can be billed.
        40_101 | 40_103 => FailureClass::TaskFailed,
        // The task's result was deleted.
        40_401 | 40_403 => FailureClass::OutcomeUnknown,
        40_000..=49_999 => FailureClass::BadRequest,
        50_000..=59_999 => FailureClass::ProviderDown,
        // No documented status: the request may have succeeded.
        _ => FailureClass::Unreadable,
    };
    let status = if code == 0 { String::new() } else { code.to_string() };
    EngineFailure::reported(class, &status, message)
}
