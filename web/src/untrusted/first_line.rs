use super::visible;

/// The number of lines that are read: a text may have a megabyte.
const LINES_MAX: usize = 40;

/// The first line of a Markdown text that has a letter or a digit, without Markdown syntax. A line of more than `max`
/// characters is cut and ends with `…`. Empty if the first 40 lines have no such line.
fn first_line(content: &str, max: usize) -> String {
    let mut lines = content.lines().take(LINES_MAX).map(|line| beginning(line, max));
    let line = lines.find_map(|line| {
        let line = strip_inline_markers(strip_block_markers(line), "");
        line.chars().any(char::is_alphanumeric).then_some(line)
    });
    truncate(&visible(line.unwrap_or_default().trim()), max)
}

/// The first line of a Markdown text that says something: one that refers to a source, or else one below a heading, or else
/// one of running text, or else [`first_line`]. References to sources are removed.
pub fn excerpt(content: &str, max: usize) -> String {
    let lines = || content.lines().take(LINES_MAX).map(|line| beginning(line, max));
    let prose = |line: &str| Some(without_references(line)).filter(|text| is_prose(text));
    let mut below_headings = lines().skip_while(|line| !is_heading(&without_references(line)));
    let line = lines()
        .filter(|line| line.contains("]](http"))
        .find_map(prose)
        .or_else(|| below_headings.find_map(prose))
        .or_else(|| lines().find_map(prose));
    first_line(line.as_deref().unwrap_or(content), max)
}

fn is_heading(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('#') || (line.starts_with("**") && line.ends_with("**"))
}

// Not a heading, a row of a table, or an introduction of what follows.
fn is_prose(line: &str) -> bool {
    let line = line.trim();
    !is_heading(line)
        && !line.starts_with('|')
        && !line.ends_with([':', '：'])
        && line.chars().any(char::is_alphanumeric)
}

// Removes references such as `[[1]](https://a.example)`, even one that is cut off at the end of the text.
fn without_references(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("[[") {
        text.push_str(before);
        let number = after.trim_start_matches(|digit: char| digit.is_ascii_digit());
        match number.strip_prefix("]](") {
            Some(address) => {
                rest = address.split_once(')').map_or("", |(_, after)| after);
                // The space before the reference, which ends a sentence.
                if rest.starts_with(['.', ',', ';', ':', '!', '?']) {
                    text.truncate(text.trim_end().len());
                }
            }
            None => {
                text.push_str("[[");
                rest = after;
            }
        }
    }
    text.push_str(rest);
    text
}

/// A text on one line, as it is quoted beside a text of the console: invisible characters are visible, and after `max`
/// characters it is cut and ends with `…`.
pub fn quotation(text: &str, max: usize) -> String {
    let words: Vec<&str> = beginning(text, max).split_whitespace().collect();
    truncate(&visible(&words.join(" ")), max)
}

/// A part of a Markdown text on one line, without references to sources and without the markers of headings, quotations, emphasis,
/// code and links. A `·` divides the cells of a table.
pub fn plain(part: &str) -> String {
    let text = strip_inline_markers(&without_references(part), " · ");
    let mut words: Vec<&str> = text.split_whitespace().filter(|word| !is_block_marker(word)).collect();
    words.dedup_by(|word, before| *word == "·" && *before == "·");
    let space = |is_at_edge: bool| if is_at_edge { " " } else { "" };
    let [start, end] = [space(text.starts_with(char::is_whitespace)), space(text.ends_with(char::is_whitespace))];
    visible(&[start, &words.join(" "), end].concat())
}

/// A part of a Markdown text from where it is readable: it may begin inside the address of a link.
pub fn after_address(part: &str) -> &str {
    let is_address = |text: &str| text.contains('/') && !text.contains(|c: char| c.is_whitespace() || c == '(');
    part.split_once(')').filter(|(before, _)| is_address(before)).map_or(part, |(_, after)| after)
}

fn is_block_marker(word: &str) -> bool {
    let consists_of = |marker| !word.is_empty() && word.trim_matches(marker).is_empty();
    let is_rule = word.len() > 2 && word.contains('-') && word.trim_matches(['-', ':']).is_empty();
    consists_of('#') || consists_of('>') || is_rule
}

// As much of a text as `max` visible characters may need.
fn beginning(text: &str, max: usize) -> &str {
    &text[..text.floor_char_boundary(max * 8)]
}

fn strip_block_markers(line: &str) -> &str {
    let line = line.trim_start_matches(|marker: char| {
        marker.is_whitespace() || matches!(marker, '#' | '>' | '-' | '*' | '+' | '|')
    });
    let number = line.trim_start_matches(|digit: char| digit.is_ascii_digit());
    if number.len() < line.len() && number.starts_with(". ") { number.trim_start_matches(['.', ' ']) } else { line }
}

