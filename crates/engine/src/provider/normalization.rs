//! The normal form of contents, sources and fan-outs: what every adapter reports in the same way.

use std::collections::HashMap;

use answerdeck_api::Source;
use answerdeck_insight::{CitedPage, leads_to, root_domain};
use unicode_normalization::UnicodeNormalization;
use url::{Host, Url};

use super::citation_marks::without_marks;
use crate::failure::{EngineFailure, FailureClass};

/// The maximum length of a content, in characters.
const CONTENT_MAX: usize = 200_000;
/// The maximum length of a title and of a query, in characters.
const LINE_MAX: usize = 500;
/// The maximum length of a link, in bytes. A browser may not open a longer one.
const LINK_MAX: usize = 2_048;
pub(crate) const SOURCES_MAX: usize = 200;
const FANOUTS_MAX: usize = 100;

/// The sources of cited (link, title) pairs, each link once, in the order of first appearance. Links that are not http or https
/// are left out. An empty title is taken from a later pair with the same link.
pub(crate) fn sources(cited: impl IntoIterator<Item = (String, String)>) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (received, title) in cited {
        let Some((url, domain)) = link(&received) else { continue };
        if let Some(known) = places.get(&url).and_then(|place| sources.get_mut(*place)) {
            if known.title.is_empty() {
                known.title = line(&title);
            }
        } else if sources.len() < SOURCES_MAX {
            places.insert(url.clone(), sources.len());
            sources.push(Source { url, title: line(&title), domain });
        }
    }
    // Their own domains are those of search engines and shorteners.
    for source in sources.iter_mut().filter(|source| CitedPage::new(&source.url) == CitedPage::Unknown) {
        source.domain = named_domain(&source.title);
    }
    sources
}

/// The root domain that a title names: some engines have no other title.
pub(crate) fn named_domain(title: &str) -> Option<String> {
    let host = title.trim().to_lowercase();
    let is_host = host.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '.' | '-'));
    if is_host { root_domain(&host) } else { None }
}

/// The fan-outs of the queries that an engine ran, each once, in order.
pub(crate) fn fanouts(queries: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut fanouts: Vec<String> = Vec::new();
    for query in queries {
        let query = line(&query);
        if fanouts.len() < FANOUTS_MAX && !query.is_empty() && !fanouts.contains(&query) {
            fanouts.push(query);
        }
    }
    fanouts
}

/// The content of an answer's text: composed Unicode, without the marks of citations, no control characters except line
/// breaks and tabs, no space around. Fails when nothing is left, and when the text is longer than an answer can be.
pub(crate) fn content(text: String) -> Result<String, EngineFailure> {
    // A character has at most four bytes, so a longer text is not worth composing.
    let composed = (text.len() <= 4 * CONTENT_MAX).then(|| {
        let visible = without_marks(&text).replace("\r\n", "\n").replace('\r', "\n");
        let visible = visible.chars().filter(|letter| !letter.is_control() || matches!(letter, '\n' | '\t'));
        visible.nfc().collect::<String>().trim().to_owned()
    });
    match composed {
        Some(content) if content.is_empty() => Err(FailureClass::NoAnswer.into()),
        Some(content) if content.chars().count() <= CONTENT_MAX => Ok(content),
        _ => {
            let message = format!("the answer is longer than {CONTENT_MAX} characters");
            Err(EngineFailure::new(FailureClass::Unreadable, &message))
        }
    }
}

/// Checks that the answer rests on a search. An answer after searches that all failed does not represent the engine's
/// answers with sources.
pub(crate) fn searched(successes: &[bool]) -> Result<(), EngineFailure> {
    match successes {
        [_, ..] if !successes.contains(&true) => {
            Err(EngineFailure::new(FailureClass::TaskFailed, "every search failed"))
        }
        _ => Ok(()),
    }
}

/// US dollars in millionths. `None` if it is not an amount.
pub(crate) fn micros(dollars: f64) -> Option<u64> {
    let micros = (dollars * 1e6).round();
    // A larger amount of a provider is a mistake.
    (0.0..1e15).contains(&micros).then_some(micros as u64)
}

