//! What the consent page says, in both languages.

use crate::language::Language;

/// Why there is no consent page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// The client has not registered, or is forgotten.
    UnknownClient,
    /// The address is none of the client's.
    OtherRedirect,
    /// The page was left open too long, or has been answered.
    Expired,
    /// The form came from another page.
    OtherOrigin,
    /// Too many pages in this minute.
    Busy,
}

/// The texts of one language.
pub(super) struct Texts {
    pub(super) tag: &'static str,
    pub(super) title: &'static str,
    pub(super) unnamed: &'static str,
    pub(super) asks: &'static str,
    pub(super) after: &'static str,
    pub(super) will: &'static str,
    pub(super) abilities: [&'static str; 3],
    pub(super) never: &'static str,
    pub(super) key: &'static str,
    pub(super) key_hint: &'static str,
    pub(super) wrong_key: &'static str,
    pub(super) allow: &'static str,
    pub(super) deny: &'static str,
    pub(super) stopped: &'static str,
}

const KOREAN: Texts = Texts {
    tag: "ko",
    title: "접근 허용",
    unnamed: "이름 없는 앱",
    asks: "이 앱이 조직의 Answerdeck에 접근하려고 해요.",
    after: "허용하면 이 주소로 돌아가요. 아는 주소일 때만 허용하세요.",
    will: "허용하면 이 앱은",
    abilities: [
        "조직의 프롬프트, 실행, 답변을 읽고 바꿀 수 있어요.",
        "실행을 시작해 조직의 크레딧을 쓸 수 있어요.",
        "최대 30일 동안, 또는 API 키를 폐기할 때까지 접근할 수 있어요.",
    ],
    never: "앱에는 API 키가 전달되지 않아요.",
    key: "API 키",
    key_hint: "adk_로 시작해요. 조직의 관리자에게 받을 수 있어요.",
    wrong_key: "올바르지 않은 API 키예요. 빠진 글자가 없는지, 폐기된 키가 아닌지 확인해 주세요.",
    allow: "허용",
    deny: "거부",
    stopped: "로그인을 계속할 수 없어요",
};

const ENGLISH: Texts = Texts {
    tag: "en",
    title: "Allow access",
    unnamed: "An app without a name",
    asks: "This app asks for access to your organization’s Answerdeck.",
    after: "If you allow it, you go back to this address. Allow only an address that you know.",
    will: "If you allow it, the app",
    abilities: [
        "can read and change your organization’s prompts, runs and answers,",
        "can start runs, which spend your organization’s credits,",
        "has access for up to 30 days, or until the API key is revoked.",
    ],
    never: "The app never sees the API key.",
    key: "API key",
    key_hint: "It begins with adk_. Whoever runs your organization’s platform gives it out.",
    wrong_key: "This API key is not valid. Check that it is complete and has not been revoked.",
    allow: "Allow",
    deny: "Deny",
    stopped: "Signing in cannot go on",
};

impl Texts {
    pub(super) fn of(language: Language) -> &'static Self {
        match language {
            Language::Korean => &KOREAN,
            Language::English => &ENGLISH,
        }
    }

    /// The language that a tag such as `en-GB` names, if it is one of the two.
    pub(super) fn language_of(tag: &str) -> Option<Language> {
        let primary = tag.split('-').next()?;
        [(KOREAN.tag, Language::Korean), (ENGLISH.tag, Language::English)]
            .into_iter()
            .find_map(|(known, language)| primary.eq_ignore_ascii_case(known).then_some(language))
    }
}

impl Stop {
    /// What happened and what helps.
    pub(super) fn text(self, language: Language) -> &'static str {
        let (korean, english) = match self {
            Self::UnknownClient => (
                "이 앱은 등록되어 있지 않아요. 앱으로 돌아가 처음부터 다시 로그인해 주세요.",
                "This app is not registered. Go back to it and start signing in again.",
            ),
            Self::OtherRedirect => (
                "앱이 등록하지 않은 주소로 돌아가려고 해서 멈췄어요. 앱을 만든 곳에 알려 주세요.",
                "The app asks to go back to an address that it did not register, so nothing was sent there. \
                 Tell whoever makes the app.",
            ),
            Self::Expired => (
                "이 페이지는 이미 쓰였거나 시간이 지났어요. 앱으로 돌아가 다시 로그인해 주세요.",
                "This page has been used, or was left open for too long. Go back to the app and sign in again.",
            ),
            Self::OtherOrigin => (
                "다른 사이트에서 보낸 양식이라 받지 않았어요. 앱으로 돌아가 다시 로그인해 주세요.",
                "The form came from another site and was not accepted. Go back to the app and sign in again.",
            ),
            Self::Busy => (
                "지금 로그인하려는 사람이 너무 많아요. 1분 뒤에 다시 시도해 주세요.",
                "Too many people are signing in. Try again in a minute.",
            ),
        };
        match language {
            Language::Korean => korean,
            Language::English => english,
        }
    }
}
