//! Builds the tree out of the parser's events. It keeps a stack of its own and never recurses, so no text is too deep.

use pulldown_cmark::{Event, HeadingLevel, Tag};

use super::{Block, DEPTH_MAX, Inline};
use crate::untrusted::{Target, target, visible};

/// What holds blocks.
enum Holder {
    Root,
    Quote,
    Item,
}

/// What holds inlines.
enum Run {
    Paragraph,
    Heading(u8),
    Cell,
    Strong,
    Emphasis,
    Struck,
    Link(Target),
}

/// What holds text alone.
enum Verbatim {
    Code,
    Raw,
    Image(String),
}

/// A part that has begun and not ended.
enum Open {
    Blocks(Holder, Vec<Block>),
    List(Option<u64>, Vec<Vec<Block>>),
    Inlines(Run, Vec<Inline>),
    Text(Verbatim, String),
    Table(Vec<Vec<Inline>>, Vec<Vec<Vec<Inline>>>),
    Row { head: bool, cells: Vec<Vec<Inline>> },
}

pub(super) struct Builder {
    open: Vec<Open>,
    // Whether each start that has had no end is in `open`.
    kept: Vec<bool>,
    nodes: usize,
}

impl Builder {
    pub(super) fn new(nodes: usize) -> Self {
        Self { open: vec![Open::Blocks(Holder::Root, Vec::new())], kept: Vec::new(), nodes }
    }

