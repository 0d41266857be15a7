//! The kept form of the answers of a run: columns to count, and compressed texts to read.

use std::borrow::Cow;

use answerdeck_api::RunId;
use serde::{Deserialize, Serialize};

use crate::error::ArchiveError;
use crate::list_state::Counts;
use crate::record;
use crate::sorted::SortedMap;
use crate::texts::{BlockSummary, TextBlock};

/// A kept run. Its record exists only if all its answers are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeptRun {
    /// The numbers that the platform reported. They equal the numbers of kept answers.
    pub(crate) counts: Counts,
    pub(crate) texts: Vec<BlockSummary>,
    /// Whether its columns have the numbers of the dictionary, and not their own texts.
    pub(crate) is_compact: bool,
    /// The bytes of the record, with its columns.
    pub(crate) record_bytes: u64,
}

#[derive(Serialize, Deserialize)]
struct RunRecord<'a> {
    counts: Counts,
    texts: Cow<'a, [BlockSummary]>,
    is_compact: bool,
    /// A block of [`encode_answers`](answerdeck_insight::encode_answers), or of a
    /// [`Compaction`](answerdeck_insight::Compaction).
    columns: &'a [u8],
}

/// Encodes a run with its own texts. Returns it with its record.
///
/// # Errors
/// [`ArchiveError::Encoder`] if the encoder fails.
pub(crate) fn encode(counts: Counts, texts: &[TextBlock], columns: &[u8]) -> Result<(KeptRun, Vec<u8>), ArchiveError> {
    let texts: Vec<BlockSummary> = texts.iter().map(|block| block.summary.clone()).collect();
    encode_record(RunRecord { counts, texts: texts.into(), is_compact: false, columns })
}

impl KeptRun {
    /// Encodes the run with columns that have the numbers of the dictionary. Returns it with its record.
    ///
    /// # Errors
    /// [`ArchiveError::Encoder`] if the encoder fails.
    pub(crate) fn compacted(&self, columns: &[u8]) -> Result<(Self, Vec<u8>), ArchiveError> {
        encode_record(RunRecord { counts: self.counts, texts: (&self.texts).into(), is_compact: true, columns })
    }

    /// The bytes of its columns and texts.
    pub(crate) fn bytes(&self) -> u64 {
        self.record_bytes + self.texts.iter().map(BlockSummary::bytes).sum::<u64>()
    }
}

fn encode_record(run: RunRecord) -> Result<(KeptRun, Vec<u8>), ArchiveError> {
    let record = record::encode(&run)?;
    let (kept, _) = kept(run, &record);
    Ok((kept, record))
}

/// Decodes a run and its columns. `None` for damaged bytes.
pub(crate) fn decode(record: &[u8]) -> Option<(KeptRun, &[u8])> {
    Some(kept(record::decode(record)?, record))
}

fn kept<'a>(run: RunRecord<'a>, record: &[u8]) -> (KeptRun, &'a [u8]) {
    let RunRecord { counts, texts, is_compact, columns } = run;
    let texts = texts.into_owned();
    (KeptRun { counts, texts, is_compact, record_bytes: record.len() as u64 }, columns)
}

/// Returns the number of the answers of runs.
pub(crate) fn answers_of_runs(kept: &SortedMap<Option<RunId>, KeptRun>) -> u64 {
    let of_runs = kept.iter().filter(|(run, _)| run.is_some());
    of_runs.fold(0, |sum, (_, kept)| sum.saturating_add(kept.counts.total()))
}

/// Returns the keys of all records of a run.
pub(crate) fn keys(run: Option<&RunId>, kept: &KeptRun) -> Vec<String> {
    let texts = (0..kept.texts.len()).map(|block| record::texts_key(run, block));
    texts.chain([record::run_key(run), record::brands_key(run)]).collect()
}
