//! Which pages of a site are read: the first page and the pages that it links to, in the order in which they are found.

use std::collections::HashSet;

use url::Url;

use crate::page::PageText;

#[derive(Debug, Clone, PartialEq)]
pub struct PlannedPage {
    /// Its URL. After the page was read, its final URL.
    pub url: Url,
    /// Whether it was read, successfully or not.
    pub is_read: bool,
    /// Its text. `None` when it is not read yet, could not be read, or is a duplicate of another page of the plan.
    pub text: Option<PageText>,
}

/// The pages found so far, each once, up to a limit.
#[derive(Debug)]
pub struct CrawlPlan {
    pages: Vec<PlannedPage>,
    pages_max: usize,
    known: HashSet<Url>,
}

impl CrawlPlan {
    pub fn new(pages_max: usize) -> Self {
        Self { pages: Vec::new(), pages_max, known: HashSet::new() }
    }

    /// A complete plan with these pages.
    pub fn from_pages(pages: Vec<PlannedPage>) -> Self {
        let known = pages.iter().map(|page| page.url.clone()).collect();
        Self { pages_max: pages.len(), pages, known }
    }

    pub fn pages(&self) -> &[PlannedPage] {
        &self.pages
    }

    /// The index and the URL of the first page that is not read yet.
    pub fn next_unread(&self) -> Option<(usize, Url)> {
        let index = self.pages.iter().position(|page| !page.is_read)?;
        Some((index, self.pages[index].url.clone()))
    }

    pub fn is_full(&self) -> bool {
        self.pages.len() >= self.pages_max
    }

    /// Adds new URLs until the plan is full.
    pub fn add(&mut self, links: impl IntoIterator<Item = Url>) {
        for url in links {
            if self.is_full() {
                return;
            }
            if self.known.insert(url.clone()) {
                self.pages.push(PlannedPage { url, is_read: false, text: None });
            }
        }
    }

    /// Marks a page as read, with its final URL and its text, or `None` when it could not be read.
    pub fn mark_read(&mut self, index: usize, result: Option<(Url, PageText)>) {
        let Some(page) = self.pages.get_mut(index) else { return };
        page.is_read = true;
        if let Some((url, text)) = result
            && (url == page.url || self.known.insert(url.clone()))
        {
            (page.url, page.text) = (url, Some(text));
        }
    }
}
