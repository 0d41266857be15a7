//! The search of kept texts for the names of brands, several blocks at a time.

use answerdeck_api::{AnswerId, RunId};
use futures_util::future::try_join_all;

use crate::archive::Archive;
use crate::brand_names::{BrandNames, Mentions};
use crate::error::ArchiveError;
use crate::texts;

/// The blocks of texts that a step reads. A browser reads, decrypts and decompresses them side by side.
const BLOCKS: usize = 4;

/// The runs that are being searched, and how far.
#[derive(Default)]
pub(crate) struct BrandSearch(Vec<RunSearch>);

/// The counted answers of texts, with their mentions.
type Found = Vec<(AnswerId, Mentions)>;

struct RunSearch {
    run: Option<RunId>,
    blocks: usize,
    /// The number of blocks that were searched.
    searched: usize,
    /// What is in them.
    found: Found,
}

impl BrandSearch {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Begins with the first of `runs`, as many as a step reads. Returns the records of those that were searched before.
    pub(crate) async fn begin<'a>(
        &mut self,
        runs: impl Iterator<Item = &'a Option<RunId>>,
        blocks_of: &dyn Fn(&Option<RunId>) -> usize,
        archive: &Archive,
    ) -> Result<Vec<(Option<RunId>, Vec<u8>)>, ArchiveError> {
        let mut free = BLOCKS;
        for run in runs {
            let blocks = blocks_of(run);
            self.0.push(RunSearch { run: run.clone(), blocks, searched: 0, found: Vec::new() });
            // A run without texts takes some time too.
            free = free.saturating_sub(blocks.max(1));
            if free == 0 {
                break;
            }
        }
        let records = try_join_all(self.0.iter().map(|of_run| archive.read_brands_of(of_run.run.as_ref()))).await?;
        let runs = self.0.iter().map(|of_run| of_run.run.clone());
        Ok(runs.zip(records).filter_map(|(run, record)| Some((run, record?))).collect())
    }

    /// Searches the next blocks.
    pub(crate) async fn step(&mut self, names: &BrandNames, archive: &Archive) -> Result<(), ArchiveError> {
        let blocks = self.0.iter().enumerate();
        let blocks = blocks.flat_map(|(at, of_run)| (of_run.searched..of_run.blocks).map(move |block| (at, block)));
        let blocks: Vec<(usize, usize)> = blocks.take(BLOCKS).collect();
        let runs = &self.0;
        let reading = blocks.iter().map(|(at, block)| archive.read_block(runs[*at].run.as_ref(), *block));
        let read = try_join_all(reading).await?;
        for ((at, _), block) in blocks.into_iter().zip(read) {
            let of_run = &mut self.0[at];
            let answers = texts::read_searched(&block).ok_or_else(|| ArchiveError::Damaged(of_run.run.clone()))?;
            let counted = answers.into_iter().filter(|answer| answer.is_success);
            of_run.found.extend(counted.map(|answer| (answer.id, names.find(answer.content))));
            of_run.searched += 1;
        }
        Ok(())
    }

    /// Takes the runs of which every block was searched, with their counted answers.
    pub(crate) fn take_searched(&mut self) -> Vec<(Option<RunId>, Found)> {
        let searched = self.0.extract_if(.., |of_run| of_run.searched == of_run.blocks);
        searched.map(|of_run| (of_run.run, of_run.found)).collect()
    }

    /// Drops a run: it was searched elsewhere, is read again or deleted.
    pub(crate) fn drop_run(&mut self, run: Option<&RunId>) {
        self.0.retain(|of_run| of_run.run.as_ref() != run);
    }
}
