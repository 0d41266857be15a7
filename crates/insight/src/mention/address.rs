//! Web addresses in a text: the names in them are not mentions.
//!
//! Addresses are URLs with a scheme, hosts with or without a path, e-mail addresses, and the destinations of Markdown links
//! and autolinks. The text is read once from left to right.

use std::ops::Range;

use super::lanes::{LANES, Positions};

/// The web addresses of a text, in ascending order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Addresses(Vec<Address>);

#[derive(Debug, PartialEq, Eq)]
struct Address {
    range: Range<usize>,
    /// Whether it is a host and nothing more: `booking.com`.
    is_host: bool,
}

/// The signs that every address has: in a run of labels, or beside one, or before the destination of a link. Other runs are
/// words.
const SIGNS: [u8; 4] = *b".:@]";

/// Nested parentheses of a link destination, at most. A destination with more is text.
///
/// Source: CommonMark, section 6.3; the reference implementation has the same limit.
const NESTED_PARENTHESES_MAX: usize = 32;

/// Characters of a label, at most.
///
/// Source: RFC 1035, section 2.3.4.
const LABEL_CHARS_MAX: usize = 63;

/// Top-level domains that are not country codes. Others are too rare, or words of a text: `.the`.
const GENERIC_DOMAINS: &[&str] = &[
    "com", "net", "org", "edu", "gov", "mil", "int", "info", "biz", "app", "dev", "xyz", "shop", "store", "online",
    "site", "tech", "blog", "cloud", "asia", "example",
];

/// The country codes among top-level domains, two letters each.
///
/// Source: IANA, root zone database.
const COUNTRY_DOMAINS: &str = "acadaeafagaialamaoaqarasatauawaxazbabbbdbebfbgbhbibjbmbnbobrbsbtbwbybzcacccdcfcgchcickclcmcncocr\
     cucvcwcxcyczdedjdkdmdodzeceeegereseteufifjfkfmfofrgagbgdgegfggghgiglgmgngpgqgrgsgtgugwgyhkhmhnhrhthuidieilimin\
     ioiqirisitjejmjojpkekgkhkikmknkpkrkwkykzlalblclilklrlsltlulvlymamcmdmemgmhmkmlmmmnmompmqmrmsmtmumvmwmxmymznanc\
     nenfngninlnonpnrnunzompapepfpgphpkplpmpnprpsptpwpyqarerorsrurwsasbscsdsesgshsisjskslsmsnsosrssstsusvsxsyszt\
     ctdtftgthtjtktltmtntotrtttvtwtzuaugukusuyuzvavcvevgvivnvuwfwsyeytzazmzw";

/// The suffixes that can follow a label of another script in a host: `한국.kr`.
const SUFFIXES_AFTER_OTHER_SCRIPTS: [&str; 7] = ["com", "net", "org", "kr", "co.kr", "or.kr", "go.kr"];

impl Addresses {
    /// Finds the addresses of a text.
    pub(super) fn new(text: &str) -> Self {
        let mut found = Vec::new();
        let mut at = 0;
        for start in (0..text.len()).step_by(LANES) {
            for position in Positions::of_letters(text.as_bytes(), start, SIGNS) {
                let sign = start + position;
                if sign < at || ends_sentence(text, sign) {
                    continue;
                }
                let (address, next) = if text[sign..].starts_with(']') {
                    (link_destination(text, sign), sign + 1)
                } else {
                    let run = run_with(text, at, sign);
                    let next = run.as_ref().map_or(0, |run| run.end).max(sign + 1);
                    (run.and_then(|run| address_at(text, run)), next)
                };
                at = address.as_ref().map_or(next, |address| address.range.end);
                found.extend(address.filter(|address| !address.range.is_empty()));
            }
        }
        Self(found)
    }

    /// Whether a range of the text can be a mention: it lies outside of all addresses, or contains whole hosts, as a brand
    /// may have the name of its host.
    pub(super) fn allow(&self, range: &Range<usize>) -> bool {
        let first = self.0.partition_point(|address| address.range.end <= range.start);
        let mut touched = self.0[first..].iter().take_while(|address| address.range.start < range.end);
        touched.all(|address| address.is_host && range.start <= address.range.start && address.range.end <= range.end)
    }
}

