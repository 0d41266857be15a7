//! What of the pages is read for keywords, and how much it weighs.

use std::collections::{HashMap, HashSet};

use crate::site::text::Text;

/// Characters of all pages together: so much is counted within seconds.
const SITE_TEXT_MAX: usize = 500_000;

/// What parts the title of a page from the name of its site.
const SEPARATORS: &[&str] = &[" | ", " - ", " – ", " — ", " :: ", " : ", " · ", " » ", " « "];

const TITLE: u32 = 5;
const HEADING: u32 = 3;
const PROSE: u32 = 1;

/// Letters that stand together on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line<'a> {
    pub(super) page: usize,
    pub(super) text: &'a str,
    /// How much a word in it counts.
    pub(super) weight: u32,
    pub(super) is_title: bool,
}

impl Line<'_> {
    /// Whether what stands here once is what the page is about.
    pub(super) fn names(&self) -> bool {
        self.weight > PROSE
    }
}

/// The lines of pages, each once a page. One that stands on most pages is a part of a menu or a footer, and counts where it
/// stands first.
pub(super) fn of<'a>(pages: &[&'a Text]) -> Vec<Line<'a>> {
    let page_max = SITE_TEXT_MAX / pages.len().max(1);
    let mut on_pages: HashMap<&str, usize> = HashMap::new();
    let mut lines = Vec::new();
    for (page, text) in pages.iter().enumerate() {
        let mut seen = HashSet::new();
        let mut left = page_max;
        for line in lines_of(page, text) {
            let length = line.text.chars().count();
            if length > left {
                break;
            }
            left -= length;
            if seen.insert(line.text) {
                let count = on_pages.entry(line.text).or_default();
                *count += 1;
                lines.push((line, *count == 1));
            }
        }
    }
    let is_everywhere = |text: &str| on_pages.get(text).is_some_and(|count| *count > 1 && 2 * count > pages.len());
    lines.retain(|(line, is_first)| *is_first || !is_everywhere(line.text));
    lines.into_iter().map(|(line, _)| line).collect()
}

fn lines_of<'a>(page: usize, text: &'a Text) -> impl Iterator<Item = Line<'a>> {
    let title = parts(&text.title).into_iter().map(move |text| Line { page, text, weight: TITLE, is_title: true });
    let blocks = text.blocks.iter().map(move |block| {
        let weight = if block.is_heading { HEADING } else { PROSE };
        Line { page, text: &block.text, weight, is_title: false }
    });
    title.chain(blocks)
}

fn parts(title: &str) -> Vec<&str> {
    let mut parts = vec![title];
    for separator in SEPARATORS {
        parts = parts.into_iter().flat_map(|part| part.split(separator)).collect();
    }
    parts
}
