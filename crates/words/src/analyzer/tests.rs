use proptest::prelude::*;

use super::*;
use crate::nouns::{NounKind, TOKENS_MAX};
use crate::script::TOKEN_CHARS_MAX;

fn nouns(text: &str, language: Option<Language>) -> Vec<(String, Language, NounKind, u32)> {
    let nouns = Analyzer::default().nouns(text, language);
    nouns.into_iter().map(|noun| (noun.text, noun.language, noun.kind, noun.count)).collect()
}

fn korean(word: &str, count: u32) -> (String, Language, NounKind, u32) {
    (word.to_owned(), Language::Korean, NounKind::Common, count)
}

fn english(word: &str, kind: NounKind, count: u32) -> (String, Language, NounKind, u32) {
    (word.to_owned(), Language::English, kind, count)
}

#[test]
fn nouns_are_sorted_by_count_and_then_by_text() {
    let text = "이어폰은 착용감이 중요하다. 착용감에서 AirPods를 Nurio와 비교";
    let all = [
        korean("착용감", 2),
        english("AirPods", NounKind::Proper, 1),
        english("Nurio", NounKind::Proper, 1),
        korean("비교", 1),
        korean("이어폰", 1),
    ];
    assert_eq!(nouns(text, None), all);
    assert_eq!(nouns(text, Some(Language::English)), all[1..3]);
    assert_eq!(nouns(text, Some(Language::Korean)), [all[0].clone(), all[3].clone(), all[4].clone()]);
}

#[test]
fn nouns_ignore_decomposition_and_web_addresses() {
    assert_eq!(nouns("\u{1110}\u{1166}\u{1109}\u{1173}\u{1110}\u{1173}", None), [korean("테스트", 1)]);
    assert_eq!(nouns("[[1]](https://nurio.example/Reviews/Q7)", None), []);
}

#[test]
fn tokens_are_folded_unique_and_sorted() {
    assert_eq!(Analyzer::default().tokens("착용감은 NURIO, Nurio와 LED 착용감"), ["led", "nurio", "착용감"]);
}

#[test]
fn tokens_are_limited_in_number_and_length() {
    let many: String = (0..600_u32)
        .map(|number| {
            let syllable = |index: u32| char::from_u32(0xac00 + index).unwrap();
            format!("{}{}꽃 ", syllable(number % 37), syllable(number / 37))
        })
        .collect();
    assert_eq!(Analyzer::default().tokens(&many).len(), TOKENS_MAX);
    let longest = "꽃".repeat(TOKEN_CHARS_MAX);
    assert_eq!(Analyzer::default().tokens(&format!("{longest} {longest}꽃")), [longest]);
}

proptest! {
    #[test]
    fn any_text_can_be_analyzed(text in "(\\PC|[가-힣]{1,9}|[A-Za-z0-9'’&.\\-]{1,9}|\\s){0,60}") {
        for noun in Analyzer::default().nouns(&text, None) {
            prop_assert!(noun.count > 0 && noun.text.chars().count() > 1);
        }
    }
}
