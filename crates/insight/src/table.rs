//! The table of all answers that metrics count.

use std::cmp::Ordering;

use answerdeck_api::RunId;
use indexmap::IndexSet;

use crate::block::{self, Answers, IdBytes, Page};
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
    /// In ascending order of their first id.
    pub(crate) blocks: Vec<Block>,
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
}

/// The answers of one run, or those without a run.
#[derive(Debug)]
pub(crate) struct Block {
    /// `None` for the answers without a run.
    pub(crate) run: Option<u32>,
    pub(crate) is_finished: bool,
    /// Distinguishes the block from the one that it replaced.
    pub(crate) revision: u64,
    /// The time of its first answer. `None` without answers.
    started_at: Option<i64>,
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
        let started_at = answers.rows.iter().map(|row| row.created_at).min();
        let block = Block { run, is_finished, revision: self.revision, started_at, answers };
        self.blocks.retain(|other| other.run != run);
        let at = self.blocks.partition_point(|other| other.first_id() < block.first_id());
        self.blocks.insert(at, block);
        Ok(())
    }

    /// Removes the answers of a run, or those without a run. Returns whether the table had such a block.
    pub fn remove(&mut self, run: Option<&RunId>) -> bool {
        let before = self.blocks.len();
        match run.map(|run| self.texts.runs.find(run.as_str())) {
            Some(None) => {}
            Some(number) => self.blocks.retain(|block| block.run != number),
            None => self.blocks.retain(|block| block.run.is_some()),
        }
        self.blocks.len() < before
    }

    /// The number of answers.
    pub fn len(&self) -> usize {
        self.blocks.iter().map(|block| block.answers.rows.len()).sum()
    }

    /// Returns whether the table has no answers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the runs of the table, and the answers without a run as one more.
    pub fn runs(&self) -> impl Iterator<Item = StoredRun<'_>> {
        self.blocks.iter().map(|block| StoredRun {
            id: block.run.map(|run| self.texts.runs.text(run)),
            is_finished: block.is_finished,
            answers: block.answers.rows.len(),
        })
    }

    /// Orders runs by the time of their first answer, and by id within a millisecond.
    pub(crate) fn in_order_of_time(&self, one: &Block, other: &Block) -> Ordering {
        let id = |block: &Block| block.run.map(|run| self.texts.runs.text(run));
        one.started_at.cmp(&other.started_at).then_with(|| id(one).cmp(&id(other)))
    }
}

impl Block {
    fn first_id(&self) -> Option<&IdBytes> {
        self.answers.rows.first().map(|row| &row.id)
    }
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

    /// Returns the page of a number.
    pub(crate) fn page(&self, number: u32) -> Page {
        self.pages.get_index(number as usize).copied().unwrap_or(Page { url: ABSENT, domain: ABSENT })
    }

    /// Returns all pages in the order of their numbers.
    pub(crate) fn pages(&self) -> &indexmap::set::Slice<Page> {
        self.pages.as_slice()
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
