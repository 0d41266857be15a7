//! Builds the tree from the parser's events. It uses an explicit stack instead of recursion, so deeply nested input cannot
//! overflow the call stack.

use pulldown_cmark::{Event, HeadingLevel, Tag};

use super::{Block, DEPTH_MAX, Inline};
use crate::untrusted::{LinkTarget, link_target, visible};

/// A node that contains blocks.
enum BlockContainer {
    Root,
    Quote,
    Item,
}

/// A node that contains inline content.
enum InlineContainer {
    Paragraph,
    Heading(u8),
    Cell,
    Strong,
    Emphasis,
    Strikethrough,
    Link(LinkTarget),
}

/// A node that contains only text.
enum TextContainer {
    Code,
    Html,
    Image(String),
}

/// A node that has started and not ended.
enum OpenNode {
    Blocks(BlockContainer, Vec<Block>),
    List(Option<u64>, Vec<Vec<Block>>),
    Inlines(InlineContainer, Vec<Inline>),
    Text(TextContainer, String),
    Table(Vec<Vec<Inline>>, Vec<Vec<Vec<Inline>>>),
    Row { head: bool, cells: Vec<Vec<Inline>> },
}

pub(super) struct Builder {
    open: Vec<OpenNode>,
    // For each start event without an end event: whether its node is in `open`.
    is_open: Vec<bool>,
    // The number of nodes that may still be added.
    remaining_nodes: usize,
}

impl Builder {
    pub(super) fn new(nodes: usize) -> Self {
        Self {
            open: vec![OpenNode::Blocks(BlockContainer::Root, Vec::new())],
            is_open: Vec::new(),
            remaining_nodes: nodes,
        }
    }

