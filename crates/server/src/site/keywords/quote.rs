//! Sentences as they are quoted.

use answerdeck_api::limits::SITE_CONTEXT_MAX;

/// Characters before the keyword that are kept of a long sentence.
const BEFORE: usize = 100;
/// Characters in which the end of a word is looked for. Some languages have no spaces.
const WORD_MAX: usize = 40;
const ELLIPSIS: char = '…';

/// The sentence, or, where it is longer than [`SITE_CONTEXT_MAX`], the words around what begins at the byte `at`.
pub(super) fn around(sentence: &str, at: usize) -> String {
    let sentence_start = sentence.len() - sentence.trim_start().len();
    let (sentence, at) = (sentence.trim(), at.saturating_sub(sentence_start));
    let letters: Vec<char> = sentence.chars().collect();
    if letters.len() <= SITE_CONTEXT_MAX {
        return sentence.to_owned();
    }
    let keyword = sentence.char_indices().take_while(|(byte, _)| *byte < at).count();
    let is_space = |place: &usize| letters[*place] == ' ';
    let start = match keyword.saturating_sub(BEFORE) {
        0 => 0,
        start => (start..keyword.min(start + WORD_MAX)).find(is_space).map_or(start, |space| space + 1),
    };
    let room = SITE_CONTEXT_MAX - usize::from(start > 0);
    if letters.len() - start <= room {
        return std::iter::once(ELLIPSIS).chain(letters[start..].iter().copied()).collect();
    }
    let end = start + room - 1;
    let end = (end - WORD_MAX..=end).rev().find(is_space).unwrap_or(end);
    let cut = (start > 0).then_some(ELLIPSIS).into_iter();
    cut.chain(letters[start..end].iter().copied()).chain([ELLIPSIS]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_sentence_is_cut_at_words_around_the_keyword() {
        let sentence = format!("{}이어폰 {}", "무선 ".repeat(200), "음질 ".repeat(200));
        let quote = around(&sentence, sentence.find("이어폰").unwrap());
        assert!(
            quote.starts_with("…무선 무선") && quote.contains("무선 이어폰 음질") && quote.ends_with("음질…"),
            "{quote}"
        );
        assert!((250..=SITE_CONTEXT_MAX).contains(&quote.chars().count()), "{quote}");
        let first = around(&sentence, 0);
        assert!(first.starts_with("무선 ") && first.ends_with("무선…") && first.chars().count() <= SITE_CONTEXT_MAX);
        let last = around(&sentence, sentence.len() - 7);
        assert!(last.starts_with("…음질 ") && last.ends_with("음질"), "{last}");
    }

    #[test]
    fn a_sentence_that_fits_is_whole_and_letters_without_spaces_are_cut_too() {
        assert_eq!(around(" 짧은 문장. ", 4), "짧은 문장.");
        let fits = "가".repeat(SITE_CONTEXT_MAX);
        assert_eq!(around(&fits, 0), fits);
        for at in [0, 300, 1_500, 2_997] {
            let quote = around(&"가".repeat(1_000), at);
            assert!(quote.chars().count() <= SITE_CONTEXT_MAX && quote.contains('…'), "{quote}");
        }
    }
}
