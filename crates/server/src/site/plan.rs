//! Which pages of a site are read: the first that is found, and what these link to, in the order of being found.

use std::collections::HashSet;

use url::Url;

use super::text::Text;

/// A page of a plan.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Planned {
    /// Where it is.
    pub(super) url: Url,
    /// Whether it was attempted.
    pub(super) is_read: bool,
    /// What it says. None until it is read, when it could not be, and when it is another page of the plan once more.
    pub(super) text: Option<Text>,
}

/// The pages found so far: at most so many, each once.
#[derive(Debug)]
pub(super) struct Plan {
    pages: Vec<Planned>,
    max: usize,
    known: HashSet<Url>,
}

impl Plan {
    /// So many pages at most.
    pub(super) fn new(max: usize) -> Self {
        Self { pages: Vec::new(), max, known: HashSet::new() }
    }

    /// A plan that was made before.
    pub(super) fn of(pages: Vec<Planned>) -> Self {
        let known = pages.iter().map(|page| page.url.clone()).collect();
        Self { max: pages.len(), pages, known }
    }

    pub(super) fn pages(&self) -> &[Planned] {
        &self.pages
    }

    /// The first page that was not attempted, and its place.
    pub(super) fn next(&self) -> Option<(usize, Url)> {
        let place = self.pages.iter().position(|page| !page.is_read)?;
        Some((place, self.pages[place].url.clone()))
    }

    /// Whether links are still looked for.
    pub(super) fn is_full(&self) -> bool {
        self.pages.len() >= self.max
    }

    /// Adds what is new, while there is room.
    pub(super) fn add(&mut self, links: impl IntoIterator<Item = Url>) {
        for url in links {
            if self.is_full() {
                return;
            }
            if self.known.insert(url.clone()) {
                self.pages.push(Planned { url, is_read: false, text: None });
            }
        }
    }

    /// Notes what became of the page at `place`: where it was in the end and what it says, or that it could not be read.
    pub(super) fn read(&mut self, place: usize, found: Option<(Url, Text)>) {
        let Some(page) = self.pages.get_mut(place) else { return };
        page.is_read = true;
        if let Some((url, text)) = found
            && (url == page.url || self.known.insert(url.clone()))
        {
            (page.url, page.text) = (url, Some(text));
        }
    }
}
