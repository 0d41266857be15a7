//! Questions that a customer may ask about the products of a site, from its keywords.

use answerdeck_api::{Brand, SiteKeyword, SiteKeywordAnalysis};

use crate::language::{Language, is_korean};
use crate::letter_case::lower_case;
use crate::locale::texts_in;
use crate::untrusted::quotation;

const QUESTIONS_MAX: usize = 5;
/// The number of wordings of a question.
const WORDINGS: usize = 4;
const QUOTED_CHARS_MAX: usize = 60;

/// Words of how products are sold and cared for, in small letters. A keyword with one of them names no product.
const SERVICES: &str = "as a/s 무상 유상 배송 배송비 반품 교환 환불 리콜 안내 고객 문의 지원 보증 기간 가격 비용 할인 쿠폰 이벤트 혜택 \
    구매 주문 매장 판매처 후기 리뷰 추천 비교 방법 설명서 청소 교체 수리 고장 분실 접수 사양 구성품 업데이트 소식 소개 채용 제품 상품 공식 \
    after-sales price prices pricing warranty warranties shipping delivery return returns refund refunds recall customer customers \
    support repair repairs cleaning replacement update updates spec specs specifications review reviews guide manual sale sales \
    discount discounts coupon coupons order orders news blog official product products";

/// Words that a product follows, in small letters.
const ADJECTIVES: &str = "무선 유선 캔슬링 wireless wired cancelling canceling";

/// The questions in a language, the best first. One that names the brand would say nothing about how often answers mention it by
/// themselves.
pub(super) fn questions(analysis: &SiteKeywordAnalysis, brand: &Brand, language: Language) -> Vec<String> {
    let names: Vec<String> = brand.names().map(|name| lower_case(name)).collect();
    let is_product = |keyword: &&SiteKeyword| {
        let folded = lower_case(&keyword.keyword);
        let is_korean = is_korean(&folded);
        keyword.source_url_count >= analysis.processed_pages.min(2)
            && is_korean == (language == Language::Korean)
            // A single English word is rarely a kind of product.
            && (is_korean || folded.contains(' '))
            && !names.iter().any(|name| folded.contains(name.as_str()))
            // As the names of models have.
            && !folded.contains(|letter: char| letter.is_ascii_digit())
            && !folded.split(' ').any(|word| has(SERVICES, word))
            && !folded.rsplit(' ').next().is_some_and(|last| has(ADJECTIVES, last))
    };
    let mut found: Vec<&SiteKeyword> = analysis.keywords.iter().filter(is_product).collect();
    // Several words say more precisely what is asked for.
    let is_phrase = |keyword: &&SiteKeyword| keyword.keyword.contains(' ');
    if found.iter().any(is_phrase) {
        found.retain(is_phrase);
    }
    // What the site is about is on most of its pages.
    let pages = |keyword: &SiteKeyword| u64::from(keyword.source_url_count);
    let most = found.iter().copied().map(pages).max().unwrap_or_default();
    let mut chosen: Vec<(String, String)> = Vec::new();
    for keyword in found.into_iter().filter(|&keyword| 4 * pages(keyword) >= 3 * most) {
        let (text, folded) = (quotation(&keyword.keyword, QUOTED_CHARS_MAX), lower_case(&keyword.keyword));
        let is_similar = chosen.iter().any(|(_, other)| other.contains(&folded) || folded.contains(other.as_str()));
        if !text.is_empty() && !is_similar {
            chosen.push((text, folded));
        }
    }
    let question = texts_in(language).setup().question;
    let chosen = &chosen;
    let of_round = move |round| chosen.iter().enumerate().map(move |(at, (keyword, _))| question(at + round, keyword));
    (0..WORDINGS).flat_map(of_round).take(QUESTIONS_MAX).collect()
}

fn has(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|other| other == word)
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json};

    use super::*;

    fn suggested(keywords: &[(&str, u32)], language: Language) -> Vec<String> {
        let keyword = |(keyword, pages): &(&str, u32)| json!({ "keyword": keyword, "sourceURLCount": pages });
        let keywords: Vec<_> = keywords.iter().map(keyword).collect();
        let analysis = json!({ "id": "0".repeat(22), "processedPages": 6, "keywords": keywords });
        let brand = json!({ "id": "0".repeat(22), "name": "Nurio", "synonyms": ["누리오"] });
        questions(&from_value(analysis).unwrap(), &from_value(brand).unwrap(), language)
    }

    /// The keywords of the demo's Nurio, in their order.
    const NURIO: &[(&str, u32)] = &[
        ("무선 이어폰", 4),
        ("누리오 에어", 4),
        ("이어폰", 4),
        ("Nurio Air", 3),
        ("wireless earbuds", 3),
        ("무선", 4),
        ("노이즈 캔슬링 무선", 2),
        ("캔슬링 무선 이어폰", 2),
        ("이어폰 청소 방법", 2),
        ("이어폰 AS 안내", 2),
        ("노이즈 캔슬링", 2),
        ("AS", 3),
        ("케이스", 3),
        ("noise cancelling", 2),
        ("무상 AS", 2),
        ("한쪽만", 3),
        ("ear tips", 2),
        ("small ears", 2),
        ("price", 2),
    ];

    #[test]
    fn questions_are_about_the_products_of_most_pages_in_the_language_of_the_console() {
        assert_eq!(
            suggested(NURIO, Language::Korean),
            [
                "무선 이어폰 추천해 줘",
                "무선 이어폰 고를 때 뭘 봐야 해?",
                "요즘 인기 있는 무선 이어폰 알려 줘",
                "무선 이어폰 비교해 줘"
            ]
        );
        assert_eq!(
            suggested(NURIO, Language::English),
            [
                "Which wireless earbuds would you recommend?",
                "How do I choose the right wireless earbuds?",
                "Which wireless earbuds do most people buy?",
                "Which wireless earbuds should I buy, and which should I avoid?"
            ]
        );
    }

    #[test]
    fn several_products_take_turns_and_there_are_five_questions_at_most() {
        let questions = suggested(&[("racing shoe", 5), ("trail shoe", 4), ("running socks", 3)], Language::English);
        assert_eq!(
            questions,
            [
                "Which racing shoe would you recommend?",
                "How do I choose the right trail shoe?",
                "How do I choose the right racing shoe?",
                "Which trail shoe do most people buy?",
                "Which racing shoe do most people buy?"
            ]
        );
    }

    #[test]
    fn a_single_korean_word_is_asked_about_without_phrases_only() {
        let questions = suggested(&[("이어폰", 3), ("earbuds", 3), ("무상", 3), ("가격", 3)], Language::Korean);
        assert_eq!(questions.first().map(String::as_str), Some("이어폰 추천해 줘"));
        assert!(questions.iter().all(|question| question.contains("이어폰")), "{questions:?}");
        assert!(suggested(&[("noise", 3), ("Q7 earbuds", 3), ("ear tips", 1)], Language::English).is_empty());
    }

    #[test]
    fn hidden_characters_of_a_keyword_are_visible() {
        let questions = suggested(&[("a\u{202E}b c", 2), (" ", 2)], Language::English);
        assert_eq!(questions[0], "Which a[U+202E]b c would you recommend?");
        assert!(questions.iter().all(|question| question.contains("[U+202E]")), "{questions:?}");
    }
}
