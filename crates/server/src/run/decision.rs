//! What happens to an attempt whose engine gave no answer.

use std::time::Duration;

use answerdeck_api::ModelStop;
use answerdeck_database::entity::answer::Status;
use answerdeck_engine::{EngineFailure, FailureAction, FailureClass};
use jiff::SignedDuration;

use super::failure::AttemptError;

/// How often an engine is asked for an answer before the answer fails.
pub(super) const ATTEMPTS_MAX: i32 = 5;

/// How long an engine may take for an answer, from the question to the last poll of the task.
pub(super) const ANSWER_DEADLINE: SignedDuration = SignedDuration::from_mins(15);

/// Why a call of an engine has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CallError {
    Failed(EngineFailure),
    Panicked,
    /// The engine took too long.
    TimedOut,
    /// The provider still works on the question that it accepted.
    NotReady,
}

/// What happens to the attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Decision {
    /// The engine is asked again after a pause.
    AskAgain(AttemptError),
    /// The task is polled again, at the earliest after this pause.
    PollAgain(Duration),
    Fail(AttemptError),
    /// The engine stops. The attempt waits as if it had not been made, and keeps what the provider has accepted.
    StopEngine(ModelStop),
}

/// Decides about an attempt by its state when the engine was called. `attempts` counts this one. `is_overdue`: the time for
/// the answer is over.
///
/// A paid engine is asked again only if it certainly bills nothing.
pub(super) fn decide(state: Status, attempts: i32, is_overdue: bool, error: CallError) -> Decision {
    let ask_again = |error| if attempts < ATTEMPTS_MAX { Decision::AskAgain(error) } else { Decision::Fail(error) };
    let poll_again = |pause| if is_overdue { unknown_outcome() } else { Decision::PollAgain(pause) };
    match (state, error) {
        (Status::Accepted, CallError::NotReady | CallError::TimedOut) => poll_again(Duration::ZERO),
        (Status::Asked, CallError::Panicked | CallError::TimedOut | CallError::NotReady) => unknown_outcome(),
        (_, CallError::TimedOut | CallError::NotReady) => ask_again(AttemptError::EngineTimedOut),
        (Status::Accepted, CallError::Panicked) => Decision::Fail(AttemptError::EnginePanicked),
        (_, CallError::Panicked) => ask_again(AttemptError::EnginePanicked),
        (_, CallError::Failed(failure)) => match (failure.class.action(), state) {
            (FailureAction::Stop, _) => Decision::StopEngine(reason_of(failure.class)),
            (FailureAction::Retry, Status::Accepted) => poll_again(failure.retry_after.unwrap_or_default()),
            (FailureAction::Retry, _) => ask_again(AttemptError::Engine(failure)),
            (FailureAction::Fail, Status::Accepted) => Decision::Fail(AttemptError::Engine(failure.after_billing())),
            (FailureAction::Fail, _) => Decision::Fail(AttemptError::Engine(failure)),
        },
    }
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
    use super::*;

    /// A paid engine is ASKED, and a free one stays QUEUED.
    const STATES: [Status; 3] = [Status::Queued, Status::Asked, Status::Accepted];

    fn failed(class: FailureClass) -> CallError {
        CallError::Failed(class.into())
    }

    fn fails(class: FailureClass) -> Decision {
        Decision::Fail(AttemptError::Engine(class.into()))
    }

    #[test]
    fn each_state_decides_about_each_error() {
        let again = |class: FailureClass| Decision::AskAgain(AttemptError::Engine(class.into()));
        let (rate_limited, refused) = (FailureClass::RateLimited, FailureClass::Refused);
        let poll = Decision::PollAgain(Duration::ZERO);
        let stop = || Decision::StopEngine(ModelStop::Billing);
        for (error, [free, asked, accepted]) in [
            (failed(rate_limited), [again(rate_limited), again(rate_limited), poll.clone()]),
            (failed(refused), [fails(refused), fails(refused), fails(refused)]),
            (failed(FailureClass::Billing), [stop(), stop(), stop()]),
            (CallError::TimedOut, [Decision::AskAgain(AttemptError::EngineTimedOut), unknown_outcome(), poll.clone()]),
            (
                CallError::Panicked,
                [
                    Decision::AskAgain(AttemptError::EnginePanicked),
                    unknown_outcome(),
                    Decision::Fail(AttemptError::EnginePanicked),
                ],
            ),
            (CallError::NotReady, [Decision::AskAgain(AttemptError::EngineTimedOut), unknown_outcome(), poll]),
        ] {
            for (state, decision) in STATES.into_iter().zip([free, asked, accepted]) {
                assert_eq!(decide(state, 1, false, error.clone()), decision, "{state:?}: {error:?}");
            }
        }
    }

    #[test]
    fn what_may_be_billed_is_never_asked_again() {
        let errors = FailureClass::ALL.into_iter().map(failed);
        for error in errors.chain([CallError::Panicked, CallError::TimedOut, CallError::NotReady]) {
            let may_be_billed = match &error {
                CallError::Failed(failure) => failure.class.may_be_billed(),
                _ => true,
            };
            let asked = decide(Status::Asked, 1, false, error.clone());
            assert!(!may_be_billed || !matches!(asked, Decision::AskAgain(_)), "{error:?}");
            for is_overdue in [false, true] {
                let accepted = decide(Status::Accepted, 1, is_overdue, error.clone());
                assert!(!matches!(accepted, Decision::AskAgain(_)), "{error:?}");
                if let Decision::Fail(AttemptError::Engine(failure)) = accepted {
                    assert!(failure.class.may_be_billed(), "{error:?}: {failure:?}");
                }
            }
        }
    }

    #[test]
    fn the_last_attempt_fails_and_an_overdue_answer_is_unknown() {
        let (error, retried) = (failed(FailureClass::Overloaded), FailureClass::Overloaded);
        assert!(matches!(decide(Status::Asked, ATTEMPTS_MAX - 1, false, error.clone()), Decision::AskAgain(_)));
        assert_eq!(decide(Status::Asked, ATTEMPTS_MAX, false, error.clone()), fails(retried));
        for error in [error, CallError::TimedOut, CallError::NotReady] {
            assert_eq!(decide(Status::Accepted, 1, true, error), unknown_outcome());
        }
    }

    #[test]
    fn a_poll_waits_as_long_as_the_provider_asks() {
        let pause = Duration::from_secs(7);
        let failure = EngineFailure::from(FailureClass::RateLimited).retry_after(Some(pause));
        assert_eq!(decide(Status::Accepted, 1, false, CallError::Failed(failure)), Decision::PollAgain(pause));
    }

    #[test]
    fn each_reason_stops_the_engine() {
        for (class, reason) in [
            (FailureClass::Credentials, ModelStop::Credentials),
            (FailureClass::Billing, ModelStop::Billing),
            (FailureClass::ModelUnavailable, ModelStop::ModelUnavailable),
        ] {
            for state in STATES {
                assert_eq!(decide(state, ATTEMPTS_MAX, true, failed(class)), Decision::StopEngine(reason.clone()));
            }
        }
    }
}
