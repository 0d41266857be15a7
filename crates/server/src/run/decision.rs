//! What happens to an attempt whose engine gave no answer.

use std::time::Duration;

use answerdeck_api::ModelStop;
use answerdeck_engine::{FailureAction, FailureClass};
use jiff::SignedDuration;

use super::failure::AttemptError;

/// How often an engine is asked for an answer before the answer fails.
pub(super) const ATTEMPTS_MAX: i32 = 5;

/// How long an engine may take for an answer, from the question to the last poll of the task.
pub(super) const ANSWER_DEADLINE: SignedDuration = SignedDuration::from_mins(15);

/// What happens to the attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Decision {
    /// The engine is asked again after a pause.
    AskAgain(AttemptError),
    Fail(AttemptError),
    /// The engine stops. The attempt waits as if it had not been made, and keeps what the provider has accepted.
    StopEngine(ModelStop),
}

/// Decides about a question that the provider has not accepted. `attempts` counts this one.
/// A paid engine (`is_paid`) is asked again only if it certainly bills nothing.
pub(super) fn decide(is_paid: bool, attempts: i32, error: AttemptError) -> Decision {
    let ask_again = |error| if attempts < ATTEMPTS_MAX { Decision::AskAgain(error) } else { Decision::Fail(error) };
    match error {
        AttemptError::Engine(failure) => match failure.class.action() {
            FailureAction::Stop => Decision::StopEngine(reason_of(failure.class)),
            FailureAction::Retry => ask_again(AttemptError::Engine(failure)),
            FailureAction::Fail => Decision::Fail(AttemptError::Engine(failure)),
        },
        // It panicked or timed out.
        _ if is_paid => unknown_outcome(),
        error => ask_again(error),
    }
}

/// Decides about a question that the provider has accepted: returns the shortest pause before the next poll, or why none follows. Without
/// an error, the provider still works on it. `is_overdue`: the time for the answer is over.
pub(super) fn pause_before_poll(is_overdue: bool, error: Option<AttemptError>) -> Result<Duration, Decision> {
    let pause = match error {
        None | Some(AttemptError::EngineTimedOut) => Duration::ZERO,
        Some(AttemptError::Engine(failure)) => match failure.class.action() {
            FailureAction::Stop => return Err(Decision::StopEngine(reason_of(failure.class))),
            FailureAction::Retry => failure.retry_after.unwrap_or_default(),
            FailureAction::Fail => return Err(Decision::Fail(AttemptError::Engine(failure.after_billing()))),
        },
        Some(error) => return Err(Decision::Fail(error)),
    };
    if is_overdue { Err(unknown_outcome()) } else { Ok(pause) }
}

/// The provider may bill an answer that is lost.
pub(super) fn unknown_outcome() -> Decision {
    Decision::Fail(AttemptError::Engine(FailureClass::OutcomeUnknown.into()))
}

fn reason_of(class: FailureClass) -> ModelStop {
    match class {
        FailureClass::Billing => ModelStop::Billing,
        FailureClass::ModelUnavailable => ModelStop::ModelUnavailable,
        _ => ModelStop::Credentials,
    }
}

#[cfg(test)]
mod tests {
    use answerdeck_engine::EngineFailure;

    use super::*;

    fn failed(class: FailureClass) -> AttemptError {
        AttemptError::Engine(class.into())
    }

    fn fails(class: FailureClass) -> Decision {
        Decision::Fail(failed(class))
    }

    #[test]
    fn each_state_decides_about_each_error() {
        let again = |class: FailureClass| Decision::AskAgain(failed(class));
        let (rate_limited, refused) = (FailureClass::RateLimited, FailureClass::Refused);
        let (stop, poll) = (|| Decision::StopEngine(ModelStop::Billing), Ok(Duration::ZERO));
        let (timed_out, panicked) = (AttemptError::EngineTimedOut, AttemptError::EnginePanicked);
        for (error, free, paid, accepted) in [
            (failed(rate_limited), again(rate_limited), again(rate_limited), poll.clone()),
            (failed(refused), fails(refused), fails(refused), Err(fails(refused))),
            (failed(FailureClass::Billing), stop(), stop(), Err(stop())),
            (timed_out.clone(), Decision::AskAgain(timed_out), unknown_outcome(), poll.clone()),
            (panicked.clone(), Decision::AskAgain(panicked.clone()), unknown_outcome(), Err(Decision::Fail(panicked))),
        ] {
            assert_eq!([false, true].map(|is_paid| decide(is_paid, 1, error.clone())), [free, paid], "{error:?}");
            assert_eq!(pause_before_poll(false, Some(error.clone())), accepted, "{error:?}");
        }
        assert_eq!(pause_before_poll(false, None), poll);
    }

    #[test]
    fn what_may_be_billed_is_never_asked_again() {
        let without_response = [AttemptError::EnginePanicked, AttemptError::EngineTimedOut];
        for error in FailureClass::ALL.into_iter().map(failed).chain(without_response) {
            let may_be_billed = error.provider().is_none_or(|failure| failure.class.may_be_billed());
            let asked = decide(true, 1, error.clone());
            assert!(!may_be_billed || !matches!(asked, Decision::AskAgain(_)), "{error:?}");
            for is_overdue in [false, true] {
                let accepted = pause_before_poll(is_overdue, Some(error.clone()));
                assert!(!matches!(accepted, Err(Decision::AskAgain(_))), "{error:?}");
                if let Err(Decision::Fail(AttemptError::Engine(failure))) = accepted {
                    assert!(failure.class.may_be_billed(), "{error:?}: {failure:?}");
                }
            }
        }
    }

    #[test]
    fn the_last_attempt_fails_and_an_overdue_answer_is_unknown() {
        let (error, retried) = (failed(FailureClass::Overloaded), FailureClass::Overloaded);
        assert!(matches!(decide(true, ATTEMPTS_MAX - 1, error.clone()), Decision::AskAgain(_)));
        assert_eq!(decide(true, ATTEMPTS_MAX, error.clone()), fails(retried));
        for error in [Some(error), Some(AttemptError::EngineTimedOut), None] {
            assert_eq!(pause_before_poll(true, error), Err(unknown_outcome()));
        }
    }

    #[test]
    fn a_poll_waits_as_long_as_the_provider_asks() {
        let pause = Duration::from_secs(7);
        let failure = EngineFailure::from(FailureClass::RateLimited).retry_after(Some(pause));
        assert_eq!(pause_before_poll(false, Some(AttemptError::Engine(failure))), Ok(pause));
    }

    #[test]
    fn each_reason_stops_the_engine() {
        for (class, reason) in [
            (FailureClass::Credentials, ModelStop::Credentials),
            (FailureClass::Billing, ModelStop::Billing),
            (FailureClass::ModelUnavailable, ModelStop::ModelUnavailable),
        ] {
            let stop = Decision::StopEngine(reason);
            for is_paid in [false, true] {
                assert_eq!(decide(is_paid, ATTEMPTS_MAX, failed(class)), stop);
            }
            assert_eq!(pause_before_poll(true, Some(failed(class))), Err(stop));
        }
    }
}