    /// Adds an event. Returns `false` if the node budget is exhausted.
    pub(super) fn push_event(&mut self, event: Event<'_>) -> bool {
        if !matches!(event, Event::End(_)) {
            let Some(nodes) = self.remaining_nodes.checked_sub(1) else { return false };
            self.remaining_nodes = nodes;
        }
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(_) => {
                if self.is_open.pop() == Some(true) {
                    self.end();
                }
            }
            Event::Text(text) => self.text(&text),
            Event::Code(code) | Event::InlineMath(code) | Event::DisplayMath(code) => match self.open.last_mut() {
                Some(OpenNode::Text(_, content)) => content.push_str(&visible(&code)),
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

    /// Ends all open nodes and returns the blocks.
    pub(super) fn finish(mut self) -> Vec<Block> {
        while self.open.len() > 1 {
            self.end();
        }
        match self.open.pop() {
            Some(OpenNode::Blocks(_, blocks)) => blocks,
            _ => Vec::new(),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        let open = self.node_of(tag);
        self.is_open.push(open.is_some());
        self.open.extend(open);
    }

    // `None` for a tag that is skipped: its content is added to the current node.
    fn node_of(&self, tag: Tag<'_>) -> Option<OpenNode> {
        let top = self.open.last()?;
        let may_nest = self.open.len() < DEPTH_MAX;
        if matches!(top, OpenNode::Text(..)) {
            return None;
        }
        let in_blocks = matches!(top, OpenNode::Blocks(..));
        match tag {
            Tag::Paragraph if in_blocks => Some(OpenNode::Inlines(InlineContainer::Paragraph, Vec::new())),
            Tag::Heading { level, .. } if in_blocks => {
                Some(OpenNode::Inlines(InlineContainer::Heading(number(level)), Vec::new()))
            }
            Tag::BlockQuote(_) if in_blocks && may_nest => Some(OpenNode::Blocks(BlockContainer::Quote, Vec::new())),
            Tag::List(start) if in_blocks && may_nest => Some(OpenNode::List(start, Vec::new())),
            Tag::Item if matches!(top, OpenNode::List(..)) => Some(OpenNode::Blocks(BlockContainer::Item, Vec::new())),
            Tag::CodeBlock(_) if in_blocks => Some(OpenNode::Text(TextContainer::Code, String::new())),
            Tag::HtmlBlock if in_blocks => Some(OpenNode::Text(TextContainer::Html, String::new())),
            Tag::Table(_) if in_blocks => Some(OpenNode::Table(Vec::new(), Vec::new())),
            Tag::TableHead => Some(OpenNode::Row { head: true, cells: Vec::new() }),
            Tag::TableRow => Some(OpenNode::Row { head: false, cells: Vec::new() }),
            Tag::TableCell => Some(OpenNode::Inlines(InlineContainer::Cell, Vec::new())),
            Tag::Strong if may_nest => Some(OpenNode::Inlines(InlineContainer::Strong, Vec::new())),
            Tag::Emphasis if may_nest => Some(OpenNode::Inlines(InlineContainer::Emphasis, Vec::new())),
            Tag::Strikethrough if may_nest => Some(OpenNode::Inlines(InlineContainer::Strikethrough, Vec::new())),
            // A link is never skipped: its text must not look like ordinary text.
            Tag::Link { dest_url, .. } => {
                Some(OpenNode::Inlines(InlineContainer::Link(link_target(&dest_url)), Vec::new()))
            }
            Tag::Image { dest_url, .. } => {
                Some(OpenNode::Text(TextContainer::Image(visible(&dest_url).into_owned()), String::new()))
            }
            _ => None,
        }
    }

    fn end(&mut self) {
        match self.open.pop() {
            None => {}
            Some(OpenNode::Blocks(container, blocks)) => match (container, self.open.last_mut()) {
                (BlockContainer::Item, Some(OpenNode::List(_, items))) => items.push(blocks),
                (BlockContainer::Quote, _) => self.block(Block::Quote(blocks)),
                _ => {}
            },
            Some(OpenNode::List(start, items)) => self.block(Block::List { start, items }),
            Some(OpenNode::Text(container, text)) => match container {
                TextContainer::Code => self.block(Block::Code(text)),
                TextContainer::Html => self.block(Block::Html(text)),
                TextContainer::Image(address) => self.inline(Inline::Image { description: text, address }),
            },
            Some(OpenNode::Table(head, rows)) => self.block(Block::Table { head, rows }),
            Some(OpenNode::Row { head: is_head, cells }) => {
                if let Some(OpenNode::Table(head, rows)) = self.open.last_mut() {
                    if is_head { *head = cells } else { rows.push(cells) }
                }
            }
            Some(OpenNode::Inlines(container, inlines)) => match container {
                InlineContainer::Paragraph => self.block(Block::Paragraph(inlines)),
                InlineContainer::Heading(level) => self.block(Block::Heading(level, inlines)),
                InlineContainer::Strong => self.inline(Inline::Strong(inlines)),
                InlineContainer::Emphasis => self.inline(Inline::Emphasis(inlines)),
                InlineContainer::Strikethrough => self.inline(Inline::Strikethrough(inlines)),
                InlineContainer::Link(target) => self.inline(Inline::Link { target, text: inlines }),
                InlineContainer::Cell => {
                    if let Some(OpenNode::Row { cells, .. }) = self.open.last_mut() {
                        cells.push(inlines);
                    }
                }
            },
        }
    }

    fn text(&mut self, text: &str) {
        let text = visible(text);
        match self.open.last_mut() {
            Some(OpenNode::Text(_, content)) => content.push_str(&text),
            Some(OpenNode::Inlines(_, inlines)) => push_text(inlines, &text),
            Some(OpenNode::Blocks(_, blocks)) => on_line(blocks, |inlines| push_text(inlines, &text)),
            _ => {}
        }
    }

    fn inline(&mut self, inline: Inline) {
        match self.open.last_mut() {
            Some(OpenNode::Inlines(_, inlines)) => inlines.push(inline),
            Some(OpenNode::Blocks(_, blocks)) => on_line(blocks, |inlines| inlines.push(inline)),
            Some(OpenNode::Text(_, content)) => content.push(' '),
            _ => {}
        }
    }

    fn block(&mut self, block: Block) {
        if let Some(OpenNode::Blocks(_, blocks)) = self.open.last_mut() {
            blocks.push(block);
        }
    }
}

// Adds inline content without a paragraph to the last line, or to a new one.
fn on_line(blocks: &mut Vec<Block>, add: impl FnOnce(&mut Vec<Inline>)) {
    if let Some(Block::Line(inlines)) = blocks.last_mut() {
        return add(inlines);
    }
    let mut inlines = Vec::new();
    add(&mut inlines);
    blocks.push(Block::Line(inlines));
}

fn push_text(inlines: &mut Vec<Inline>, text: &str) {
    match inlines.last_mut() {
        Some(Inline::Text(last)) => last.push_str(text),
        _ => inlines.push(Inline::Text(text.to_owned())),
    }
}

const fn number(level: HeadingLevel) -> u8 {
    level as u8
}
