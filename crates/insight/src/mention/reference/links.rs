//! The addresses of a text, found the slow way: tries each kind of address at every letter, from left to right.

use std::ops::Range;

/// The bytes of an address, and whether it is a host and nothing more.
pub(crate) type Link = (Range<usize>, bool);

const DOMAINS: &str =
    "com net org edu gov mil int info biz app dev xyz shop store online site tech blog cloud asia example";

/// Country codes: the second letters after each first one.
const COUNTRIES: &str = "\
    a:cdefgilmoqrstuwxz b:abdefghijmnorstvwyz c:acdfghiklmnoruvwxyz d:ejkmoz e:cegrstu f:ijkmor \
    g:abdefghilmnpqrstuwy h:kmnrtu i:delmnoqrst j:emop k:eghimnprwyz l:abcikrstuvy m:acdeghklmnopqrstuvwxyz \
    n:acefgilopruz o:m p:aefghklmnrstwy q:a r:eosuw s:abcdeghijklmnorstuvxyz t:cdfghjklmnortvwz u:agksyz \
    v:aceginu w:fs y:et z:amw";

/// All addresses of a text, in their order.
pub(crate) fn links(text: &str) -> Vec<Link> {
    let mut found: Vec<Link> = Vec::new();
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let last_end = found.last().map_or(0, |(range, _)| range.end);
        let run = run_at(text, at);
        let address = match letter {
            ']' => markdown(text, at).map(|range| (range, false)),
            '=' => attribute(text, at).map(|range| (range, false)),
            '.' => hangul_host(text, last_end, at),
            _ if letter.is_ascii_alphanumeric() => in_run(text, at..run),
            _ => None,
        };
        let skipped = if letter.is_ascii_alphanumeric() { run } else { at + letter.len_utf8() };
        at = address.as_ref().map_or(skipped, |(range, _)| range.end);
        found.extend(address.filter(|(range, _)| !range.is_empty()));
    }
    found
}

fn is_label(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "-_%+".contains(letter)
}

/// The end of the labels from `at` on: words with single periods between them.
fn run_at(text: &str, at: usize) -> usize {
    let mut end = at;
    loop {
        end += text[end..].chars().take_while(|letter| is_label(*letter)).count();
        match text[end..].strip_prefix('.') {
            Some(after) if after.starts_with(is_label) => end += 1,
            _ => return end,
        }
    }
}

/// The address that is, or begins with, the labels of a run.
fn in_run(text: &str, run: Range<usize>) -> Option<Link> {
    let (before, labels, after) = (&text[..run.start], &text[run.clone()], &text[run.end..]);
    let url = |end: usize| Some((run.start..end_of_url(text, end), false));
    if after.starts_with("://") {
        return url(run.end + 3);
    }
    if labels.to_ascii_lowercase().starts_with("www.") {
        return url(run.end);
    }
    if before.ends_with('<') && after.starts_with(':') {
        let end = after.find(|letter: char| letter == '<' || letter == '>' || letter.is_whitespace())?;
        return after[end..].starts_with('>').then(|| (run.start..run.end + end, false));
    }
    if after.starts_with('@') {
        let end = run_at(text, run.end + 1);
        let last = text[run.end + 1..end].rsplit_once('.').map_or("", |(_, last)| last);
        if last.chars().count() >= 2 && last.chars().all(|letter| letter.is_ascii_alphabetic()) {
            return Some((run.start..end, false));
        }
    }
    let parts: Vec<&str> = labels.split('.').collect();
    let is_number = |part: &&str| (1..=3).contains(&part.len()) && part.chars().all(|letter| letter.is_ascii_digit());
    let is_local = labels.eq_ignore_ascii_case("localhost") && (after.starts_with(':') || before.ends_with('.'));
    if has_tail(after) && (is_local || parts.len() == 4 && parts.iter().all(is_number)) {
        return url(run.end);
    }
    let host = host_after_other_script(before, labels, run.start).or_else(|| host(&parts, run.start, after))?;
    if host.end == run.end && has_tail(after) {
        let end = end_of_url(text, host.end);
        return Some((host.start..end, end == host.end));
    }
    Some((host, true))
}

fn has_tail(after: &str) -> bool {
    let has_port = after.strip_prefix(':').is_some_and(|port| port.starts_with(|letter: char| letter.is_ascii_digit()));
    after.starts_with(['/', '?', '#']) || has_port
}

/// `나이키.com`: the label of another script, and a suffix.
fn host_after_other_script(before: &str, labels: &str, start: usize) -> Option<Range<usize>> {
    let suffixes = ["co.kr", "or.kr", "go.kr", "com", "net", "org", "kr"];
    let is_whole = |suffix: &&&str| {
        labels
            .strip_prefix(**suffix)
            .is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_ascii_alphanumeric()))
    };
    let suffix = suffixes.iter().find(is_whole)?;
    let before = before.strip_suffix('.')?;
    let mut from = before.len();
    for letter in before.chars().rev().take(63) {
        if letter.is_ascii() || !letter.is_alphanumeric() {
            break;
        }
        from -= letter.len_utf8();
    }
    (from < before.len()).then(|| from..start + suffix.len())
}

