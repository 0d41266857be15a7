//! Splits a text into sentences and masks its web addresses.

use std::borrow::Cow;

/// Replaces every web address and every host name, such as `nurio.example`, with as many spaces as it has bytes, so that byte
/// offsets stay valid. A name with capitals is a brand and stays: `Booking.com`.
pub(crate) fn mask_addresses(text: &str) -> Cow<'_, str> {
    let mut masked = String::new();
    // `rest` is not copied to `masked` yet, and `ahead` is not searched yet.
    let (mut rest, mut ahead) = (text, text);
    while let Some(at) = ahead.find(|letter: char| letter.is_ascii_alphanumeric()) {
        let candidate = &ahead[at..];
        let end = candidate.find(|letter: char| !letter.is_ascii_alphanumeric() && !matches!(letter, '.' | '-'));
        let (run, after) = candidate.split_at(end.unwrap_or(candidate.len()));
        ahead = after;
        let host = run.trim_end_matches(['.', '-']);
        let has_scheme = after.starts_with("://") && (run.ends_with("http") || run.ends_with("https"));
        if has_scheme || is_host(host) {
            let (before, tail) = (&rest[..rest.len() - candidate.len()], &candidate[host.len()..]);
            let has_tail = has_scheme || tail.starts_with(['/', ':', '?', '#']);
            let end = if has_tail { tail.find(ends_address).unwrap_or(tail.len()) } else { 0 };
            masked.push_str(before);
            masked.extend(std::iter::repeat_n(' ', host.len() + end));
            (rest, ahead) = (&tail[end..], &tail[end..]);
        }
    }
    if masked.is_empty() {
        return Cow::Borrowed(text);
    }
    masked.push_str(rest);
    Cow::Owned(masked)
}

fn ends_address(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ')' | ']' | '>' | '"')
}

/// Source: the public suffix list; RFC 2606, section 2, for `example`.
fn is_host(name: &str) -> bool {
    let Some((_, last)) = name.rsplit_once('.') else { return false };
    !name.bytes().any(|letter| letter.is_ascii_uppercase())
        && name.split('.').all(|label| !label.is_empty())
        && (last == "example" || answerdeck_public_suffixes::has_known_suffix(name))
}

/// The sentences of a text. A sentence ends with its line, or with a mark before whitespace. Quotation marks, brackets and
/// emphasis that close after the mark belong to the sentence. `answerdeck_insight::sentence_ends` ends it before them: its crate does not
/// use this one, and what is stored about answers depends on its rule.
pub fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| {
        let mut rest = line;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let mut ended = false;
            let end = rest.char_indices().find_map(|(at, letter)| {
                let ends = ended && letter.is_whitespace();
                ended = is_end_mark(letter) || ended && is_closing_mark(letter);
                ends.then_some(at)
            });
            let (sentence, after) = rest.split_at(end.unwrap_or(rest.len()));
            rest = after;
            Some(sentence)
        })
    })
}

fn is_end_mark(letter: char) -> bool {
    matches!(letter, '.' | '!' | '?' | '…' | '。')
}

fn is_closing_mark(letter: char) -> bool {
    matches!(letter, '"' | '”' | '’' | ')' | '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_masked() {
        assert_eq!(mask_addresses("see [[1]](http://a/?가) now"), "see [[1]](             ) now");
        assert_eq!(mask_addresses("http://a https://b"), " ".repeat(18));
        assert_eq!(mask_addresses("none"), "none");
    }

    #[test]
    fn hosts_are_masked_but_names_and_numbers_stay() {
        assert_eq!(mask_addresses("soundlab.example에서 봤다"), format!("{:16}에서 봤다", ""));
        assert_eq!(mask_addresses("(a.co.kr/a?b=c) and nurio.example."), format!("({:13}) and {:13}.", "", ""));
        for text in
            ["Booking.com is a brand", "It weighs 4.6g, i.e. less", "Node.js 없이", "끝.그리고 a.b", "U.S. only"]
        {
            assert_eq!(mask_addresses(text), text);
        }
    }

    #[test]
    fn a_mark_ends_a_sentence_only_before_a_space() {
        let all: Vec<_> = sentences("It is 1.5 m. Really?! Yes\n좋아요. 네").map(str::trim).collect();
        assert_eq!(all, ["It is 1.5 m.", "Really?!", "Yes", "좋아요.", "네"]);
    }

    #[test]
    fn a_sentence_includes_the_marks_that_close_it() {
        let all: Vec<_> = sentences("\"Soft.\" \"Light!\" **Score: 9.** 4.6 g (a.) b").map(str::trim).collect();
        assert_eq!(all, ["\"Soft.\"", "\"Light!\"", "**Score: 9.**", "4.6 g (a.)", "b"]);
    }
}
