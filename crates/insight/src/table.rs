//! The table of all answers that metrics count.

use answerdeck_api::RunId;
use indexmap::IndexSet;

use crate::block::{self, Answers, Page};
use crate::sealed::BlockError;
use crate::texts::{ABSENT, TableFull, Texts, insert};

/// A block that the table does not take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PutError {
    /// The bytes are no block of answers.
    #[error(transparent)]
    Block(#[from] BlockError),
    /// There are too many different texts.
    #[error(transparent)]
    Full(#[from] TableFull),
}

/// The SUCCESS answers of an organization, as far as they were put in: their dimensions, citations and fan-outs as numbers.
///
/// It has one block for each run, and one for the answers without a run. A block is replaced or removed as a whole. The
/// texts of a removed block keep their numbers and their memory for as long as the table lives.
#[derive(Debug, Default)]
pub struct AnswerTable {
    pub(crate) texts: TableTexts,
    /// By [`slot`]. `None` for a run that was removed.
    blocks: Vec<Option<Block>>,
    /// The number of blocks that were ever put in.
    revision: u64,
}

/// The texts of all blocks and their numbers.
#[derive(Debug, Default)]
pub(crate) struct TableTexts {
    pub(crate) runs: Texts,
    pub(crate) sets: Texts,
    pub(crate) prompts: Texts,
    pub(crate) models: Texts,
    pub(crate) regions: Texts,
    pub(crate) domains: Texts,
    pub(crate) urls: Texts,
    pub(crate) titles: Texts,
    pub(crate) fanouts: Texts,
    pages: IndexSet<Page>,
    /// The domain of each page once more: metrics look up a million of them.
    page_domains: Vec<u32>,
}

/// The answers of one run, or those without a run.
#[derive(Debug)]
pub(crate) struct Block {
    /// `None` for the answers without a run.
    pub(crate) run: Option<u32>,
    pub(crate) is_finished: bool,
    /// Distinguishes the block from the one that it replaced.
    pub(crate) revision: u64,
    /// The time of its earliest answer. 0 without answers.
    pub(crate) started_at: i64,
    pub(crate) answers: Answers,
}

/// A run in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredRun<'a> {
    /// The id of the run. `None` for the answers without a run.
    pub id: Option<&'a str>,
    /// Whether the run was finished when its block was encoded. True for the answers without a run.
    pub is_finished: bool,
    /// The number of its SUCCESS answers.
    pub answers: usize,
}

impl AnswerTable {
    /// Puts in a block of [`encode_answers`](crate::encode_answers), and replaces the block of the same run.
    ///
    /// # Errors
    /// [`PutError`] if the bytes are no block of answers, or there are too many texts. The table has the same answers as
    /// before then.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), PutError> {
        let decoded = block::decode_answers(bytes)?;
        let (run, is_finished) = (decoded.run, decoded.is_finished);
        let answers = self.texts.renumber(decoded)?;
        let run = run.map(|run| self.texts.runs.number(run)).transpose()?;
        self.revision += 1;
        let started_at = answers.rows.iter().map(|row| row.created_at).min().unwrap_or_default();
        let slot = slot(run);
        if slot >= self.blocks.len() {
            self.blocks.resize_with(slot + 1, || None);
        }
        self.blocks[slot] = Some(Block { run, is_finished, revision: self.revision, started_at, answers });
        Ok(())
    }

    /// Removes the answers of a run, or those without a run. Returns whether the table had such a block.
    pub fn remove(&mut self, run: Option<&RunId>) -> bool {
        let slot = self.slot_of(run.map(RunId::as_str));
        slot.and_then(|slot| self.blocks.get_mut(slot)).is_some_and(|block| block.take().is_some())
    }

    /// The number of answers.
    pub fn len(&self) -> usize {
        self.blocks().map(|(_, block)| block.answers.rows.len()).sum()
    }

    /// Returns whether the table has no answers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the runs of the table, and the answers without a run as one more.
    pub fn runs(&self) -> impl Iterator<Item = StoredRun<'_>> {
        self.blocks().map(|(_, block)| StoredRun {
            id: block.run.map(|run| self.texts.runs.text(run)),
            is_finished: block.is_finished,
            answers: block.answers.rows.len(),
        })
    }

    /// Returns the blocks with their slots.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = (usize, &Block)> {
        self.blocks.iter().enumerate().filter_map(|(slot, block)| Some((slot, block.as_ref()?)))
    }

    /// Returns the block at a slot. `None` if there is none.
    pub(crate) fn block(&self, slot: usize) -> Option<&Block> {
        self.blocks.get(slot)?.as_ref()
    }

    /// Returns the slot of the block of a run, or of the answers without a run. `None` for an unknown run.
    pub(crate) fn slot_of(&self, run: Option<&str>) -> Option<usize> {
        match run.map(|run| self.texts.runs.find(run)) {
            Some(number) => number.map(|number| slot(Some(number))),
            None => Some(slot(None)),
        }
    }
}

