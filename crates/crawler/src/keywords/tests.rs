use proptest::prelude::*;

use super::*;
use crate::page::TextBlock;

fn page(title: &str, blocks: &[&str]) -> PageText {
    let block =
        |text: &&str| TextBlock { text: text.trim_start_matches('#').to_owned(), is_heading: text.starts_with('#') };
    PageText { title: title.to_owned(), blocks: blocks.iter().map(block).collect() }
}

fn found(pages: &[PageText]) -> Vec<KeywordCandidate> {
    let pages: Vec<&PageText> = pages.iter().collect();
    keyword_candidates(&Analyzer::default(), &pages)
}

fn keywords(pages: &[PageText]) -> Vec<String> {
    found(pages).into_iter().map(|candidate| candidate.keyword).collect()
}

#[test]
fn recurring_phrases_rank_before_their_words() {
    let pages = [
        page("", &["무선 이어폰을 고릅니다.", "이번 무선 이어폰은 가볍습니다.", "배터리를 봅니다."]),
        page("", &["새로 나온 무선 이어폰", "노이즈 캔슬링은 한 번만 나옵니다."]),
    ];
    let all = keywords(&pages);
    assert_eq!(all[0], "무선 이어폰");
    assert!(!all.contains(&"무선".to_owned()) && !all.contains(&"이어폰".to_owned()), "never alone: {all:?}");
    assert!(!all.contains(&"노이즈 캔슬링".to_owned()) && all.contains(&"배터리".to_owned()), "{all:?}");
}

#[test]
fn a_phrase_in_a_title_needs_no_second_occurrence() {
    let all = keywords(&[page("노이즈 캔슬링 이어폰 | 누리오", &["#착용감 비교"])]);
    assert_eq!(all[0], "노이즈 캔슬링 이어폰");
    assert!(all.contains(&"착용감 비교".to_owned()) && all.contains(&"누리오".to_owned()), "{all:?}");
}

#[test]
fn english_phrases_end_in_a_noun_and_at_punctuation() {
    let pages = [page(
        "",
        &[
            "We make noise cancelling earbuds for the commute.",
            "Our noise cancelling earbuds last.",
            "The earbuds, cases and cables.",
        ],
    )];
    let all = keywords(&pages);
    assert_eq!(all[0], "noise cancelling earbuds");
    assert!(all.contains(&"earbuds".to_owned()), "{all:?}");
    assert!(!all.iter().any(|keyword| keyword.contains("earbuds cases") || keyword.starts_with("our")), "{all:?}");
}

#[test]
fn spellings_that_differ_in_spaces_and_case_are_one_keyword() {
    let pages = [page("", &["무선이어폰", "무선 이어폰", "무선 이어폰은 AirPods", "AirPods를", "airpods와"])];
    let all = keywords(&pages);
    assert!(all.contains(&"무선 이어폰".to_owned()) && !all.contains(&"무선이어폰".to_owned()), "{all:?}");
    assert!(all.contains(&"AirPods".to_owned()) && !all.contains(&"airpods".to_owned()), "{all:?}");
}

#[test]
fn a_line_on_every_page_counts_once() {
    let menu = ["고객센터 안내", "기획전"];
    let pages: Vec<PageText> = ["이어폰", "헤드폰", "스피커"]
        .map(|thing| {
            page(&format!("{thing} | 누리오"), &[menu[0], menu[1], &format!("{thing} 추천"), &format!("{thing}은")])
        })
        .to_vec();
    let all = found(&pages);
    let rank = |keyword: &str| all.iter().position(|candidate| candidate.keyword == keyword).unwrap();
    for thing in ["이어폰", "헤드폰", "스피커"] {
        assert!(rank(thing) < rank("기획전") && rank(thing) < rank("누리오"), "{all:?}");
    }
    assert_eq!(all[rank("기획전")].sources.iter().map(|source| source.page).collect::<Vec<_>>(), [0]);
}