/// Whether the sign at `at` is a period that no label follows. It does not make a word an address.
fn ends_sentence(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    bytes[at] == b'.' && !bytes.get(at + 1).is_some_and(is_label)
}

/// The run of labels from `from` on with the first sign of an address in it or after it, or else with the sign before it: a
/// label of another script may be before the period.
fn run_with(text: &str, from: usize, sign: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let labels = bytes[from..sign].iter().rev().take_while(|byte| is_label(byte)).count();
    let begin = (sign - labels..sign).find(|at| bytes[*at].is_ascii_alphanumeric());
    let after =
        || (bytes[sign] == b'.' && bytes.get(sign + 1).is_some_and(u8::is_ascii_alphanumeric)).then_some(sign + 1);
    begin.or_else(after).map(|start| start..start + run_length(&text[start..]))
}

/// Whether a byte can be in a label of a host, or in the local part of an e-mail address.
fn is_label(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'%' | b'+')
}

/// The length of the run of labels at the start of a text: ASCII letters, digits and the signs of a host or of the local part
/// of an e-mail address. A period is part of the run before another label only.
fn run_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let joins_labels = |at: usize| bytes[at] == b'.' && bytes.get(at + 1).is_some_and(is_label);
    (0..bytes.len()).find(|&at| !is_label(&bytes[at]) && !joins_labels(at)).unwrap_or(bytes.len())
}

/// The address that begins with a run of labels, or with the label of another script before it.
fn address_at(text: &str, run: Range<usize>) -> Option<Address> {
    let (labels, after) = (&text[run.clone()], &text[run.end..]);
    let is_word = !labels.contains('.') && !after.starts_with([':', '@']) && !text[..run.start].ends_with('.');
    if is_word {
        return None;
    }
    let url = |start: usize, tail: usize| Some(Address { range: start..url_end(text, tail), is_host: false });
    if after.starts_with("://") {
        return url(run.start, run.end + 3);
    }
    if labels.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www.")) {
        return url(run.start, run.end);
    }
    if after.starts_with(':') && text[..run.start].ends_with('<') {
        let end = after.find(|letter: char| letter.is_whitespace() || matches!(letter, '<' | '>'))?;
        let is_closed = after[end..].starts_with('>');
        return is_closed.then_some(Address { range: run.start..run.end + end, is_host: false });
    }
    if let Some(domain) = after.strip_prefix('@').map(|domain| &domain[..run_length(domain)])
        && is_email_domain(domain)
    {
        return Some(Address { range: run.start..run.end + 1 + domain.len(), is_host: false });
    }
    let after_label = label_before(text, run.start).and_then(|start| Some(start..run.start + suffix_length(labels)?));
    let host = after_label.or_else(|| host(labels).map(|host| run.start + host.start..run.start + host.end))?;
    let end = if host.end == run.end && has_tail(after) { url_end(text, host.end) } else { host.end };
    Some(Address { is_host: end == host.end, range: host.start..end })
}

/// Whether an e-mail address can end with a domain. Any top-level domain counts: no text has another reason for this form.
fn is_email_domain(domain: &str) -> bool {
    let last = domain.rsplit_once('.').map(|(_, last)| last);
    last.is_some_and(|last| last.len() >= 2 && last.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// Whether a path, a query, a fragment or a port follows a host.
fn has_tail(after: &str) -> bool {
    let mut letters = after.chars();
    match letters.next() {
        Some('/' | '?' | '#') => true,
        Some(':') => letters.next().is_some_and(|letter| letter.is_ascii_digit()),
        _ => false,
    }
}

/// The host in a run of labels: up to the last label that is a top-level domain.
fn host(labels: &str) -> Option<Range<usize>> {
    let (mut start, mut end) = (0, None);
    let mut at = 0;
    for label in labels.split('.') {
        let name = label.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default();
        if at > start && is_top_level_domain(name) {
            end = Some(at + name.len());
        }
        if !label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') && end.is_none() {
            start = at + label.len() + 1;
        }
        at += label.len() + 1;
    }
    end.map(|end| start..end)
}

/// Where the label of another script begins that ends with a period before `at`.
fn label_before(text: &str, at: usize) -> Option<usize> {
    let before = text[..at].strip_suffix('.')?;
    let letters = before.chars().rev().take(LABEL_CHARS_MAX);
    let letters = letters.take_while(|letter| !letter.is_ascii() && letter.is_alphanumeric());
    let length: usize = letters.map(char::len_utf8).sum();
    (length > 0).then(|| before.len() - length)
}

/// The length of the suffix that follows a label of another script.
fn suffix_length(labels: &str) -> Option<usize> {
    let ends = |suffix: &&&str| {
        labels
            .strip_prefix(**suffix)
            .is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_ascii_alphanumeric()))
    };
    SUFFIXES_AFTER_OTHER_SCRIPTS.iter().filter(ends).map(|suffix| suffix.len()).max()
}

