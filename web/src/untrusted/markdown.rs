//! Markdown read into a small tree. Nothing of it is HTML: raw HTML is text, images are their description.

mod build;
mod text;

use pulldown_cmark::{Options, Parser};

use super::Target;
use build::Builder;
pub use text::to_text;

/// Containers inside containers that are kept; what is deeper goes on at the deepest.
const DEPTH_MAX: usize = 16;

/// How much of a text is made into nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Bytes of the source.
    pub bytes: usize,
    /// Nodes of the tree.
    pub nodes: usize,
}

impl Budget {
    /// What is shown at first: far more than an answer has, far less than freezes a phone.
    pub const FIRST: Self = Self { bytes: 24_000, nodes: 3_000 };

    /// As much again, and twice.
    pub const fn more(self) -> Self {
        Self { bytes: self.bytes * 2, nodes: self.nodes * 2 }
    }
}

/// What was read of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Its blocks.
    pub blocks: Vec<Block>,
    /// Characters of the source that are still to be read.
    pub left: usize,
}

/// A block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    Paragraph(Vec<Inline>),
    /// Inlines that stand in a list's item or a quote without a paragraph.
    Line(Vec<Inline>),
    /// A heading of level 1 to 6.
    Heading(u8, Vec<Inline>),
    Quote(Vec<Block>),
    List {
        /// The first number of an ordered list.
        start: Option<u64>,
        items: Vec<Vec<Block>>,
    },
    Code(String),
    /// Raw HTML, as text.
    Raw(String),
    Table {
        head: Vec<Vec<Inline>>,
        rows: Vec<Vec<Vec<Inline>>>,
    },
    Rule,
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    Text(String),
    Code(String),
    Strong(Vec<Inline>),
    Emphasis(Vec<Inline>),
    Struck(Vec<Inline>),
    Link {
        target: Target,
        text: Vec<Inline>,
    },
    /// An image, which is not loaded.
    Image {
        description: String,
        address: String,
    },
    /// The box of a task.
    Task(bool),
    Break,
}

const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH).union(Options::ENABLE_TASKLISTS);

impl Document {
    /// Reads as much of a Markdown text as the budget allows.
    pub fn read(content: &str, budget: Budget) -> Self {
        let part = content.get(..cut(content, budget.bytes)).unwrap_or(content);
        let mut builder = Builder::new(budget.nodes);
        let mut read = part.len();
        for (event, range) in Parser::new_ext(part, OPTIONS).into_offset_iter() {
            if !builder.take(event) {
                read = range.start;
                break;
            }
        }
        let left = content.get(read..).map_or(0, |rest| rest.chars().count());
        Self { blocks: builder.finish(), left }
    }
}

// Where to stop: at the end of the last whole line, or between characters where a line is longer than that.
fn cut(content: &str, bytes: usize) -> usize {
    if content.len() <= bytes {
        return content.len();
    }
    let mut end = bytes;
    while !content.is_char_boundary(end) {
        end -= 1;
    }
    let line = content.get(..end).and_then(|part| part.rfind('\n'));
    line.map_or(end, |line| line + 1)
}

#[cfg(test)]
mod tests;
