use proptest::prelude::*;

use super::*;
use crate::nouns::{NounKind, TOKENS_MAX};
use crate::script::TOKEN_CHARS_MAX;
use crate::steps;

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
    assert_eq!(Analyzer::default().tokens("착용감은 NURIO, Nurio와 LED 착용감", &[]), ["led", "nurio", "착용감"]);
}

#[test]
fn tokens_are_limited_in_number_and_length() {
    let many: String = (0..600_u32)
        .map(|number| {
            let syllable = |index: u32| char::from_u32(0xac00 + index).unwrap();
            format!("{}{}꽃 ", syllable(number % 37), syllable(number / 37))
        })
        .collect();
    assert_eq!(Analyzer::default().tokens(&many, &[]).len(), TOKENS_MAX);
    let longest = "꽃".repeat(TOKEN_CHARS_MAX);
    assert_eq!(Analyzer::default().tokens(&format!("{longest} {longest}꽃"), &[]), [longest]);
}

#[test]
fn a_token_is_a_name_and_each_of_its_standalone_parts() {
    let tokens = Analyzer::default().tokens("We tried Louis Vuitton and New Balance.", &[]);
    assert_eq!(tokens, ["louis", "louis vuitton", "new balance", "vuitton"]);
}

#[test]
fn a_name_with_a_number_stays_whole_between_korean_words() {
    let tokens = Analyzer::default().tokens("저는 Nurio Air 2와 Q7을 2시간 썼습니다. 16GB", &[]);
    assert_eq!(tokens, ["air 2", "nurio", "q7"]);
}

/// The tokens of a text whose names are known: each name where the text first has it.
fn tokens_with(text: &str, names: &[&str]) -> Vec<String> {
    let tokens: Vec<Vec<String>> = names.iter().map(|name| vec![(*name).to_owned()]).collect();
    let mut known: Vec<KnownName<'_>> = names
        .iter()
        .zip(&tokens)
        .map(|(name, tokens)| {
            let start = text.find(name).unwrap();
            KnownName { place: start..start + name.len(), tokens }
        })
        .collect();
    known.sort_by_key(|name| name.place.start);
    Analyzer::default().tokens(text, &known)
}

#[test]
fn a_known_name_is_one_token_without_its_parts() {
    assert_eq!(tokens_with("Louis Vuitton is louder.", &["Louis Vuitton"]), ["louis vuitton"]);
    assert_eq!(tokens_with("누리오 에어의 착용감", &["누리오 에어"]), ["누리오 에어", "착용감"]);
    assert_eq!(tokens_with("Dr. Martens makes boots.", &["Dr. Martens"]), ["boots", "dr. martens"]);
    assert_eq!(tokens_with("orange is a color", &["orange"]), ["color", "orange"]);
    assert_eq!(tokens_with("뷔페보다 뷔", &["뷔"]), ["뷔"]);
}

#[test]
fn a_known_name_does_not_change_the_words_around_it() {
    let english = "Nurio Air 2 beats Sony in battery life.";
    let found = ["air 2", "battery", "life", "nurio", "sony"];
    assert_eq!(tokens_with(english, &[]), found);
    assert_eq!(tokens_with(english, &["Nurio"]), found);
    assert_eq!(tokens_with(english, &["Nurio", "Sony"]), found);
    let korean = "누리오까지는 타브린 Q7을 비교했다";
    assert_eq!(tokens_with(korean, &["누리오", "타브린"]), ["q7", "누리오", "비교", "타브린"]);
    assert_eq!(
        tokens_with("Nongshim’s shoes and Nurio-style cups", &["Nongshim", "Nurio"]),
        ["cups", "nongshim", "nurio", "shoes", "style"]
    );
}

#[test]
fn a_longer_name_counts_in_addition_to_the_known_one() {
    let text = "We tried Galaxy Buds Pro and Samsung Electronics.";
    assert_eq!(
        tokens_with(text, &["Galaxy Buds", "Samsung"]),
        ["galaxy buds", "galaxy buds pro", "samsung", "samsung electronics"]
    );
}

#[test]
fn known_names_come_before_more_frequent_nouns() {
    let nouns: String = (0..600).map(|number| format!("Krevo{number} Krevo{number}, ")).collect();
    let tokens = tokens_with(&format!("{nouns} nurio"), &["nurio"]);
    assert!(tokens.len() == TOKENS_MAX && tokens.contains(&"nurio".to_owned()));
}

#[test]
fn a_long_text_in_capitals_has_no_long_names() {
    let nouns = nouns(&"NURIO TAVRIN ".repeat(1_000), None);
    assert!(!nouns.is_empty() && nouns.iter().all(|(word, ..)| word.split(' ').count() <= 6));
}

#[test]
fn a_text_of_numbers_has_no_nouns() {
    assert_eq!(nouns(&"1 ".repeat(50_000), None), []);
}

#[test]
fn a_hostile_text_of_double_length_costs_twice_as_much() {
    let parts = "\
        누리오이어폰을|nurio|가|A|가a나B|에서는 은 |에서는은|Nurio's |Nurio, |NURIO Air |Nurio and |ships |the |a-|Q7 |\
        1 |Best |not |tracks, |+|C++|.a|'s|\u{f0000}|누리오|지한 |0123456789|e\u{301}\u{323}|\
        \u{1112}\u{1161}\u{11ab} |😀👩\u{200d}👧|미카로 |a.co.kr/b ";
    for part in parts.split('|') {
        let cost = |times: usize| {
            let text = part.repeat(times);
            steps::counted(|| drop(Analyzer::default().nouns(&text, None)))
        };
        let (single, double) = (cost(2_000), cost(4_000));
        assert!(single > 0 && double <= 2 * single + 1_000, "{part}: {single}, {double}");
    }
}

proptest! {
    #[test]
    fn any_text_can_be_analyzed(text in "(\\PC|[가-힣]{1,9}|[A-Za-z0-9'’&.\\-]{1,9}|\\s){0,60}") {
        for noun in Analyzer::default().nouns(&text, None) {
            prop_assert!(noun.count > 0 && noun.text.chars().count() > 1);
        }
    }

    #[test]
    fn any_place_can_be_a_known_name(text in "(\\PC|[가-힣]{1,4}|[A-Za-z’'.]{1,6}|\\s|\u{f0000}){0,40}", places in prop::collection::vec((0..90_usize, 0..9_usize), 0..6)) {
        let tokens = ["nurio".to_owned()];
        let names: Vec<KnownName<'_>> = places
            .into_iter()
            .map(|(start, length)| KnownName { place: start..start + length, tokens: &tokens })
            .collect();
        for token in Analyzer::default().tokens(&text, &names) {
            prop_assert!(!token.is_empty() && !token.contains(crate::script::is_mark));
        }
    }
}
