//! The language of messages: Korean unless the request prefers English, and the other way around at `/mcp`.

mod details;
mod message_writer;

use std::fmt::Display;

use answerdeck_api::ErrorCode;
use answerdeck_api::limits::{DOMAIN_TYPES_MAX, PROMPTS_PER_SET_MAX, SAVED_VIEWS_MAX, WEBHOOKS_MAX};
use axum::http::{HeaderMap, HeaderName, header};

pub(crate) use answerdeck_api::{Language, shortened};
pub(crate) use details::INVALID_ID;
pub(crate) use message_writer::MessageWriter;
use message_writer::grouped;

use crate::headers::content_negotiation::qualities;

/// Returns the language that the request prefers, by the quality values of `Accept-Language`.
///
/// Source: docs/platform-api.md, section 1, rule 4; RFC 9110, section 12.5.4.
pub(crate) fn preferred(headers: &HeaderMap) -> Language {
    preferred_or(Language::Korean, headers)
}

/// Returns the same for a request to `/mcp`. Its clients rarely say what they prefer, and all else there is English.
pub(crate) fn preferred_at_mcp(headers: &HeaderMap) -> Language {
    preferred_or(Language::English, headers)
}

fn preferred_or(default: Language, headers: &HeaderMap) -> Language {
    let (mut korean, mut english, mut any) = (None, None, None);
    for (range, quality) in qualities(headers, header::ACCEPT_LANGUAGE) {
        let best = match Language::parse(range) {
            Some(Language::Korean) => &mut korean,
            Some(Language::English) => &mut english,
            None if range == "*" => &mut any,
            None => continue,
        };
        *best = Some(best.map_or(quality, |best: f32| best.max(quality)));
    }
    let any = any.unwrap_or(0.0);
    let (korean, english) = (korean.unwrap_or(any), english.unwrap_or(any));
    if english > korean {
        Language::English
    } else if korean > english {
        Language::Korean
    } else {
        default
    }
}

/// The header of a response with texts in the language of the request.
pub(crate) const VARY_BY_LANGUAGE: [(HeaderName, &str); 1] = [(header::VARY, "accept-language")];

/// Declares the texts of a page or a message: each text has a name, then Korean, then English.
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident = $korean:expr, $english:expr;)*) => {
        pub(super) struct Texts {
            $($(#[$doc])* pub(super) $name: &'static str,)*
        }

        impl Texts {
            pub(super) fn of(language: $crate::language::Language) -> &'static Self {
                const KOREAN: Texts = Texts { $($name: $korean,)* };
                const ENGLISH: Texts = Texts { $($name: $english,)* };
                $crate::language::in_language(language, (&KOREAN, &ENGLISH))
            }
        }
    };
}

pub(crate) use texts;

pub(crate) fn in_language<T>(language: Language, (korean, english): (T, T)) -> T {
    match language {
        Language::Korean => korean,
        Language::English => english,
    }
}

/// A text of others in a sentence, on one line.
pub(crate) fn one_line(text: &str) -> String {
    answerdeck_api::one_line(text, 100)
}

/// Returns the message for a path that does not support the method.
pub(crate) fn method_not_allowed(language: Language) -> &'static str {
    in_language(language, ("이 경로에서 사용할 수 없는 메서드예요.", "This path does not support this method."))
}

/// Returns a detail of an error, which is written in English.
pub(crate) fn detail(language: Language, detail: &str) -> String {
    match language {
        Language::Korean => details::in_korean(detail),
        Language::English => detail.to_owned(),
    }
}

