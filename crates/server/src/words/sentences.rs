//! The sentences of a text, without the addresses in it.

use std::borrow::Cow;

/// `text` with spaces for every web address, and for every host that is named without one: `nurio.example`. A name in
/// capitals is a brand's: `Booking.com`. There are as many as what they stand for has bytes, so that all else stays in place.
pub(super) fn without_addresses(text: &str) -> Cow<'_, str> {
    let mut kept = String::new();
    // What is not in `kept` yet, and what is not looked at yet.
    let (mut rest, mut ahead) = (text, text);
    while let Some(at) = ahead.find(|letter: char| letter.is_ascii_alphanumeric()) {
        let begin = &ahead[at..];
        let end = begin.find(|letter: char| !letter.is_ascii_alphanumeric() && !matches!(letter, '.' | '-'));
        let (run, after) = begin.split_at(end.unwrap_or(begin.len()));
        ahead = after;
        let host = run.trim_end_matches(['.', '-']);
        let has_scheme = after.starts_with("://") && (run.ends_with("http") || run.ends_with("https"));
        if has_scheme || is_host(host) {
            let (before, whole) = (&rest[..rest.len() - begin.len()], &begin[host.len()..]);
            let goes_on = has_scheme || whole.starts_with(['/', ':', '?', '#']);
            let end = if goes_on { whole.find(ends_address).unwrap_or(whole.len()) } else { 0 };
            kept.push_str(before);
            kept.extend(std::iter::repeat_n(' ', host.len() + end));
            (rest, ahead) = (&whole[end..], &whole[end..]);
        }
    }
    if kept.is_empty() {
        return Cow::Borrowed(text);
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

fn ends_address(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ')' | ']' | '>' | '"')
}

/// Source: the public suffix list; RFC 2606, section 2, for `example`.
fn is_host(name: &str) -> bool {
    let Some((_, last)) = name.rsplit_once('.') else { return false };
    let is_known = || psl::suffix(name.as_bytes()).is_some_and(|suffix| suffix.is_known());
    !name.bytes().any(|letter| letter.is_ascii_uppercase())
        && name.split('.').all(|label| !label.is_empty())
        && (last == "example" || is_known())
}

/// The sentences: a line ends one, and so does a mark before a space.
pub(crate) fn sentences(text: &str) -> impl Iterator<Item = &str> {
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
        assert_eq!(without_addresses("see [[1]](http://a/?가) now"), "see [[1]](             ) now");
        assert_eq!(without_addresses("http://a https://b"), " ".repeat(18));
        assert_eq!(without_addresses("none"), "none");
    }

    #[test]
    fn hosts_are_no_prose_but_names_and_numbers_are() {
        assert_eq!(without_addresses("soundlab.example에서 봤다"), format!("{:16}에서 봤다", ""));
        assert_eq!(without_addresses("(a.co.kr/a?b=c) and nurio.example."), format!("({:13}) and {:13}.", "", ""));
        for text in
            ["Booking.com is a brand", "It weighs 4.6g, i.e. less", "Node.js 없이", "끝.그리고 a.b", "U.S. only"]
        {
            assert_eq!(without_addresses(text), text);
        }
    }

    #[test]
    fn a_mark_ends_a_sentence_only_before_a_space() {
        let all: Vec<_> = sentences("It is 1.5 m. Really?! Yes\n좋아요. 네").map(str::trim).collect();
        assert_eq!(all, ["It is 1.5 m.", "Really?!", "Yes", "좋아요.", "네"]);
    }
}
