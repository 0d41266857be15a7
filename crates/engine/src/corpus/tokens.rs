//! The tokens of the index: pairs of Hangul syllables, and Latin words and numbers in lower case.

use answerdeck_words::{is_hangul, is_stop_word};

/// The tokens of a text in order. A single syllable, letter or digit is not a token.
pub(crate) fn tokenize(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut word = String::new();
    let mut previous = None;
    let mut letters = text.chars().chain([' ']).peekable();
    while let Some(letter) = letters.next() {
        let next_is_digit = letters.peek().is_some_and(char::is_ascii_digit);
        if letter == ',' && next_is_digit && word.ends_with(|last: char| last.is_ascii_digit()) {
            continue;
        }
        if letter.is_ascii_alphanumeric() {
            word.push(letter.to_ascii_lowercase());
        } else if !word.is_empty() {
            tokens.extend(latin_token(&word));
            word.clear();
        }
        let syllable = is_hangul(letter).then_some(letter);
        if let (Some(one), Some(two)) = (previous, syllable) {
            tokens.push(String::from_iter([one, two]));
        }
        previous = syllable;
    }
    tokens
}

/// The token of a Latin word: the singular of a plural, so that `shoes` matches `shoe`. `None` for a stop word.
fn latin_token(word: &str) -> Option<String> {
    if word.len() < 2 || is_stop_word(word) {
        return None;
    }
    let singular = word.strip_suffix('s').filter(|stem| stem.len() >= 3 && !stem.ends_with(['s', 'u', 'i']));
    Some(singular.unwrap_or(word).to_owned())
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct IndexTokenizer;

impl bm25::Tokenizer for IndexTokenizer {
    fn tokenize(&self, text: &str) -> Vec<String> {
        tokenize(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hangul_is_tokenized_by_pairs_and_latin_by_words() {
        assert_eq!(tokenize("누리오 에어 2 vs Tavrin Q7"), ["누리", "리오", "에어", "tavrin", "q7"]);
        assert_eq!(tokenize("Shoes, 30만원! 100,000 won"), ["shoe", "30", "만원", "100000", "won"]);
    }

    #[test]
    fn a_single_syllable_or_letter_is_not_a_token() {
        assert!(tokenize("귀 a 2 줘 the").is_empty());
    }
}
