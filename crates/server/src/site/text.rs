//! What a person reads on a page.

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

/// Characters of a title.
pub const TITLE_MAX: usize = 300;
/// Characters of a page's blocks together: no person reads on.
pub const TEXT_MAX: usize = 50_000;

/// The text of a page, within the bounds of [`TITLE_MAX`] and [`TEXT_MAX`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    /// The title. Empty when there is none.
    pub title: String,
    /// Headings, paragraphs, items of lists, cells of tables: in the order they are read, none of them empty.
    pub blocks: Vec<Block>,
}

/// Letters that stand together on a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// Without spaces at its ends, and with single ones inside, in Unicode NFC.
    pub text: String,
    /// Whether it is a heading of the first three levels.
    pub is_heading: bool,
}

/// A text that is being written.
#[derive(Debug, Default)]
pub(super) struct Writing {
    text: Text,
    title: Line,
    block: Line,
    /// Characters of the blocks that are done.
    length: usize,
}

impl Writing {
    pub(super) fn write_title(&mut self, letters: &str) {
        self.title.write(letters, TITLE_MAX);
    }

    pub(super) fn has_title(&self) -> bool {
        self.title.length > 0
    }

    pub(super) fn write(&mut self, letters: &str) {
        self.block.write(letters, TEXT_MAX - self.length);
    }

    pub(super) fn end_block(&mut self, is_heading: bool) {
        let Line { text, length, .. } = std::mem::take(&mut self.block);
        if length > 0 {
            self.length += length;
            self.text.blocks.push(Block { text: text.nfc().collect(), is_heading });
        }
    }

    pub(super) fn end(mut self) -> Text {
        self.end_block(false);
        Text { title: self.title.text.nfc().collect(), blocks: self.text.blocks }
    }
}

#[derive(Debug, Default)]
struct Line {
    text: String,
    /// In characters.
    length: usize,
    has_space: bool,
}

impl Line {
    /// Adds letters, with one space where there are several, and without what nobody sees.
    fn write(&mut self, letters: &str, most: usize) {
        for letter in letters.chars() {
            if letter.is_whitespace() {
                self.has_space = true;
                continue;
            }
            let needs_space = self.has_space && self.length > 0;
            let is_seen =
                !letter.is_control() && !matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}');
            if self.length + usize::from(needs_space) >= most {
                return;
            }
            if is_seen {
                if needs_space {
                    self.text.push(' ');
                }
                self.text.push(letter);
                self.length += 1 + usize::from(needs_space);
                self.has_space = false;
            }
        }
    }
}
