use answerdeck_api::{Failure, FailureCode};

use crate::format::{count, counted};

texts! {
    /// The number of items that failed for the same reason.
    items(n: u64) = format!("항목 {}개:", count(n)), format!("{}:", counted(n, "item", "items"));
    not_charged = "크레딧은 차감되지 않았어요.", "No credits were charged.";
    /// Introduces the provider's own words.
    provider_says = "제공사 메시지:", "The provider says:";
    /// The column of reasons.
    reason = "실패 이유", "Reason";
    no_ai_answer = "이 프롬프트에는 AI 답변이 없어요.", "The provider has no AI answer to the prompt.";
    stand_in_no_document =
        "로컬 문서에 이 프롬프트와 관련된 내용이 없어요. 실제 서비스의 모델에 질문해 보세요.",
        "The local documents have nothing about this prompt. Ask a model of a real service.";
    insufficient_credits = "크레딧이 부족했어요.", "Credits ran out.";
    refused = "제공사가 프롬프트나 답변을 거부했어요.", "The provider refused the prompt or blocked its answer.";
    prompt_too_long = "프롬프트가 이 모델에는 너무 길어요.", "The prompt is too long for the model.";
    truncated = "답변이 최대 길이에서 잘렸어요.", "The answer was cut at its maximum length.";
    invalid_response = "제공사의 응답을 읽을 수 없었어요.", "The response of the provider could not be read.";
    provider_error = "제공사에서 오류가 났어요.", "The provider responded with an error.";
    timed_out = "제공사가 제때 답하지 않았어요.", "The provider did not answer in time.";
    outcome_unknown =
        "답변이 전송 중에 사라졌어요. 요금이 두 번 청구될 수 있어서 다시 묻지 않았어요.",
        "The answer was lost on the way. It was not asked for again, because it could be charged twice.";
    server_error =
        "답변을 받는 동안 서버에서 오류가 반복됐어요.",
        "The server failed repeatedly while it collected the answer.";
    stopped = "모델이 답하기 전에 실행이 중지됐어요.", "The run was stopped before the model answered.";
}

impl Texts {
    /// Why an item failed. A reason that is new to this console has the platform's sentence.
    pub fn of<'a>(&self, failure: &'a Failure) -> &'a str {
        match &failure.code {
            FailureCode::NoAiAnswer => self.no_ai_answer,
            FailureCode::StandInNoDocument => self.stand_in_no_document,
            FailureCode::InsufficientCredits => self.insufficient_credits,
            FailureCode::Refused => self.refused,
            FailureCode::PromptTooLong => self.prompt_too_long,
            FailureCode::Truncated => self.truncated,
            FailureCode::InvalidResponse => self.invalid_response,
            FailureCode::ProviderError => self.provider_error,
            FailureCode::TimedOut => self.timed_out,
            FailureCode::OutcomeUnknown => self.outcome_unknown,
            FailureCode::ServerError => self.server_error,
            FailureCode::Stopped => self.stopped,
            FailureCode::Unknown(_) => &failure.message,
        }
    }
}
