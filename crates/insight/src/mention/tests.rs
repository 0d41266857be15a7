//! Properties of the finder, for any names and any text.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::folding::fold_text;
use super::name_prefixes::NamePrefixes;
use super::{BrandNames, Mention, MentionFinder, NAME_CHARS_MAX, TooManyNames, reference, word_boundary};

/// Parts of names and texts that the rule looks at, between tildes. Names are short, so that random texts contain them.
const PARTS: &str = "\
     가~나~나이~나이키~삼성~전자~은~는~이~에서~도~로~만~까지~입니다~라면~은(는)~를/을~등~어디~24~2024~년~인지~인 것~\
     다~이다~a~b~ab~A~Nike~nike~ike~s~'s~’~'~-~‑~_~__~3~11~3M~.~,~$~&~+~!~#~@~/~:~://~https://~www.~.com~com~\
     .co.kr~COM~.AI~.wiki/~localhost:3~1.2.3.4/~.한국~=~href='~]: /~amp;~&amp;~→~·~?~(~)~[~](~]~<~>~\"~*~**~`~|~\
     \\~ ~  ~\n~\u{b}~\r\n~\u{a0}~\u{3000}~\u{3164}~\u{200b}~\u{200d}~\u{ad}~\u{fe0f}~\u{301}~é~e\u{301}~ß~ẞ~SS~\
     İ~i~ı~Σ~ς~ﬁ~ｆ~™~①~²~ⓐ~❶~㉠~º~₂~\u{20e3}~＿~＋~++~㈜~주~ㅋ~ㄳ~한~\u{1102}~\u{1161}~\u{11ab}~ﾤ~ￂ~ﾊ~ﾞ~ナ~イ~\
     ー~・~星~三星~の~я~ก~👟~🇰~👩‍👧";

fn part() -> impl Strategy<Value = &'static str> {
    select(PARTS.split('~').collect::<Vec<_>>())
}

fn text(parts: usize) -> impl Strategy<Value = String> {
    vec(part(), 0..parts).prop_map(|parts| parts.concat())
}

fn brands() -> impl Strategy<Value = Vec<Vec<String>>> {
    vec(vec(text(4), 0..4), 0..5)
}

/// Brands, and a text in which every third part is a name. Excluded phrases are parts of this text.
fn brands_in_text() -> impl Strategy<Value = (Vec<BrandNames>, String)> {
    let names = vec(vec(part(), 1..3).prop_map(|parts| parts.concat()), 1..5);
    let places = vec((part(), any::<Index>(), part()), 1..8);
    let phrases = vec((any::<Index>(), 1..5_usize), 0..3);
    (vec((names, any::<bool>(), phrases), 1..3), places).prop_map(|(brands, places)| {
        let names: Vec<String> = brands.iter().flat_map(|(names, ..)| names.clone()).collect();
        let parts = places.into_iter().flat_map(|(before, name, after)| [before, name.get(&names).as_str(), after]);
        let parts: Vec<&str> = parts.collect();
        let phrase = |(start, length): (Index, usize)| {
            let start = start.index(parts.len());
            parts[start..(start + length).min(parts.len())].concat()
        };
        let brand = |(names, case_sensitive, phrases): (_, _, Vec<_>)| BrandNames {
            names,
            case_sensitive,
            excluded_phrases: phrases.into_iter().map(phrase).collect(),
        };
        (brands.into_iter().map(brand).collect(), parts.concat())
    })
}

fn find(brands: &[Vec<String>], text: &str) -> Vec<Mention> {
    MentionFinder::new(brands).unwrap().find(text)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_finder_finds_what_the_reference_finds((brands, text) in brands_in_text()) {
        prop_assert_eq!(MentionFinder::of_brands(&brands).unwrap().find(&text), reference::find(&brands, &text));
    }
}