pub(crate) fn message(language: Language, code: &ErrorCode) -> String {
    let texts = match code {
        ErrorCode::CommonBinding => ("요청을 읽을 수 없어요.", "The request could not be read."),
        ErrorCode::CommonValidation => {
            ("입력값이 없거나 허용 범위를 벗어났어요.", "A value is missing or out of bounds.")
        }
        ErrorCode::CommonInvalidCursor => ("커서가 올바르지 않아요.", "The cursor is not valid."),
        ErrorCode::CommonUnauthorized => {
            ("인증 정보가 없거나 올바르지 않아요.", "The credential is missing or not valid.")
        }
        ErrorCode::SystemBadRequest => ("없는 경로예요.", "Unknown path."),
        ErrorCode::InsufficientCredits => ("크레딧이 부족해요.", "Not enough credits."),
        ErrorCode::PromptSetNotFound => ("프롬프트 세트를 찾을 수 없어요.", "Prompt set not found."),
        ErrorCode::PromptNotFound => ("프롬프트를 찾을 수 없어요.", "Prompt not found."),
        ErrorCode::TaskGenerationRunNotFound => ("실행을 찾을 수 없어요.", "Run not found."),
        ErrorCode::ScheduleNotFound => ("일정을 찾을 수 없어요.", "Schedule not found."),
        ErrorCode::AnswerNotFound => ("답변을 찾을 수 없어요.", "Answer not found."),
        ErrorCode::UserBrandNotFound => ("브랜드를 찾을 수 없어요.", "Brand not found."),
        ErrorCode::AlertNotFound => ("알림을 찾을 수 없어요.", "Alert not found."),
        ErrorCode::AlertRuleNotFound => ("알림 규칙을 찾을 수 없어요.", "Alert rule not found."),
        ErrorCode::AlertRuleAlreadyExists => ("같은 알림 규칙이 이미 있어요.", "This alert rule already exists."),
        ErrorCode::DigestNotFound => ("주간 요약을 찾을 수 없어요.", "Digest not found."),
        ErrorCode::OrganizationNotFound => ("조직을 찾을 수 없어요.", "Organization not found."),
        ErrorCode::QuestionNotFound => ("질문을 찾을 수 없어요.", "Question not found."),
        ErrorCode::PlatformSiteKeywordAnalysisNotFound => {
            ("사이트 키워드 분석을 찾을 수 없어요.", "Site keyword analysis not found.")
        }
        ErrorCode::WebhookNotFound => ("웹훅을 찾을 수 없어요.", "Webhook not found."),
        ErrorCode::WebhookDeliveryNotFound => ("전송 기록을 찾을 수 없어요.", "Delivery not found."),
        ErrorCode::WebhookDisabled => {
            ("꺼져 있는 웹훅이에요. 켠 뒤에 다시 시도해 주세요.", "The webhook is disabled. Enable it first.")
        }
        ErrorCode::WebhookLimitExceeded => {
            let texts = ("웹훅은 {}개까지 만들 수 있어요.", "An organization can have at most {} webhooks.");
            return at_most(language, WEBHOOKS_MAX, texts);
        }
        ErrorCode::SavedViewNotFound => ("저장한 보기를 찾을 수 없어요.", "Saved view not found."),
        ErrorCode::DomainTypeLimitExceeded => {
            let texts = (
                "도메인 유형은 조직마다 {}개까지 지정할 수 있어요. 하나를 기본 유형으로 되돌린 뒤 다시 시도해 주세요.",
                "An organization can assign a type to at most {} domains. Reset one to its default type first.",
            );
            return at_most(language, DOMAIN_TYPES_MAX, texts);
        }
        ErrorCode::SavedViewLimitExceeded => {
            let texts = (
                "보기는 조직마다 {}개까지 저장할 수 있어요. 하나를 삭제한 뒤 다시 시도해 주세요.",
                "An organization can have at most {} saved views. Delete one first.",
            );
            return at_most(language, SAVED_VIEWS_MAX, texts);
        }
        ErrorCode::PromptSetPromptLimitExceeded => {
            let texts =
                ("프롬프트 세트에는 프롬프트를 {}개까지 담을 수 있어요.", "A prompt set can hold at most {} prompts.");
            return at_most(language, PROMPTS_PER_SET_MAX, texts);
        }
        ErrorCode::PlatformPendingLimitExceeded => (
            "끝나지 않은 작업이 너무 많아요. 진행 중인 작업이 끝난 뒤 다시 시도해 주세요.",
            "Too much work is unfinished. Try again when some of it has ended.",
        ),
        ErrorCode::RunPromptTooLong => {
            ("프롬프트가 선택한 모델에 비해 너무 길어요.", "A prompt is too long for a model of the run.")
        }
        ErrorCode::PlatformKeywordQuotaExceeded => (
            "오늘 조회할 수 있는 키워드를 모두 조회했어요. 내일 다시 시도해 주세요.",
            "The daily limit of keywords is reached. Try again tomorrow.",
        ),
        ErrorCode::IdempotencyKeyReused => (
            "다른 요청에 이미 쓴 멱등 키예요. 요청마다 새 키를 써 주세요.",
            "Another request has used this idempotency key. Use a new key for each request.",
        ),
        ErrorCode::IdempotencyKeyInProgress => (
            "같은 멱등 키로 보낸 요청을 아직 처리하고 있어요. 잠시 뒤 다시 시도해 주세요.",
            "A request with this idempotency key is still in progress. Try again in a moment.",
        ),
        ErrorCode::ModelNotGranted => {
            ("이 조직에서 사용할 수 없는 모델이에요.", "This model is not available to the organization.")
        }
        ErrorCode::ModelNotSupported => ("지원하지 않는 모델이에요.", "This model is not supported."),
        ErrorCode::PlatformRateLimitExceeded => {
            ("요청이 너무 많아요. 잠시 뒤 다시 시도해 주세요.", "Too many requests. Try again in a moment.")
        }
        ErrorCode::KeywordCountryNotSupported => ("지원하지 않는 국가예요.", "This country is not supported."),
        ErrorCode::KeywordMetricsProviderRejected => {
            ("키워드 데이터 제공사가 요청을 거부했어요.", "The keyword data provider rejected the request.")
        }
        ErrorCode::KeywordMetricsProviderUnavailable => (
            "키워드 데이터를 가져오지 못했어요. 잠시 뒤 다시 시도해 주세요.",
            "Keyword data is currently unavailable. Try again later.",
        ),
        ErrorCode::KeywordMetricsNotConfigured => {
            ("키워드 데이터가 설정되어 있지 않아요.", "Keyword data is not configured.")
        }
        ErrorCode::Unknown(_) => ("요청을 처리할 수 없어요.", "The request could not be processed."),
    };
    in_language(language, texts).to_owned()
}