/// The host in labels that begin at `start`: up to the last domain.
fn host(labels: &[&str], start: usize, after: &str) -> Option<Range<usize>> {
    let place = |index: usize| start + labels[..index].iter().map(|label| label.len() + 1).sum::<usize>();
    let name = |index: usize| -> String {
        labels[index].chars().take_while(|letter| letter.is_ascii_alphanumeric()).collect()
    };
    let is_domain = |index: usize| {
        let (name, small) = (name(index), name(index).to_ascii_lowercase());
        let before = labels[index - 1];
        let is_listed = DOMAINS.split(' ').any(|domain| domain == name) || is_country(&name);
        let in_any_case = ["com", "kr", "ai", "cn", "io", "jp"].contains(&small.as_str());
        let of_companies = before.eq_ignore_ascii_case("co") && is_country(&small);
        let is_last = index + 1 == labels.len() && name == labels[index];
        let is_small = name.len() > 2 && name.chars().all(|letter| letter.is_ascii_lowercase());
        let before_path = after.starts_with('/') && before.contains(|letter: char| letter.is_ascii_alphabetic());
        is_listed || in_any_case || of_companies || is_last && is_small && before_path
    };
    let is_bad = |index: usize| labels[index].contains(['_', '%', '+']);
    // Labels after the last one that no host has, unless a host is before it.
    let mut first = 0;
    let mut ends = Vec::new();
    for index in 0..labels.len() {
        if index > first && is_domain(index) {
            ends.push(place(index) + name(index).len());
        }
        if ends.is_empty() && is_bad(index) {
            first = index + 1;
        }
    }
    ends.pop().map(|end| place(first)..end)
}

fn is_country(name: &str) -> bool {
    let is_of = |(first, seconds): (&str, &str)| seconds.chars().any(|second| name == format!("{first}{second}"));
    COUNTRIES.split(' ').filter_map(|countries| countries.split_once(':')).any(is_of)
}

/// `나이키.한국`, from its last period at `at` on.
fn hangul_host(text: &str, from: usize, at: usize) -> Option<Link> {
    let after = text[at..].strip_prefix(".한국")?;
    let host = at + ".한국".len();
    let mut start = at;
    for letter in text[from..at].chars().rev().take(63) {
        if !letter.is_alphanumeric() && letter != '-' && letter != '.' {
            break;
        }
        start -= letter.len_utf8();
    }
    let goes_on = after.starts_with(' ') || after.starts_with(char::is_alphanumeric);
    let end = if has_tail(after) { end_of_url(text, host) } else { host };
    (start < at && !goes_on).then_some((start..end, end == host))
}

/// The end of a URL that has at least the bytes before `from`.
fn end_of_url(text: &str, from: usize) -> usize {
    let mut end = from;
    let mut open: Vec<char> = Vec::new();
    for letter in text[from..].chars() {
        let code = u32::from(letter);
        let is_punctuation = "<>\"`|\\^{}«·»・ㆍ（），！？：；、。".contains(letter)
            || (0x3008..=0x3011).contains(&code)
            || (0x2014..=0x205e).contains(&code) && !(0x2028..=0x202f).contains(&code);
        let is_picture = (0x2190..=0x2bff).contains(&code) || (0x1f000..=0x1faff).contains(&code);
        if letter.is_whitespace() || is_punctuation || is_picture {
            break;
        }
        let opening = match letter {
            ')' => '(',
            ']' => '[',
            _ => ' ',
        };
        if matches!(letter, '(' | '[') {
            open.push(letter);
        } else if opening != ' ' {
            match open.iter().position(|letter| *letter == opening) {
                Some(index) => open.remove(index),
                None => break,
            };
        }
        end += letter.len_utf8();
    }
    while end > from && text[..end].ends_with(['.', ',', ';', ':', '!', '?', '\'', '*', '_', '~']) {
        end -= 1;
    }
    end
}

/// The destination in `](a)` or `]: /a`.
fn markdown(text: &str, at: usize) -> Option<Range<usize>> {
    if text[at..].starts_with("](") {
        return destination(text, at + 2);
    }
    let after = text[at..].strip_prefix("]:")?;
    let start = text.len() - after.trim_start_matches([' ', '\t']).len();
    if text[start..].starts_with('<') {
        return destination(text, start);
    }
    let path = text[start..].split(char::is_whitespace).next()?;
    ["/", "./", "../"].iter().any(|begin| path.starts_with(begin)).then(|| start..start + path.len())
}

fn destination(text: &str, from: usize) -> Option<Range<usize>> {
    let start = text.len() - text[from..].trim_start().len();
    if text[start..].starts_with('<') {
        let length = text[start + 1..].find(['<', '>', '\n'])?;
        return text[start + 1 + length..].starts_with('>').then(|| start + 1..start + 1 + length);
    }
    let mut depth = 0;
    let mut letters = text[start..].char_indices().map(|(at, letter)| (start + at, letter)).peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => {
                letters.next_if(|(_, next)| next.is_ascii_punctuation());
            }
            '(' => depth += 1,
            ')' if depth == 0 => return Some(start..at),
            ')' => depth -= 1,
            _ if letter.is_whitespace() => {
                let has_title = text[at..].trim_start().starts_with(['"', '\'', '(', ')']);
                return (depth == 0 && has_title).then_some(start..at);
            }
            _ => {}
        }
        if depth > 32 {
            return None;
        }
    }
    None
}

/// The value of `href="a"`, from the `=` on.
fn attribute(text: &str, at: usize) -> Option<Range<usize>> {
    let name = text[..at].to_ascii_lowercase();
    let quote = text[at + 1..].chars().next().filter(|letter| matches!(letter, '"' | '\''))?;
    let length = text[at + 2..].find(['"', '\'', '<', '>', '\n'])?;
    let is_closed = text[at + 2 + length..].starts_with(quote);
    ((name.ends_with("href") || name.ends_with("src")) && is_closed).then(|| at + 2..at + 2 + length)
}
