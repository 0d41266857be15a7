//! Derives searches from a prompt.

use std::collections::HashSet;

use answerdeck_api::Language;
use answerdeck_words::{is_korean_request_word, is_stop_word, strip_joining_particle, strip_particle};

use crate::corpus::language_of;

/// Aspects of a thing that people search for.
const KOREAN_ASPECTS: [&str; 4] = ["후기", "가격", "최신", "단점"];
const ENGLISH_ASPECTS: [&str; 4] = ["review", "price", "news", "problems"];

/// Up to `count` distinct searches for `prompt`: for each of the two things that it compares, or for aspects of its only
/// thing.
pub(super) fn derive(prompt: &str, year: i16, count: usize, first_aspect: usize) -> Vec<String> {
    let language = language_of(prompt);
    let words = topic_words(prompt, language);
    if words.is_empty() {
        return Vec::new();
    }
    let topic = words.join(" ");
    let (aspects, review, compare) = match language {
        Language::Korean => (KOREAN_ASPECTS, "후기", "비교"),
        Language::English => (ENGLISH_ASPECTS, "review", "comparison"),
    };
    let mut searches = match compared(prompt, language) {
        Some((one, two)) => {
            vec![format!("{one} {review}"), format!("{two} {review}"), format!("{one} {two} {compare} {year}")]
        }
        None => vec![format!("{topic} {year}")],
    };
    let aspects = aspects.iter().cycle().skip(first_aspect).take(aspects.len());
    searches.extend(aspects.map(|aspect| format!("{topic} {aspect}")));
    let mut seen = HashSet::new();
    searches.retain(|search| search != prompt && seen.insert(search.clone()));
    searches.truncate(count);
    searches
}

fn topic_words(text: &str, language: Language) -> Vec<String> {
    text.split_whitespace()
        .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()))
        .filter(|word| !word.is_empty() && !is_korean_request_word(word) && !matches!(*word, "a" | "A" | "I"))
        .filter(|word| !is_stop_word(&word.to_ascii_lowercase()))
        .map(|word| if language == Language::Korean { strip_particle(word) } else { word }.to_owned())
        .collect()
}

/// The two sides of `A vs B`, `A or B`, `A랑 B`, `A와 B`.
fn compared(prompt: &str, language: Language) -> Option<(String, String)> {
    let words: Vec<&str> = prompt.split_whitespace().collect();
    let is_versus = |word: &&str| match language {
        Language::English => word.eq_ignore_ascii_case("vs") || word.eq_ignore_ascii_case("or"),
        Language::Korean => word.eq_ignore_ascii_case("vs"),
    };
    let (one, two) = match words.iter().position(is_versus) {
        Some(at) => (words[..at].join(" "), words[at + 1..].join(" ")),
        None if language == Language::Korean => {
            let mut numbered = words.iter().enumerate();
            let (at, last) = numbered.find_map(|(at, word)| Some((at, strip_joining_particle(word)?)))?;
            ([&words[..at], &[last]].concat().join(" "), words[at + 1..].join(" "))
        }
        None => return None,
    };
    let side = |text: &str| {
        let text = text.split([':', ',']).next().unwrap_or_default();
        Some(topic_words(text, language).join(" ")).filter(|text| !text.is_empty())
    };
    Some((side(&one)?, side(&two)?))
}

#[cfg(test)]
mod tests {
    use super::derive;

    #[test]
    fn both_sides_of_a_comparison_are_searched_for() {
        assert_eq!(
            derive("누리오 에어 2랑 타브린 Q7 중에 뭐 살까?", 2026, 3, 0),
            ["누리오 에어 2 후기", "타브린 Q7 후기", "누리오 에어 2 타브린 Q7 비교 2026"]
        );
        assert_eq!(
            derive("달비오 레이스 C랑 케스토라 윙 2 비교해 줘", 2026, 4, 0)[2..],
            ["달비오 레이스 C 케스토라 윙 2 비교 2026", "달비오 레이스 C 케스토라 윙 2 후기"]
        );
        assert_eq!(
            derive("Nurio Air 2 vs Tavrin Q7: battery and noise cancelling", 2026, 3, 0),
            ["Nurio Air 2 review", "Tavrin Q7 review", "Nurio Air 2 Tavrin Q7 comparison 2026"]
        );
    }

    #[test]
    fn a_single_topic_is_searched_for_by_its_aspects() {
        assert_eq!(
            derive("러닝용 무선 이어폰 추천", 2026, 3, 0),
            ["러닝용 무선 이어폰 2026", "러닝용 무선 이어폰 후기", "러닝용 무선 이어폰 가격"]
        );
        assert_eq!(
            derive("Best running shoes for wide feet?", 2026, 2, 1),
            ["running shoes wide feet 2026", "running shoes wide feet price"]
        );
    }

    #[test]
    fn a_prompt_without_a_topic_has_no_searches() {
        assert!(derive("What is it?", 2026, 3, 0).is_empty());
        assert!(derive("뭐가 제일 좋아?", 2026, 3, 0).is_empty());
    }
}
