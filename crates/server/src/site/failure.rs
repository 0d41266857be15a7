//! Why an analysis failed.

use answerdeck_crawler::PageError;
use answerdeck_guarded_http::HttpError;
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};

use crate::language::Language;

/// The database stores it; its message is in the language of the request.
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

/// Why a worker ends an analysis without keywords.
pub(super) enum AnalysisError {
    Failed(AnalysisFailure),
    /// Another worker has the analysis, or it was deleted.
    LeaseLost,
    /// The database fails. The analysis is taken again when its lease expires.
    Database(DbErr),
}

impl From<DbErr> for AnalysisError {
    fn from(error: DbErr) -> Self {
        Self::Database(error)
    }
}

impl<T: Into<AnalysisFailure>> From<T> for AnalysisError {
    fn from(failure: T) -> Self {
        Self::Failed(failure.into())
    }
}

impl AnalysisFailure {
    /// The message for a person about the site of an address.
    pub(crate) fn message(&self, language: Language, url: &str) -> String {
        match (language, self) {
            (Language::English, Self::Page(PageError::Http(HttpError::UnknownHost))) => {
                format!("{url} was not found. Check the address of the website.")
            }
            (Language::English, Self::Page(error)) => sentence(&error.to_string()),
            (Language::English, Self::GivenUp) => "The analysis was interrupted too often.".to_owned(),
            (Language::Korean, Self::Page(error)) => korean(error, url),
            (Language::Korean, Self::GivenUp) => "분석이 여러 번 중단돼서 끝내지 못했어요.".to_owned(),
        }
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

fn korean(error: &PageError, url: &str) -> String {
    let text = match error {
        PageError::Http(HttpError::Address) => {
            "열 수 없는 주소예요. http나 https로 시작하고, 사용자 이름이 없고, 443이나 8080 같은 포트를 쓰는 주소여야 해요."
        }
        PageError::Http(HttpError::UnknownHost) => {
            return format!("{url} 주소를 찾을 수 없어요. 웹사이트 주소가 맞는지 확인해 주세요.");
        }
        PageError::Http(HttpError::PrivateAddress) => "호스트에 공개된 주소가 없어요.",
        PageError::Http(HttpError::Unreachable) => "호스트에 연결할 수 없어요.",
        PageError::Http(HttpError::Untrusted) => "호스트에 안전하게 연결할 수 없어요.",
        PageError::Http(HttpError::CertificateChain) => {
            "사이트가 중간 인증서를 보내지 않아서 안전하게 연결할 수 없어요. 사이트 운영자가 인증서 체인을 모두 설치해야 해요."
        }
        PageError::Http(HttpError::CertificateExpired) => "사이트의 인증서가 만료됐어요.",
        PageError::Http(HttpError::CertificateName) => "사이트의 인증서가 다른 호스트의 것이에요.",
        PageError::TimedOut => "페이지를 불러오는 데 너무 오래 걸려요.",
        PageError::TooLarge => "페이지가 너무 커요.",
        PageError::NotHtml(kind) => return format!("HTML이 아닌 {kind} 형식의 페이지예요."),
        PageError::Status(status) => return format!("사이트가 오류를 보냈어요(상태 코드 {status})."),
        PageError::Challenge => {
            "사이트가 페이지 대신 로봇인지 확인하는 화면을 보여 줘요. 사이트 운영자가 이 크롤러를 허용해야 해요."
        }
        PageError::NoText => {
            "사이트가 글을 스크립트로만 보여 줘서 읽을 수 없어요. 스크립트 없이도 글이 보이는 페이지의 주소를 입력해 주세요."
        }
        PageError::ForbiddenByRobots => "사이트의 robots.txt가 이 페이지를 막고 있어요.",
        PageError::RobotsUnavailable => "사이트의 robots.txt를 읽을 수 없어서 어떤 페이지도 읽지 않아요.",
        PageError::TooManyRedirects => "페이지가 다른 주소로 너무 여러 번 이동해요.",
        PageError::CrossSiteRedirect => "페이지가 다른 사이트로 이동해요.",
        PageError::Http(HttpError::Unreadable) => "응답을 읽을 수 없어요.",
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
                "사이트가 오류를 보냈어요(상태 코드 404).",
            ),
            (
                AnalysisFailure::Page(PageError::Http(HttpError::UnknownHost)),
                "https://nurio.example was not found. Check the address of the website.",
                "https://nurio.example 주소를 찾을 수 없어요. 웹사이트 주소가 맞는지 확인해 주세요.",
            ),
            (
                AnalysisFailure::Page(PageError::ForbiddenByRobots),
                "The site's robots.txt forbids this page.",
                "사이트의 robots.txt가 이 페이지를 막고 있어요.",
            ),
            (
                AnalysisFailure::GivenUp,
                "The analysis was interrupted too often.",
                "분석이 여러 번 중단돼서 끝내지 못했어요.",
            ),
        ] {
            let stored: AnalysisFailure = serde_json::from_value(serde_json::json!(failure)).unwrap();
            assert_eq!(stored.message(Language::English, "https://nurio.example"), english);
            assert_eq!(stored.message(Language::Korean, "https://nurio.example"), korean);
        }
    }
}
