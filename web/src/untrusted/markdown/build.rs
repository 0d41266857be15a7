//! Builds the tree from the parser's events. It uses an explicit stack instead of recursion, so deeply nested input cannot
//! overflow the call stack.

use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use super::pieces::pieces;
use super::{Block, DEPTH_MAX, Inline};
use crate::untrusted::{LinkTarget, link_target, visible};

enum BlockContainer {
    Root,
    Quote,
    Item,
}

enum InlineContainer {
    Block(fn(Vec<Inline>) -> Block),
    Inline(fn(Vec<Inline>) -> Inline),
    Heading(u8),
    Cell,
    Link(LinkTarget),
}

/// A node that contains only texts.
enum TextContainer {
    Block(fn(Vec<Inline>) -> Block),
    Image(String),
}

/// A node that has started and not ended.
enum OpenNode {
    Blocks(BlockContainer, Vec<Block>),
    List(Option<u64>, Vec<Vec<Block>>),
    Inlines(InlineContainer, Vec<Inline>),
    Text(TextContainer, Vec<Inline>),
    Table(Vec<Vec<Inline>>, Vec<Vec<Vec<Inline>>>),
    Row { head: bool, cells: Vec<Vec<Inline>> },
}

/// The budget does not allow another node.
pub(super) struct Exhausted {
    /// The first byte of the source that is not in the tree.
    pub(super) at: usize,
}

pub(super) struct Builder<'a> {
    source: &'a str,
    marks: &'a [Range<usize>],
    open: Vec<OpenNode>,
    // For each start event without an end event: whether its node is in `open`.
    is_open: Vec<bool>,
    // The number of nodes that may still be added.
    remaining_nodes: usize,
}

impl<'a> Builder<'a> {
    pub(super) fn new(nodes: usize, source: &'a str, marks: &'a [Range<usize>]) -> Self {
        Self {
            source,
            marks,
            open: vec![OpenNode::Blocks(BlockContainer::Root, Vec::new())],
            is_open: Vec::new(),
            remaining_nodes: nodes,
        }
    }

