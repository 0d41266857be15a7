//! The details of errors in Korean.
//!
//! A detail is a phrase with values, and mostly a field and a colon before it. It is written in English where the fault is
//! found, and its phrase is translated here. A phrase that is not here, such as the words of a provider, stays as it is.

/// The start of a detail about a malformed id, before the name of the field.
pub(crate) const INVALID_ID: &str = "PLATFORM_INVALID_ID: ";

/// English and Korean. `{}` is a value.
const PHRASES: &[(&str, &str)] = &[
    // What a field must be
    ("must be an object", "객체여야 해요"),
    ("must be a list", "목록이어야 해요"),
    ("must be a list of at most {} items", "항목이 {}개까지인 목록이어야 해요"),
    ("must be a list of {} to {} items", "항목이 {}개에서 {}개인 목록이어야 해요"),
    ("must be a text", "문자열이어야 해요"),
    ("must be a text of at most {} characters", "{}자까지의 문자열이어야 해요"),
    ("must be a text of {} to {} characters", "{}자에서 {}자까지의 문자열이어야 해요"),
    ("must be a text of visible characters", "눈에 보이는 글자로 된 문자열이어야 해요"),
    ("must be a text, a number or a list of them", "문자열이나 숫자, 또는 그 목록이어야 해요"),
    ("must be an integer", "정수여야 해요"),
    ("must be an integer from {} to {}", "{}에서 {}까지의 정수여야 해요"),
    ("must be a number", "숫자여야 해요"),
    ("must be true or false", "true 또는 false여야 해요"),
    ("must be one of {}", "다음 중 하나여야 해요: {}"),
    ("takes only one of {}", "다음 중 하나만 보낼 수 있어요: {}"),
    ("takes one value. Call the tool once for each", "값을 하나만 보낼 수 있어요. 값마다 한 번씩 호출해 주세요"),
    ("must be \"{}\"", "다음 값이어야 해요: \"{}\""),
    ("this path supports {}", "이 경로에서 쓸 수 있는 메서드: {}"),
    (
        "must be a URL with http:// or https:// and a host, without a user name or spaces",
        "http:// 또는 https://로 시작하고 호스트가 있는 URL이어야 해요. 사용자 이름과 공백은 쓸 수 없어요",
    ),
    ("must be two letters from A to Z (ISO 3166-1 alpha-2)", "A에서 Z까지의 두 글자여야 해요(ISO 3166-1 alpha-2)"),
    ("must be two letters from a to z (ISO 639-1)", "a에서 z까지의 두 글자여야 해요(ISO 639-1)"),
    (
        "must be an ISO 3166-1 alpha-2 code, such as GB for the United Kingdom. GET /regions lists them",
        "ISO 3166-1 alpha-2 코드여야 해요. 예를 들어 영국은 GB예요. GET /regions에서 모두 볼 수 있어요",
    ),
    ("must be a time such as {}", "{} 같은 시각이어야 해요"),
    ("has no offset. Add Z, or one such as +09:00", "시간대 오프셋이 없어요. Z나 +09:00 같은 오프셋을 붙여 주세요"),
    ("must be HH:MM from 00:00 to 23:59", "00:00에서 23:59까지의 HH:MM이어야 해요"),
    ("must be a date such as {}", "{} 같은 날짜여야 해요"),
    ("must be an IANA time zone, such as Asia/Seoul", "Asia/Seoul 같은 IANA 시간대여야 해요"),
    ("must be a text on one line", "한 줄로 된 문자열이어야 해요"),
    (
        "must be a path such as {}, of visible ASCII characters",
        "{} 같은 경로여야 하고, 눈에 보이는 ASCII 문자만 쓸 수 있어요",
    ),
    ("must be a page of the console, such as {}", "{} 같은 콘솔 페이지여야 해요"),
    ("must be a root domain: {}", "루트 도메인이어야 해요: {}"),
    ("must be a domain such as {}", "{} 같은 도메인이어야 해요"),
    ("must be an e-mail address, such as {}", "{} 같은 이메일 주소여야 해요"),
    ("must be {} to {} visible ASCII characters", "눈에 보이는 ASCII 문자 {}자에서 {}자여야 해요"),
    ("must be UTF-8", "UTF-8이어야 해요"),
    ("must be before to, the first moment after the period", "기간이 끝난 바로 다음 시각인 to보다 앞서야 해요"),
    ("must not be before fromDate", "fromDate보다 앞설 수 없어요"),
    ("must not be blank", "공백만 보낼 수 없어요"),
    ("must not contain duplicates: [{}] and [{}] are the same", "중복이 없어야 해요: [{}], [{}]"),
    (
        "must not contain duplicates, ignoring case and whitespace: [{}] and [{}] are the same",
        "대소문자와 공백만 다른 것을 포함해 중복이 없어야 해요: [{}], [{}]",
    ),
    ("must begin with /api", "/api로 시작해야 해요"),
    ("must be absent. Send the body as it is", "쓸 수 없어요. 본문을 압축하지 말고 그대로 보내 주세요"),
    ("an id must be {} characters of 0-9, A-Z and a-z", "ID는 0-9, A-Z, a-z로 이루어진 {}자여야 해요"),
    (
        "an id must be {} characters of 0-9, A-Z and a-z, not \"{}\"",
        "ID는 0-9, A-Z, a-z로 이루어진 {}자여야 해요. 받은 값: \"{}\"",
    ),
    // What is sent and what is not
    ("is required", "꼭 필요해요"),
    ("is required for {}", "{}에 꼭 필요해요"),
    ("is required by the order {}", "{} 순서에 꼭 필요해요"),
    ("is required to compare with the period before", "이전 기간과 비교하려면 꼭 필요해요"),
    ("is only for the basis {}", "basis가 {}일 때만 쓸 수 있어요"),
    ("must be another run", "다른 실행이어야 해요"),
    ("must be an earlier run", "더 이전 실행이어야 해요"),
    ("has not finished, or has no answers in this scope", "아직 끝나지 않았거나, 이 범위에 답변이 없는 실행이에요"),
    ("has no text; its status is {}", "텍스트가 없는 답변이에요. 상태: {}"),
    (
        "the response of the provider is not kept. text/markdown has the text",
        "제공사의 응답은 남아 있지 않아요. 답변 텍스트는 text/markdown으로 받을 수 있어요",
    ),
    ("needs promptID", "promptID가 필요해요"),
    ("give exactly one of promptIDs and promptSetID", "promptIDs와 promptSetID 중 하나만 보내 주세요"),
    ("must have a letter or a digit", "글자나 숫자가 하나는 있어야 해요"),
    ("the alert rule {} watches the same", "알림 규칙 {}에서 이미 지켜보고 있어요"),
    (
        "the sample provider does not support {}. Use ko or en",
        "예시 제공사는 {}를 지원하지 않아요. ko나 en을 보내 주세요",
    ),
    ("{} does not watch it. Leave it out", "{}에서는 쓰지 않아요. 빼고 보내 주세요"),
    ("given twice", "두 번 보냈어요"),
    ("unknown; there is nothing to send here", "없는 항목이에요. 여기에는 보낼 수 있는 항목이 없어요"),
    ("unknown; this operation has no body", "없는 항목이에요. 이 작업은 본문을 받지 않아요"),
    ("unknown; expected \"{}\"", "없는 항목이에요. 보낼 수 있는 항목: {}"),
    ("unknown; expected one of {}", "없는 항목이에요. 보낼 수 있는 항목: {}"),
    ("unknown; did you mean {}?", "없는 항목이에요. 혹시 {}인가요?"),
    ("not valid JSON (line {}, column {})", "올바른 JSON이 아니에요({}행 {}열)"),
    ("nested too deeply (line {}, column {})", "너무 깊이 중첩됐어요({}행 {}열)"),
    ("a number is too large (line {}, column {})", "너무 큰 숫자가 있어요({}행 {}열)"),
    ("larger than {} bytes", "{}바이트보다 커요"),
    ("incomplete", "끝까지 오지 않았어요"),
    ("a form is not read. Send the body as JSON", "폼은 읽지 않아요. 본문을 JSON으로 보내 주세요"),
    ("must not contain the character U+0000", "U+0000 문자를 쓸 수 없어요"),
    (
        "a string contains half of a character, a lone surrogate (line {}, column {})",
        "짝이 없는 서로게이트(문자의 반쪽)가 든 문자열이 있어요({}행 {}열)",
    ),
    ("this operation is at {}", "이 작업의 경로: {}"),
    // What does not fit
    ("an organization has at most {}", "조직마다 {}개까지 만들 수 있어요"),
    (
        "the names and excluded phrases of all brands have at most {} characters together",
        "모든 브랜드의 이름과 제외 문구를 합쳐 {}자까지 쓸 수 있어요",
    ),
    ("those of all brands have at most {} characters together", "모든 브랜드의 웹사이트를 합쳐 {}자까지 쓸 수 있어요"),
    (
        "the brand {} ({}) already has the name {}. Leave it out, or a person changes that brand in the console",
        "브랜드 {}({})에 이미 있는 이름이에요: {}. 이 이름을 빼고 보내거나, 사람이 콘솔에서 그 브랜드를 바꿔야 해요",
    ),
    ("the set has room for {} more prompts", "세트에 프롬프트를 {}개 더 담을 수 있어요"),
    ("the run costs {} credits, and the balance is {}", "실행에 {}크레딧이 들고, 잔액은 {}크레딧이에요"),
    ("the run costs 1 credit, and the balance is {}", "실행에 1크레딧이 들고, 잔액은 {}크레딧이에요"),
    (
        "a run needs a balance of at least {} credit, and the balance is {}",
        "실행하려면 잔액이 {}크레딧 이상이어야 하는데, 잔액은 {}크레딧이에요",
    ),
    ("the names of the brands have more than {} characters together", "브랜드 이름을 모두 합치면 {}자보다 길어요"),
    ("there is no brand {}", "없는 브랜드예요: {}"),
    ("there is no prompt set {}", "없는 프롬프트 세트예요: {}"),
    ("there is no run {}", "없는 실행이에요: {}"),
    ("there is no answer {}", "없는 답변이에요: {}"),
    ("there is no schedule {}", "없는 일정이에요: {}"),
    ("there is no webhook {}", "없는 웹훅이에요: {}"),
    (
        "not of this list and these conditions. Start again without it",
        "이 목록과 조건의 커서가 아니에요. 커서 없이 처음부터 다시 불러와 주세요",
    ),
    (
        "send a valid credential as API-Key: adk_… or Authorization: Bearer …",
        "유효한 인증 정보를 API-Key: adk_… 또는 Authorization: Bearer …로 보내 주세요",
    ),
    ("this token is for {} only", "{}에서만 쓸 수 있는 토큰이에요"),
    ("there is no prompt {}", "없는 프롬프트예요: {}"),
    ("1 more id has no prompt", "프롬프트가 없는 ID가 1개 더 있어요"),
    ("{} more ids have no prompt", "프롬프트가 없는 ID가 {}개 더 있어요"),
    ("there is no keyword data of this country", "이 국가의 키워드 데이터는 없어요"),
    (
        "the operator of this server has not set up keyword data of {}",
        "서버 운영자가 {} 키워드 데이터를 설정하지 않았어요",
    ),
    ("there is no such date", "없는 날짜예요"),
    ("there is no due time until then", "그 날짜까지 실행할 때가 없어요"),
    (
        "there is no such estimate, or it has expired. Estimate the run again",
        "없거나 기한이 지난 견적이에요. 실행의 견적을 다시 내 주세요",
    ),
    (
        "the prompt set has changed since the estimate. Estimate the run again",
        "견적을 낸 뒤에 프롬프트 세트가 바뀌었어요. 실행의 견적을 다시 내 주세요",
    ),
    ("the estimate is {} now. Show it to the user", "견적이 바뀌었어요. 사용자에게 새 견적을 보여 주세요: {}"),
    (
        "the address cannot be visited: it needs http or https, a host, no user name, and a port such as 443 or 8080",
        "방문할 수 없는 주소예요. http 또는 https, 호스트, 443이나 8080 같은 포트가 필요하고, 사용자 이름은 쓸 수 없어요",
    ),
    ("must be a public address", "인터넷에 공개된 주소여야 해요"),
    ("empty host", "호스트가 비어 있어요"),
    ("invalid port number", "포트 번호가 올바르지 않아요"),
    ("invalid domain character", "도메인에 쓸 수 없는 문자가 있어요"),
    ("invalid international domain name", "국제화 도메인 이름이 올바르지 않아요"),
    ("invalid IPv4 address", "IPv4 주소가 올바르지 않아요"),
    ("invalid IPv6 address", "IPv6 주소가 올바르지 않아요"),
    (
        "this server has no engine for {}. GET /models lists those it has",
        "이 서버에는 {}의 엔진이 없어요. GET /models에서 쓸 수 있는 모델을 볼 수 있어요",
    ),
    (
        "{} accepts prompts of at most {} characters; the prompt {} has {}",
        "{}에는 프롬프트를 {}자까지 보낼 수 있어요. 프롬프트 {}의 길이는 {}자예요",
    ),
    (
        "{} points, more than {}. Choose a longer interval or a shorter scope",
        "점이 {}개로, 최대 {}개보다 많아요. 더 긴 간격이나 더 짧은 기간을 골라 주세요",
    ),
    // What a tool adds, without the period
    ("{} has the ids", "ID는 {}에서 볼 수 있어요"),
    ("Try again in {} s", "{}초 뒤에 다시 시도해 주세요"),
    ("Empty, and so without effect: {}", "비어 있어서 쓰지 않은 인자: {}"),
    ("{} was read as one text. Send a list for several", "{}의 값을 하나로 읽었어요. 여러 개는 목록으로 보내 주세요"),
    ("Not filtered by {} and more, which this tool does not have", "이 도구에 없어서 쓰지 않은 인자: {} 등"),
    ("Not filtered by {}, which this tool does not have", "이 도구에 없어서 쓰지 않은 인자: {}"),
    ("Ignored arguments, which this tool does not have: {} and more", "이 도구에 없어서 쓰지 않은 인자: {} 등"),
    ("Ignored arguments, which this tool does not have: {}", "이 도구에 없어서 쓰지 않은 인자: {}"),
];

