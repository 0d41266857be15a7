//! Compares a search that a model ran with its prompt, word by word.

use std::collections::HashSet;

use super::visible;
use crate::letter_case::lower_case;

/// The maximum number of words of a text. Further words are ignored.
const WORDS_MAX: usize = 400;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The word, with hidden characters made visible.
    pub text: String,
    /// Whether the prompt does not contain it.
    pub added: bool,
}

/// How a search differs from its prompt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WordDiff {
    /// The words of the search, in order.
    pub words: Vec<Word>,
    /// The words of the prompt that the search does not contain, in the prompt's order and without repetitions.
    pub dropped: Vec<String>,
}

/// Compares a search with its prompt. Ignores case, punctuation, word order and the particles that follow a Korean noun:
/// `이어폰을` equals `이어폰`.
pub fn word_diff(prompt: &str, search: &str) -> WordDiff {
    let prompt_keys = keys(prompt);
    let search_keys = keys(search);
    let words = search
        .split_whitespace()
        .take(WORDS_MAX)
        .map(|word| Word {
            text: visible(word),
            added: key(word).is_some_and(|key| !prompt_keys.contains(key.as_str())),
        })
        .collect();
    let mut seen = HashSet::new();
    let dropped = prompt
        .split_whitespace()
        .take(WORDS_MAX)
        .filter(|word| key(word).is_some_and(|key| !search_keys.contains(&key) && seen.insert(key)))
        .map(|word| visible(word.trim_matches(is_punctuation)))
        .collect();
    WordDiff { words, dropped }
}

fn keys(text: &str) -> HashSet<String> {
    text.split_whitespace().take(WORDS_MAX).filter_map(key).collect()
}

// Equal words have equal keys. `None` for punctuation only.
fn key(word: &str) -> Option<String> {
    let bare = lower_case(word.trim_matches(is_punctuation));
    (!bare.is_empty()).then(|| without_particle(&bare).to_owned())
}

fn is_punctuation(character: char) -> bool {
    !character.is_alphanumeric()
}

/// Particles that follow a Korean noun, the longest first, with spaces between them. Many nouns end in the same syllable as a short
/// particle, for example 이, 가 or 도. Both texts lose it alike, so the comparison stays correct. Where a noun must keep its end,
/// `crates/words` has other particles.
const PARTICLES: &str = "에서는 으로는 이라는 에게서 에서 에게 으로 까지 부터 보다 처럼 이나 이랑 하고 \
    은 는 이 가 을 를 의 에 로 와 과 도";

fn without_particle(word: &str) -> &str {
    let is_hangul = |character: char| ('가'..='힣').contains(&character);
    let stem = |particle: &str| {
        let stem = word.strip_suffix(particle)?;
        // A Hangul stem needs two syllables, because the last syllable of a short word often belongs to the noun.
        (stem.chars().count() >= 2 || !stem.chars().all(is_hangul)).then_some(stem).filter(|stem| !stem.is_empty())
    };
    PARTICLES.split(' ').find_map(stem).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(prompt: &str, search: &str) -> Vec<String> {
        word_diff(prompt, search).words.into_iter().filter(|word| word.added).map(|word| word.text).collect()
    }

    #[test]
    fn words_missing_from_the_prompt_are_added() {
        assert_eq!(added("Which wireless earbuds are best?", "best wireless earbuds 2026 review"), ["2026", "review"]);
        assert_eq!(added("출퇴근용 무선 이어폰을 추천해 주세요", "무선 이어폰 출퇴근용 비교"), ["비교"]);
    }

    #[test]
    fn particles_case_and_punctuation_are_ignored() {
        assert_eq!(added("나노 2가 좋나요? Q7보다?", "나노 \"2\" q7"), Vec::<String>::new());
        assert_eq!(word_diff("이어폰은 이어폰", "이어폰의").dropped, Vec::<String>::new());
    }

    #[test]
    fn words_missing_from_the_search_are_listed_once() {
        let diff = word_diff("Which, which earbuds fit small ears?", "earbuds small");
        assert_eq!(diff.dropped, ["Which", "fit", "ears"]);
    }

    #[test]
    fn punctuation_is_never_added() {
        assert_eq!(added("a", "a — | ?"), Vec::<String>::new());
    }

    #[test]
    fn a_hostile_text_is_truncated_and_made_visible() {
        let long = "word ".repeat(100_000);
        assert_eq!(word_diff(&long, &long).words.len(), WORDS_MAX);
        assert_eq!(added("a", "b\u{202E}c"), ["b[U+202E]c"]);
        assert_eq!(word_diff("", ""), WordDiff::default());
    }
}