/// Returns the index of a block among all blocks: the answers without a run are first.
fn slot(run: Option<u32>) -> usize {
    run.map_or(0, |run| run as usize + 1)
}

impl TableTexts {
    /// Replaces the numbers of a block by those of the table.
    fn renumber(&mut self, block: block::AnswerBlock<'_>) -> Result<Answers, TableFull> {
        let sets = numbers(&mut self.sets, &block.sets)?;
        let prompts = numbers(&mut self.prompts, &block.prompts)?;
        let models = numbers(&mut self.models, &block.models)?;
        let regions = numbers(&mut self.regions, &block.regions)?;
        let domains = numbers(&mut self.domains, &block.domains)?;
        let urls = numbers(&mut self.urls, &block.urls)?;
        let titles = numbers(&mut self.titles, &block.titles)?;
        let fanouts = numbers(&mut self.fanouts, &block.fanouts)?;
        let page = |page: &Page| Page { url: of(&urls, page.url), domain: of(&domains, page.domain) };
        let pages: Vec<u32> =
            block.pages.iter().map(|local| insert(&mut self.pages, page(local))).collect::<Result<_, _>>()?;
        let new = self.pages.get_range(self.page_domains.len()..);
        self.page_domains.extend(new.into_iter().flatten().map(|page| page.domain));
        let mut answers = block.answers;
        for row in &mut answers.rows {
            row.set = of(&sets, row.set);
            row.prompt = of(&prompts, row.prompt);
            row.model = of(&models, row.model);
            row.region = of(&regions, row.region);
        }
        for citation in answers.citations.values_mut() {
            citation.page = of(&pages, citation.page);
            citation.title = of(&titles, citation.title);
        }
        for fanout in answers.fanouts.values_mut() {
            *fanout = of(&fanouts, *fanout);
        }
        Ok(answers)
    }

    /// Returns the domain of a page. [`ABSENT`] when it is unknown.
    pub(crate) fn domain(&self, page: u32) -> u32 {
        self.page_domains.get(page as usize).copied().unwrap_or(ABSENT)
    }

    /// Returns the URL and the domain of a page. The domain is empty when it is unknown.
    pub(crate) fn page_name(&self, page: u32) -> (&str, &str) {
        let url = self.pages.get_index(page as usize).map_or("", |page| self.urls.text(page.url));
        (url, self.domains.text(self.domain(page)))
    }

    /// The number of pages.
    pub(crate) fn pages(&self) -> usize {
        self.pages.len()
    }
}

/// Returns the number in the table of each text of a block.
fn numbers(texts: &mut Texts, of_block: &[&str]) -> Result<Vec<u32>, TableFull> {
    of_block.iter().map(|text| texts.number(text)).collect()
}

/// Returns the number in the table of a number in the block. [`ABSENT`] stays.
fn of(numbers: &[u32], local: u32) -> u32 {
    numbers.get(local as usize).copied().unwrap_or(ABSENT)
}
