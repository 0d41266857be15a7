//! The kept form of the answers of a run: columns to count, and compressed texts to read.

use answerdeck_api::RunId;
use serde::{Deserialize, Serialize};

use crate::error::ArchiveError;
use crate::listing::Counts;
use crate::record;
use crate::texts::{BlockSummary, TextBlock};

/// A kept run. Its record exists only if all its answers are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeptRun {
    /// The numbers that the platform reported. They equal the numbers of kept answers.
    pub(crate) counts: Counts,
    pub(crate) texts: Vec<BlockSummary>,
    /// The bytes of its columns and texts.
    pub(crate) bytes: u64,
}

#[derive(Serialize, Deserialize)]
struct RunRecord<'a> {
    counts: Counts,
    texts: Vec<BlockSummary>,
    /// A block of [`encode_answers`](answerdeck_insight::encode_answers).
    columns: &'a [u8],
}

/// Encodes a run. Returns it with its record.
///
/// # Errors
/// [`ArchiveError::Encoder`] if the encoder fails.
pub(crate) fn encode(counts: Counts, texts: &[TextBlock], columns: &[u8]) -> Result<(KeptRun, Vec<u8>), ArchiveError> {
    let texts: Vec<BlockSummary> = texts.iter().map(|block| block.summary.clone()).collect();
    let record = record::encode(&RunRecord { counts, texts: texts.clone(), columns })?;
    Ok((kept(counts, texts, &record), record))
}

/// Decodes a run and its columns. `None` for damaged bytes.
pub(crate) fn decode(record: &[u8]) -> Option<(KeptRun, &[u8])> {
    let RunRecord { counts, texts, columns } = record::decode(record)?;
    Some((kept(counts, texts, record), columns))
}

fn kept(counts: Counts, texts: Vec<BlockSummary>, record: &[u8]) -> KeptRun {
    let bytes = record.len() as u64 + texts.iter().map(BlockSummary::bytes).sum::<u64>();
    KeptRun { counts, texts, bytes }
}

/// Returns the keys of all records of a run.
pub(crate) fn keys(run: Option<&RunId>, kept: &KeptRun) -> Vec<String> {
    let texts = (0..kept.texts.len()).map(|block| record::texts_key(run, block));
    texts.chain([record::run_key(run), record::brands_key(run)]).collect()
}