// Removes the markers of emphasis and code, the backslashes of escapes, and the address of `[text](address)`. `cell` takes the place
// of the bars of a table.
fn strip_inline_markers(line: &str, cell: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(character) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("](") {
            rest = after.split_once(')').map_or("", |(_, after)| after);
            continue;
        }
        rest = rest.get(character.len_utf8()..).unwrap_or_default();
        match character {
            '*' | '`' | '[' | ']' => {}
            '|' => text.push_str(cell),
            '\\' if rest.starts_with(|escaped: char| escaped.is_ascii_punctuation()) => {
                text.extend(rest.chars().next());
                rest = rest.get(1..).unwrap_or_default();
            }
            _ => text.push(character),
        }
    }
    text
}

// Cut after `max` characters, or before the word there unless less than half is left.
fn truncate(text: &str, max: usize) -> String {
    let Some((end, next)) = text.char_indices().nth(max) else { return text.to_owned() };
    let cut = &text[..end];
    let words = cut.rsplit_once(char::is_whitespace).map(|(words, _)| words);
    let whole = words.filter(|words| !next.is_whitespace() && 2 * words.len() >= end);
    format!("{}…", whole.unwrap_or(cut).trim_end())
}

#[cfg(test)]
mod tests {
    use super::{after_address, excerpt, first_line, plain, quotation};

    #[test]
    fn an_excerpt_begins_where_the_answer_says_something() {
        for (content, line) in [
            (
                "# Earbuds\n\nI found two documents:\n\n- **Nano 2** is light. [[1]](https://a.example/x)",
                "Nano 2 is light.",
            ),
            (
                "I found one.\n\n**Nano** [[1]](https://a.example)\n\nIt is light.\n\n1. [Nano](https://a.example)",
                "It is light.",
            ),
            ("**무선 이어폰**\n\n나노 2가 가벼워요.", "나노 2가 가벼워요."),
            ("| Model | Price |\n|---|---|\n| Nano | 2 |", "Model  Price"),
            ("see [[a]](b) [[", "see a"),
            ("", ""),
        ] {
            assert_eq!(excerpt(content, 100), line, "{content:?}");
        }
        assert_eq!(excerpt(&"[[1]](".repeat(100_000), 5), "1");
    }

    #[test]
    fn markdown_syntax_is_removed() {
        for (content, line) in [
            ("\n\n## **무선 이어폰** 추천\n본문", "무선 이어폰 추천"),
            ("> 1. [나노 2](https://a.example/(x)) 가 `좋아요`", "나노 2) 가 좋아요"),
            ("---\n| 모델 | 값 |", "모델  값"),
            ("- item [[1]](https://a.example)", "item 1"),
            (r"\[자막\] 1\. a\b", r"[자막] 1. a\b"),
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
    fn a_quotation_is_one_short_line() {
        assert_eq!(quotation(" a\n\tb\u{202E}c ", 20), "a b[U+202E]c");
        assert_eq!(quotation(&"가 ".repeat(1_000_000), 4), "가 가…");
        assert_eq!(quotation("reports of overheating", 16), "reports of…");
        assert_eq!(quotation("reports of overheating", 10), "reports of…");
        assert_eq!(quotation("a overheating", 10), "a overheat…");
    }

    #[test]
    fn a_part_of_a_text_has_no_syntax() {
        assert_eq!(
            plain("b** is `c` [[2]](https://d.example) and [e](https://f.example)\u{202E}"),
            "b is c and e[U+202E]"
        );
        assert_eq!(plain("cut [[1]](https://a.exam"), "cut ");
        assert_eq!(plain("It is light [[1]](https://a.example). It lasts."), "It is light. It lasts.");
        assert_eq!(plain("/b) is"), "/b) is");
        assert_eq!(plain("a - b\n\n### Sources\n> c\n|---|---|\n| d "), "a - b Sources c · d ");
        assert_eq!(plain("b | c |\n|:--|---|\n| d | | e |\n| "), "b · c · d · e · ");
        assert_eq!(plain(r" \[자막\] a\|b "), " [자막] a|b ");
    }

    #[test]
    fn a_part_is_readable_after_the_address_that_it_begins_in() {
        assert_eq!(after_address("ps://a.example/x) is"), " is");
        assert_eq!(after_address("b) and/or (c)"), "b) and/or (c)");
    }

    #[test]
    fn a_bidi_control_becomes_visible() {
        assert_eq!(first_line("a\u{202E}b", 20), "a[U+202E]b");
    }
}