/// Only in lower case: a name may end with `.NET`, and the next sentence may begin without a space.
fn is_top_level_domain(name: &str) -> bool {
    name == "COM"
        || GENERIC_DOMAINS.contains(&name)
        || name.len() == 2 && COUNTRY_DOMAINS.as_bytes().chunks(2).any(|code| code == name.as_bytes())
}

/// Where a URL ends that reaches to `from` at least. Closing brackets belong to it with their opening ones only, and marks of
/// the sentence around it do not.
fn url_end(text: &str, from: usize) -> usize {
    let (mut parentheses, mut brackets) = (0_usize, 0_usize);
    let ends = |letter: char| match letter {
        '(' => {
            parentheses += 1;
            false
        }
        '[' => {
            brackets += 1;
            false
        }
        ')' => close(&mut parentheses),
        ']' => close(&mut brackets),
        '<' | '>' | '"' | '`' | '|' | '\\' | '^' | '{' | '}' | '“' | '”' | '‘' | '’' | '…' => true,
        '、'..='。' | '〈'..='】' | '（' | '）' | '，' | '！' | '？' | '：' | '；' => true,
        _ => letter.is_whitespace(),
    };
    let length = text[from..].find(ends).unwrap_or(text.len() - from);
    let url = text[from..from + length].trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_', '~']);
    from + url.len()
}

/// Closes a bracket. Returns whether none is open.
fn close(open: &mut usize) -> bool {
    let is_unbalanced = *open == 0;
    *open = open.saturating_sub(1);
    is_unbalanced
}

/// The destination of the Markdown link whose text ends with the `]` at `at`.
fn link_destination(text: &str, at: usize) -> Option<Address> {
    let is_link = text[at..].starts_with("](");
    is_link.then(|| destination(text, at + 2)).flatten().map(|range| Address { range, is_host: false })
}

