use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::OPTIONS;

/// Converts a whole Markdown text to plain text, for copying. Each block starts a line, list items start with `- ` or
/// their number, table cells are separated by tabs, and raw HTML stays unchanged.
pub fn to_text(content: &str) -> String {
    text_with(content, "- ")
}

/// Converts as [`to_text`] does, for reading: list items start with `• ` or their number.
pub fn to_bulleted_text(content: &str) -> String {
    text_with(content, "• ")
}

fn text_with(content: &str, bullet: &str) -> String {
    let mut text = String::with_capacity(content.len());
    let mut numbers: Vec<Option<u64>> = Vec::new();
    for event in Parser::new_ext(content, OPTIONS) {
        match event {
            Event::Start(Tag::List(start)) => numbers.push(start),
            Event::End(TagEnd::List(_)) => {
                numbers.pop();
            }
            Event::Start(Tag::Item) => {
                end_line(&mut text);
                match numbers.last_mut() {
                    Some(Some(number)) => {
                        text.push_str(&format!("{number}. "));
                        *number += 1;
                    }
                    _ => text.push_str(bullet),
                }
            }
            Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::CodeBlock | TagEnd::HtmlBlock) => {
                end_line(&mut text);
                if numbers.is_empty() {
                    text.push('\n');
                }
            }
            Event::End(TagEnd::TableHead | TagEnd::TableRow | TagEnd::Item) => end_line(&mut text),
            Event::End(TagEnd::TableCell) => text.push('\t'),
            Event::Text(part) | Event::Code(part) | Event::Html(part) | Event::InlineHtml(part) => text.push_str(&part),
            Event::SoftBreak | Event::HardBreak => text.push('\n'),
            Event::Rule => text.push_str("\n---\n\n"),
            _ => {}
        }
    }
    text.truncate(text.trim_end().len());
    text
}

fn end_line(text: &mut String) {
    while text.ends_with('\t') {
        text.pop();
    }
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
}
