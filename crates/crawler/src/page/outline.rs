//! Small pages that are no content: client-side redirects, and bot challenges.

use std::ops::ControlFlow;

use super::element::{OpenElements, StartTag};
use super::markup::{Token, read_tokens};

/// The maximum number of bytes of a client-side redirect or a bot challenge. A `refresh` counts in a larger page too, if it is
/// within these bytes.
const BYTES_MAX: usize = 64 * 1024;
/// The longest pause before a `refresh`, in seconds. Pages that change reload themselves after longer ones.
const REFRESH_SECONDS_MAX: f64 = 10.0;
/// The maximum numbers of letters on a page that only has frames, and on one that only announces a redirect or a check.
const LETTERS_OF_FRAMES_MAX: usize = 50;
const LETTERS_OF_NOTICE_MAX: usize = 300;

/// Texts in the bot challenges of firewalls.
const CHALLENGES: &[&str] = &[
    "_cf_chl_opt",
    "cf-browser-verification",
    "_Incapsula_Resource",
    "captcha-delivery.com",
    "px-captcha",
    "token.awswaf.com",
    "sgcaptcha",
    "ddos-guard/js-challenge",
];

/// The parts at the start of a page that decide whether it is a redirect or a challenge.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// The pause in seconds, and the address.
    refresh: Option<(f64, String)>,
    frames: Vec<String>,
    inline_frames: Vec<String>,
    /// The address that a script opens.
    script_target: Option<String>,
    has_links: bool,
    /// The number of visible letters that were read.
    letters: usize,
    pub(crate) is_challenge: bool,
    /// Whether the whole page was read.
    is_whole: bool,
}