    /// Takes an event; `false` when there is no room for it.
    pub(super) fn take(&mut self, event: Event<'_>) -> bool {
        if !matches!(event, Event::End(_)) {
            let Some(nodes) = self.nodes.checked_sub(1) else { return false };
            self.nodes = nodes;
        }
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(_) => {
                if self.kept.pop() == Some(true) {
                    self.end();
                }
            }
            Event::Text(text) => self.text(&text),
            Event::Code(code) | Event::InlineMath(code) | Event::DisplayMath(code) => match self.open.last_mut() {
                Some(Open::Text(_, held)) => held.push_str(&visible(&code)),
                _ => self.inline(Inline::Code(visible(&code).into_owned())),
            },
            Event::Html(html) | Event::InlineHtml(html) => self.text(&html),
            Event::FootnoteReference(name) => self.text(&name),
            Event::SoftBreak => self.text("\n"),
            Event::HardBreak => self.inline(Inline::Break),
            Event::Rule => self.block(Block::Rule),
            Event::TaskListMarker(done) => self.inline(Inline::Task(done)),
        }
        true
    }

    /// Ends whatever has not ended.
    pub(super) fn finish(mut self) -> Vec<Block> {
        while self.open.len() > 1 {
            self.end();
        }
        match self.open.pop() {
            Some(Open::Blocks(_, blocks)) => blocks,
            _ => Vec::new(),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        let open = self.opened(tag);
        self.kept.push(open.is_some());
        self.open.extend(open);
    }

    // `None` for what is passed over: its content goes on where it stands.
    fn opened(&self, tag: Tag<'_>) -> Option<Open> {
        let top = self.open.last()?;
        let room = self.open.len() < DEPTH_MAX;
        if matches!(top, Open::Text(..)) {
            return None;
        }
        let in_blocks = matches!(top, Open::Blocks(..));
        match tag {
            Tag::Paragraph if in_blocks => Some(Open::Inlines(Run::Paragraph, Vec::new())),
            Tag::Heading { level, .. } if in_blocks => Some(Open::Inlines(Run::Heading(number(level)), Vec::new())),
            Tag::BlockQuote(_) if in_blocks && room => Some(Open::Blocks(Holder::Quote, Vec::new())),
            Tag::List(start) if in_blocks && room => Some(Open::List(start, Vec::new())),
            Tag::Item if matches!(top, Open::List(..)) => Some(Open::Blocks(Holder::Item, Vec::new())),
            Tag::CodeBlock(_) if in_blocks => Some(Open::Text(Verbatim::Code, String::new())),
            Tag::HtmlBlock if in_blocks => Some(Open::Text(Verbatim::Raw, String::new())),
            Tag::Table(_) if in_blocks => Some(Open::Table(Vec::new(), Vec::new())),
            Tag::TableHead => Some(Open::Row { head: true, cells: Vec::new() }),
            Tag::TableRow => Some(Open::Row { head: false, cells: Vec::new() }),
            Tag::TableCell => Some(Open::Inlines(Run::Cell, Vec::new())),
            Tag::Strong if room => Some(Open::Inlines(Run::Strong, Vec::new())),
            Tag::Emphasis if room => Some(Open::Inlines(Run::Emphasis, Vec::new())),
            Tag::Strikethrough if room => Some(Open::Inlines(Run::Struck, Vec::new())),
            // A link is never passed over: its text would pass for the writer's own.
            Tag::Link { dest_url, .. } => Some(Open::Inlines(Run::Link(target(&dest_url)), Vec::new())),
            Tag::Image { dest_url, .. } => {
                Some(Open::Text(Verbatim::Image(visible(&dest_url).into_owned()), String::new()))
            }
            _ => None,
        }
    }

    fn end(&mut self) {
        match self.open.pop() {
            None => {}
            Some(Open::Blocks(holder, blocks)) => match (holder, self.open.last_mut()) {
                (Holder::Item, Some(Open::List(_, items))) => items.push(blocks),
                (Holder::Quote, _) => self.block(Block::Quote(blocks)),
                _ => {}
            },
            Some(Open::List(start, items)) => self.block(Block::List { start, items }),
            Some(Open::Text(verbatim, text)) => match verbatim {
                Verbatim::Code => self.block(Block::Code(text)),
                Verbatim::Raw => self.block(Block::Raw(text)),
                Verbatim::Image(address) => self.inline(Inline::Image { description: text, address }),
            },
            Some(Open::Table(head, rows)) => self.block(Block::Table { head, rows }),
            Some(Open::Row { head: is_head, cells }) => {
                if let Some(Open::Table(head, rows)) = self.open.last_mut() {
                    if is_head { *head = cells } else { rows.push(cells) }
                }
            }
            Some(Open::Inlines(run, inlines)) => match run {
                Run::Paragraph => self.block(Block::Paragraph(inlines)),
                Run::Heading(level) => self.block(Block::Heading(level, inlines)),
                Run::Strong => self.inline(Inline::Strong(inlines)),
                Run::Emphasis => self.inline(Inline::Emphasis(inlines)),
                Run::Struck => self.inline(Inline::Struck(inlines)),
                Run::Link(target) => self.inline(Inline::Link { target, text: inlines }),
                Run::Cell => {
                    if let Some(Open::Row { cells, .. }) = self.open.last_mut() {
                        cells.push(inlines);
                    }
                }
            },
        }
    }

    fn text(&mut self, text: &str) {
        let text = visible(text);
        match self.open.last_mut() {
            Some(Open::Text(_, held)) => held.push_str(&text),
            Some(Open::Inlines(_, inlines)) => push_text(inlines, &text),
            Some(Open::Blocks(_, blocks)) => on_line(blocks, |inlines| push_text(inlines, &text)),
            _ => {}
        }
    }

    fn inline(&mut self, inline: Inline) {
        match self.open.last_mut() {
            Some(Open::Inlines(_, inlines)) => inlines.push(inline),
            Some(Open::Blocks(_, blocks)) => on_line(blocks, |inlines| inlines.push(inline)),
            Some(Open::Text(_, held)) => held.push(' '),
            _ => {}
        }
    }

    fn block(&mut self, block: Block) {
        if let Some(Open::Blocks(_, blocks)) = self.open.last_mut() {
            blocks.push(block);
        }
    }
}

// Inlines without a paragraph go to a line.
fn on_line(blocks: &mut Vec<Block>, put: impl FnOnce(&mut Vec<Inline>)) {
    if let Some(Block::Line(inlines)) = blocks.last_mut() {
        return put(inlines);
    }
    let mut inlines = Vec::new();
    put(&mut inlines);
    blocks.push(Block::Line(inlines));
}

fn push_text(inlines: &mut Vec<Inline>, text: &str) {
    match inlines.last_mut() {
        Some(Inline::Text(before)) => before.push_str(text),
        _ => inlines.push(Inline::Text(text.to_owned())),
    }
}

const fn number(level: HeadingLevel) -> u8 {
    level as u8
}