proptest! {
    #[test]
    fn the_finder_finds_what_the_reference_finds_in_any_text(names in vec("\\PC{1,3}", 1..4), mut texts in vec("\\PC{0,6}", 0..6)) {
        for (at, name) in names.iter().enumerate() {
            texts.insert(at.min(texts.len()), name.clone());
        }
        let brands = [BrandNames { names, ..BrandNames::default() }];
        let text = texts.concat();
        prop_assert_eq!(MentionFinder::of_brands(&brands).unwrap().find(&text), reference::find(&brands, &text));
    }

    #[test]
    fn names_are_looked_for_wherever_a_word_can_begin(text in text(20)) {
        let folded = fold_text(&text);
        let starts = folded.word_starts();
        prop_assert!(starts.is_sorted());
        let letters = folded.as_str().char_indices().filter(|(_, letter)| *letter != ' ');
        for (at, _) in letters.filter(|(at, _)| word_boundary::starts_word(&folded, *at) && folded.original_start(*at).is_some()) {
            prop_assert!(starts.contains(&at), "{at}");
            for end in (at + 1..=folded.as_str().len()).filter(|end| folded.as_str().is_char_boundary(*end)) {
                let name = folded.as_str()[at..end].to_ascii_lowercase();
                let prefixes = NamePrefixes::new(std::slice::from_ref(&name));
                prop_assert!(prefixes.may_begin_at(folded.as_str().as_bytes(), at), "{name} at {at}");
            }
        }
    }

    #[test]
    fn mentions_are_in_order_and_apart(brands in brands(), text in text(40)) {
        let mentions = find(&brands, &text);
        prop_assert!(mentions.is_sorted());
        for pair in mentions.windows(2) {
            let same_place = (pair[0].start, pair[0].end) == (pair[1].start, pair[1].end) && pair[0].entry < pair[1].entry;
            prop_assert!(same_place || pair[0].end <= pair[1].start);
        }
        prop_assert!(mentions.iter().all(|mention| !text[mention.start..mention.end].trim().is_empty()));
    }

    #[test]
    fn a_name_between_spaces_is_a_mention(words in vec("[가-힣a-zA-Zé]{1,5}", 1..4), at in 0_usize..4) {
        let name = &words[at % words.len()];
        let found = find(&[vec![name.clone()]], &words.join(" "));
        prop_assert!(!found.is_empty());
    }

    #[test]
    fn upper_case_finds_the_same_mentions(brands in vec(vec("[a-z]{1,2}", 1..3), 1..4), text in "[a-z가-힣' ]{0,40}") {
        prop_assert_eq!(find(&brands, &text), find(&brands, &text.to_ascii_uppercase()));
    }
}

#[test]
fn every_letter_has_the_form_of_the_reference() {
    for letter in '\0'..='\u{1ffff}' {
        let text = letter.to_string();
        let form: String = reference::fold(&text).iter().map(|letter| letter.letter).collect();
        assert_eq!(fold_text(&text).as_str().to_ascii_lowercase(), form, "{letter:?}");
    }
}

#[test]
fn names_without_visible_characters_are_never_found() {
    let brands = [vec![""], vec![" \n"], vec!["\u{200b}\u{fe0f}"], vec!["\u{3164}"]];
    assert_eq!(MentionFinder::new(brands).unwrap().find("a \u{200b} \u{3164} b"), []);
    assert_eq!(MentionFinder::new([[""; 0]; 0]).unwrap().find("a"), []);
}

#[test]
fn more_names_than_fit_are_an_error() {
    // Each name is new.
    let name = |number: usize| format!("{number:0100}");
    let fit = NAME_CHARS_MAX / 100;
    assert_eq!(MentionFinder::new([(0..=fit).map(name)]).err(), Some(TooManyNames));
    let same = std::iter::repeat_n(name(0), 2 * fit);
    assert_eq!(MentionFinder::new([same]).unwrap().find(&name(0)), [Mention { start: 0, end: 100, entry: 0 }]);
}

/// It takes minutes when the time grows with the square of the length of the text.
#[test]
fn hostile_phrases_take_time_proportional_to_the_length_of_the_text() {
    // Each differs from the text in its last word only.
    let phrases = (0..20).map(|count| format!("{}b", "a ".repeat(30 + count))).collect();
    let brand = BrandNames { names: vec!["a".to_owned()], case_sensitive: true, excluded_phrases: phrases };
    let finder = MentionFinder::of_brands(&vec![brand; 10]).unwrap();
    assert_eq!(finder.find(&"a ".repeat(20_000)).len(), 10 * 20_000);
}

/// Each takes minutes when the time grows with the square of the length.
#[test]
fn hostile_texts_are_read_in_time_proportional_to_their_length() {
    let names: Vec<String> =
        (1..=20).flat_map(|count| ["a", "a ", "가", "](", "._"].map(|part| part.repeat(count))).collect();
    let finder = MentionFinder::new([names]).unwrap();
    let found = "a ~a.~가 ~가는 ~](~](a~](<~<a:~a@~a.b/~가.한국 ~a='~가.";
    let not_found = "\
        a~a_~a'~가~a.com-~a.com..~a+~a&amp;~가.한국,~가인지 ~href='~]:/~]: <~ⓐ~a\u{20e3}~(~\u{301}~\u{200b}~e\u{301}~ￂ~ﾤ~\
        👩\u{200d}~://~_~ ~ﷺ";
    for (parts, has_mentions) in [(found, true), (not_found, false)] {
        for part in parts.split('~') {
            let text = part.repeat(200_000 / part.len());
            assert_eq!(!finder.find(&text).is_empty(), has_mentions, "{part:?}");
        }
    }
}
