//! Reads the list of runs until everything that is new in it is known.

use std::collections::{BTreeMap, BTreeSet};

use answerdeck_api::limits::RUN_PAGE_SIZE_MAX;
use answerdeck_api::{Run, RunId};
use answerdeck_client::{Client, Pager, Result};

use crate::kept_run::KeptRun;
use crate::listing::{ListedRun, Listing};

/// A list of runs that is being read.
pub(crate) struct RunLister {
    pager: Pager<Run>,
    /// Whether the list is read to its end, also beyond known runs.
    is_whole: bool,
    found: BTreeMap<RunId, ListedRun>,
    /// The runs whose state has to be read again.
    unfinished: BTreeSet<RunId>,
    end: Option<End>,
}

/// Where the reading ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// At a run that was known.
    Known,
    /// At the end of the list.
    List,
}

/// What a list of runs changes.
pub(crate) struct ListChanges {
    pub(crate) listing: Listing,
    /// Kept runs that the platform has otherwise or no more.
    pub(crate) outdated: BTreeMap<RunId, KeptRun>,
}

impl RunLister {
    /// `before` is the former listing. Without one, the whole list is read.
    pub(crate) fn new(client: &Client, is_whole: bool, before: Option<&Listing>) -> Self {
        let runs = before.into_iter().flat_map(|listing| &listing.runs);
        Self {
            pager: client.runs().list().limit(RUN_PAGE_SIZE_MAX),
            is_whole: is_whole || before.is_none(),
            found: BTreeMap::new(),
            unfinished: runs.filter(|(_, run)| !run.is_finished).map(|(id, _)| id.clone()).collect(),
            end: None,
        }
    }

    /// Reads a page. Returns whether the reading has ended.
    pub(crate) async fn step(&mut self, is_known: impl Fn(&RunId) -> bool) -> Result<bool> {
        if self.end.is_none() {
            match self.pager.next_page().await? {
                None => self.end = Some(End::List),
                Some(page) => {
                    let finds_known = page.items.iter().any(|run| is_known(&run.id));
                    for run in &page.items {
                        self.unfinished.remove(&run.id);
                        self.found.insert(run.id.clone(), run.into());
                    }
                    // A run that was not finished can be older than finished ones.
                    if !self.is_whole && finds_known && self.unfinished.is_empty() {
                        self.end = Some(End::Known);
                    }
                }
            }
        }
        Ok(self.end.is_some())
    }

    /// Compares the list with the kept runs.
    pub(crate) fn changes(&self, before: Option<&Listing>, kept: &BTreeMap<RunId, KeptRun>) -> ListChanges {
        let is_whole = self.end == Some(End::List);
        let is_gone = |id: &RunId| is_whole && !self.found.contains_key(id);
        let mut listing = before.cloned().unwrap_or_default();
        listing.runs.retain(|id, _| !is_gone(id));
        for (id, run) in &self.found {
            let is_kept = run.is_finished && kept.get(id).is_some_and(|kept| kept.counts == run.counts);
            if is_kept {
                listing.runs.remove(id);
            } else {
                listing.runs.insert(id.clone(), *run);
            }
        }
        let is_outdated = |id: &RunId| is_gone(id) || listing.runs.contains_key(id);
        let outdated = kept.iter().filter(|(id, _)| is_outdated(id));
        let outdated = outdated.map(|(id, kept)| (id.clone(), kept.clone())).collect();
        ListChanges { listing, outdated }
    }
}
