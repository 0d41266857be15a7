//! Shortens long sentences around a keyword.

use super::CONTEXT_CHARS_MAX;

/// Characters before the keyword in the excerpt of a long sentence.
const CHARS_BEFORE: usize = 100;
/// Characters that are searched for the end of a word, as some texts have no spaces.
const WORD_CHARS_MAX: usize = 40;
const ELLIPSIS: char = '…';

/// The trimmed sentence. If it is longer than [`CONTEXT_CHARS_MAX`], the words around the keyword at the byte `offset`.
pub(super) fn excerpt(sentence: &str, offset: usize) -> String {
    let sentence_start = sentence.len() - sentence.trim_start().len();
    let (sentence, offset) = (sentence.trim(), offset.saturating_sub(sentence_start));
    let letters: Vec<char> = sentence.chars().collect();
    if letters.len() <= CONTEXT_CHARS_MAX {
        return sentence.to_owned();
    }
    let keyword = sentence.char_indices().take_while(|(byte, _)| *byte < offset).count();
    let is_space = |index: &usize| letters[*index] == ' ';
    let start = match keyword.saturating_sub(CHARS_BEFORE) {
        0 => 0,
        start => (start..keyword.min(start + WORD_CHARS_MAX)).find(is_space).map_or(start, |space| space + 1),
    };
    let length_max = CONTEXT_CHARS_MAX - usize::from(start > 0);
    if letters.len() - start <= length_max {
        return std::iter::once(ELLIPSIS).chain(letters[start..].iter().copied()).collect();
    }
    let end = start + length_max - 1;
    let end = (end - WORD_CHARS_MAX..=end).rev().find(is_space).unwrap_or(end);
    let prefix = (start > 0).then_some(ELLIPSIS).into_iter();
    prefix.chain(letters[start..end].iter().copied()).chain([ELLIPSIS]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_sentence_is_cut_at_word_boundaries() {
        let sentence = format!("{}이어폰 {}", "무선 ".repeat(200), "음질 ".repeat(200));
        let text = excerpt(&sentence, sentence.find("이어폰").unwrap());
        assert!(
            text.starts_with("…무선 무선") && text.contains("무선 이어폰 음질") && text.ends_with("음질…"),
            "{text}"
        );
        assert!((250..=CONTEXT_CHARS_MAX).contains(&text.chars().count()), "{text}");
        let first = excerpt(&sentence, 0);
        assert!(first.starts_with("무선 ") && first.ends_with("무선…") && first.chars().count() <= CONTEXT_CHARS_MAX);
        let last = excerpt(&sentence, sentence.len() - 7);
        assert!(last.starts_with("…음질 ") && last.ends_with("음질"), "{last}");
    }

    #[test]
    fn a_short_sentence_is_complete_and_text_without_spaces_is_cut() {
        assert_eq!(excerpt(" 짧은 문장. ", 4), "짧은 문장.");
        let fits = "가".repeat(CONTEXT_CHARS_MAX);
        assert_eq!(excerpt(&fits, 0), fits);
        for at in [0, 300, 1_500, 2_997] {
            let text = excerpt(&"가".repeat(1_000), at);
            assert!(text.chars().count() <= CONTEXT_CHARS_MAX && text.contains('…'), "{text}");
        }
    }
}
