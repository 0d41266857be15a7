//! The links that a text contains: a reader sees them as sources, also where the provider lists none.

use pulldown_cmark::{Event, LinkType, Parser, Tag, TagEnd, TextMergeStream};

/// The (link, title) pairs of the web links of a Markdown text, in order. A link without a text of its own has no title. Images
/// and code contain no links.
pub(super) fn links(markdown: &str) -> Vec<(String, String)> {
    if !markdown.contains("://") {
        return Vec::new();
    }
    let mut links = Vec::new();
    let mut open: Option<(String, String)> = None;
    let (mut images, mut is_code) = (0_u32, false);
    for event in TextMergeStream::new(Parser::new(markdown)) {
        match event {
            Event::Start(Tag::Link { link_type: LinkType::Email, .. }) => {}
            Event::Start(Tag::Link { dest_url, .. }) => open = Some((dest_url.into_string(), String::new())),
            Event::End(TagEnd::Link) => links.extend(open.take()),
            Event::Start(Tag::Image { .. }) => images += 1,
            Event::End(TagEnd::Image) => images = images.saturating_sub(1),
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Text(text) | Event::Code(text) if open.is_some() => {
                if let Some((_, title)) = &mut open {
                    title.push_str(&text);
                }
            }
            Event::Text(text) if images == 0 && !is_code => {
                links.extend(bare_links(&text).into_iter().map(|link| (link.to_owned(), String::new())));
            }
            _ => {}
        }
    }
    for (_, title) in &mut links {
        if title.contains("://") {
            title.clear();
        }
    }
    links
}

/// The addresses in a plain text. Korean particles follow an address without a space, so only ASCII letters belong to it.
fn bare_links(text: &str) -> Vec<&str> {
    let mut links = Vec::new();
    let mut rest = text;
    while let Some(place) = rest.find("http") {
        let (before, address) = rest.split_at(place);
        let is_word = before.ends_with(|letter: char| letter.is_ascii_alphanumeric());
        let is_address = address.starts_with("http://") || address.starts_with("https://");
        let length = if is_address && !is_word {
            let end = address.find(|letter: char| !letter.is_ascii_graphic() || "<>\"`|\\^{}".contains(letter));
            let address = address.get(..end.unwrap_or(address.len())).unwrap_or_default();
            links.push(without_punctuation(address));
            address.len()
        } else {
            "http".len()
        };
        rest = address.get(length..).unwrap_or_default();
    }
    links
}

/// The address without the punctuation of the sentence around it. Brackets that it opens belong to it.
fn without_punctuation(mut address: &str) -> &str {
    let count = |letter: char| address.matches(letter).count();
    let mut unopened = [(')', count(')').saturating_sub(count('('))), (']', count(']').saturating_sub(count('[')))];
    while let Some(last) = address.chars().next_back() {
        let mut brackets = unopened.iter_mut();
        let is_outside = match brackets.find(|(bracket, _)| *bracket == last) {
            Some((_, 0)) => false,
            Some((_, unopened)) => {
                *unopened -= 1;
                true
            }
            None => ".,;:!?'*_~".contains(last),
        };
        if !is_outside {
            break;
        }
        address = address.get(..address.len() - 1).unwrap_or_default();
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_a_text_have_their_texts_as_titles() {
        for (text, expected) in [
            ("[A 카페](https://a.example/x)에 가세요.", vec![("https://a.example/x", "A 카페")]),
            (
                "([a.example](https://a.example/x_(1)?utm_source=openai))",
                vec![("https://a.example/x_(1)?utm_source=openai", "a.example")],
            ),
            (
                "**[굵게](https://a.example/)** | [`b`](<https://b.example/a b>)",
                vec![("https://a.example/", "굵게"), ("https://b.example/a b", "b")],
            ),
            ("<https://a.example/x>", vec![("https://a.example/x", "")]),
            ("[https://a.example/x](https://a.example/x)", vec![("https://a.example/x", "")]),
            (
                "출처: https://a.example/x_y에서 보세요 (https://b.example/z).",
                vec![("https://a.example/x_y", ""), ("https://b.example/z", "")],
            ),
            (
                "https://en.example/wiki/A_(b), 그리고 http://c.example!",
                vec![("https://en.example/wiki/A_(b)", ""), ("http://c.example", "")],
            ),
            ("[1]: https://a.example/x\n\n본문[1]", vec![("https://a.example/x", "1")]),
            ("![그림](https://a.example/x.png) `https://b.example` \n\n```\nhttps://c.example\n```", vec![]),
            ("https://archive.example/https://a.example/x", vec![("https://archive.example/https://a.example/x", "")]),
            ("xhttps://a.example https:/b mailto:a@b.example", vec![]),
        ] {
            let found = links(text);
            let found: Vec<_> = found.iter().map(|(link, title)| (link.as_str(), title.as_str())).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
