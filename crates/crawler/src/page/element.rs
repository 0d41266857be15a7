//! The meaning of HTML elements for the text of a page.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Open elements, at most, as in browsers.
const DEPTH_MAX: usize = 512;

/// Elements that start a new block of text.
static BLOCKS: LazyLock<HashSet<&str>> = LazyLock::new(|| BLOCK_NAMES.split_whitespace().collect());
const BLOCK_NAMES: &str = "
    address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form
    h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul";

/// Elements whose text is not content: scripts, controls, and navigation that repeats on every page.
const SKIPPED: &[&str] = &[
    "audio", "button", "canvas", "datalist", "dialog", "footer", "iframe", "math", "menu", "nav", "noframes",
    "noscript", "object", "option", "script", "select", "style", "svg", "template", "textarea", "video",
];

/// Roles of elements whose text is not content.
const SKIPPED_ROLES: &[&str] =
    &["alertdialog", "contentinfo", "dialog", "menu", "menubar", "navigation", "search", "toolbar"];

/// Elements without an end tag.
const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];

/// Elements that end where another one of the same group starts.
const CLOSED_BY_SIBLING: &[&[&str]] = &[&["p"], &["li"], &["dt", "dd"], &["option"], &["tr"], &["td", "th"]];

/// A start tag with its relevant attributes.
#[derive(Debug, Default)]
pub(super) struct StartTag {
    pub(super) name: String,
    attributes: Vec<(&'static str, String)>,
    current: Option<&'static str>,
}

const ATTRIBUTES: &str =
    "aria-hidden charset content download height hidden href http-equiv name rel role src style width";

impl StartTag {
    pub(super) fn new(name: &[u8]) -> Self {
        Self { name: String::from_utf8_lossy(name).into_owned(), ..Self::default() }
    }

    /// Starts an attribute. Of two attributes with the same name, the first counts.
    pub(super) fn start_attribute(&mut self, name: &[u8]) {
        let known = ATTRIBUTES.split(' ').find(|known| known.as_bytes() == name);
        self.current = known.filter(|known| self.get(known).is_none());
        self.attributes.extend(self.current.map(|known| (known, String::new())));
    }

    /// Sets the value of the current attribute.
    pub(super) fn set_value(&mut self, value: &[u8]) {
        if let (Some(_), Some((_, text))) = (self.current.take(), self.attributes.last_mut()) {
            *text = String::from_utf8_lossy(value).into_owned();
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// Whether the tokens of an attribute include `token`, ignoring case.
    pub(super) fn has_token(&self, name: &str, token: &str) -> bool {
        let value = self.get(name).unwrap_or_default();
        let mut tokens = value.split(|letter: char| letter.is_ascii_whitespace() || letter == ',');
        tokens.any(|other| other.eq_ignore_ascii_case(token))
    }

    pub(super) fn is_block(&self) -> bool {
        is_block(&self.name)
    }

    /// Whether the text of the element is not content. A hidden `html` or `body` is content, as a script shows it later.
    fn is_skipped(&self) -> bool {
        let name = self.name.as_str();
        SKIPPED.contains(&name)
            || !matches!(name, "html" | "body")
                && (SKIPPED_ROLES.iter().any(|role| self.has_token("role", role)) || self.is_hidden())
    }

    fn is_hidden(&self) -> bool {
        let style = || self.get("style").unwrap_or_default().replace(' ', "").to_ascii_lowercase();
        self.get("hidden").is_some() || self.has_token("aria-hidden", "true") || style().contains("display:none")
    }

    /// Whether a reader cannot see the element, because it is hidden or too small.
    pub(super) fn is_invisible(&self) -> bool {
        let is_tiny = |name| matches!(self.get(name).map(|size| size.trim_end_matches("px")), Some("0" | "1"));
        self.is_hidden() || is_tiny("width") || is_tiny("height")
    }
}

pub(super) fn is_block(name: &str) -> bool {
    BLOCKS.contains(name)
}

#[derive(Debug, Default)]
pub(super) struct OpenElements {
    elements: Vec<Element>,
    skipped: usize,
    headings: usize,
}

#[derive(Debug)]
struct Element {
    name: String,
    is_block: bool,
    is_skipped: bool,
}

impl OpenElements {
    pub(super) fn is_skipped(&self) -> bool {
        self.skipped > 0
    }

    pub(super) fn is_heading(&self) -> bool {
        self.headings > 0
    }

    pub(super) fn start(&mut self, tag: &StartTag) {
        if VOID.contains(&tag.name.as_str()) {
            return;
        }
        if let Some(last) = self.elements.last() {
            let siblings = [last.name.as_str(), tag.name.as_str()];
            let are_of = |group: &&[&str]| siblings.iter().all(|name| group.contains(name));
            if CLOSED_BY_SIBLING.iter().any(are_of) || last.name == "p" && tag.is_block() {
                self.truncate(self.elements.len() - 1);
            }
        }
        let is_skipped = tag.is_skipped();
        if self.elements.len() < DEPTH_MAX && (tag.is_block() || is_skipped || self.is_skipped()) {
            self.skipped += usize::from(is_skipped);
            self.headings += usize::from(is_heading(&tag.name));
            self.elements.push(Element { name: tag.name.clone(), is_block: tag.is_block(), is_skipped });
        }
    }

    /// Closes an element and the elements inside it. The end of an inline element does not close a block.
    pub(super) fn end(&mut self, name: &str) {
        let is_inline = !is_block(name) && !SKIPPED.contains(&name);
        for (at, element) in self.elements.iter().enumerate().rev() {
            if element.name == name {
                return self.truncate(at);
            }
            if is_inline && element.is_block {
                return;
            }
        }
    }

    fn truncate(&mut self, length: usize) {
        for element in self.elements.drain(length..) {
            self.skipped -= usize::from(element.is_skipped);
            self.headings -= usize::from(is_heading(&element.name));
        }
    }
}

fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3")
}