pub(super) fn in_korean(detail: &str) -> String {
    let (code, rest) = detail.strip_prefix(INVALID_ID).map_or(("", detail), |rest| (INVALID_ID, rest));
    let start = rest.find(": ").map_or(0, |colon| colon + 2);
    // A phrase without a field may have a colon, too.
    let translated = [start, 0].into_iter().find_map(|start| {
        let (field, phrase) = rest.split_at(start);
        let mut translations =
            PHRASES.iter().filter_map(|(english, korean)| Some(with_values(korean, &values(english, phrase)?)));
        translations.next().map(|phrase| format!("{code}{field}{phrase}"))
    });
    translated.unwrap_or_else(|| detail.to_owned())
}

/// The values of a text where `phrase` has `{}`. `None` if the text has another phrase.
fn values<'a>(phrase: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut parts = phrase.split("{}");
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut values = Vec::new();
    for part in parts {
        let end = if part.is_empty() { rest.len() } else { rest.find(part)? };
        values.push(&rest[..end]);
        rest = &rest[end + part.len()..];
    }
    rest.is_empty().then_some(values)
}

fn with_values(phrase: &str, values: &[&str]) -> String {
    let mut parts = phrase.split("{}");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for (value, part) in values.iter().zip(parts) {
        text.push_str(value);
        text.push_str(part);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_translated_with_its_values() {
        for (english, korean) in [
            ("limit: must be an integer from 1 to 100", "limit: 1에서 100까지의 정수여야 해요"),
            ("model: must be one of CHATGPT, CLAUDE", "model: 다음 중 하나여야 해요: CHATGPT, CLAUDE"),
            (
                "PLATFORM_INVALID_ID: prompts[1].promptSetID: an id must be 22 characters of 0-9, A-Z and a-z",
                "PLATFORM_INVALID_ID: prompts[1].promptSetID: ID는 0-9, A-Z, a-z로 이루어진 22자여야 해요",
            ),
            ("promptSetID", "promptSetID"),
            ("the run costs 2 credits, and the balance is 1", "실행에 2크레딧이 들고, 잔액은 1크레딧이에요"),
            ("keywords: a provider's words", "keywords: a provider's words"),
        ] {
            assert_eq!(in_korean(english), korean);
        }
    }

    #[test]
    fn a_translation_has_the_values_of_its_phrase() {
        for (english, korean) in PHRASES {
            assert_eq!(english.matches("{}").count(), korean.matches("{}").count(), "{english}");
            let text = english.replace("{}", "1");
            assert!(in_korean(&format!("a: {text}")).contains(&korean.replace("{}", "1")), "{english}");
        }
    }
}
