//! Web addresses in a text: the names in them are not mentions.
//!
//! Addresses are URLs with a scheme, hosts with or without a path, e-mail addresses, and the destinations of links in Markdown
//! and HTML. The text is read once from left to right.

use std::ops::Range;

/// The web addresses of a text, in ascending order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Links(pub(super) Vec<Link>);

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) range: Range<usize>,
    /// Whether it is a host and nothing more: `booking.com`.
    pub(super) is_host: bool,
}

/// The signs that every address has: in a run of labels, or beside one, or before the destination of a link. Other runs are
/// words.
const SIGNS: [char; 5] = ['.', ':', '@', ']', '='];

/// The maximum nesting of parentheses in a link destination. A destination with more is text.
///
/// Source: CommonMark, section 6.3; the reference implementation has the same limit.
const NESTED_PARENTHESES_MAX: usize = 32;

/// The maximum number of characters of a label.
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

/// The top-level domains that are addresses in capitals, too. Others can begin the next sentence: `Nike.It`.
const DOMAINS_IN_ANY_CASE: [&str; 6] = ["com", "kr", "ai", "cn", "io", "jp"];

/// The shortest top-level domain that is not a country code.
const GENERIC_DOMAIN_CHARS_MIN: usize = 3;

/// A top-level domain in Hangul.
const HANGUL_DOMAIN: &str = "한국";

/// The suffixes that can follow a label of another script in a host: `한국.kr`.
const SUFFIXES_AFTER_OTHER_SCRIPTS: [&str; 7] = ["com", "net", "org", "kr", "co.kr", "or.kr", "go.kr"];

impl Links {
    pub(super) fn new(text: &str) -> Self {
        let mut found = Vec::new();
        let mut at = 0;
        for (sign, _) in text.match_indices(SIGNS) {
            if sign < at {
                continue;
            }
            let last_end = found.last().map_or(0, |link: &Link| link.range.end);
            let (link, next) = match text.as_bytes()[sign] {
                b']' => (link_destination(text, sign), sign + 1),
                b'=' => (attribute_value(text, sign), sign + 1),
                b'.' if !text.as_bytes().get(sign + 1).is_some_and(is_label) => {
                    // It ends a sentence, or is before Hangul. It does not make a word an address.
                    (hangul_host(text, last_end, sign), at)
                }
                _ => {
                    let run = run_with(text, at, sign);
                    let next = run.as_ref().map_or(0, |run| run.end).max(sign + 1);
                    (run.and_then(|run| link_at(text, run)), next)
                }
            };
            at = link.as_ref().map_or(next, |link| link.range.end);
            found.extend(link.filter(|link| !link.range.is_empty()));
        }
        Self(found)
    }

    /// Whether a range of the text can be a mention: it is outside of all addresses, or contains whole hosts, as a brand
    /// may have the name of its host.
    pub(super) fn allow(&self, range: &Range<usize>) -> bool {
        let first = self.0.partition_point(|link| link.range.end <= range.start);
        let mut touched = self.0[first..].iter().take_while(|link| link.range.start < range.end);
        touched.all(|link| link.is_host && range.start <= link.range.start && link.range.end <= range.end)
    }
}

