//! The text and links of a page.

mod charset;
mod element;
mod markup;
mod outline;
mod text;

use std::collections::HashSet;

use answerdeck_guarded_http::crawlable;
use url::Url;

use crate::error::PageError;
use crate::scope;
use markup::Markup;
use outline::Outline;

pub use text::{PageText, TEXT_CHARS_MAX, TITLE_CHARS_MAX, TextBlock};

const LINKS_MAX: usize = 500;

/// File extensions of URLs that are not pages.
const FILE_EXTENSIONS: &[&str] = &[
    "7z", "apk", "avi", "bmp", "css", "csv", "dmg", "doc", "docx", "exe", "gif", "gz", "hwp", "hwpx", "ico", "jpeg",
    "jpg", "js", "json", "mov", "mp3", "mp4", "pdf", "png", "ppt", "pptx", "rar", "rss", "svg", "tar", "webm", "webp",
    "woff2", "xls", "xlsx", "xml", "zip",
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The final URL: after redirects, or the canonical URL that the page declares, if that is on the same site.
    pub url: Url,
    pub text: PageText,
    /// The other pages of the site that it links to, each once, in order, without fragments.
    pub links: Vec<Url>,
}

/// A page that is fetched but not parsed.
#[derive(Debug, PartialEq, Eq)]
pub struct FetchedPage {
    pub(crate) url: Url,
    pub(crate) bytes: Vec<u8>,
    /// The charset of the header.
    pub(crate) charset: Option<String>,
    pub(crate) is_html: bool,
}

impl FetchedPage {
    /// The target of a client-side redirect: a page that only has a `refresh`, a frame or a script that opens another
    /// page. Fails with `Challenge` if the page only checks its visitors.
    pub(crate) fn client_redirect(&self) -> Result<Option<Url>, PageError> {
        if !self.is_html {
            return Ok(None);
        }
        let outline = Outline::read(&self.bytes);
        if outline.is_challenge {
            return Err(PageError::Challenge);
        }
        let target = outline.client_redirect().and_then(|target| self.url.join(target).ok());
        Ok(target.and_then(|target| crawlable(&target)).filter(|target| *target != self.url))
    }

