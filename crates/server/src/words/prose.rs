//! The sentences of a text, without the addresses in it.

use std::borrow::Cow;

/// How an address begins.
const SCHEMES: [&str; 2] = ["http://", "https://"];

/// `text` with a space for every web address.
pub(super) fn without_addresses(text: &str) -> Cow<'_, str> {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = SCHEMES.iter().filter_map(|scheme| rest.find(scheme)).min() {
        kept.push_str(&rest[..at]);
        kept.push(' ');
        let end = rest[at..].find(|letter: char| letter.is_whitespace() || matches!(letter, ')' | ']' | '>' | '"'));
        rest = end.map_or("", |end| &rest[at + end..]);
    }
    if kept.is_empty() {
        return Cow::Borrowed(text);
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

/// The sentences: a line ends one, and so does a mark before a space.
pub(super) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| {
        let mut rest = line;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let mut ended = false;
            let end = rest.char_indices().find_map(|(at, letter)| {
                let ends = ended && letter.is_whitespace();
                ended = matches!(letter, '.' | '!' | '?' | '…' | '。');
                ends.then_some(at)
            });
            let (sentence, after) = rest.split_at(end.unwrap_or(rest.len()));
            rest = after;
            Some(sentence)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_no_prose() {
        assert_eq!(without_addresses("see [[1]](https://a.example/x?y) now"), "see [[1]]( ) now");
        assert_eq!(without_addresses("http://a https://b"), "   ");
        assert_eq!(without_addresses("none"), "none");
    }

    #[test]
    fn a_mark_ends_a_sentence_only_before_a_space() {
        let all: Vec<_> = sentences("It is 1.5 m. Really?! Yes\n좋아요. 네").map(str::trim).collect();
        assert_eq!(all, ["It is 1.5 m.", "Really?!", "Yes", "좋아요.", "네"]);
    }
}
