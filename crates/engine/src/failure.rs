//! Why an engine gave no answer.

use std::fmt;
use std::time::Duration;

use answerdeck_api::{FailureCode, one_line};

/// The maximum length of a text about a failure, in characters.
const TEXT_MAX: usize = 500;
/// The maximum length of a provider's number or name of a failure, in characters.
const STATUS_MAX: usize = 100;

macro_rules! failure_classes {
    ($( $(#[doc = $doc:literal])* $class:ident = $name:literal, $code:ident, $sentence:literal; )+) => {
        /// The kind of a failure, as [`Self::sentence`] describes it. It decides what happens to the item, and to the
        /// engine.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum FailureClass {
            $( $(#[doc = $doc])* $class, )+
        }

        impl FailureClass {
            pub const ALL: [Self; [$( $name ),+].len()] = [$( Self::$class ),+];

            pub fn name(self) -> &'static str {
                match self {
                    $( Self::$class => $name, )+
                }
            }

            /// The code that organizations see.
            pub fn code(self) -> FailureCode {
                match self {
                    $( Self::$class => FailureCode::$code, )+
                }
            }

            pub fn sentence(self) -> &'static str {
                match self {
                    $( Self::$class => $sentence, )+
                }
            }
        }
    };
}

failure_classes! {
    NoAnswer = "no_answer", NoAiAnswer, "the provider has no AI answer to this prompt";
    NoDocument = "no_document", StandInNoDocument, "the stand-in has no document about this prompt";
    Refused = "refused", Refused, "the model refused to answer";
    Truncated = "truncated", Truncated, "the answer was cut at its maximum length";
    Blocked = "blocked", Refused, "the provider's filter blocked the prompt or the answer";
    RateLimited = "rate_limited", ProviderError, "the provider's rate limit was reached";
    Overloaded = "overloaded", ProviderError, "the provider is overloaded";
    Credentials = "credentials", ProviderError, "the provider refused the credentials";
    /// The provider's account has no money or no contract.
    Billing = "billing", ProviderError, "the provider's account cannot pay";
    /// The provider does not offer the model of the configuration, or has nothing at its address.
    ModelUnavailable = "model_unavailable", ProviderError, "the provider does not have the configured model or address";
    BadRequest = "bad_request", ProviderError, "the provider refused the request";
    PromptTooLong = "prompt_too_long", PromptTooLong, "the prompt is too long for this engine";
    TimedOut = "timed_out", TimedOut, "the provider did not answer in time";
    /// The provider cannot be reached, or had an internal failure.
    ProviderDown = "provider_down", ProviderError, "the provider is not available";
    /// The answer does not have the documented form, or is too large.
    Unreadable = "unreadable", InvalidResponse, "the provider's answer could not be read";
    /// The provider accepted the question, worked on it, and failed. It may bill the work.
    TaskFailed = "task_failed", ProviderError, "the provider accepted the question and then failed";
    /// The provider may have answered and may bill it, but its answer was lost.
    OutcomeUnknown = "outcome_unknown", OutcomeUnknown, "the provider may have answered, but the answer was lost";
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureAction {
    Fail,
    /// The item is tried again later. The provider does not bill it.
    Retry,
    /// The engine stops: no item of its model can be answered until the operator has acted. The item waits.
    Stop,
}

impl FailureClass {
    /// Whether the provider may bill a call that failed in this way, when the provider does not say.
    pub fn may_be_billed(self) -> bool {
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
    pub fn action(self) -> FailureAction {
        match self {
            Self::RateLimited | Self::Overloaded | Self::TimedOut | Self::ProviderDown => FailureAction::Retry,
            Self::Credentials | Self::Billing | Self::ModelUnavailable => FailureAction::Stop,
            _ => FailureAction::Fail,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct EngineFailure {
    pub class: FailureClass,
    /// What this server noticed, for the operator. It can repeat parts of a response. Empty when the class says all.
    pub detail: String,
    /// The provider's own number or name of the failure, such as `429`. Untrusted. Empty when there is none.
    pub provider_status: String,
    /// The provider's own words, on one line. Untrusted. Empty when there are none.
    pub provider_message: String,
    /// The pause that the provider asks for. Absent when it names none.
    pub retry_after: Option<Duration>,
    /// What the provider billed, in millionths of a US dollar. Absent when it does not say.
    pub cost: Option<u64>,
}

impl EngineFailure {
    /// A failure that this server noticed, with what it noticed.
    pub fn new(class: FailureClass, detail: &str) -> Self {
        Self {
            class,
            detail: one_line(detail, TEXT_MAX),
            provider_status: String::new(),
            provider_message: String::new(),
            retry_after: None,
            cost: None,
        }
    }

    /// A failure that the provider reported, with its number or name and its words.
    pub fn reported(class: FailureClass, status: &str, message: &str) -> Self {
        let (provider_status, provider_message) = (one_line(status, STATUS_MAX), one_line(message, TEXT_MAX));
        Self { provider_status, provider_message, ..Self::new(class, "") }
    }

    /// The failure with the pause that the provider asks for.
    #[must_use]
    pub fn retry_after(self, pause: Option<Duration>) -> Self {
        Self { retry_after: pause, ..self }
    }

    /// The failure with what the provider billed.
    #[must_use]
    pub fn cost(self, cost: Option<u64>) -> Self {
        Self { cost, ..self }
    }

    /// The failure of a question that the provider may already have billed: it is never asked again, and its estimate
    /// stays in the spend of the day. A class that says otherwise becomes [`FailureClass::TaskFailed`], and the detail names it.
    #[must_use]
    pub fn after_billing(self) -> Self {
        match self.class {
            class if class.may_be_billed() => self,
            class => {
                let detail = format!("{}. {}", class.sentence(), self.detail);
                let detail = one_line(detail.trim_end_matches(". "), TEXT_MAX);
                Self { class: FailureClass::TaskFailed, detail, retry_after: None, ..self }
            }
        }
    }
}

impl From<FailureClass> for EngineFailure {
    fn from(class: FailureClass) -> Self {
        Self::new(class, "")
    }
}

impl fmt::Display for EngineFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.class.sentence())?;
        let texts = [&self.detail, &self.provider_status, &self.provider_message];
        texts.iter().filter(|text| !text.is_empty()).try_for_each(|text| write!(f, ": {text}"))
    }
}