    /// Parses the page. Keeps the thread busy for a time that grows with the size of the page.
    pub fn parse(self) -> Page {
        let declared = self.is_html.then(|| markup::charset(&self.bytes)).flatten();
        let host = self.url.host_str().unwrap_or_default();
        let text = charset::decode(&self.bytes, self.charset.as_deref(), declared.as_deref(), host);
        if !self.is_html {
            return Page { text: markup::plain_text(&text), links: Vec::new(), url: self.url };
        }
        let markup = Markup::read(&text);
        let base = markup.base.as_deref().and_then(|base| self.url.join(base).ok());
        let base = base.as_ref().unwrap_or(&self.url);
        let on_site = |link: &str| {
            let link = crawlable(&base.join(link).ok()?)?;
            scope::is_same_site(&self.url, &link).then_some(link)
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
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    extension.is_some_and(|extension| FILE_EXTENSIONS.contains(&extension.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(html: &str) -> Page {
        let url = Url::parse("https://nurio.example/shop/list?a=b").unwrap();
        FetchedPage { url, bytes: html.as_bytes().to_vec(), charset: None, is_html: true }.parse()
    }

    fn blocks(html: &str) -> Vec<String> {
        page(html).text.blocks.into_iter().map(|block| block.text).collect()
    }

    fn links(html: &str) -> Vec<String> {
        page(html).links.into_iter().map(String::from).collect()
    }

    #[test]
    fn blocks_are_the_visible_text_in_reading_order() {
        let html = "<head><title> A \n title </title><style>p{}</style></head><body style='display:none'><h1>One<br>line</h1>
            <p>A <b>bold</b> word&nbsp;&amp; a soft\u{ad}hyphen<p>Next<ul><li>Item<li>Item two</ul><table><tr><td>Cell<td>Cell 2
            </table>After<br><br>All<script>no()</script></body>";
        let page = page(html);
        assert_eq!(page.text.title, "A title");
        let texts: Vec<_> = page.text.blocks.iter().map(|block| block.text.as_str()).collect();
        assert_eq!(
            texts,
            ["One line", "A bold word & a softhyphen", "Next", "Item", "Item two", "Cell", "Cell 2", "After", "All"]
        );
        assert_eq!(page.text.blocks.iter().filter(|block| block.is_heading).count(), 1);
    }

    #[test]
    fn hidden_text_navigation_and_controls_are_skipped() {
        for skipped in [
            "<nav><ul><li>no</ul></nav>",
            "<footer>no<div>no</footer>",
            "<div hidden>no<div>no</div>no</div>",
            "<span aria-hidden=true>no<span>no</span>no</span>",
            "<div style='color:red; DISPLAY : none'>no</div>",
            "<div role='Navigation'>no</div>",
            "<select><option>no<option>no</select><button>no</button><textarea><p>no</textarea>",
            "<svg><title>no</title><text>no</text></svg><noscript><p>no</noscript><template>no</template>",
            "<!-- no --><script>'<p>no'</script><style>no</style><iframe><p>no</iframe>",
        ] {
            assert_eq!(blocks(&format!("<p>before</p>{skipped}<p>after</p>")), ["before", "after"], "{skipped}");
        }
        assert_eq!(
            blocks("<ul><li hidden>no<li>yes</ul><p hidden>no<p>yes<div><nav>no</div>yes"),
            ["yes", "yes", "yes"]
        );
    }

    #[test]
    fn links_are_the_other_pages_of_the_site_each_once() {
        let html = "<a href='/a#x'><a href='/a#y'><a href=b?c=d><a href='//www.nurio.example/e'><a href=HTTP://nurio.example:80/f>
            <a href='?a=b'><a href='#top'><a href=https://other.example/><a href='mailto:a@b'><a href='javascript:x()'><a href='tel:1'>
            <a href=/g rel='noopener NoFollow'><a href=/h download><a href=/i.PDF><a href='https://u:p@nurio.example/j'><a><a href>
            <nav><area href=' /k '></nav><a href='http://['>";
        let expected = [
            "https://nurio.example/a",
            "https://nurio.example/shop/b?c=d",
            "https://www.nurio.example/e",
            "http://nurio.example/f",
            "https://nurio.example/k",
        ];
        assert_eq!(links(html), expected);
        assert_eq!(links("<base href=/deep/><base href=/no/><a href=a>"), ["https://nurio.example/deep/a"]);
        assert_eq!(links("<base href=https://other.example/><a href=a><a href=/b>"), [""; 0]);
        assert_eq!(links("<meta name=robots content='index, nofollow'><a href=/a>"), [""; 0]);
    }

    #[test]
    fn the_canonical_url_is_used_if_it_is_on_the_same_site() {
        let url = |href: &str| page(&format!("<link rel=canonical href='{href}'>")).url.to_string();
        assert_eq!(url("/shop/list#x"), "https://nurio.example/shop/list");
        for href in ["https://other.example/", "javascript:x", "https://u@nurio.example/", "http://["] {
            assert_eq!(url(href), "https://nurio.example/shop/list?a=b", "{href}");
        }
    }

    #[test]
    fn title_and_text_are_limited() {
        let page =
            page(&format!("<title>{}</title>{}", "가 ".repeat(TITLE_CHARS_MAX), "<p>나다 라".repeat(TEXT_CHARS_MAX)));
        assert_eq!(page.text.title.chars().count(), TITLE_CHARS_MAX - 1);
        let length: usize = page.text.blocks.iter().map(|block| block.text.chars().count()).sum();
        assert!((TEXT_CHARS_MAX - 1..=TEXT_CHARS_MAX).contains(&length), "{length}");
        // In NFC, this letter is two.
        let qa = "\u{958}".repeat(TEXT_CHARS_MAX);
        let page = self::page(&format!("<title>{qa}</title><p>{qa}<p>{qa}"));
        assert_eq!(page.text.title.chars().count(), TITLE_CHARS_MAX);
        let lengths: Vec<_> = page.text.blocks.iter().map(|block| block.text.chars().count()).collect();
        assert_eq!(lengths, [TEXT_CHARS_MAX]);
    }
}
