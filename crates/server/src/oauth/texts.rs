//! The texts of the consent page and of its error page, in Korean and English.

use axum::http::{HeaderMap, StatusCode};

use crate::language::{self, Language, in_language, texts};

/// Why the consent page cannot be shown or its form cannot be accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ConsentError {
    /// The client is not registered, or its registration was deleted.
    UnknownClient,
    UnregisteredRedirectUri,
    /// The page has expired or its form was already submitted.
    Expired,
    CrossOrigin,
    RateLimited,
    UnreadableDocument,
    InvalidDocument,
}

texts! {
    console_title = "Answerdeck에 로그인", "Sign in to Answerdeck";
    console_intro = "조직의 API 키를 입력해 주세요.", "Enter an API key of your organization.";
    sign_in = "로그인", "Sign in";
    cancel = "취소", "Cancel";
    title = "접근 허용", "Allow access";
    unnamed_client = "이름 없는 앱", "Unnamed app";
    intro = "이 앱이 조직의 Answerdeck에 접근하려고 해요.", "This app requests access to your organization’s Answerdeck.";
    document_host_hint = "이 앱을 보증하는 사이트", "The site that vouches for this app";
    redirect_hint =
        "허용하면 이 주소로 돌아가요. 아는 주소일 때만 허용해 주세요.",
        "If you allow access, you return to this address. Allow access only if you recognize it.";
    loopback_warning =
        "이 주소는 지금 쓰는 컴퓨터예요. 다른 프로그램이 이 앱인 척할 수 있으니, 방금 앱에서 로그인을 시작했을 때만 허용해 주세요.",
        "This address is your computer, where another program can pose as the app. Allow access only if you have just started signing in from the app.";
    permissions_title = "허용하면 이 앱은", "If you allow access, the app can:";
    permission_data =
        "조직의 프롬프트, 실행, 답변을 읽고 바꿀 수 있어요.",
        "Read and change your organization’s prompts, runs and answers.";
    permission_credits = "실행을 시작해 조직의 크레딧을 쓸 수 있어요.", "Start runs, which use your organization’s credits.";
    permission_time =
        "최대 30일 동안, 또는 API 키를 폐기할 때까지 접근할 수 있어요.",
        "Keep access for up to 30 days, or until the API key is revoked.";
    key_privacy = "API 키는 앱에 전달되지 않아요.", "The app does not receive your API key.";
    key = "API 키", "API key";
    key_hint =
        "adk_로 시작해요. 조직 관리자에게 받을 수 있어요.",
        "Starts with adk_. Your organization’s administrator can give you one.";
    invalid_key =
        "이 키를 쓸 수 없어요. 잘못 붙여 넣었거나 폐기된 키예요.",
        "This key does not work. It may be mistyped or revoked.";
    allow = "허용", "Allow";
    deny = "거부", "Deny";
    error_title = "로그인을 계속할 수 없어요", "Cannot continue signing in";
}

impl Texts {
    /// Returns the language of a page: the first known one of `ui_locales`, or the one that `Accept-Language` prefers.
    ///
    /// Source: OpenID Connect Core 1.0, section 3.1.2.1 (`ui_locales`).
    pub(super) fn language(ui_locales: Option<&str>, headers: &HeaderMap) -> Language {
        let mut tags = ui_locales.unwrap_or_default().split(' ');
        tags.find_map(Language::parse).unwrap_or_else(|| language::preferred(headers))
    }
}

impl ConsentError {
    pub(super) fn status(self) -> StatusCode {
        match self {
            Self::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            Self::CrossOrigin => StatusCode::FORBIDDEN,
            Self::UnreadableDocument => StatusCode::BAD_GATEWAY,
            Self::UnknownClient | Self::UnregisteredRedirectUri | Self::Expired | Self::InvalidDocument => {
                StatusCode::BAD_REQUEST
            }
        }
    }

    /// Returns the message of the error page: the cause and the next step.
    pub(super) fn message(self, language: Language) -> &'static str {
        let texts = match self {
            Self::UnknownClient => (
                "등록되지 않은 앱이에요. 앱으로 돌아가 처음부터 다시 로그인해 주세요.",
                "This app is not registered. Go back to the app and start signing in again.",
            ),
            Self::UnregisteredRedirectUri => (
                "앱이 등록하지 않은 주소로 돌아가려고 해서 중단했어요. 앱 개발자에게 알려 주세요.",
                "The app asked to return to an address that it has not registered, so nothing was sent there. \
                 Contact the developer of the app.",
            ),
            Self::Expired => (
                "이미 사용했거나 만료된 페이지예요. 앱으로 돌아가 다시 로그인해 주세요.",
                "This page was already used or has expired. Go back to the app and sign in again.",
            ),
            Self::CrossOrigin => (
                "다른 사이트에서 보낸 요청이라 처리하지 않았어요. 앱으로 돌아가 다시 로그인해 주세요.",
                "The form was sent from another site and was rejected. Go back to the app and sign in again.",
            ),
            Self::RateLimited => (
                "지금 로그인하려는 사람이 너무 많아요. 1분 뒤에 다시 시도해 주세요.",
                "Too many people are signing in. Try again in a minute.",
            ),
            Self::UnreadableDocument => (
                "앱을 소개하는 문서를 읽을 수 없어요. 잠시 뒤에 다시 시도하고, 계속되면 앱 개발자에게 알려 주세요.",
                "The document in which the app describes itself cannot be read. Try again later, or contact the developer \
                 of the app.",
            ),
            Self::InvalidDocument => (
                "앱을 소개하는 문서가 올바르지 않아요. 앱 개발자에게 알려 주세요.",
                "The document in which the app describes itself is not valid. Contact the developer of the app.",
            ),
        };
        in_language(language, texts)
    }
}