/// The destinations of the Markdown links of a text, in ascending order.
pub(super) fn link_destinations(text: &str) -> Vec<Range<usize>> {
    text.match_indices(']').filter_map(|(end, _)| Some(link_destination(text, end)?.range)).collect()
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
fn link_at(text: &str, run: Range<usize>) -> Option<Link> {
    let (labels, after) = (&text[run.clone()], &text[run.end..]);
    let is_word = !labels.contains('.') && !after.starts_with([':', '@']) && !text[..run.start].ends_with('.');
    if is_word {
        return None;
    }
    let url = |start: usize, tail: usize| Some(Link { range: start..url_end(text, tail), is_host: false });
    if after.starts_with("://") {
        return url(run.start, run.end + 3);
    }
    if labels.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www.")) {
        return url(run.start, run.end);
    }
    if after.starts_with(':') && text[..run.start].ends_with('<') {
        let end = after.find(|letter: char| letter.is_whitespace() || matches!(letter, '<' | '>'))?;
        let is_closed = after[end..].starts_with('>');
        return is_closed.then_some(Link { range: run.start..run.end + end, is_host: false });
    }
    if let Some(domain) = after.strip_prefix('@').map(|domain| &domain[..run_length(domain)])
        && is_email_domain(domain)
    {
        return Some(Link { range: run.start..run.end + 1 + domain.len(), is_host: false });
    }
    let is_local = labels.eq_ignore_ascii_case("localhost") || is_ip_address(labels);
    if is_local && has_tail(after) {
        return url(run.start, run.end);
    }
    let after_label = label_before(text, run.start).and_then(|start| Some(start..run.start + suffix_length(labels)?));
    let host = after_label
        .or_else(|| host(labels, after.starts_with('/')).map(|host| run.start + host.start..run.start + host.end))?;
    let end = if host.end == run.end && has_tail(after) { url_end(text, host.end) } else { host.end };
    Some(Link { is_host: end == host.end, range: host.start..end })
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

/// Whether labels are an address of the Internet Protocol, version 4.
fn is_ip_address(labels: &str) -> bool {
    let is_part = |label: &str| label.len() <= 3 && label.bytes().all(|byte| byte.is_ascii_digit());
    labels.split('.').count() == 4 && labels.split('.').all(is_part)
}

/// The host in a run of labels: up to the last label that is a top-level domain. Before a path, the last label of small letters
/// is one: no list has all of them.
fn host(labels: &str, has_path: bool) -> Option<Range<usize>> {
    let (mut start, mut end) = (0, None);
    let mut at = 0;
    let mut before = "";
    for label in labels.split('.') {
        let name = label.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default();
        let is_before_path = has_path && at + name.len() == labels.len() && may_be_domain(before, name);
        if at > start && (is_top_level_domain(name) || is_national(before, name) || is_before_path) {
            end = Some(at + name.len());
        }
        before = label;
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

/// Most only in lower case: a name may end with `.NET`, and the next sentence may begin without a space.
fn is_top_level_domain(name: &str) -> bool {
    GENERIC_DOMAINS.contains(&name)
        || DOMAINS_IN_ANY_CASE.iter().any(|domain| name.eq_ignore_ascii_case(domain))
        || is_country(name.as_bytes())
}

/// Whether a label is a country code, after the label of its companies: `CO.UK`.
fn is_national(before: &str, name: &str) -> bool {
    before.eq_ignore_ascii_case("co") && is_country(name.to_ascii_lowercase().as_bytes())
}

fn is_country(name: &[u8]) -> bool {
    name.len() == 2 && COUNTRY_DOMAINS.as_bytes().chunks(2).any(|code| code == name)
}

/// Whether a label before a path can be a top-level domain. `1.nike/adidas` is the item of a list, `Nike.Adidas/Puma` has two
/// sentences.
fn may_be_domain(before: &str, name: &str) -> bool {
    let is_word = name.len() >= GENERIC_DOMAIN_CHARS_MIN && name.bytes().all(|byte| byte.is_ascii_lowercase());
    is_word && before.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// The host with a top-level domain in Hangul after the period at `at`. The next word of a sentence is not a domain:
/// `나이키.한국 시장`.
fn hangul_host(text: &str, from: usize, at: usize) -> Option<Link> {
    let after = text[at + 1..].strip_prefix(HANGUL_DOMAIN)?;
    if after.starts_with(|letter: char| letter.is_alphanumeric() || letter == ' ') {
        return None;
    }
    let letters = text[from..at].chars().rev().take(LABEL_CHARS_MAX);
    let letters = letters.take_while(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '.'));
    let length: usize = letters.map(char::len_utf8).sum();
    let end = at + 1 + HANGUL_DOMAIN.len();
    let url_end = if has_tail(after) { url_end(text, end) } else { end };
    (length > 0).then_some(Link { is_host: url_end == end, range: at - length..url_end })
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
        '<' | '>' | '"' | '`' | '|' | '\\' | '^' | '{' | '}' | '«' | '·' | '»' | '・' => true,
        // Punctuation but for hyphens, arrows, shapes and emoji.
        '—'..='\u{2027}' | '‰'..='\u{205e}' | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' => true,
        '、'..='。' | '〈'..='】' | '（' | '）' | '，' | '！' | '？' | '：' | '；' | 'ㆍ' => true,
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

/// The destination of the Markdown link whose text ends with the `]` at `at`, or that a definition of a link gives.
fn link_destination(text: &str, at: usize) -> Option<Link> {
    let range = match text.as_bytes().get(at + 1)? {
        b'(' => destination(text, at + 2)?,
        b':' => defined_destination(text, at + 2)?,
        _ => return None,
    };
    Some(Link { range, is_host: false })
}

/// The destination in `[label]: /path`, from the byte after the colon. Without a slash or brackets it is text.
fn defined_destination(text: &str, from: usize) -> Option<Range<usize>> {
    let rest = text[from..].trim_start_matches([' ', '\t']);
    let start = text.len() - rest.len();
    let is_path = ["/", "./", "../"].iter().any(|path| rest.starts_with(path));
    let length = || rest.find(char::is_whitespace).unwrap_or(rest.len());
    if is_path {
        Some(start..start + length())
    } else {
        rest.starts_with('<').then(|| destination(text, start)).flatten()
    }
}

/// The value in quotation marks of an attribute of HTML that has an address, from its `=` at `at` on.
fn attribute_value(text: &str, at: usize) -> Option<Link> {
    let ends_with = |name: &&str| {
        let start = at.checked_sub(name.len());
        start.and_then(|start| text.get(start..at)).is_some_and(|end| end.eq_ignore_ascii_case(name))
    };
    let value = text[at + 1..].strip_prefix(['"', '\''])?;
    if !["href", "src"].iter().any(ends_with) {
        return None;
    }
    let length = value.find(['"', '\'', '<', '>', '\n'])?;
    let is_closed = value.as_bytes()[length] == text.as_bytes()[at + 1];
    is_closed.then_some(Link { range: at + 2..at + 2 + length, is_host: false })
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
        let links = Links::new(text).0;
        let show = |link: &Link| match (&text[link.range.clone()], link.is_host) {
            (host, true) => format!("({host})"),
            (url, false) => url.to_owned(),
        };
        links.iter().map(show).collect()
    }

    /// The addresses of a text, tried at every letter.
    fn found_slowly(text: &str) -> Links {
        let mut found: Vec<Link> = Vec::new();
        let mut at = 0;
        while let Some(letter) = text[at..].chars().next() {
            let last_end = found.last().map_or(0, |link| link.range.end);
            let run = at + run_length(&text[at..]);
            let link = match letter {
                ']' => link_destination(text, at),
                '=' => attribute_value(text, at),
                '.' => hangul_host(text, last_end, at),
                _ if letter.is_ascii_alphanumeric() => link_at(text, at..run),
                _ => None,
            };
            let next = if letter.is_ascii_alphanumeric() { run } else { at + letter.len_utf8() };
            at = link.as_ref().map_or(next, |link| link.range.end);
            found.extend(link.filter(|link| !link.range.is_empty()));
        }
        Links(found)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5_000))]

        #[test]
        fn the_signs_of_addresses_lead_to_all_of_them(text in "(a|b1|wiki|kr|com|Com|KR|CO|www|1\\.2\\.3\\.4|localhost|가|나|한국|\\.한국|\\.|\\.|:|@|\\]|\\]:|\\(|\\)|<|>|/|-|_|%|\\+|#|·|→|'|=|href='|,| |\n|://|\\.com){0,16}") {
            prop_assert_eq!(Links::new(&text), found_slowly(&text));
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
    fn before_a_path_any_domain_of_small_letters_ends_a_host() {
        assert_eq!(
            found("namu.wiki/w/나이키 forms.gle/a shop.nike.global/a 10.0.0.1/a localhost:3000/a"),
            ["namu.wiki/w/나이키", "forms.gle/a", "shop.nike.global/a", "10.0.0.1/a", "localhost:3000/a"]
        );
        for text in
            ["Nike.Adidas/Puma", "1.nike/adidas", "좋다.nike/adidas", "vue.js/react", "1.2.3/4", "nike.shoes, a/b"]
        {
            assert_eq!(found(text), <[&str; 0]>::default(), "{text}");
        }
    }

    #[test]
    fn some_domains_are_addresses_in_any_case() {
        assert_eq!(
            found("Nike.Com NIKE.KR에서 NIKE.CO.UK Nike.AI"),
            ["(Nike.Com)", "(NIKE.KR)", "(NIKE.CO.UK)", "(Nike.AI)"]
        );
        assert_eq!(found("Nike.It ASP.NET Nike.UK Co.Uk"), ["(Co.Uk)"]);
    }

    #[test]
    fn a_host_in_hangul_ends_with_its_domain() {
        assert_eq!(found("나이키.한국, a.b.한국/길 가.한국"), ["(나이키.한국)", "a.b.한국/길", "(가.한국)"]);
        for text in ["나이키.한국 시장", "나이키.한국에서는", "나이키. 한국", ".한국"] {
            assert_eq!(found(text), <[&str; 0]>::default(), "{text}");
        }
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
    fn the_value_of_an_attribute_is_an_address() {
        assert_eq!(found("<a HREF='/나이키'>나이키</a><img src=\"나이키.png\">"), ["/나이키", "나이키.png"]);
        for text in ["href=나이키", "href='나이키\"", "alt='나이키'", "src=\"나이키\n\"", "='나이키'", "href='나이키"]
        {
            assert_eq!(found(text), <[&str; 0]>::default(), "{text}");
        }
    }

    #[test]
    fn the_definition_of_a_link_has_an_address() {
        assert_eq!(
            found("[a]: /나이키 '나이키'\n[b]:\t<나이키 1>\n[c]: ../나이키"),
            ["/나이키", "나이키 1", "../나이키"]
        );
        assert_eq!(found("[나이키]: 좋다 [나이키]: ...좋다 [a]:\n/나이키"), <[&str; 0]>::default());
    }

    #[test]
    fn country_codes_are_pairs_in_order() {
        let codes: Vec<&[u8]> = COUNTRY_DOMAINS.as_bytes().chunks(2).collect();
        assert!(codes.is_sorted() && codes.iter().all(|code| code.len() == 2));
        assert!(["kr", "us", "uk", "jp", "io", "ai"].iter().all(|code| is_top_level_domain(code)));
    }
}
