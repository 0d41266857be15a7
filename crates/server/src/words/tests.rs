use answerdeck_api::limits::TOKEN_MAX;
use answerdeck_api::{NounTag, TextLanguage, WordLanguage};
use proptest::prelude::*;

use super::*;

fn nouns(text: &str, language: TextLanguage) -> Vec<(String, WordLanguage, NounTag, u32)> {
    let nouns = Words::default().nouns(text, language);
    nouns.into_iter().map(|noun| (noun.word, noun.lang, noun.tag, noun.frequency)).collect()
}

fn korean(word: &str, frequency: u32) -> (String, WordLanguage, NounTag, u32) {
    (word.to_owned(), WordLanguage::Korean, NounTag::Common, frequency)
}

fn english(word: &str, tag: NounTag, frequency: u32) -> (String, WordLanguage, NounTag, u32) {
    (word.to_owned(), WordLanguage::English, tag, frequency)
}

#[test]
fn the_most_frequent_come_first_and_then_the_letters_decide() {
    let text = "이어폰은 착용감이 중요하다. 착용감에서 AirPods를 Nurio와 비교";
    let all = [
        korean("착용감", 2),
        english("AirPods", NounTag::Proper, 1),
        english("Nurio", NounTag::Proper, 1),
        korean("비교", 1),
        korean("이어폰", 1),
    ];
    assert_eq!(nouns(text, TextLanguage::Auto), all);
    assert_eq!(nouns(text, TextLanguage::English), all[1..3]);
    assert_eq!(nouns(text, TextLanguage::Korean), [all[0].clone(), all[3].clone(), all[4].clone()]);
}

#[test]
fn decomposed_hangul_and_addresses_change_nothing() {
    assert_eq!(nouns("\u{1110}\u{1166}\u{1109}\u{1173}\u{1110}\u{1173}", TextLanguage::Auto), [korean("테스트", 1)]);
    assert_eq!(nouns("[[1]](https://nurio.example/Reviews/Q7)", TextLanguage::Auto), []);
}

#[test]
fn tokens_pass_over_case_and_stand_once_in_order() {
    assert_eq!(Words::default().tokens("착용감은 NURIO, Nurio와 LED 착용감"), ["led", "nurio", "착용감"]);
}

#[test]
fn a_text_has_so_many_tokens_at_most_and_none_is_long() {
    let many: String = (0..600_u32)
        .map(|number| {
            let syllable = |part: u32| char::from_u32(0xac00 + part).unwrap();
            format!("{}{}꽃 ", syllable(number % 37), syllable(number / 37))
        })
        .collect();
    assert_eq!(Words::default().tokens(&many).len(), TOKENS_MAX);
    let long = "꽃".repeat(TOKEN_MAX);
    assert_eq!(Words::default().tokens(&format!("{long} {long}꽃")), [long]);
}

proptest! {
    #[test]
    fn no_text_is_too_strange(text in "(\\PC|[가-힣]{1,9}|[A-Za-z0-9'’&.\\-]{1,9}|\\s){0,60}") {
        for noun in Words::default().nouns(&text, TextLanguage::Auto) {
            prop_assert!(noun.frequency > 0 && noun.word.chars().count() > 1);
        }
    }
}