/// The destination of a Markdown link, from the byte after `](`. `None` if no link ends there.
///
/// Source: CommonMark, section 6.3.
fn destination(text: &str, from: usize) -> Option<Range<usize>> {
    let start = text.len() - text[from..].trim_start().len();
    let rest = &text[start..];
    if let Some(inner) = rest.strip_prefix('<') {
        let end = inner.find(['<', '>', '\n'])?;
        return inner[end..].starts_with('>').then_some(start + 1..start + 1 + end);
    }
    let mut open = 0;
    let mut is_escaped = false;
    for (at, letter) in rest.char_indices() {
        match letter {
            _ if is_escaped && letter.is_ascii_punctuation() => {}
            '(' if open == NESTED_PARENTHESES_MAX => return None,
            '(' => open += 1,
            ')' if open == 0 => return Some(start..start + at),
            ')' => open -= 1,
            _ if letter.is_whitespace() => {
                let is_link = open == 0 && rest[at..].trim_start().starts_with(['"', '\'', '(', ')']);
                return is_link.then_some(start..start + at);
            }
            _ => {}
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The addresses of a text, hosts in parentheses.
    fn found(text: &str) -> Vec<String> {
        let addresses = Addresses::new(text).0;
        let show = |address: &Address| match (&text[address.range.clone()], address.is_host) {
            (host, true) => format!("({host})"),
            (url, false) => url.to_owned(),
        };
        addresses.iter().map(show).collect()
    }

    /// The addresses of a text, found from every run of labels.
    fn of_all_runs(text: &str) -> Addresses {
        let mut found = Vec::new();
        let mut at = 0;
        let begins_address = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b']';
        while let Some(skipped) = text.as_bytes()[at..].iter().position(begins_address) {
            at += skipped;
            let (address, next) = if text[at..].starts_with(']') {
                (link_destination(text, at), at + 1)
            } else {
                let end = at + run_length(&text[at..]);
                (address_at(text, at..end), end)
            };
            at = address.as_ref().map_or(next, |address| address.range.end);
            found.extend(address.filter(|address| !address.range.is_empty()));
        }
        Addresses(found)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5_000))]

        #[test]
        fn the_signs_of_addresses_lead_to_all_of_them(text in "(a|b1|kr|com|www|가|나|\\.|\\.|:|@|\\]|\\(|\\)|<|>|/|-|_|%|\\+|,| |\n|://|\\.com){0,16}") {
            prop_assert_eq!(Addresses::new(&text), of_all_runs(&text));
        }
    }

    #[test]
    fn a_url_ends_before_the_marks_of_its_sentence() {
        assert_eq!(
            found("see https://nike.com/a?b=c#d, or (http://a.b/c(d)e)."),
            ["https://nike.com/a?b=c#d", "http://a.b/c(d)e"]
        );
        assert_eq!(
            found("**www.Nike.com/kr** 「https://a.kr/가나」는 \"ftp://x\""),
            ["www.Nike.com/kr", "https://a.kr/가나", "ftp://x"]
        );
        assert_eq!(found("| https://a.kr |나이키| http:// |"), ["https://a.kr", "http://"]);
    }

    #[test]
    fn a_host_ends_with_a_top_level_domain() {
        assert_eq!(
            found("nike.com에서 Nike.co.kr, shop.nike.com/kr/신발 나 NIKE.COM"),
            ["(nike.com)", "(Nike.co.kr)", "shop.nike.com/kr/신발", "(NIKE.COM)"]
        );
        assert_eq!(
            found("nike.com:8080 nike.com: nike.com? nike.com-based nike.com.It _nike.com_"),
            ["nike.com:8080", "(nike.com)", "(nike.com)", "(nike.com)", "(nike.com)", "(nike.com)"]
        );
        for text in
            ["Nike.The next", "Node.js", "3.5", "e.g. this", "ASP.NET", "a..com", ".com", "U.S.-based", "v1.2.3"]
        {
            assert_eq!(found(text), <[&str; 0]>::default(), "{text}");
        }
    }

    #[test]
    fn a_host_may_have_labels_of_other_scripts() {
        assert_eq!(found("나이키.com은 한국.kr/길 삼성.co.kr."), ["(나이키.com)", "한국.kr/길", "(삼성.co.kr)"]);
        assert_eq!(found("좋아요.nike.com 끝.is"), ["(nike.com)"]);
    }

    #[test]
    fn an_email_address_is_an_address() {
        assert_eq!(
            found("a.b+nike@mail.nike.shoes, mailto:x_y@nike.com"),
            ["a.b+nike@mail.nike.shoes", "x_y@nike.com"]
        );
        assert_eq!(found("@nike me@nike nike.com@home"), ["(nike.com)"]);
    }

    #[test]
    fn the_destination_of_a_link_is_an_address() {
        assert_eq!(
            found("[a](/나이키_(신발)) ![b](<나이키 1.png>) [c]( nike \"나이키\")"),
            ["/나이키_(신발)", "나이키 1.png", "nike"]
        );
        assert_eq!(found("<tel:nike> <나이키> a](b c) ](나이키"), ["tel:nike"]);
        assert_eq!(found(&format!("](a{}{})", "(".repeat(33), ")".repeat(33))), <[&str; 0]>::default());
    }

    #[test]
    fn country_codes_are_pairs_in_order() {
        let codes: Vec<&[u8]> = COUNTRY_DOMAINS.as_bytes().chunks(2).collect();
        assert!(codes.is_sorted() && codes.iter().all(|code| code.len() == 2));
        assert!(["kr", "us", "uk", "jp", "io", "ai"].iter().all(|code| is_top_level_domain(code)));
    }
}
