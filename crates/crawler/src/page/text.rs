//! The text of a page.

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

pub const TITLE_CHARS_MAX: usize = 300;
/// The maximum number of characters of all blocks of a page. No person reads more.
pub const TEXT_CHARS_MAX: usize = 50_000;

/// The text of a page, within the limits [`TITLE_CHARS_MAX`] and [`TEXT_CHARS_MAX`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageText {
    /// The title. Empty when absent.
    pub title: String,
    /// Headings, paragraphs, list items and table cells in reading order. None is empty.
    pub blocks: Vec<TextBlock>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextBlock {
    /// The text in Unicode NFC, trimmed, with single spaces.
    pub text: String,
    /// Whether it is a heading of level 1 to 3.
    pub is_heading: bool,
}

#[derive(Debug, Default)]
pub(super) struct TextBuilder {
    blocks: Vec<TextBlock>,
    title: LineBuilder,
    block: LineBuilder,
    /// Characters of the finished blocks.
    length: usize,
}

impl TextBuilder {
    pub(super) fn push_title(&mut self, letters: &str) {
        self.title.push(letters, TITLE_CHARS_MAX);
    }

    pub(super) fn has_title(&self) -> bool {
        self.title.length > 0
    }

    pub(super) fn push(&mut self, letters: &str) {
        self.block.push(letters, TEXT_CHARS_MAX - self.length);
    }

    pub(super) fn end_block(&mut self, is_heading: bool) {
        let LineBuilder { text, length, .. } = std::mem::take(&mut self.block);
        if length > 0 {
            self.length += length;
            self.blocks.push(TextBlock { text: text.nfc().collect(), is_heading });
        }
    }

    pub(super) fn finish(mut self) -> PageText {
        self.end_block(false);
        PageText { title: self.title.text.nfc().collect(), blocks: self.blocks }
    }
}

#[derive(Debug, Default)]
struct LineBuilder {
    text: String,
    /// In characters.
    length: usize,
    has_space: bool,
}

impl LineBuilder {
    /// Adds letters, in NFC, up to a length of `length_max`. Collapses whitespace and drops invisible characters.
    fn push(&mut self, letters: &str, length_max: usize) {
        for letter in letters.nfc() {
            if letter.is_whitespace() {
                self.has_space = true;
                continue;
            }
            let needs_space = self.has_space && self.length > 0;
            let is_visible =
                !letter.is_control() && !matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}');
            if self.length + usize::from(needs_space) >= length_max {
                return;
            }
            if is_visible {
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
