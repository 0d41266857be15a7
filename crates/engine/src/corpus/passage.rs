//! The quotable passages of a document: sentences, and blocks such as tables.

use answerdeck_words::sentences;

/// A quotable part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Passage {
    /// The Markdown of the document.
    pub(crate) text: String,
    /// Whether it is a block, which needs its own lines.
    pub(crate) is_block: bool,
}

/// The passages of a Markdown text in order, without headings.
pub(crate) fn split(body: &str) -> Vec<Passage> {
    let mut passages = Vec::new();
    for block in blocks(body) {
        let first = block.trim_start();
        if first.starts_with('#') {
            continue;
        }
        if is_list_item(first) && !block.contains('\n') {
            push_sentences(strip_marker(first), &mut passages);
        } else if is_list_item(first) || first.starts_with(['|', '<', '>', '`', '~']) || block.starts_with("    ") {
            passages.push(Passage { text: block, is_block: true });
        } else {
            push_sentences(&block.lines().map(str::trim).collect::<Vec<_>>().join(" "), &mut passages);
        }
    }
    passages
}

/// The blocks of a Markdown text. A block ends at an empty line or a heading. Each item of a flat list is a block.
fn blocks(body: &str) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in body.lines() {
        if line.trim().is_empty() {
            is_open = false;
            continue;
        }
        let starts = line.starts_with('#') || is_list_item(line);
        match blocks.last_mut() {
            Some(block) if is_open && !starts && !block.starts_with('#') => {
                block.push('\n');
                block.push_str(line);
            }
            _ => blocks.push(line.to_owned()),
        }
        is_open = true;
    }
    blocks
}

fn is_list_item(line: &str) -> bool {
    strip_marker(line).len() < line.len()
}

fn strip_marker(line: &str) -> &str {
    if let Some(rest) = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
        return rest.trim_start();
    }
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    match rest.strip_prefix(". ") {
        Some(text) if rest.len() < line.len() => text.trim_start(),
        _ => line,
    }
}

/// Splits a paragraph into passages. Leaves out questions, which answer nothing, and the name of the speaker in a forum.
fn push_sentences(paragraph: &str, passages: &mut Vec<Passage>) {
    let all = sentences(without_speaker(paragraph.trim())).map(str::trim);
    let quotable = all.filter(|sentence| !sentence.is_empty() && !sentence.ends_with(['?', ':']));
    passages.extend(quotable.map(|sentence| Passage { text: sentence.to_owned(), is_block: false }));
}

fn without_speaker(paragraph: &str) -> &str {
    let named = paragraph.strip_prefix("**").and_then(|rest| rest.split_once(":** "));
    named.filter(|(name, _)| !name.contains('*')).map_or(paragraph, |(_, statement)| statement)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(body: &str) -> Vec<String> {
        split(body).into_iter().map(|passage| passage.text).collect()
    }

    #[test]
    fn a_paragraph_is_split_into_sentences_without_questions() {
        assert_eq!(
            texts("# Title\n\nIt weighs 4.6 g and fits. It costs\n159,000 won.\n\n귀가 작아도 맞아요. 좋나요?"),
            ["It weighs 4.6 g and fits.", "It costs 159,000 won.", "귀가 작아도 맞아요."]
        );
    }

    #[test]
    fn a_list_is_split_into_items() {
        assert_eq!(texts("- One thing.\n- Another\n1. 스팀이 약해요.\n"), ["One thing.", "Another", "스팀이 약해요."]);
    }

    #[test]
    fn a_table_and_html_are_blocks() {
        let passages = split("| a | b |\n|---|---|\n| 1 | 2 |\n\n<div>x</div>\n\nText.");
        assert_eq!(passages.iter().filter(|passage| passage.is_block).count(), 2);
        assert_eq!(passages[0].text, "| a | b |\n|---|---|\n| 1 | 2 |");
    }

    #[test]
    fn the_name_of_a_speaker_is_left_out() {
        assert_eq!(texts("**원두도둑:** 스팀이 약해요."), ["스팀이 약해요."]);
    }
}