    /// Adds an event, which is at `range` of the source.
    pub(super) fn push_event(&mut self, event: Event<'_>, range: Range<usize>) -> Result<(), Exhausted> {
        if !matches!(event, Event::End(_)) {
            self.take_node(range.start)?;
        }
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(_) => {
                if self.is_open.pop() == Some(true) {
                    self.end();
                }
            }
            Event::Text(text) => self.text(&text, range)?,
            Event::Code(code) | Event::InlineMath(code) | Event::DisplayMath(code) => match self.open.last_mut() {
                Some(OpenNode::Text(..)) => self.text(&code, range)?,
                _ => {
                    let (inlines, exhausted) = self.inlines(&code, range);
                    self.inline(Inline::Code(inlines));
                    exhausted?;
                }
            },
            Event::Html(html) | Event::InlineHtml(html) => self.text(&html, range)?,
            Event::FootnoteReference(name) => self.text(&name, range)?,
            Event::SoftBreak => self.text("\n", range)?,
            Event::HardBreak => self.inline(Inline::Break),
            Event::Rule => self.block(Block::Rule),
            Event::TaskListMarker(done) => self.inline(Inline::Task(done)),
        }
        Ok(())
    }

    fn take_node(&mut self, at: usize) -> Result<(), Exhausted> {
        self.remaining_nodes = self.remaining_nodes.checked_sub(1).ok_or(Exhausted { at })?;
        Ok(())
    }

    // The text of an event as inline content, as much of it as the budget allows: its first piece is paid for.
    fn inlines(&mut self, text: &str, range: Range<usize>) -> (Vec<Inline>, Result<(), Exhausted>) {
        let mut inlines = Vec::new();
        for (mark, at, piece) in pieces(text, self.source, range, self.marks) {
            if !inlines.is_empty()
                && let Err(exhausted) = self.take_node(at)
            {
                return (inlines, Err(exhausted));
            }
            push_text(&mut inlines, mark, &visible(piece));
        }
        (inlines, Ok(()))
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
        let blocks = |container| OpenNode::Blocks(container, Vec::new());
        let inlines = |container| OpenNode::Inlines(container, Vec::new());
        let text = |container| OpenNode::Text(container, Vec::new());
        Some(match tag {
            Tag::Paragraph if in_blocks => inlines(InlineContainer::Block(Block::Paragraph)),
            Tag::Heading { level, .. } if in_blocks => inlines(InlineContainer::Heading(level as u8)),
            Tag::BlockQuote(_) if in_blocks && may_nest => blocks(BlockContainer::Quote),
            Tag::List(start) if in_blocks && may_nest => OpenNode::List(start, Vec::new()),
            Tag::Item if matches!(top, OpenNode::List(..)) => blocks(BlockContainer::Item),
            Tag::CodeBlock(_) if in_blocks => text(TextContainer::Block(Block::Code)),
            Tag::HtmlBlock if in_blocks => text(TextContainer::Block(Block::Html)),
            Tag::Table(_) if in_blocks => OpenNode::Table(Vec::new(), Vec::new()),
            Tag::TableHead => OpenNode::Row { head: true, cells: Vec::new() },
            Tag::TableRow => OpenNode::Row { head: false, cells: Vec::new() },
            Tag::TableCell => inlines(InlineContainer::Cell),
            Tag::Strong if may_nest => inlines(InlineContainer::Inline(Inline::Strong)),
            Tag::Emphasis if may_nest => inlines(InlineContainer::Inline(Inline::Emphasis)),
            Tag::Strikethrough if may_nest => inlines(InlineContainer::Inline(Inline::Strikethrough)),
            // A link is never skipped: its text must not look like ordinary text.
            Tag::Link { dest_url, .. } => inlines(InlineContainer::Link(link_target(&dest_url))),
            Tag::Image { dest_url, .. } => text(TextContainer::Image(visible(&dest_url))),
            _ => return None,
        })
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
                TextContainer::Block(block) => self.block(block(text)),
                TextContainer::Image(address) => self.inline(Inline::Image { description: text, address }),
            },
            Some(OpenNode::Table(head, rows)) => self.block(Block::Table { head, rows }),
            Some(OpenNode::Row { head: is_head, cells }) => {
                if let Some(OpenNode::Table(head, rows)) = self.open.last_mut() {
                    if is_head { *head = cells } else { rows.push(cells) }
                }
            }
            Some(OpenNode::Inlines(container, inlines)) => match container {
                InlineContainer::Block(block) => self.block(block(inlines)),
                InlineContainer::Inline(inline) => self.inline(inline(inlines)),
                InlineContainer::Heading(level) => self.block(Block::Heading(level, inlines)),
                InlineContainer::Link(target) => self.inline(Inline::Link { target, text: inlines }),
                InlineContainer::Cell => {
                    if let Some(OpenNode::Row { cells, .. }) = self.open.last_mut() {
                        cells.push(inlines);
                    }
                }
            },
        }
    }

    fn text(&mut self, text: &str, range: Range<usize>) -> Result<(), Exhausted> {
        let (added, exhausted) = self.inlines(text, range);
        let add = |inlines: &mut Vec<Inline>| {
            for inline in added {
                match inline {
                    Inline::Text(text) => push_text(inlines, None, &text),
                    Inline::Marked { mark, text } => push_text(inlines, Some(mark), &text),
                    other => inlines.push(other),
                }
            }
        };
        match self.open.last_mut() {
            Some(OpenNode::Text(_, inlines) | OpenNode::Inlines(_, inlines)) => add(inlines),
            Some(OpenNode::Blocks(_, blocks)) => on_line(blocks, add),
            _ => {}
        }
        exhausted
    }

    fn inline(&mut self, inline: Inline) {
        match self.open.last_mut() {
            Some(OpenNode::Inlines(_, inlines)) => inlines.push(inline),
            Some(OpenNode::Blocks(_, blocks)) => on_line(blocks, |inlines| inlines.push(inline)),
            Some(OpenNode::Text(_, inlines)) => push_text(inlines, None, " "),
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

// Adds text to the last inline content if that has the same mark.
fn push_text(inlines: &mut Vec<Inline>, mark: Option<usize>, text: &str) {
    match (inlines.last_mut(), mark) {
        (Some(Inline::Text(last)), None) => last.push_str(text),
        (Some(Inline::Marked { mark: last_mark, text: last }), Some(mark)) if *last_mark == mark => last.push_str(text),
        (_, None) => inlines.push(Inline::Text(text.to_owned())),
        (_, Some(mark)) => inlines.push(Inline::Marked { mark, text: text.to_owned() }),
    }
}