/// A title or a query on one line: composed Unicode, single spaces, cut at its maximum length.
fn line(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
    // Each of them has a character at least.
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).take(LINE_MAX).collect();
    let line: String = words.join(" ").nfc().take(LINE_MAX).collect();
    line.trim_end().to_owned()
}

/// A cited link without credentials and tracking, and the registrable domain of the page that it leads to. `None` if it is not
/// an http or https link.
fn link(received: &str) -> Option<(String, Option<String>)> {
    let received = received.trim();
    // Tracking can make a link several times as long.
    if received.len() > 4 * LINK_MAX {
        return None;
    }
    let mut parsed = Url::parse(received).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    let target = Url::parse(&leads_to(received)).ok();
    let domain = match target.as_ref().unwrap_or(&parsed).host()? {
        Host::Domain(host) => root_domain(host),
        Host::Ipv4(_) | Host::Ipv6(_) => None,
    };
    let has_credentials = !parsed.username().is_empty() || parsed.password().is_some();
    if has_credentials {
        // It has a host, so neither can fail.
        parsed.set_username("").ok()?;
        parsed.set_password(None).ok()?;
    }
    let is_plain = !has_credentials
        && !received.contains(|letter: char| letter.is_control() || letter.is_whitespace() || letter == '\\');
    let link = without_tracking(if is_plain { received } else { parsed.as_str() });
    (link.len() <= LINK_MAX).then_some((link, domain))
}

/// The link without the parameters that say where a reader came from, and without a text directive. The rest is unchanged.
fn without_tracking(link: &str) -> String {
    let (rest, fragment) = link.split_once('#').unwrap_or((link, ""));
    let (address, query) = rest.split_once('?').unwrap_or((rest, ""));
    let fragment = fragment.split_once(":~:").map_or(fragment, |(before, _)| before);
    let kept: Vec<&str> = query.split('&').filter(|parameter| !is_tracking(parameter)).collect();
    let query = kept.join("&");
    let mut link = address.to_owned();
    for (mark, part) in [('?', query.as_str()), ('#', fragment)] {
        if !part.is_empty() {
            link.push(mark);
            link.push_str(part);
        }
    }
    link
}

