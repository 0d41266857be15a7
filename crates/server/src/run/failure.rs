//! Why an answer fails: as it is stored, and as organizations see it.

use answerdeck_api::{Failure, FailureCode};
use answerdeck_engine::EngineFailure;

use crate::language::{Language, in_language};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AttemptError {
    /// The organization has too few credits to pay for the answer.
    #[error("credits ran out")]
    CreditsRanOut,
    #[error("the run was stopped")]
    Stopped,
    /// The workers that made the attempts stopped or died this many times.
    #[error("given up after {0} attempts")]
    TooManyAttempts(i32),
    /// The engine panicked on every attempt.
    #[error("the engine panicked")]
    EnginePanicked,
    /// The database refuses the answer, which cost this, in millionths of a US dollar.
    #[error("the answer could not be stored")]
    NotStored { cost: Option<u64> },
    /// The engine timed out on every attempt.
    #[error("the engine took too long")]
    EngineTimedOut,
    /// The engine failed, if it was asked again on every attempt.
    #[error("{0}")]
    Engine(EngineFailure),
}

impl AttemptError {
    /// The code that is stored, and that organizations see.
    pub fn code(&self) -> FailureCode {
        match self {
            Self::CreditsRanOut => FailureCode::InsufficientCredits,
            Self::Stopped => FailureCode::Stopped,
            Self::TooManyAttempts(_) | Self::EnginePanicked | Self::NotStored { .. } => FailureCode::ServerError,
            Self::EngineTimedOut => FailureCode::TimedOut,
            Self::Engine(failure) => failure.class.code(),
        }
    }

    /// What the provider said. `None` if it was not the provider that failed.
    pub(super) fn provider(&self) -> Option<&EngineFailure> {
        match self {
            Self::Engine(failure) => Some(failure),
            _ => None,
        }
    }
}

/// A stored failure with its message in `language`. `None` without a code: the answer has not failed.
pub(crate) fn to_wire(
    code: Option<String>,
    provider_status: Option<String>,
    provider_message: Option<String>,
    language: Language,
) -> Option<Failure> {
    let code = FailureCode::from(code?.as_str());
    Some(Failure { message: message(language, &code).to_owned(), code, provider_status, provider_message })
}

fn message(language: Language, code: &FailureCode) -> &'static str {
    let texts = match code {
        FailureCode::NoAiAnswer => {
            ("이 프롬프트에는 AI 답변이 없어요.", "The provider has no AI answer to this prompt.")
        }
        FailureCode::StandInNoDocument => (
            "로컬 문서에 이 프롬프트와 관련된 내용이 없어요. 실제 서비스의 모델에 질문해 보세요.",
            "The local documents have nothing about this prompt. Ask a model of a real service.",
        ),
        FailureCode::InsufficientCredits => ("크레딧이 부족해요.", "The credits ran out."),
        FailureCode::Refused => {
            ("제공사가 프롬프트나 답변을 거부했어요.", "The provider refused the prompt or blocked its answer.")
        }
        FailureCode::PromptTooLong => ("프롬프트가 이 모델에는 너무 길어요.", "The prompt is too long for the model."),
        FailureCode::Truncated => ("답변이 최대 길이에서 잘렸어요.", "The answer was cut at its maximum length."),
        FailureCode::InvalidResponse => {
            ("제공사의 응답을 읽을 수 없어요.", "The response of the provider could not be read.")
        }
        FailureCode::ProviderError => ("제공사에서 오류가 났어요.", "The provider responded with an error."),
        FailureCode::TimedOut => ("제공사가 제때 답하지 않았어요.", "The provider did not answer in time."),
        FailureCode::OutcomeUnknown => (
            "답변이 전송 중에 사라졌어요. 요금이 두 번 청구될 수 있어서 다시 묻지 않았어요.",
            "The answer was lost on the way. It was not asked for again, because it could be charged twice.",
        ),
        FailureCode::ServerError => (
            "답변을 받는 동안 서버에서 오류가 반복됐어요.",
            "The server failed repeatedly while it collected the answer.",
        ),
        FailureCode::Stopped => {
            ("모델이 답하기 전에 실행이 중지됐어요.", "The run was stopped before the model answered.")
        }
        FailureCode::Unknown(_) => ("답변을 받지 못했어요.", "There is no answer."),
    };
    in_language(language, texts)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_code_has_its_own_sentence_in_both_languages() {
        for language in [Language::Korean, Language::English] {
            let sentences: HashSet<_> = FailureCode::ALL.iter().map(|code| message(language, code)).collect();
            assert_eq!(sentences.len(), FailureCode::ALL.len());
            assert!(sentences.iter().all(|sentence| sentence.ends_with('.')), "{sentences:?}");
        }
    }
}