impl Outline {
    /// Reads the beginning of a page. ASCII is enough for it, so the encoding of the page does not matter.
    pub(crate) fn read(html: &[u8]) -> Self {
        let start = &html[..html.len().min(BYTES_MAX)];
        let mut reader = OutlineReader::default();
        read_tokens(start, |token| {
            reader.read(token);
            // What follows so many letters is content.
            match reader.outline.letters > LETTERS_OF_NOTICE_MAX {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        let mut outline = Self { is_whole: html.len() <= BYTES_MAX, ..reader.outline };
        if outline.is_notice() {
            let text = String::from_utf8_lossy(start);
            outline.is_challenge = CHALLENGES.iter().any(|mark| text.contains(mark));
            outline.script_target = script_target(&reader.scripts);
        }
        outline
    }

    /// The target of a client-side redirect, as it is written.
    pub(crate) fn client_redirect(&self) -> Option<&str> {
        let frames = if self.frames.is_empty() { &self.inline_frames } else { &self.frames };
        let is_bare = self.is_whole && self.letters <= LETTERS_OF_FRAMES_MAX && !self.has_links;
        // A page with a text that reloads itself after seconds is read.
        let refresh = self.refresh.as_ref().filter(|(seconds, _)| *seconds < 1.0 || self.is_notice());
        match (frames.as_slice(), refresh) {
            (_, Some((_, target))) => Some(target),
            ([target], None) if is_bare => Some(target),
            ([], None) if is_bare && self.letters == 0 => self.script_target.as_deref(),
            _ => None,
        }
    }

    fn is_notice(&self) -> bool {
        self.is_whole && self.letters <= LETTERS_OF_NOTICE_MAX
    }
}

#[derive(Debug, Default)]
struct OutlineReader {
    outline: Outline,
    open: OpenElements,
    is_title: bool,
    is_script: bool,
    scripts: String,
}

impl OutlineReader {
    fn read(&mut self, token: Token<'_>) {
        match token {
            Token::Start(tag) => self.start_element(&tag),
            Token::End(name) => {
                self.is_title &= name != "title";
                self.is_script &= name != "script";
                self.open.end(name);
            }
            Token::Text(text) if self.is_script => self.scripts.push_str(text),
            Token::Text(text) if !self.is_title && !self.open.is_skipped() => {
                self.outline.letters += text.chars().filter(|letter| letter.is_alphanumeric()).count();
            }
            Token::Text(_) => {}
        }
    }

    fn start_element(&mut self, tag: &StartTag) {
        let source = || tag.get("src").map(str::trim).filter(|source| is_address(source)).map(str::to_owned);
        match tag.name.as_str() {
            _ if self.open.is_skipped() => {}
            "title" => self.is_title = true,
            "script" => self.is_script = true,
            "a" | "area" => self.outline.has_links |= tag.get("href").is_some_and(is_address),
            "frame" => self.outline.frames.extend(source()),
            "iframe" if !tag.is_invisible() => self.outline.inline_frames.extend(source()),
            "meta" if tag.has_token("http-equiv", "refresh") && self.outline.refresh.is_none() => {
                let refresh =
                    tag.get("content").and_then(refresh).filter(|(seconds, _)| *seconds <= REFRESH_SECONDS_MAX);
                self.outline.refresh = refresh.map(|(seconds, target)| (seconds, target.to_owned()));
            }
            _ => {}
        }
        self.open.start(tag);
    }
}

fn is_address(source: &str) -> bool {
    let scheme = source.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    !source.is_empty()
        && !source.starts_with('#')
        && !matches!(scheme.as_deref(), Some("about" | "javascript" | "data"))
}

/// The pause in seconds and the address of `0; url=/main`, in any of the forms that browsers read.
///
/// Source: HTML, section 4.2.5.3, refresh state.
fn refresh(content: &str) -> Option<(f64, &str)> {
    let content = content.trim_start();
    let end = content.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(content.len());
    let (seconds, rest) = content.split_at(end);
    let seconds = if seconds.starts_with('.') { 0.0 } else { seconds.trim_end_matches('.').parse().ok()? };
    let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_whitespace() || matches!(letter, ';' | ','));
    let named = rest.get(..3).filter(|name| name.eq_ignore_ascii_case("url")).and_then(|_| rest.get(3..));
    let target = named.and_then(|rest| rest.trim_start().strip_prefix('=')).unwrap_or(rest).trim();
    let unquoted = match target.chars().next() {
        Some(quote @ ('"' | '\'')) => target.get(1..).and_then(|target| target.split(quote).next()),
        _ => Some(target),
    };
    unquoted.map(str::trim).filter(|target| !target.is_empty()).map(|target| (seconds, target))
}

/// The last address that a script opens: `location.href = "/main"` and `location.replace('/main')`.
fn script_target(script: &str) -> Option<String> {
    let targets = script.match_indices("location").filter_map(|(place, name)| {
        let rest = script.get(place + name.len()..)?.trim_start();
        let rest = rest.strip_prefix(".href").unwrap_or(rest).trim_start();
        let call = [".replace", ".assign"].iter().find_map(|call| rest.strip_prefix(call));
        let rest = match call {
            Some(rest) => rest.trim_start().strip_prefix('(')?,
            None => rest.strip_prefix('=')?,
        };
        let rest = rest.trim_start();
        let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let (target, after) = rest.get(1..)?.split_once(quote)?;
        let is_complete = !after.trim_start().starts_with('+') && !target.contains('\\') && is_address(target);
        is_complete.then(|| target.to_owned())
    });
    targets.last()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_only_opens_another_is_a_client_redirect() {
        for (html, target) in [
            ("<meta http-equiv=refresh content='0;url=/main'>", Some("/main")),
            ("<META HTTP-EQUIV=\"Refresh\" CONTENT=\"0; URL='/main.do'\">", Some("/main.do")),
            (
                "<meta http-equiv='REFRESH' content='3 , Url = \"https://b.example/\"'><p>잠시 후 이동합니다.</p>",
                Some("https://b.example/"),
            ),
            ("<meta http-equiv=refresh content='0;/main'>", Some("/main")),
            ("<meta http-equiv=refresh content='.5;url=/main'>", Some("/main")),
            ("<meta http-equiv=refresh content='300'>", None),
            ("<meta http-equiv=refresh content='300;url=/main'>", None),
            ("<meta http-equiv=refresh content='x;url=/main'>", None),
            (&format!("<meta http-equiv=refresh content='5;url=/?2'><p>{}", "가".repeat(301)), None),
            (&format!("<meta http-equiv=refresh content='0;url=/main'><p>{}", "가".repeat(301)), Some("/main")),
            (&format!("<p>{}<b></b><meta http-equiv=refresh content='0;url=/main'>", "가".repeat(301)), None),
            ("<noscript><meta http-equiv=refresh content='0;url=/no-script'></noscript><p>본문", None),
            (
                "<title>가</title><frameset rows='100%,*'><frame src='http://b.example/'><frame noresize></frameset>",
                Some("http://b.example/"),
            ),
            (
                "<FRAMESET><FRAME SRC=/main.html><FRAME SRC=about:blank></FRAMESET><noframes>프레임을 지원하지 않습니다.</noframes>",
                Some("/main.html"),
            ),
            ("<frameset><frame src=/menu><frame src=/main></frameset>", None),
            ("<body><iframe src='/shop/' width=100%></iframe></body>", Some("/shop/")),
            (
                "<noscript><iframe src='https://tags.example/ns.html' height=0></iframe></noscript><iframe src=/shop></iframe>",
                Some("/shop"),
            ),
            ("<iframe src=/pixel width=0 height=0></iframe><iframe src=/p2 style='display:none'></iframe>", None),
            ("<iframe src=/a></iframe><iframe src=/b></iframe>", None),
            ("<a href=/b>메뉴</a><iframe src=/a></iframe>", None),
            (&format!("<p>{}</p><iframe src=/video></iframe>", "가".repeat(51)), None),
            ("<script>location.href = \"/main.do\";</script>", Some("/main.do")),
            (
                "<script>if (m) { window.location.replace('/m/') } else { document.location='/pc/' }</script>",
                Some("/pc/"),
            ),
            ("<script>location.href = '/a' + path;</script>", None),
            ("<script>if (location.href == '/a') x()</script>", None),
            ("<p>본문</p><script>location.href='/a'</script>", None),
            ("<p>본문 <a href=/a>가</a>", None),
            ("", None),
        ] {
            assert_eq!(Outline::read(html.as_bytes()).client_redirect(), target, "{html}");
        }
    }

    #[test]
    fn a_challenge_is_a_short_page_of_a_firewall() {
        for (html, is_challenge) in [
            (
                "<title>Just a moment...</title><p>Verifying you are human.</p><script>window._cf_chl_opt={}</script>",
                true,
            ),
            ("<html><iframe src='/_Incapsula_Resource?x=1'>Request unsuccessful.</iframe>", true),
            ("<p>Please enable JS</p><script src='https://ct.captcha-delivery.com/c.js'></script>", true),
            ("<p>무선 이어폰은 착용감과 음질을 함께 봐야 합니다.</p>", false),
            (&format!("<script src='/_Incapsula_Resource?y'></script><p>{}", "본문입니다. ".repeat(200)), false),
        ] {
            assert_eq!(Outline::read(html.as_bytes()).is_challenge, is_challenge, "{html}");
        }
    }

    #[test]
    fn only_a_small_page_redirects_by_a_frame() {
        let padding = format!("<!--{}-->", "x".repeat(BYTES_MAX));
        assert_eq!(Outline::read(format!("<iframe src=/a></iframe>{padding}").as_bytes()).client_redirect(), None);
        let refresh = format!("<meta http-equiv=refresh content='0;url=/a'>{padding}");
        assert_eq!(Outline::read(refresh.as_bytes()).client_redirect(), Some("/a"));
    }
}
