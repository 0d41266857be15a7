//! The search of kept texts for the names of brands. While some texts are searched, the next ones are being read.

use std::rc::Rc;

use answerdeck_api::{AnswerId, RunId};
use futures_core::future::LocalBoxFuture;
use futures_util::StreamExt;
use futures_util::stream::FuturesOrdered;

use crate::archive::Archive;
use crate::brand_names::{BrandNames, Mentions};
use crate::error::ArchiveError;
use crate::texts;

/// A step ends with the part that completes this many blocks of texts.
const STEP_BLOCKS: usize = 2;

/// The maximum number of blocks of a part, which are read together.
const PART_BLOCKS: usize = 2;

/// The parts that are read at the same time. A browser reads, decrypts and decompresses them in parallel. With four of
/// them, a search of 100,000 answers waited a fifth of its time.
const PARTS_AHEAD: usize = 8;

/// The number of runs that are looked up together.
const RUNS: usize = 32;

/// The runs that are being searched, and how far.
#[derive(Default)]
pub(crate) struct BrandSearch {
    runs: Vec<RunSearch>,
    /// In the order of the runs.
    reading: FuturesOrdered<LocalBoxFuture<'static, Result<Part, ArchiveError>>>,
}

/// The counted answers of texts, with their mentions.
type Found = Vec<(AnswerId, Mentions)>;

/// Some blocks of the texts of a run, for [`texts::searched`].
type Part = (Option<RunId>, Vec<Vec<u8>>);

struct RunSearch {
    run: Option<RunId>,
    blocks: usize,
    /// The number of blocks that were read, or are being read.
    read: usize,
    /// The number of blocks that were searched.
    searched: usize,
    /// The answers of the searched blocks.
    found: Found,
}

impl BrandSearch {
    /// Whether all blocks of the runs are read or being read.
    pub(crate) fn needs_runs(&self) -> bool {
        self.runs.iter().all(|of_run| of_run.read == of_run.blocks)
    }

    /// Adds the first of `runs` that are not being searched. Returns the records of those that were searched before.
    pub(crate) async fn add<'a>(
        &mut self,
        runs: impl Iterator<Item = &'a Option<RunId>>,
        blocks_of: &dyn Fn(&Option<RunId>) -> usize,
        archive: &Archive,
    ) -> Result<Vec<(Option<RunId>, Vec<u8>)>, ArchiveError> {
        let is_new = |run: &&Option<RunId>| self.runs.iter().all(|of_run| of_run.run != **run);
        let new: Vec<Option<RunId>> = runs.filter(is_new).take(RUNS).cloned().collect();
        let records = archive.read_brands_of(new.iter().map(Option::as_ref)).await?;
        for run in &new {
            let blocks = blocks_of(run);
            self.runs.push(RunSearch { run: run.clone(), blocks, read: 0, searched: 0, found: Vec::new() });
        }
        Ok(new.into_iter().zip(records).filter_map(|(run, record)| Some((run, record?))).collect())
    }

    /// Searches the next blocks.
    pub(crate) async fn step(&mut self, names: &BrandNames, archive: &Rc<Archive>) -> Result<(), ArchiveError> {
        let mut searched = 0;
        while searched < STEP_BLOCKS {
            self.read_ahead(archive);
            let Some(part) = self.reading.next().await else { break };
            match part.and_then(|part| self.search(part, names)) {
                Ok(blocks) => searched += blocks,
                Err(error) => {
                    self.read_again();
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Starts to read the next parts.
    fn read_ahead(&mut self, archive: &Rc<Archive>) {
        for of_run in &mut self.runs {
            while of_run.read < of_run.blocks {
                if self.reading.len() == PARTS_AHEAD {
                    return;
                }
                let blocks = of_run.read..of_run.blocks.min(of_run.read + PART_BLOCKS);
                of_run.read = blocks.end;
                let (archive, run) = (archive.clone(), of_run.run.clone());
                self.reading.push_back(Box::pin(async move {
                    let blocks = archive.read_all_searched(run.as_ref(), blocks).await?;
                    Ok((run, blocks))
                }));
            }
        }
    }

    /// Searches a part. Returns the number of its blocks.
    fn search(&mut self, (run, blocks): Part, names: &BrandNames) -> Result<usize, ArchiveError> {
        let Some(of_run) = self.runs.iter_mut().find(|of_run| of_run.run == run) else { return Ok(blocks.len()) };
        for block in &blocks {
            let answers = texts::searched(block).ok_or_else(|| ArchiveError::Damaged(run.clone()))?;
            let counted = answers.into_iter().filter(|answer| answer.is_success);
            of_run.found.extend(counted.map(|answer| (answer.id, names.find(answer.content))));
            of_run.searched += 1;
        }
        Ok(blocks.len())
    }

    /// Takes the runs of which every block was searched, with their counted answers.
    pub(crate) fn take_searched(&mut self) -> Vec<(Option<RunId>, Found)> {
        let searched = self.runs.extract_if(.., |of_run| of_run.searched == of_run.blocks);
        searched.map(|of_run| (of_run.run, of_run.found)).collect()
    }

    /// Drops a run: it was searched elsewhere, is read again or deleted.
    pub(crate) fn drop_run(&mut self, run: Option<&RunId>) {
        let Some(at) = self.runs.iter().position(|of_run| of_run.run.as_ref() == run) else { return };
        let dropped = self.runs.remove(at);
        if dropped.read > dropped.searched {
            self.read_again();
        }
    }

    /// Drops the pending reads: their run may have changed.
    fn read_again(&mut self) {
        self.reading = FuturesOrdered::new();
        self.runs.iter_mut().for_each(|of_run| of_run.read = of_run.searched);
    }
}
