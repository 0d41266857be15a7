//! What the elements of HTML mean to a reader.

/// Elements kept open, as browsers nest them.
const DEPTH_MAX: usize = 512;

/// Elements that begin a new block of text.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "html",
    "legend",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];

/// Elements whose text is no part of what the page says: programs, controls, and what stands on every page of a site.
const LEFT_OUT: &[&str] = &[
    "audio", "button", "canvas", "datalist", "dialog", "footer", "iframe", "math", "menu", "nav", "noscript", "object",
    "option", "script", "select", "style", "svg", "template", "textarea", "video",
];

/// Roles of elements that are left out.
const ROLES_LEFT_OUT: &[&str] =
    &["alertdialog", "contentinfo", "dialog", "menu", "menubar", "navigation", "search", "toolbar"];

/// Elements without an end.
const VOID: &[&str] =
    &["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];

/// Elements that end where another one of them begins.
const ENDED_BY_THE_NEXT: &[&[&str]] = &[&["p"], &["li"], &["dt", "dd"], &["option"], &["tr"], &["td", "th"]];

/// The attributes of a start tag that say something to a reader.
#[derive(Debug, Default)]
pub(super) struct Tag {
    pub(super) name: String,
    attributes: Vec<(&'static str, String)>,
    current: Option<&'static str>,
}

/// What is read of attributes.
const ATTRIBUTES: &[&str] =
    &["aria-hidden", "charset", "content", "download", "hidden", "href", "http-equiv", "name", "rel", "role", "style"];

impl Tag {
    pub(super) fn new(name: &[u8]) -> Self {
        Self { name: String::from_utf8_lossy(name).into_owned(), ..Self::default() }
    }

    /// The first of two attributes with one name counts.
    pub(super) fn name_attribute(&mut self, name: &[u8]) {
        let known = ATTRIBUTES.iter().copied().find(|known| known.as_bytes() == name);
        self.current = known.filter(|known| self.get(known).is_none());
        self.attributes.extend(self.current.map(|known| (known, String::new())));
    }

    pub(super) fn value_attribute(&mut self, value: &[u8]) {
        if let (Some(_), Some((_, text))) = (self.current.take(), self.attributes.last_mut()) {
            *text = String::from_utf8_lossy(value).into_owned();
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// Whether one of the words of an attribute is `word`.
    pub(super) fn says(&self, name: &str, word: &str) -> bool {
        let words =
            self.get(name).unwrap_or_default().split(|letter: char| letter.is_ascii_whitespace() || letter == ',');
        words.into_iter().any(|other| other.eq_ignore_ascii_case(word))
    }

    pub(super) fn is_block(&self) -> bool {
        is_block(&self.name)
    }

    /// A page that is hidden as a whole is shown by a program later.
    fn is_left_out(&self) -> bool {
        let name = self.name.as_str();
        let style = || self.get("style").unwrap_or_default().replace(' ', "").to_ascii_lowercase();
        let is_hidden = || self.get("hidden").is_some() || self.says("aria-hidden", "true");
        LEFT_OUT.contains(&name)
            || !matches!(name, "html" | "body")
                && (ROLES_LEFT_OUT.iter().any(|role| self.says("role", role))
                    || is_hidden()
                    || style().contains("display:none"))
    }
}

pub(super) fn is_block(name: &str) -> bool {
    BLOCKS.binary_search(&name).is_ok()
}

/// The elements that are open.
#[derive(Debug, Default)]
pub(super) struct Open {
    elements: Vec<Element>,
    left_out: usize,
    headings: usize,
}

#[derive(Debug)]
struct Element {
    name: String,
    is_block: bool,
    is_left_out: bool,
}

impl Open {
    pub(super) fn is_left_out(&self) -> bool {
        self.left_out > 0
    }

    pub(super) fn is_heading(&self) -> bool {
        self.headings > 0
    }

    pub(super) fn start(&mut self, tag: &Tag) {
        if VOID.contains(&tag.name.as_str()) {
            return;
        }
        if let Some(last) = self.elements.last() {
            let ended = |kind: &&&[&str]| kind.contains(&last.name.as_str()) && kind.contains(&tag.name.as_str());
            if ENDED_BY_THE_NEXT.iter().any(|kind| ended(&kind)) || last.name == "p" && tag.is_block() {
                self.truncate(self.elements.len() - 1);
            }
        }
        let is_left_out = tag.is_left_out();
        if self.elements.len() < DEPTH_MAX && (tag.is_block() || is_left_out || self.is_left_out()) {
            self.left_out += usize::from(is_left_out);
            self.headings += usize::from(is_heading(&tag.name));
            self.elements.push(Element { name: tag.name.clone(), is_block: tag.is_block(), is_left_out });
        }
    }

    /// Ends an element and all that is open in it. The end of one inside a line does not reach over a block.
    pub(super) fn end(&mut self, name: &str) {
        let is_inside_a_line = !is_block(name) && !LEFT_OUT.contains(&name);
        for (at, element) in self.elements.iter().enumerate().rev() {
            if element.name == name {
                return self.truncate(at);
            }
            if is_inside_a_line && element.is_block {
                return;
            }
        }
    }

    fn truncate(&mut self, length: usize) {
        for element in self.elements.drain(length..) {
            self.left_out -= usize::from(element.is_left_out);
            self.headings -= usize::from(is_heading(&element.name));
        }
    }
}

fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_stand_in_order() {
        assert!(BLOCKS.is_sorted());
    }
}