fn is_tracking(parameter: &str) -> bool {
    let name = parameter.split('=').next().unwrap_or_default().to_ascii_lowercase();
    name.starts_with("utm_") || matches!(name.as_str(), "gclid" | "fbclid" | "srsltid")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links<const N: usize>(received: [&str; N]) -> Vec<String> {
        sources(received.map(|link| (link.to_owned(), String::new()))).into_iter().map(|source| source.url).collect()
    }

    #[test]
    fn a_source_is_the_cited_link_without_tracking() {
        for (received, kept) in [
            ("https://a.example/x?utm_source=openai", "https://a.example/x"),
            ("https://a.example/x?id=7&UTM_Source=openai&page=2", "https://a.example/x?id=7&page=2"),
            ("https://a.example/x?gclid=1&fbclid=2&srsltid=3#top", "https://a.example/x#top"),
            ("https://a.example/x#:~:text=quiet%20cafe", "https://a.example/x"),
            ("https://a.example/x#menu:~:text=quiet", "https://a.example/x#menu"),
            (
                "https://www.youtube.com/watch?v=Ab_9&utm_source=openai&t=10s",
                "https://www.youtube.com/watch?v=Ab_9&t=10s",
            ),
            ("https://a.example/카페?q=서울%20카페", "https://a.example/카페?q=서울%20카페"),
            ("https://a.example/?q=a+b&c=%2F", "https://a.example/?q=a+b&c=%2F"),
            (" https://a.example/two words\n", "https://a.example/two%20words"),
            ("https://a.example?utm=1", "https://a.example?utm=1"),
            ("https://me:secret@a.example/x?utm_source=openai#top", "https://a.example/x#top"),
            ("https://token@a.example:8443/", "https://a.example:8443/"),
            ("https:me:secret@a.example/x", "https://a.example/x"),
            ("https://a.example\\@b.example/", "https://a.example/@b.example/"),
            ("https://[2001:db8::1]:8443/x", "https://[2001:db8::1]:8443/x"),
        ] {
            assert_eq!(links([received]), [kept], "{received}");
        }
    }

    #[test]
    fn only_web_links_are_sources() {
        let long = format!("https://a.example/{}", "x".repeat(LINK_MAX));
        let others =
            ["", "a.example", "javascript:alert(1)", "ftp://a.example/", "data:text/html,x", "https://", &long];
        assert!(links(others).is_empty());
    }

    #[test]
    fn a_link_is_one_source_at_its_first_place_with_its_first_title() {
        let cited = [
            ("https://a.example/x", ""),
            ("https://b.example/", "B"),
            ("https://a.example/x?utm_source=openai", " A\n\u{1112}\u{1161}\u{11ab} "),
            ("https://b.example/", "Other"),
        ];
        let sources = sources(cited.map(|(link, title)| (link.to_owned(), title.to_owned())));
        let titles: Vec<_> = sources.iter().map(|source| (source.url.as_str(), source.title.as_str())).collect();
        assert_eq!(titles, [("https://a.example/x", "A 한"), ("https://b.example/", "B")]);
    }

    #[test]
    fn a_source_has_the_registrable_domain_of_its_host() {
        for (link, domain) in [
            ("https://news.a.co.kr/x", Some("a.co.kr")),
            ("https://A.Example./x", Some("a.example")),
            ("http://user@www.a.example:8080", Some("a.example")),
            ("http://127.0.0.1/x", None),
            ("http://[::1]/x", None),
        ] {
            let found = sources([(link.to_owned(), String::new())]);
            assert_eq!(found.first().unwrap().domain.as_deref(), domain, "{link}");
        }
    }

    #[test]
    fn a_link_that_leads_on_has_the_domain_of_its_target_or_of_its_title() {
        for (link, title, domain) in [
            ("https://www.google.com/url?q=https%3A%2F%2Fnews.a.co.kr%2Fx", "A", Some("a.co.kr")),
            ("https://bit.ly/3abc", "shop.a.co.kr", Some("a.co.kr")),
            ("https://bit.ly/3abc", "누리오.한국", Some("xn--od1b68lv7k.xn--3e0b707e")),
            ("https://bit.ly/3abc", "The best cafes", None),
            ("https://bit.ly/3abc", "", None),
            ("https://bit.ly/", "", Some("bit.ly")),
        ] {
            let found = sources([(link.to_owned(), title.to_owned())]);
            let source = found.first().unwrap();
            assert_eq!((source.url.as_str(), source.domain.as_deref()), (link, domain), "{title}");
        }
    }

    #[test]
    fn lists_and_their_texts_have_maximum_lengths() {
        let cited = (0..300).map(|number| (format!("https://a.example/{number}"), "t".repeat(600)));
        let sources = sources(cited);
        assert_eq!((sources.len(), sources.first().unwrap().title.len()), (SOURCES_MAX, LINE_MAX));
        let fanouts = fanouts((0..300).map(|number| format!("{number} {}", "q ".repeat(600))));
        assert_eq!((fanouts.len(), fanouts.first().unwrap().len()), (FANOUTS_MAX, LINE_MAX - 1));
    }

    #[test]
    fn fanouts_are_trimmed_composed_and_kept_once_in_order() {
        let queries = [" quiet  cafe ", "", "\u{1112}\u{1161}\u{11ab}", "quiet cafe", " \n", "한", "last"];
        assert_eq!(fanouts(queries.map(str::to_owned)), ["quiet cafe", "한", "last"]);
    }

    #[test]
    fn a_content_is_composed_and_trimmed_and_keeps_its_lines() {
        let text = "\r\n# \u{1112}\u{1161}\u{11ab}\r\n\n|\ta\u{0}|\u{1b}[0m\n ";
        assert_eq!(content(text.to_owned()).unwrap(), "# 한\n\n|\ta|[0m");
    }

    #[test]
    fn an_empty_text_is_not_an_answer_and_one_that_is_too_long_is_unreadable() {
        let class = |text: String| content(text).unwrap_err().class;
        assert_eq!(class(" \n\u{0}".to_owned()), FailureClass::NoAnswer);
        assert_eq!(class("a".repeat(CONTENT_MAX + 1)), FailureClass::Unreadable);
        assert_eq!(class("a".repeat(5 * CONTENT_MAX)), FailureClass::Unreadable);
        assert!(content("한".repeat(CONTENT_MAX)).is_ok());
    }
}
