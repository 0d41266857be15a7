//! The first line of an answer, for a list.

use super::visible;

/// The first line of a Markdown text that says something, as plain text: without the signs of headings, lists, quotes,
/// emphasis and links. At most `max` characters, with `…` where it goes on.
pub fn first_line(content: &str, max: usize) -> String {
    // Whatever stands further down is not looked at: a text may have a megabyte.
    let mut lines = content.lines().take(40).map(|line| line.get(..ceiling(line, max * 8)).unwrap_or_default());
    let line = lines.find_map(|line| {
        let line = plain(without_marks(line));
        line.chars().any(char::is_alphanumeric).then_some(line)
    });
    shortened(&visible(line.unwrap_or_default().trim()), max)
}

fn ceiling(text: &str, bytes: usize) -> usize {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end
}

fn without_marks(line: &str) -> &str {
    let line = line.trim_start_matches(|mark: char| mark.is_whitespace() || "#>-*+|".contains(mark));
    let number = line.trim_start_matches(|digit: char| digit.is_ascii_digit());
    if number.len() < line.len() && number.starts_with(". ") { number.trim_start_matches(['.', ' ']) } else { line }
}

// Emphasis and code lose their signs, `[text](address)` keeps its text.
fn plain(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(character) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("](") {
            rest = after.split_once(')').map_or("", |(_, after)| after);
            continue;
        }
        if !matches!(character, '*' | '`' | '[' | ']' | '|') {
            text.push(character);
        }
        rest = rest.get(character.len_utf8()..).unwrap_or_default();
    }
    text
}

fn shortened(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::first_line;

    #[test]
    fn signs_of_markdown_are_left_out() {
        for (content, line) in [
            ("\n\n## **무선 이어폰** 추천\n본문", "무선 이어폰 추천"),
            ("> 1. [나노 2](https://a.example/(x)) 가 `좋아요`", "나노 2) 가 좋아요"),
            ("---\n| 모델 | 값 |", "모델  값"),
            ("- item [[1]](https://a.example)", "item 1"),
            ("2026년의 선택", "2026년의 선택"),
            ("", ""),
            ("***\n***", ""),
        ] {
            assert_eq!(first_line(content, 100), line, "{content:?}");
        }
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        assert_eq!(first_line(&"가".repeat(1_000_000), 5), "가가가가가…");
        assert_eq!(first_line(&"\n".repeat(1_000_000), 5), "");
    }

    #[test]
    fn a_turn_of_direction_is_seen() {
        assert_eq!(first_line("a\u{202E}b", 20), "a[U+202E]b");
    }
}