#[test]
fn words_of_menus_and_footers_are_no_keywords() {
    let menu = ["로그인", "회원가입", "장바구니", "고객센터", "이용약관 개인정보처리방침", "Privacy Policy"];
    let footer = "사업자등록번호 000-00-00000 통신판매업신고 대표이사 홍길동";
    let mut blocks = vec!["#무선 이어폰", "착용감이 좋은 무선 이어폰입니다."];
    blocks.extend(menu);
    blocks.push(footer);
    let all = keywords(&[page("누리오 | 로그인", &blocks)]);
    assert_eq!(all[0], "무선 이어폰");
    let of_menu =
        ["로그인", "회원가입", "장바구니", "고객센터", "이용약관", "개인정보처리방침", "사업자등록번호", "대표이사"];
    assert!(!all.iter().any(|keyword| of_menu.contains(&keyword.as_str()) || keyword.contains("Policy")), "{all:?}");
}

#[test]
fn a_word_with_a_particle_or_a_verb_is_no_keyword_of_its_own() {
    let all = keywords(&[page(
        "",
        &[
            "롯데마트가 문을 열었다. 롯데마트는 크다. 롯데마트",
            "효율을 극대화한다는 말. 효율을 극대화한다.",
            "감사합니다만 아닙니다. 감사합니다.",
            "품질을 극대화하여 추천합니다만",
        ],
    )]);
    assert!(all.contains(&"롯데마트".to_owned()) && all.contains(&"극대화".to_owned()), "{all:?}");
    for form in
        ["롯데마트가", "극대화한다", "극대화한다는", "감사합니다만", "감사합니다", "감사", "극대화하여", "추천합니다만"]
    {
        assert!(!all.iter().any(|keyword| keyword.split(' ').any(|word| word == form)), "{form}: {all:?}");
    }
}

#[test]
fn sources_are_pages_in_order_with_sentences_but_without_titles() {
    let pages = [
        page("착용감", &["착용감이 좋아요. 음질은 몰라요.", "착용감이 좋아요."]),
        page("", &["음질만 봅니다."]),
        page("착용감", &["https://a.example/착용감 참고", "편한 착용감! 정말요."]),
    ];
    let all = found(&pages);
    let fit = all.iter().find(|candidate| candidate.keyword == "착용감").unwrap();
    let source =
        |page, contexts: &[&str]| CandidateSource { page, contexts: contexts.iter().map(|&c| c.to_owned()).collect() };
    assert_eq!(fit.sources, [source(0, &["착용감이 좋아요."]), source(2, &["편한 착용감!"])]);
}

#[test]
fn contexts_and_keywords_are_limited_in_number() {
    let syllable = |index: usize| char::from_u32(0xac00 + u32::try_from(index).unwrap()).unwrap();
    let blocks: Vec<String> = (0..600)
        .map(|number| format!("꽃{}{}꽃 착용감 {number}", syllable(number % 29), syllable(number / 29)))
        .collect();
    let pages = [page("", &blocks.iter().map(String::as_str).collect::<Vec<_>>())];
    let all = found(&pages);
    assert_eq!(all.len(), KEYWORDS_MAX);
    assert_eq!((all[0].keyword.as_str(), all[0].sources[0].contexts.len()), ("착용감", CONTEXTS_MAX));
}

#[test]
fn no_pages_have_no_keywords() {
    assert_eq!(found(&[]), []);
    assert_eq!(found(&[page("", &[])]), []);
}

proptest! {
    #[test]
    fn any_page_has_valid_candidates(
        texts in proptest::collection::vec("(\\PC|[가-힣]{1,9}|[A-Za-z0-9'’&.\\-]{1,9}|https?://[a-z가/?]{1,9}| ){0,60}", 0..6),
    ) {
        let pages: Vec<PageText> = texts.iter().map(|text| page(text, &[text, "무선 이어폰", text])).collect();
        let all = found(&pages);
        for candidate in &all {
            let letters = candidate.keyword.chars().count();
            prop_assert!(letters > 1 && letters <= KEYWORD_CHARS_MAX && !candidate.sources.is_empty());
            prop_assert!(candidate.sources.is_sorted_by(|one, next| one.page < next.page));
            let mut contexts = candidate.sources.iter().flat_map(|source| &source.contexts);
            prop_assert!(contexts.all(|context| context.chars().count() <= CONTEXT_CHARS_MAX));
        }
        prop_assert_eq!(all, found(&pages));
    }
}
