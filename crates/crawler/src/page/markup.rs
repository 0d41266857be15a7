//! Reads the text and the links of HTML, token by token.
//!
//! It builds no tree, so that deep nesting is harmless and the time is linear in the length of the page.

use std::ops::ControlFlow;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

use super::element::{OpenElements, StartTag, is_block};
use super::text::{PageText, TextBuilder};

/// Bytes at the start of a page that may declare its charset.
const CHARSET_BYTES: usize = 4096;
/// Links of a page, at most, including those to other sites.
const LINKS_MAX: usize = 5_000;

/// The content of a page for readers and crawlers.
#[derive(Debug, Default)]
pub(super) struct Markup {
    pub(super) text: PageText,
    /// The links as they are written, except those with `nofollow`.
    pub(super) links: Vec<String>,
    pub(super) base: Option<String>,
    pub(super) canonical: Option<String>,
}

impl Markup {
    pub(super) fn read(html: &str) -> Self {
        let mut reader = MarkupReader::default();
        read_tokens(html.as_bytes(), |token| {
            reader.read(token);
            ControlFlow::Continue(())
        });
        let MarkupReader { mut markup, text, is_nofollow, .. } = reader;
        if is_nofollow {
            markup.links.clear();
        }
        markup.text = text.finish();
        markup
    }
}

/// The charset that a page declares in a `meta` element.
///
/// Source: HTML, section 13.2.3.2.
pub(super) fn charset(html: &[u8]) -> Option<String> {
    let mut found = None;
    read_tokens(&html[..html.len().min(CHARSET_BYTES)], |token| {
        if let Token::Start(tag) = token
            && tag.name == "meta"
        {
            let of_type = || {
                let content = tag.get("content").filter(|_| tag.has_token("http-equiv", "content-type"))?;
                let (_, value) = content.split_at_checked(content.to_ascii_lowercase().find("charset")? + 7)?;
                let value = value.trim_start().strip_prefix('=')?.trim_start_matches([' ', '"', '\'']);
                value.split([';', ' ', '"', '\'']).next()
            };
            found = tag.get("charset").or_else(of_type).map(str::to_owned);
        }
        if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

pub(super) fn plain_text(text: &str) -> PageText {
    let mut builder = TextBuilder::default();
    for line in text.lines() {
        match line.trim().is_empty() {
            true => builder.end_block(false),
            false => builder.push(&format!("{line} ")),
        }
    }
    builder.finish()
}

pub(super) enum Token<'a> {
    Start(StartTag),
    End(&'a str),
    Text(&'a str),
}

/// Reads tokens until `read` breaks.
pub(super) fn read_tokens(html: &[u8], mut read: impl FnMut(Token<'_>) -> ControlFlow<()>) {
    let mut tag = StartTag::default();
    let read_event = |event: CallbackEvent<'_>, _: Span<()>| {
        match event {
            CallbackEvent::OpenStartTag { name } => tag = StartTag::new(name),
            CallbackEvent::AttributeName { name } => tag.start_attribute(name),
            CallbackEvent::AttributeValue { value } => tag.set_value(value),
            CallbackEvent::CloseStartTag { .. } => return read(Token::Start(std::mem::take(&mut tag))).break_value(),
            CallbackEvent::EndTag { name } => return read(Token::End(&String::from_utf8_lossy(name))).break_value(),
            CallbackEvent::String { value } => return read(Token::Text(&String::from_utf8_lossy(value))).break_value(),
            _ => {}
        }
        None
    };
    let mut emitter = CallbackEmitter::new(read_event);
    emitter.naively_switch_states(true);
    // The tokenizer stops where the callback returns something.
    let _ = Tokenizer::new_with_emitter(html, emitter).next();
}

#[derive(Debug, Default)]
struct MarkupReader {
    markup: Markup,
    text: TextBuilder,
    open: OpenElements,
    is_title: bool,
    /// Whether the page asks crawlers to follow none of its links.
    is_nofollow: bool,
    after_line_break: bool,
}

impl MarkupReader {
    fn read(&mut self, token: Token<'_>) {
        match token {
            Token::Start(tag) => self.start_element(&tag),
            Token::End(name) => self.end_element(name),
            Token::Text(letters) => self.push_text(letters),
        }
    }

    fn start_element(&mut self, tag: &StartTag) {
        if tag.is_block() {
            self.text.end_block(self.open.is_heading());
        }
        self.open.start(tag);
        match tag.name.as_str() {
            "title" => self.is_title = !self.open.is_skipped() && !self.text.has_title(),
            "br" => self.line_break(),
            "a" | "area" => self.add_link(tag.get("href"), tag),
            "frame" | "iframe" => self.add_link(tag.get("src"), tag),
            "base" if self.markup.base.is_none() => self.markup.base = tag.get("href").map(str::to_owned),
            "link" if tag.has_token("rel", "canonical") && self.markup.canonical.is_none() => {
                self.markup.canonical = tag.get("href").map(str::to_owned);
            }
            "meta" if tag.has_token("name", "robots") || tag.has_token("name", "answerdeck") => {
                self.is_nofollow |= tag.has_token("content", "nofollow") || tag.has_token("content", "none");
            }
            _ => {}
        }
    }

    fn end_element(&mut self, name: &str) {
        if name == "title" {
            self.is_title = false;
        }
        if is_block(name) {
            self.text.end_block(self.open.is_heading());
        }
        self.open.end(name);
    }

    /// One line break is a space. Two line breaks end a block.
    fn line_break(&mut self) {
        match self.after_line_break {
            true => self.text.end_block(self.open.is_heading()),
            false => self.text.push(" "),
        }
        self.after_line_break = true;
    }

    fn push_text(&mut self, letters: &str) {
        self.after_line_break &= letters.trim().is_empty();
        if self.is_title {
            self.text.push_title(letters);
        } else if !self.open.is_skipped() {
            self.text.push(letters);
        }
    }

    fn add_link(&mut self, address: Option<&str>, tag: &StartTag) {
        let is_followed = !tag.has_token("rel", "nofollow") && tag.get("download").is_none();
        if let Some(address) = address.filter(|_| is_followed)
            && self.markup.links.len() < LINKS_MAX
        {
            self.markup.links.push(address.trim().to_owned());
        }
    }
}
