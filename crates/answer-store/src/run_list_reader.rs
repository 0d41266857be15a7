//! Reads the list of runs until all changes in it are known.

use answerdeck_api::limits::RUN_PAGE_SIZE_MAX;
use answerdeck_api::{Run, RunId};
use answerdeck_client::{Client, Pager, Result};

use crate::kept_run::KeptRun;
use crate::list_state::{ListedRuns, MissingRuns};
use crate::sorted::SortedMap;

/// The maximum number of pages with known runs that are read to find an unfinished run. Otherwise a run that never finishes would
/// make every synchronization read all runs since then.
const KNOWN_PAGES_MAX: u32 = 3;

/// Reads the list of runs page by page.
pub(crate) struct RunListReader {
    pager: Pager<Run>,
    /// Whether the list is read to its end, not only to the first known run.
    is_whole: bool,
    found: ListedRuns,
    /// The runs whose state has to be read again.
    unfinished: ListedRuns,
    /// The number of pages with a known run.
    known_pages: u32,
    end: Option<End>,
}

/// Where the reading ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// At a known run.
    Known,
    /// At the end of the list.
    List,
}

/// How the list of runs has changed.
pub(crate) struct ListChanges {
    pub(crate) missing_runs: MissingRuns,
    /// Kept runs that the platform has changed or deleted.
    pub(crate) outdated: Vec<(Option<RunId>, KeptRun)>,
}

impl RunListReader {
    /// Reads the list. `before` are the missing runs of the last reading; without them, the whole list is read.
    pub(crate) fn new(client: &Client, is_whole: bool, before: Option<&MissingRuns>) -> Self {
        let mut unfinished = ListedRuns::new();
        let runs = before.into_iter().flat_map(|missing_runs| &missing_runs.runs);
        unfinished.extend(runs.filter(|(_, run)| !run.is_finished).map(|(id, run)| (id.clone(), *run)));
        Self {
            pager: client.runs().list().limit(RUN_PAGE_SIZE_MAX),
            is_whole: is_whole || before.is_none(),
            found: ListedRuns::new(),
            unfinished,
            known_pages: 0,
            end: None,
        }
    }

    /// Reads a page. Returns whether the reading has ended.
    pub(crate) async fn step(&mut self, is_known: impl Fn(&RunId) -> bool) -> Result<bool> {
        if self.end.is_none() {
            match self.pager.next_page().await? {
                None => self.end = Some(End::List),
                Some(page) => {
                    self.known_pages += u32::from(page.items.iter().any(|run| is_known(&run.id)));
                    for run in &page.items {
                        self.unfinished.remove(&run.id);
                        self.found.insert(run.id.clone(), run.into());
                    }
                    // An unfinished run can be older than finished ones.
                    let needed = if self.unfinished.is_empty() { 1 } else { KNOWN_PAGES_MAX };
                    if !self.is_whole && self.known_pages >= needed {
                        self.end = Some(End::Known);
                    }
                }
            }
        }
        Ok(self.end.is_some())
    }

    /// Compares the list with the kept runs.
    pub(crate) fn changes(
        &self,
        before: Option<&MissingRuns>,
        kept: &SortedMap<Option<RunId>, KeptRun>,
    ) -> ListChanges {
        let is_whole = self.end == Some(End::List);
        let is_gone = |id: &RunId| is_whole && !self.found.contains_key(id);
        let mut missing_runs = before.cloned().unwrap_or_default();
        missing_runs.runs.retain(|id, _| !is_gone(id));
        for (id, run) in &self.found {
            let is_kept = run.is_finished && kept.get(&Some(id.clone())).is_some_and(|kept| kept.counts == run.counts);
            if is_kept {
                missing_runs.runs.remove(id);
            } else {
                missing_runs.runs.insert(id.clone(), *run);
            }
        }
        let is_outdated = |id: &RunId| is_gone(id) || missing_runs.runs.contains_key(id);
        let outdated = kept.iter().filter(|(run, _)| run.as_ref().is_some_and(is_outdated));
        let outdated = outdated.map(|(run, kept)| (run.clone(), kept.clone())).collect();
        ListChanges { missing_runs, outdated }
    }
}
