//! The answers behind a figure about sources and searches, and counts of chosen sources.

use crate::selection::{Selection, StoredAnswer};
use crate::sorting::sort_by;

/// The citations of chosen domains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CitationCounts {
    /// All citations of the selection.
    pub total: u64,
    /// The citations of each chosen domain, in the order of the choice.
    pub of_domains: Vec<u64>,
}

/// How often a prompt made models search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptSearches<'a> {
    /// The id of the prompt.
    pub prompt: &'a str,
    /// The number of its answers in the selection, at least one.
    pub answers: u64,
    /// The number of answers for which the model searched.
    pub searched: u64,
}

impl<'a> Selection<'a> {
    /// Returns the answers that cite a page of a domain.
    pub fn citing_domain(&self, domain: &str) -> Self {
        let texts = &self.table.texts;
        let wanted = texts.domains.find(domain).filter(|_| !domain.is_empty());
        self.matching(|answer| {
            wanted.is_some_and(|wanted| answer.citations().iter().any(|citation| texts.domain(citation.page) == wanted))
        })
    }

    /// Returns the answers that cite a page.
    pub fn citing_page(&self, url: &str) -> Self {
        let texts = &self.table.texts;
        // A page is known once for each domain that sources gave it.
        let pages: Vec<bool> = (0..).take(texts.pages()).map(|page| texts.page_name(page).0 == url).collect();
        let is_wanted = |page: u32| pages.get(page as usize).copied().unwrap_or_default();
        self.matching(|answer| answer.citations().iter().any(|citation| is_wanted(citation.page)))
    }

    /// Returns the answers for which the model ran a search.
    pub fn with_search(&self, search: &str) -> Self {
        let wanted = self.table.texts.fanouts.find(search);
        self.matching(|answer| wanted.is_some_and(|wanted| answer.fanouts().contains(&wanted)))
    }

    fn matching(&self, is_wanted: impl Fn(&StoredAnswer<'a>) -> bool) -> Self {
        self.part(self.answers().enumerate().filter(|(_, answer)| is_wanted(answer)).map(|(index, _)| index))
    }

    /// Returns the ids of the newest answers after the first `skip`, the newest first, at most `limit`.
    pub fn newest_ids(&self, skip: usize, limit: usize) -> Vec<String> {
        let end = self.len().saturating_sub(skip);
        let ids = (end.saturating_sub(limit)..end).rev().filter_map(|index| self.get(index));
        ids.map(|answer| String::from_utf8_lossy(&answer.row.id).into_owned()).collect()
    }

    /// Returns the id of the newest answer to each of some prompts, in the order of `prompts`. A prompt without an answer in
    /// the selection is left out.
    pub fn newest_ids_of(&self, prompts: &[&str]) -> Vec<String> {
        let mut newest = vec![None; self.table.texts.prompts.len()];
        for (index, answer) in self.answers().enumerate() {
            if let Some(newest) = newest.get_mut(answer.row.prompt as usize) {
                *newest = Some(index);
            }
        }
        let index = |prompt: &&str| *newest.get(self.table.texts.prompts.find(prompt)? as usize)?;
        let ids = prompts.iter().filter_map(index).filter_map(|index| self.get(index));
        ids.map(|answer| String::from_utf8_lossy(&answer.row.id).into_owned()).collect()
    }

    /// Returns whether the selection has the answer with an id.
    pub fn has(&self, id: &str) -> bool {
        self.index_of(id.as_bytes()).is_some()
    }

    /// Returns the ids of the runs that have answers in the selection, without order. `None` is for the answers without a run.
    pub fn runs(&self) -> Vec<Option<&'a str>> {
        let mut is_known = Vec::new();
        let mut runs = Vec::new();
        for StoredAnswer { block, place, .. } in self.answers() {
            if place.slot >= is_known.len() {
                is_known.resize(place.slot + 1, false);
            }
            if !std::mem::replace(&mut is_known[place.slot], true) {
                runs.push(block.run.map(|run| self.table.runs.text(run)));
            }
        }
        runs
    }

    /// Counts the citations of chosen domains.
    pub fn count_citations(&self, domains: &[String]) -> CitationCounts {
        let texts = &self.table.texts;
        let mut places = vec![usize::MAX; texts.domains.len()];
        for (at, domain) in domains.iter().enumerate() {
            if let Some(place) = texts.domains.find(domain).and_then(|domain| places.get_mut(domain as usize)) {
                *place = at;
            }
        }
        let mut counts = CitationCounts { total: 0, of_domains: vec![0; domains.len()] };
        for citation in self.answers().flat_map(|answer| answer.citations()) {
            counts.total += 1;
            let domain = texts.domain(citation.page);
            if let Some(count) = places.get(domain as usize).and_then(|place| counts.of_domains.get_mut(*place)) {
                *count += 1;
            }
        }
        counts
    }

    /// Counts, for each prompt of the selection, the answers for which the model searched. The prompts are in the order
    /// of their ids.
    pub fn searches_by_prompt(&self) -> Vec<PromptSearches<'a>> {
        let prompts = &self.table.texts.prompts;
        let mut counts = vec![(0, 0); prompts.len()];
        for answer in self.answers() {
            if let Some((answers, searched)) = counts.get_mut(answer.row.prompt as usize) {
                *answers += 1;
                *searched += u64::from(!answer.fanouts().is_empty());
            }
        }
        let counted = (0..).zip(counts).filter(|(_, (answers, _))| *answers > 0);
        let mut counted: Vec<_> = counted
            .map(|(prompt, (answers, searched))| PromptSearches { prompt: prompts.text(prompt), answers, searched })
            .collect();
        sort_by(&mut counted, |one, other| one.prompt.cmp(other.prompt));
        counted
    }
}
