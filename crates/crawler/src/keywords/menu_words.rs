//! Words of menus, footers and buttons. Nobody searches for them to find a site, so a keyword that has only such words is left out.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Korean words, without spaces: of buttons and menus, of help, of footers, and formulas.
const KOREAN: &str = "
    로그인 로그아웃 회원가입 회원 가입 가입하기 마이페이지 내정보 장바구니 관심상품 찜 찜하기 위시리스트 주문조회
    주문배송조회 배송조회 주문내역 최근본상품 메뉴 전체메뉴 메뉴열기 메뉴닫기 전체보기 더보기 자세히 자세히보기
    바로가기 본문 본문바로가기 처음으로 홈으로 이전 이전글 다음글 목록 목록보기 맨위로 위로 닫기 열기 펼치기 접기 검색
    검색어 통합검색 검색하기 공유 공유하기 인쇄 인쇄하기 다운로드 구독하기 좋아요 댓글 조회수 작성자 작성일 등록일 홈
    홈페이지 사이트맵 언어 한국어 영어 오늘하루 팝업 비밀번호 아이디 아이디찾기 비밀번호찾기
    공지 공지사항 자주묻는질문 문의 문의하기 문의사항 고객문의 제휴문의 상담 상담문의 상담신청 고객센터 고객지원 안내
    이용안내 이용가이드 게시판 자료실 전화 대표전화 대표번호 이메일 메일 팩스 운영시간 상담시간 점심시간 휴무 오시는길
    찾아오시는길 회사소개 인재채용 채용정보 뉴스레터
    이용약관 약관 개인정보 개인정보처리방침 개인정보취급방침 처리방침 청소년보호정책 이메일무단수집거부 무단수집거부
    책임 법적고지 저작권 저작권자 무단전재 재배포 재배포금지 사업자등록번호 사업자번호 사업자정보 사업자정보확인
    사업자 등록번호 통신판매업신고 통신판매업신고번호 통신판매업 신고번호 통신판매번호 대표이사 대표자 대표 상호
    상호명 주소 호스팅제공 호스팅 개인정보보호책임자 개인정보관리책임자 보호책임자 개인정보책임자 구매안전서비스
    에스크로 쿠키 쿠키설정 동의 동의하기
    감사 안녕 죄송 주식회사";

/// English words, in small letters.
const ENGLISH: &str = "
    login log logout sign signup register account cart checkout wishlist menu home homepage search sitemap skip
    content navigation close open toggle share print download subscribe newsletter learn read more view details next
    previous back top faq faqs help support contact contacts about career careers press privacy policy policies terms
    condition conditions service use legal notice disclaimer cookie cookies settings preferences accept accessibility
    copyright rights reserved inc ltd co corp llc tel fax email e-mail address phone ceo facebook instagram twitter
    youtube linkedin language english korean click here page";

static WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| KOREAN.split_whitespace().chain(ENGLISH.split_whitespace()).collect());

/// Whether a keyword has only words of menus, footers and buttons.
pub(super) fn is_menu(keyword: &str) -> bool {
    let joined: String = keyword.split(' ').collect();
    let is_word = |word: &str| WORDS.contains(word.to_lowercase().as_str());
    is_word(&joined) || keyword.split(' ').all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_keywords_without_another_word_are_of_a_menu() {
        for keyword in
            ["로그인", "개인정보 처리방침", "오시는 길", "Privacy Policy", "회원 가입 문의", "찾아 오시는 길"]
        {
            assert!(is_menu(keyword), "{keyword}");
        }
        for keyword in ["간편 로그인 솔루션", "이어폰", "policy loan", "누리오 고객센터"] {
            assert!(!is_menu(keyword), "{keyword}");
        }
    }
}
