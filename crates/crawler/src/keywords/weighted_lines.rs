//! The lines of the pages that keywords are taken from, and their weights.

use std::collections::{HashMap, HashSet};

use crate::page::PageText;

/// The maximum number of characters of all pages together. They are analyzed within seconds.
const SITE_CHARS_MAX: usize = 500_000;

/// Separators between the title of a page and the name of its site.
const TITLE_SEPARATORS: &[&str] = &[" | ", " - ", " – ", " — ", " :: ", " : ", " · ", " » ", " « "];

const TITLE_WEIGHT: u32 = 5;
const HEADING_WEIGHT: u32 = 3;
const PROSE_WEIGHT: u32 = 1;

/// A block of text or a part of the title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WeightedLine<'a> {
    pub(super) page: usize,
    pub(super) text: &'a str,
    /// The weight of a word in it.
    pub(super) weight: u32,
    pub(super) is_title: bool,
}

impl WeightedLine<'_> {
    /// Whether it is a title or a heading. It shows what the page is about.
    pub(super) fn is_prominent(&self) -> bool {
        self.weight > PROSE_WEIGHT
    }
}

/// The lines of the pages, each once a page. A line on most pages belongs to a menu or a footer: only its first occurrence
/// counts.
pub(super) fn weighted_lines<'a>(pages: &[&'a PageText]) -> Vec<WeightedLine<'a>> {
    let page_chars_max = SITE_CHARS_MAX / pages.len().max(1);
    let mut page_counts: HashMap<&str, usize> = HashMap::new();
    let mut lines = Vec::new();
    for (page, text) in pages.iter().enumerate() {
        let mut seen = HashSet::new();
        let mut remaining = page_chars_max;
        for line in lines_of_page(page, text) {
            let length = line.text.chars().count();
            if length > remaining {
                break;
            }
            remaining -= length;
            if seen.insert(line.text) {
                let count = page_counts.entry(line.text).or_default();
                *count += 1;
                lines.push((line, *count == 1));
            }
        }
    }
    let is_on_most_pages =
        |text: &str| page_counts.get(text).is_some_and(|count| *count > 1 && 2 * count > pages.len());
    lines.retain(|(line, is_first)| *is_first || !is_on_most_pages(line.text));
    lines.into_iter().map(|(line, _)| line).collect()
}

fn lines_of_page<'a>(page: usize, text: &'a PageText) -> impl Iterator<Item = WeightedLine<'a>> {
    let title_line = move |text| WeightedLine { page, text, weight: TITLE_WEIGHT, is_title: true };
    let title = title_parts(&text.title).into_iter().map(title_line);
    let blocks = text.blocks.iter().map(move |block| {
        let weight = if block.is_heading { HEADING_WEIGHT } else { PROSE_WEIGHT };
        WeightedLine { page, text: &block.text, weight, is_title: false }
    });
    title.chain(blocks)
}

fn title_parts(title: &str) -> Vec<&str> {
    let mut parts = vec![title];
    for separator in TITLE_SEPARATORS {
        parts = parts.into_iter().flat_map(|part| part.split(separator)).collect();
    }
    parts
}
