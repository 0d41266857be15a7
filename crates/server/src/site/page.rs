//! A page that was read.

use std::collections::HashSet;

use url::Url;

use super::markup::Markup;
use super::text::Text;
use super::{charset, markup, same};

/// Links of one page.
const LINKS_MAX: usize = 500;

/// How the names of files end that are no pages.
const FILES: &[&str] = &[
    "7z", "apk", "avi", "bmp", "css", "csv", "dmg", "doc", "docx", "exe", "gif", "gz", "hwp", "hwpx", "ico", "jpeg",
    "jpg", "js", "json", "mov", "mp3", "mp4", "pdf", "png", "ppt", "pptx", "rar", "rss", "svg", "tar", "webm", "webp",
    "woff2", "xls", "xlsx", "xml", "zip",
];

/// A page as a person meets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Where it was in the end: after redirects, and where the page itself says it is, if that is on the same site.
    pub url: Url,
    /// What is to be read.
    pub text: Text,
    /// Other pages of the site that it links to, each once, in their order, without fragments.
    pub links: Vec<Url>,
}

/// The bytes of a page, and what was said about them.
pub(super) struct Unread {
    pub(super) url: Url,
    pub(super) bytes: Vec<u8>,
    pub(super) charset: Option<String>,
    pub(super) is_html: bool,
}

impl Unread {
    /// Work for the processor: it holds its thread for as long as the page is big.
    pub(super) fn read(self) -> Page {
        let declared = self.is_html.then(|| markup::charset(&self.bytes)).flatten();
        let host = self.url.host_str().unwrap_or_default();
        let letters = charset::letters(&self.bytes, self.charset.as_deref(), declared.as_deref(), host);
        if !self.is_html {
            return Page { text: markup::plain(&letters), links: Vec::new(), url: self.url };
        }
        let markup = Markup::read(&letters);
        let base = markup.base.as_deref().and_then(|base| self.url.join(base).ok());
        let base = base.as_ref().unwrap_or(&self.url);
        let on_site = |link: &str| {
            let link = same::visitable(&base.join(link).ok()?)?;
            same::is_same_site(&self.url, &link).then_some(link)
        };
        let mut seen = HashSet::from([self.url.clone()]);
        let links = markup.links.iter().filter_map(|link| on_site(link));
        let links = links.filter(|link| !is_file(link) && seen.insert(link.clone())).take(LINKS_MAX).collect();
        let canonical = markup.canonical.as_deref().and_then(on_site);
        Page { url: canonical.unwrap_or(self.url), text: markup.text, links }
    }
}

fn is_file(url: &Url) -> bool {
    let name = url.path().rsplit('/').next().unwrap_or_default();
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| FILES.binary_search(&ending.as_str()).is_ok())
}
