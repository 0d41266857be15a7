//! A search that a model ran, word by word against the prompt.

use std::collections::HashSet;

use super::visible;

/// Words that are compared; a text with more is shown as it is.
const WORDS_MAX: usize = 400;

/// A word of the search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// It.
    pub text: String,
    /// Whether the prompt lacks it.
    pub added: bool,
}

/// How a search differs from its prompt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WordDiff {
    /// The words of the search, in its order.
    pub words: Vec<Word>,
    /// The words of the prompt that the search leaves out, in the prompt's order, each once.
    pub dropped: Vec<String>,
}

/// Compares a search with the prompt. Case and punctuation make no difference, nor do the particles that follow a Korean
/// noun: `이어폰을` is `이어폰`. Order makes none either, since searches change it freely.
pub fn diff(prompt: &str, search: &str) -> WordDiff {
    let asked = keys(prompt);
    let searched = keys(search);
    let words = search
        .split_whitespace()
        .take(WORDS_MAX)
        .map(|word| Word {
            text: visible(word).into_owned(),
            added: key(word).is_some_and(|key| !asked.contains(key.as_str())),
        })
        .collect();
    let mut seen = HashSet::new();
    let dropped = prompt
        .split_whitespace()
        .take(WORDS_MAX)
        .filter(|word| key(word).is_some_and(|key| !searched.contains(&key) && seen.insert(key)))
        .map(|word| visible(word.trim_matches(is_punctuation)).into_owned())
        .collect();
    WordDiff { words, dropped }
}

fn keys(text: &str) -> HashSet<String> {
    text.split_whitespace().take(WORDS_MAX).filter_map(key).collect()
}

// What makes two words the same. `None` for punctuation alone.
fn key(word: &str) -> Option<String> {
    let bare = word.trim_matches(is_punctuation).to_lowercase();
    (!bare.is_empty()).then(|| without_particle(&bare).to_owned())
}

fn is_punctuation(character: char) -> bool {
    !character.is_alphanumeric()
}

/// Particles that follow a noun, the longer ones first. Those of one syllable that many nouns end in (이, 가, 도, 만)
/// are taken away from both texts alike, so they make no difference between the two.
const PARTICLES: [&str; 26] = [
    "에서는",
    "으로는",
    "이라는",
    "에게서",
    "에서",
    "에게",
    "으로",
    "까지",
    "부터",
    "보다",
    "처럼",
    "이나",
    "이랑",
    "하고",
    "은",
    "는",
    "이",
    "가",
    "을",
    "를",
    "의",
    "에",
    "로",
    "와",
    "과",
    "도",
];

fn without_particle(word: &str) -> &str {
    let is_hangul = |character: char| ('가'..='힣').contains(&character);
    let stem = |particle: &&str| {
        let stem = word.strip_suffix(*particle)?;
        // Two syllables at least, or a Latin name: `이` of `고양이` is part of the noun as often as not, of `a2가` never.
        (stem.chars().count() >= 2 || !stem.chars().all(is_hangul)).then_some(stem).filter(|stem| !stem.is_empty())
    };
    PARTICLES.iter().find_map(stem).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(prompt: &str, search: &str) -> Vec<String> {
        diff(prompt, search).words.into_iter().filter(|word| word.added).map(|word| word.text).collect()
    }

    #[test]
    fn words_that_the_prompt_lacks_are_added() {
        assert_eq!(added("Which wireless earbuds are best?", "best wireless earbuds 2026 review"), ["2026", "review"]);
        assert_eq!(added("출퇴근용 무선 이어폰을 추천해 주세요", "무선 이어폰 출퇴근용 비교"), ["비교"]);
    }

    #[test]
    fn particles_case_and_punctuation_make_no_difference() {
        assert_eq!(added("나노 2가 좋나요? Q7보다?", "나노 \"2\" q7"), Vec::<String>::new());
        assert_eq!(diff("이어폰은 이어폰", "이어폰의").dropped, Vec::<String>::new());
    }

    #[test]
    fn words_that_the_search_leaves_out_are_named_once() {
        let diff = diff("Which, which earbuds fit small ears?", "earbuds small");
        assert_eq!(diff.dropped, ["Which", "fit", "ears"]);
    }

    #[test]
    fn punctuation_alone_is_never_added() {
        assert_eq!(added("a", "a — | ?"), Vec::<String>::new());
    }

    #[test]
    fn hostile_text_is_bounded_and_seen() {
        let long = "word ".repeat(100_000);
        assert_eq!(diff(&long, &long).words.len(), WORDS_MAX);
        assert_eq!(added("a", "b\u{202E}c"), ["b[U+202E]c"]);
        assert_eq!(diff("", ""), WordDiff::default());
    }
}
