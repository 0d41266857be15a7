//! Korean nouns that searches write after the name of a brand without a space: `나이키운동화추천`.
//!
//! All letters up to the next space must be nouns of the list, and particles. A noun that makes the name of another company is not in
//! it: 카드, 전자, 은행, 자동차, 백화점, 우유, 타이어. So is one of one syllable, which can end another word.

use super::letter::{Kind, kind};
use super::particles::are_particles;

/// The nouns, separated by |. The first line is what people ask about any brand.
const NOUNS: &str = "\
    추천|순위|인기순위|후기|리뷰|사용후기|구매후기|평가|평점|비교|차이|차이점|장단점|장점|단점|가격|가격비교|최저가|정가|할인|할인코드|\
    쿠폰|세일|이벤트|행사|신상|신제품|신상품|인기|종류|모델|라인업|사이즈|사이즈표|색상|정품|가품|중고|구매|구입|판매|파는곳|매장|매장위치|\
    본사|지점|위치|온라인|오프라인|공식몰|공식|홈페이지|사이트|쇼핑몰|고객센터|전화번호|영업시간|예약|주문|배송|배달|반품|교환|환불|취소|\
    수리|설치|사용법|설명서|서비스|회원|가입|탈퇴|해지|로그인|수수료|이자|금리|대출|적금|예금|통장|계좌|송금|결제|주가|주식|배당|실적|\
    채용|연봉|면접|인턴|복지|브랜드|제품|상품|상품권|기프트카드|선물|선물세트|베스트|멤버십|요금|요금제|구독|\
    남자|여자|남성|여성|아동|키즈|주니어|성인|학생|대학생|직장인|커플|여름|겨울|봄가을|\
    신발|운동화|러닝화|축구화|농구화|등산화|스니커즈|구두|부츠|샌들|슬리퍼|양말|가방|백팩|지갑|모자|의류|티셔츠|셔츠|바지|청바지|치마|\
    원피스|코트|패딩|재킷|자켓|점퍼|니트|후드티|맨투맨|속옷|레깅스|트레이닝복|운동복|수영복|선글라스|안경|시계|반지|목걸이|귀걸이|\
    화장품|로션|크림|선크림|쿠션|파운데이션|립스틱|틴트|향수|샴푸|린스|트리트먼트|바디워시|치약|칫솔|마스크팩|세럼|에센스|토너|클렌징폼|\
    스마트폰|핸드폰|휴대폰|노트북|컴퓨터|태블릿|모니터|키보드|마우스|이어폰|무선이어폰|헤드폰|스피커|충전기|보조배터리|케이스|카메라|티비|\
    냉장고|김치냉장고|세탁기|건조기|청소기|로봇청소기|무선청소기|에어컨|공기청정기|정수기|가습기|제습기|선풍기|전자레인지|에어프라이어|\
    오븐|밥솥|식기세척기|안마의자|드라이기|고데기|면도기|매트리스|소파|의자|책상|이불|베개|커튼|조명|텐트|캠핑용품|유모차|카시트|기저귀|\
    분유|장난감|사료|간식|영양제|비타민|유산균|전기차|중고차|전동칫솔|캡슐|텀블러";

/// The maximum number of letters after a name that are compared. Longer ones are no search.
const LETTERS_MAX: usize = 24;

/// Whether the letters at the start of a folded text are nouns, and particles after them, up to the end of the word.
pub(super) fn are_search_nouns(text: &str) -> bool {
    let length = text.find(|letter: char| kind(letter) != Kind::Hangul).unwrap_or(text.len());
    let word = &text[..length];
    if word.is_empty() || word.chars().nth(LETTERS_MAX).is_some() {
        return false;
    }
    // Where nouns from the start on can end.
    let mut ends = vec![0];
    let mut at = 0;
    while let Some(end) = ends.get(at).copied() {
        let rest = &word[end..];
        let is_over =
            rest.is_empty() || word[..end].chars().next_back().is_some_and(|last| are_particles(last, &text[end..]));
        if end > 0 && is_over {
            return true;
        }
        for noun in NOUNS.split('|').filter(|noun| rest.starts_with(noun)) {
            let next = end + noun.len();
            if !ends.contains(&next) {
                ends.push(next);
            }
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_noun_is_there_once_and_has_two_syllables() {
        let mut nouns: Vec<&str> = NOUNS.split('|').collect();
        assert!(
            nouns
                .iter()
                .all(|noun| noun.chars().count() > 1 && noun.chars().all(|letter| kind(letter) == Kind::Hangul))
        );
        let count = nouns.len();
        nouns.sort_unstable();
        nouns.dedup();
        assert_eq!(nouns.len(), count);
    }

    #[test]
    fn only_whole_nouns_count() {
        for text in ["운동화추천", "신발", "운동화를 사", "청소기후기는", "운동화추천해주세요"]
        {
            assert!(are_search_nouns(text) == (text != "운동화추천해주세요"), "{text}");
        }
        for text in ["", " 신발", "트", "트추천", "적인", "망고추천", "카드", "신발장", "신발".repeat(20).as_str()]
        {
            assert!(!are_search_nouns(text), "{text}");
        }
    }
}
