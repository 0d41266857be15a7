//! HTML as its letters and links, token by token.
//!
//! There is no tree, so that no nesting is too deep and no page takes longer than its length asks for.

use std::convert::Infallible;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

use super::element::{Open, Tag, is_block};
use super::text::{Text, Writing};

/// Bytes of a page in which its charset is looked for.
const CHARSET_WITHIN: usize = 4096;
/// Links of a page, before those to other sites are left out.
const LINKS_MAX: usize = 5_000;

/// What a page says, to readers and to crawlers.
#[derive(Debug, Default)]
pub(super) struct Markup {
    pub(super) text: Text,
    /// As they are written, but for those that crawlers are asked not to follow.
    pub(super) links: Vec<String>,
    pub(super) base: Option<String>,
    pub(super) canonical: Option<String>,
}

impl Markup {
    pub(super) fn read(html: &str) -> Self {
        let mut reading = Reading::default();
        tokens(html.as_bytes(), |event| reading.take(event));
        let Reading { mut markup, writing, stays, .. } = reading;
        if stays {
            markup.links.clear();
        }
        markup.text = writing.end();
        markup
    }
}

/// The charset that a page declares.
///
/// Source: HTML, section 13.2.3.2.
pub(super) fn charset(html: &[u8]) -> Option<String> {
    let (mut found, mut tag) = (None, Tag::default());
    tokens(&html[..html.len().min(CHARSET_WITHIN)], |event| match event {
        CallbackEvent::OpenStartTag { name } => tag = Tag::new(name),
        CallbackEvent::AttributeName { name } => tag.name_attribute(name),
        CallbackEvent::AttributeValue { value } => tag.value_attribute(value),
        CallbackEvent::CloseStartTag { .. } if found.is_none() && tag.name == "meta" => {
            let of_type = || {
                let content = tag.get("content").filter(|_| tag.says("http-equiv", "content-type"))?;
                let (_, value) = content.split_once("charset=")?;
                value.split([';', ' ']).next()
            };
            found = tag.get("charset").or_else(of_type).map(str::to_owned);
        }
        _ => {}
    });
    found
}

/// The paragraphs of a text that is no HTML.
pub(super) fn plain(text: &str) -> Text {
    let mut writing = Writing::default();
    for line in text.lines() {
        match line.trim().is_empty() {
            true => writing.end_block(false),
            false => writing.write(&format!("{line} ")),
        }
    }
    writing.end()
}

fn tokens(html: &[u8], mut take: impl FnMut(CallbackEvent<'_>)) {
    let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| -> Option<Infallible> {
        take(event);
        None
    });
    emitter.naively_switch_states(true);
    let Ok(()) = Tokenizer::new_with_emitter(html, emitter).finish();
}

#[derive(Debug, Default)]
struct Reading {
    markup: Markup,
    writing: Writing,
    open: Open,
    tag: Tag,
    is_title: bool,
    /// Whether crawlers are asked to follow none of the links.
    stays: bool,
    /// Whether the last thing was the end of a line.
    line_ended: bool,
}

impl Reading {
    fn take(&mut self, event: CallbackEvent<'_>) {
        match event {
            CallbackEvent::OpenStartTag { name } => self.tag = Tag::new(name),
            CallbackEvent::AttributeName { name } => self.tag.name_attribute(name),
            CallbackEvent::AttributeValue { value } => self.tag.value_attribute(value),
            CallbackEvent::CloseStartTag { .. } => self.start(),
            CallbackEvent::EndTag { name } => self.end(&String::from_utf8_lossy(name)),
            CallbackEvent::String { value } => self.letters(&String::from_utf8_lossy(value)),
            _ => {}
        }
    }

    fn start(&mut self) {
        let tag = std::mem::take(&mut self.tag);
        if tag.is_block() {
            self.writing.end_block(self.open.is_heading());
        }
        self.open.start(&tag);
        match tag.name.as_str() {
            "title" => self.is_title = !self.open.is_left_out() && !self.writing.has_title(),
            "br" => self.end_line(),
            "a" | "area" => self.link(&tag),
            "base" if self.markup.base.is_none() => self.markup.base = tag.get("href").map(str::to_owned),
            "link" if tag.says("rel", "canonical") && self.markup.canonical.is_none() => {
                self.markup.canonical = tag.get("href").map(str::to_owned);
            }
            "meta" if tag.says("name", "robots") || tag.says("name", "answerdeck") => {
                self.stays |= tag.says("content", "nofollow") || tag.says("content", "none");
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        if name == "title" {
            self.is_title = false;
        }
        if is_block(name) {
            self.writing.end_block(self.open.is_heading());
        }
        self.open.end(name);
    }

    /// One line follows on another; two ends of lines are the end of a paragraph.
    fn end_line(&mut self) {
        match self.line_ended {
            true => self.writing.end_block(self.open.is_heading()),
            false => self.writing.write(" "),
        }
        self.line_ended = true;
    }

    fn letters(&mut self, letters: &str) {
        self.line_ended &= letters.trim().is_empty();
        if self.is_title {
            self.writing.write_title(letters);
        } else if !self.open.is_left_out() {
            self.writing.write(letters);
        }
    }

    fn link(&mut self, tag: &Tag) {
        let is_followed = !tag.says("rel", "nofollow") && tag.get("download").is_none();
        if let Some(href) = tag.get("href").filter(|_| is_followed)
            && self.markup.links.len() < LINKS_MAX
        {
            self.markup.links.push(href.trim().to_owned());
        }
    }
}
