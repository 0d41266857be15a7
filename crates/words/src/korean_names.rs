//! Korean names: those that the dictionary tags as common nouns, and those that their last part identifies.

use crate::word_list::WordList;

static NAMES: WordList = WordList::new(include_str!("../lists/korean-names.txt"));

/// The cities and counties of Korea. The dictionary tags most of them as common nouns.
static CITIES: WordList = WordList::new(include_str!("../lists/korean-places.txt"));

/// The words that follow a city in the name of a place in it: `통영항`.
const PLACES: &[&str] = &["공항", "군", "대교", "시", "시장", "시청", "역", "중앙시장", "터미널", "항", "해수욕장"];

/// Names of makers and places. A word that begins with one is a name, too: `롯데리아`.
static NAME_STARTS: WordList = WordList::new(
    "
    강남 광주 구글 네이버 대구 대전 롯데 부산 삼성 서울 애플 에이스 연세 인천 제주 카카오 쿠팡 토스 한국 현대",
);

/// Last parts of the names of companies and institutions after a name: `카카오뱅크`.
static ORGANIZATIONS: WordList = WordList::new(
    "
    그룹 뱅크 병원 보험 생명 은행 전자 증권 카드 통신 텔레콤 항공 화재 대학교 대학 마켓 침대 커피 자동차 제약 건설
    물산 백화점 마트 시장 공항",
);

/// Kinds of companies whose names end with the kind, and what precedes it when the word is not a name: `저축은행`.
const COMPANIES: &[(&str, &[&str])] = &[
    ("은행", &["국책", "문제", "민간", "상업", "시중", "외국계", "인터넷", "저축", "중앙", "지방", "투자", "혈액"]),
    ("증권", &["상장", "수익", "예탁", "유가", "투자"]),
    ("생명", &["새", "소", "인공"]),
    ("대학교", &["공립", "국립", "사립", "여자", "전문"]),
    ("유업", &[]),
    ("제과", &["수제"]),
    ("텔레콤", &[]),
    ("캐피탈", &["벤처"]),
];

/// Whether a word is the name of a company by its last part: `농협은행`.
pub(crate) fn is_company(word: &str) -> bool {
    COMPANIES.iter().any(|(kind, ordinary)| {
        word.strip_suffix(kind).is_some_and(|name| name.chars().nth(1).is_some() && !ordinary.contains(&name))
    })
}

/// Whether a word is a city or a county, or a place that is named after it.
fn is_korean_place(word: &str) -> bool {
    let is_city = |word: &str| CITIES.contains(word);
    is_city(word) || PLACES.iter().any(|place| word.strip_suffix(place).is_some_and(is_city))
}

/// Whether a word is a known name, or the name of a place or organization that begins with one.
pub(crate) fn is_known_name(word: &str) -> bool {
    let is_organization = |rest: &str| ORGANIZATIONS.contains(rest);
    NAMES.contains(word)
        || is_korean_place(word)
        || NAME_STARTS.any(|start| word == start || word.strip_prefix(start).is_some_and(is_organization))
}

/// Whether a word ends like the name of an organization: `한빛은행`.
pub(crate) fn ends_like_organization(word: &str) -> bool {
    ORGANIZATIONS.any(|end| word.len() > end.len() && word.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bank_with_a_name_is_a_company_and_a_kind_of_bank_is_none() {
        assert!(["농협은행", "한빛증권"].into_iter().all(is_company));
        assert!(!["저축은행", "은행", "유가증권", "새생명"].into_iter().any(is_company));
    }

    #[test]
    fn a_city_and_its_station_are_places_and_an_ordinary_word_is_none() {
        assert!(["통영", "통영항", "전주역", "서귀포시"].into_iter().all(is_korean_place));
        assert!(!["예산", "음성", "음성군청사", "시장", "역"].into_iter().any(is_korean_place));
    }

    #[test]
    fn an_institution_is_a_name_only_after_a_name() {
        assert!(is_known_name("카카오뱅크") && is_known_name("서울"));
        assert!(!is_known_name("교통카드") && !is_known_name("서울말"));
    }
}
