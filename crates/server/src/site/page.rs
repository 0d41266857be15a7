//! A page that was read.

use std::collections::HashSet;

use url::Url;

use super::markup::Markup;
use super::text::Text;
use super::{charset, markup, scope};

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
            let link = scope::visitable(&base.join(link).ok()?)?;
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
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| FILES.binary_search(&ending.as_str()).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(html: &str) -> Page {
        let url = Url::parse("https://nurio.example/shop/list?a=b").unwrap();
        Unread { url, bytes: html.as_bytes().to_vec(), charset: None, is_html: true }.read()
    }

    fn blocks(html: &str) -> Vec<String> {
        page(html).text.blocks.into_iter().map(|block| block.text).collect()
    }

    fn links(html: &str) -> Vec<String> {
        page(html).links.into_iter().map(String::from).collect()
    }

    #[test]
    fn blocks_are_what_a_person_reads_in_order() {
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
    fn what_is_no_part_of_the_text_is_left_out() {
        for left_out in [
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
            assert_eq!(blocks(&format!("<p>before</p>{left_out}<p>after</p>")), ["before", "after"], "{left_out}");
        }
        assert_eq!(
            blocks("<ul><li hidden>no<li>yes</ul><p hidden>no<p>yes<div><nav>no</div>yes"),
            ["yes", "yes", "yes"]
        );
    }

    #[test]
    fn links_are_other_pages_of_the_site_each_once() {
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
    fn a_page_is_where_it_says_if_that_is_on_its_site() {
        let url = |href: &str| page(&format!("<link rel=canonical href='{href}'>")).url.to_string();
        assert_eq!(url("/shop/list#x"), "https://nurio.example/shop/list");
        for href in ["https://other.example/", "javascript:x", "https://u@nurio.example/", "http://["] {
            assert_eq!(url(href), "https://nurio.example/shop/list?a=b", "{href}");
        }
    }

    #[test]
    fn a_text_is_no_longer_than_a_person_reads() {
        use crate::site::text::{TEXT_MAX, TITLE_MAX};
        let page = page(&format!("<title>{}</title>{}", "가 ".repeat(TITLE_MAX), "<p>나다 라".repeat(TEXT_MAX)));
        assert_eq!(page.text.title.chars().count(), TITLE_MAX - 1);
        let length: usize = page.text.blocks.iter().map(|block| block.text.chars().count()).sum();
        assert!((TEXT_MAX - 1..=TEXT_MAX).contains(&length), "{length}");
    }

    #[test]
    fn names_of_files_stand_in_order() {
        assert!(FILES.is_sorted());
    }
}
