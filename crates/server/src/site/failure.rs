//! Why an analysis failed.

use answerdeck_crawler::PageError;
use serde::{Deserialize, Serialize};

use crate::language::Language;

/// Why an analysis failed. The database stores it; its message is in the language of the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AnalysisFailure {
    /// The first page of the site could not be read.
    Page(PageError),
    /// It was interrupted too often.
    GivenUp,
}

impl From<PageError> for AnalysisFailure {
    fn from(error: PageError) -> Self {
        Self::Page(error)
    }
}

impl AnalysisFailure {
    /// The message for a person, one sentence.
    pub(crate) fn message(&self, language: Language) -> String {
        match (language, self) {
            (Language::English, Self::Page(error)) => sentence(&error.to_string()),
            (Language::English, Self::GivenUp) => "The analysis was interrupted too often.".to_owned(),
            (Language::Korean, Self::Page(error)) => korean(error),
            (Language::Korean, Self::GivenUp) => "분석이 여러 번 중단되어 끝내지 못했습니다.".to_owned(),
        }
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

fn korean(error: &PageError) -> String {
    let text = match error {
        PageError::Address => {
            "방문할 수 없는 주소입니다. http나 https로 시작하고 사용자 이름이 없는, 일반 포트의 주소여야 합니다."
        }
        PageError::UnknownHost => "호스트를 찾을 수 없습니다.",
        PageError::PrivateAddress => "공개된 주소를 가진 호스트가 아닙니다.",
        PageError::Unreachable => "호스트에 연결할 수 없습니다.",
        PageError::Untrusted => "호스트와 신뢰할 수 있는 보안 연결을 맺을 수 없습니다.",
        PageError::TimedOut => "페이지가 제시간에 도착하지 않았습니다.",
        PageError::TooLarge => "페이지가 너무 큽니다.",
        PageError::NotHtml(kind) => return format!("HTML이 아닌 {kind} 형식의 페이지입니다."),
        PageError::Status(status) => return format!("사이트가 상태 코드 {status}로 응답했습니다."),
        PageError::ForbiddenByRobots => "사이트의 robots.txt가 이 페이지를 금지합니다.",
        PageError::RobotsUnavailable => "사이트의 robots.txt를 읽을 수 없어 모든 페이지가 금지됩니다.",
        PageError::TooManyRedirects => "페이지가 너무 여러 번 다른 주소로 이동합니다.",
        PageError::LeavesTheSite => "페이지가 다른 사이트로 이어집니다.",
        PageError::Unreadable => "응답을 읽을 수 없습니다.",
    };
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_failure_has_a_message_in_both_languages() {
        for (failure, english, korean) in [
            (
                AnalysisFailure::Page(PageError::Status(404)),
                "The site responded with status 404.",
                "사이트가 상태 코드 404로 응답했습니다.",
            ),
            (
                AnalysisFailure::Page(PageError::PrivateAddress),
                "The host has no public address.",
                "공개된 주소를 가진 호스트가 아닙니다.",
            ),
            (
                AnalysisFailure::GivenUp,
                "The analysis was interrupted too often.",
                "분석이 여러 번 중단되어 끝내지 못했습니다.",
            ),
        ] {
            let stored: AnalysisFailure = serde_json::from_value(serde_json::json!(failure)).unwrap();
            assert_eq!(stored.message(Language::English), english);
            assert_eq!(stored.message(Language::Korean), korean);
        }
    }
}
