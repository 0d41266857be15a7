//! Why an engine gave no answer.

use std::time::Duration;

/// The maximum length of a message of a provider, in characters.
const MESSAGE_MAX: usize = 300;

/// The kind of a failure. It decides what happens to the item, and to the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailureClass {
    /// The provider has no AI answer to this prompt.
    NoAnswer,
    /// The model refused to answer.
    Refused,
    /// The answer was cut off at a length limit.
    Truncated,
    /// The provider's filter blocked the prompt or the answer.
    Blocked,
    /// The provider's rate limit was reached.
    RateLimited,
    /// The provider is overloaded.
    Overloaded,
    /// The provider refused the credentials.
    Credentials,
    /// The provider's account has no money or no contract.
    Billing,
    /// The provider refused the request.
    BadRequest,
    /// The prompt is too long for the route.
    PromptTooLong,
    /// The provider did not answer in time.
    TimedOut,
    /// The provider cannot be reached, or had an internal failure.
    ProviderDown,
    /// The answer does not have the documented form, or is too large.
    Unreadable,
    /// The provider accepted the question, worked on it, and failed. It may have charged for the work.
    TaskFailed,
    /// The provider may have answered and charged for it, but its answer was lost.
    OutcomeUnknown,
}

/// What a failure means for the item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consequence {
    /// The item fails.
    Fail,
    /// The item is tried again later. The provider has not charged for it.
    Retry,
    /// The engine stops: no item of its model can be answered until the operator has acted. The item waits.
    Stop,
}

impl FailureClass {
    /// All classes.
    pub const ALL: [Self; 15] = [
        Self::NoAnswer,
        Self::Refused,
        Self::Truncated,
        Self::Blocked,
        Self::RateLimited,
        Self::Overloaded,
        Self::Credentials,
        Self::Billing,
        Self::BadRequest,
        Self::PromptTooLong,
        Self::TimedOut,
        Self::ProviderDown,
        Self::Unreadable,
        Self::TaskFailed,
        Self::OutcomeUnknown,
    ];

    /// One sentence for the operator.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::NoAnswer => "the provider has no AI answer to this prompt",
            Self::Refused => "the model refused to answer",
            Self::Truncated => "the answer was cut at its maximum length",
            Self::Blocked => "the provider's filter blocked the prompt or the answer",
            Self::RateLimited => "the provider's rate limit was reached",
            Self::Overloaded => "the provider is overloaded",
            Self::Credentials => "the provider refused the credentials",
            Self::Billing => "the provider's account cannot pay",
            Self::BadRequest => "the provider refused the request",
            Self::PromptTooLong => "the prompt is too long for this route",
            Self::TimedOut => "the provider did not answer in time",
            Self::ProviderDown => "the provider is not available",
            Self::Unreadable => "the provider's answer could not be read",
            Self::TaskFailed => "the provider accepted the question and then failed",
            Self::OutcomeUnknown => "the provider may have answered, but the answer was lost",
        }
    }

    /// The name, for counters and logs.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoAnswer => "no_answer",
            Self::Refused => "refused",
            Self::Truncated => "truncated",
            Self::Blocked => "blocked",
            Self::RateLimited => "rate_limited",
            Self::Overloaded => "overloaded",
            Self::Credentials => "credentials",
            Self::Billing => "billing",
            Self::BadRequest => "bad_request",
            Self::PromptTooLong => "prompt_too_long",
            Self::TimedOut => "timed_out",
            Self::ProviderDown => "provider_down",
            Self::Unreadable => "unreadable",
            Self::TaskFailed => "task_failed",
            Self::OutcomeUnknown => "outcome_unknown",
        }
    }

    /// Whether a call that failed in this way may have been charged, when the provider does not say.
    pub fn is_charged(self) -> bool {
        matches!(
            self,
            Self::NoAnswer
                | Self::Refused
                | Self::Truncated
                | Self::Blocked
                | Self::Unreadable
                | Self::TaskFailed
                | Self::OutcomeUnknown
        )
    }

    /// What the failure means for the item. A class is only retried when the provider has not accepted the request, so
    /// that no answer is paid twice.
    pub fn consequence(self) -> Consequence {
        match self {
            Self::RateLimited | Self::Overloaded | Self::TimedOut | Self::ProviderDown => Consequence::Retry,
            Self::Credentials | Self::Billing => Consequence::Stop,
            _ => Consequence::Fail,
        }
    }
}

/// Why an engine gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{}", class.sentence(), detail(message))]
pub struct EngineFailure {
    /// The kind.
    pub class: FailureClass,
    /// The provider's own words, on one line. Untrusted. Empty when there are none.
    pub message: String,
    /// The pause that the provider asks for. Absent when it names none.
    pub retry_after: Option<Duration>,
    /// What the provider charged, in millionths of a US dollar. Absent when it does not say.
    pub cost: Option<u64>,
}

impl EngineFailure {
    /// A failure with the beginning of the provider's message, on one line and without control characters.
    pub fn new(class: FailureClass, message: &str) -> Self {
        let message = message.split(|c: char| c.is_control() || c.is_whitespace());
        let message: Vec<&str> = message.filter(|word| !word.is_empty()).collect();
        let message = message.join(" ").chars().take(MESSAGE_MAX).collect();
        Self { class, message, retry_after: None, cost: None }
    }

    /// The failure with the pause that the provider asks for.
    #[must_use]
    pub fn retry_after(self, pause: Option<Duration>) -> Self {
        Self { retry_after: pause, ..self }
    }

    /// The failure with what the provider charged.
    #[must_use]
    pub fn cost(self, cost: Option<u64>) -> Self {
        Self { cost, ..self }
    }

    /// The failure of a question that must not be sent again because work on it may be charged. A class that is tried again or
    /// stops the engine becomes [`FailureClass::TaskFailed`], and the message names it.
    pub(crate) fn ended(self) -> Self {
        match self.class.consequence() {
            Consequence::Fail => self,
            Consequence::Retry | Consequence::Stop => {
                Self::new(FailureClass::TaskFailed, &self.to_string()).cost(self.cost)
            }
        }
    }
}

impl From<FailureClass> for EngineFailure {
    fn from(class: FailureClass) -> Self {
        Self::new(class, "")
    }
}

fn detail(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(": {message}") }
}
