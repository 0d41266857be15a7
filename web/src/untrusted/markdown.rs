//! Markdown parsed into a small tree. It contains no HTML: raw HTML becomes text, and an image its description.

mod build;
mod pieces;
mod text;

use std::ops::Range;

use pulldown_cmark::{Options, Parser};

use super::LinkTarget;
use build::{Builder, Exhausted};
pub use text::{to_bulleted_text, to_text};

/// The maximum nesting of containers. Deeper content is added to the deepest container.
const DEPTH_MAX: usize = 16;

/// How much of a text is parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The maximum number of bytes of the source.
    pub bytes: usize,
    /// The maximum number of nodes of the tree.
    pub nodes: usize,
}

impl Budget {
    /// The initial budget: far more than a usual answer needs, and far less than freezes a phone.
    pub const INITIAL: Self = Self { bytes: 24_000, nodes: 3_000 };

    /// Twice the budget.
    pub const fn doubled(self) -> Self {
        Self { bytes: self.bytes * 2, nodes: self.nodes * 2 }
    }
}

/// The parsed part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    pub blocks: Vec<Block>,
    /// The number of characters of the source after the parsed part.
    pub remaining: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    Paragraph(Vec<Inline>),
    /// Inline content directly in a list item or a quote, without a paragraph.
    Line(Vec<Inline>),
    /// A heading of level 1 to 6.
    Heading(u8, Vec<Inline>),
    Quote(Vec<Block>),
    List {
        /// The first number of an ordered list. `None` for an unordered list.
        start: Option<u64>,
        items: Vec<Vec<Block>>,
    },
    Code(Vec<Inline>),
    /// Raw HTML, as text.
    Html(Vec<Inline>),
    Table {
        head: Vec<Vec<Inline>>,
        rows: Vec<Vec<Vec<Inline>>>,
    },
    Rule,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    Text(String),
    /// A part of a marked range of the source.
    Marked {
        /// The position of the range among the marks, from 0.
        mark: usize,
        text: String,
    },
    Code(Vec<Inline>),
    Strong(Vec<Inline>),
    Emphasis(Vec<Inline>),
    Strikethrough(Vec<Inline>),
    Link {
        target: LinkTarget,
        text: Vec<Inline>,
    },
    /// An image, which is not loaded.
    Image {
        description: Vec<Inline>,
        address: String,
    },
    /// The checkbox of a task list item: whether it is checked.
    Task(bool),
    Break,
}

const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH).union(Options::ENABLE_TASKLISTS);

impl Document {
    /// Parses as much of a Markdown text as the budget allows. `marks` are ranges of its bytes in ascending order that do not
    /// overlap. What they mark of the text becomes [`Inline::Marked`], in parts where syntax is between. Each part is a node, which
    /// the budget pays.
    pub fn parse(content: &str, budget: Budget, marks: &[Range<usize>]) -> Self {
        let source = content.get(..cut_at(content, budget.bytes)).unwrap_or(content);
        let mut builder = Builder::new(budget.nodes, source, marks);
        let mut parsed = source.len();
        for (event, range) in Parser::new_ext(source, OPTIONS).into_offset_iter() {
            if let Err(Exhausted { at }) = builder.push_event(event, range) {
                parsed = at;
                break;
            }
        }
        let remaining = content.get(parsed..).map_or(0, |rest| rest.chars().count());
        Self { blocks: builder.finish(), remaining }
    }
}

// The byte at which to cut a long text: after the last whole line, or between two characters if the first line is longer
// than the limit.
fn cut_at(content: &str, bytes: usize) -> usize {
    if content.len() <= bytes {
        return content.len();
    }
    let end = content.floor_char_boundary(bytes);
    content[..end].rfind('\n').map_or(end, |line| line + 1)
}

#[cfg(test)]
mod tests;