/// Returns a message that names a bound, for `{}`.
fn at_most(language: Language, max: impl Display, texts: (&str, &str)) -> String {
    in_language(language, texts).replace("{}", &grouped(&max.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(value: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, value.parse().unwrap())])
    }

    fn preferred_by(value: &str) -> Language {
        preferred(&headers(value))
    }

    #[test]
    fn messages_at_mcp_are_english_unless_korean_is_preferred() {
        assert_eq!(preferred_at_mcp(&HeaderMap::new()), Language::English);
        for value in ["en", "fr", "*", "en,ko;q=0.5", "ko;q=0"] {
            assert_eq!(preferred_at_mcp(&headers(value)), Language::English, "{value}");
        }
        for value in ["ko", "ko-KR,ko;q=0.9,en;q=0.8", "fr,ko;q=0.3"] {
            assert_eq!(preferred_at_mcp(&headers(value)), Language::Korean, "{value}");
        }
    }

    #[test]
    fn messages_are_korean_unless_english_is_preferred() {
        assert_eq!(preferred(&HeaderMap::new()), Language::Korean);
        for value in ["ko", "ko-KR,ko;q=0.9,en;q=0.8", "fr", "*", "en;q=0.5,ko", "en;q=0", "en;q=0.8,*", "en;q=x"] {
            assert_eq!(preferred_by(value), Language::Korean, "{value}");
        }
        for value in ["en", "en-US,en;q=0.9", "en_US", "EN", "fr,en;q=0.3", "ko;q=0.2, en;q=0.7", "ko;q=0,*"] {
            assert_eq!(preferred_by(value), Language::English, "{value}");
        }
    }
}
