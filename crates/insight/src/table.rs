//! The table of all answers that metrics count.

use answerdeck_api::RunId;

use crate::block::{self, AnswerBlock, Answers, EncodeError};
use crate::dictionary::{Dictionary, DictionaryPart, Lengths};
use crate::envelope::{self, BlockError, Checksum, Format};
use crate::interner::{Interner, TableFull};

const DICTIONARY: Format = *b"dic2";

/// A block that the table does not take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PutError {
    /// The bytes are not a block of this kind, or one that does not fit the table.
    #[error(transparent)]
    Block(#[from] BlockError),
    /// There are too many different texts.
    #[error(transparent)]
    Full(#[from] TableFull),
}

/// The SUCCESS answers of an organization that were put in: their dimensions, citations and fan-outs as numbers.
///
/// It has one block for each run, and one for the answers without a run. A block is replaced or removed as a whole. The
/// texts of a removed block keep their numbers and their memory for as long as the table lives.
///
/// Runs repeat their texts. [`compact`](Self::compact) encodes runs with the numbers of the table, and the texts that are new
/// since the last time: they are stored once, and a table is made from them much faster.
#[derive(Debug, Default)]
pub struct AnswerTable {
    pub(crate) texts: Dictionary,
    pub(crate) runs: Interner,
    /// The parts of the dictionary that are stored.
    parts: Vec<StoredPart>,
    /// By [`slot`]. `None` for a run that was removed.
    blocks: Vec<Option<Block>>,
    /// The number of blocks that were ever put in.
    revision: u64,
}

/// A part of the dictionary that is stored.
#[derive(Debug, Clone, Copy)]
struct StoredPart {
    /// The checksum of the part and of the checksum before it, so it covers all texts up to here.
    checksum: Checksum,
    /// The lengths of the dictionary with this part.
    lengths: Lengths,
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

/// Runs as blocks that share the texts of a dictionary. Store the part and all blocks together, and then
/// [`commit`](AnswerTable::commit) it.
#[derive(Debug)]
pub struct Compaction {
    /// The part of the dictionary that follows those that are stored: bytes for [`AnswerTable::put_dictionary`].
    pub dictionary: Vec<u8>,
    /// For each run, its block: bytes for [`AnswerTable::put`]. `None` for a run that the table does not have.
    pub blocks: Vec<Option<Vec<u8>>>,
    part: StoredPart,
}

impl AnswerTable {
    /// Puts in a block of [`encode_answers`](crate::encode_answers) or [`compact`](Self::compact), and replaces the block of
    /// the same run. The parts of the dictionary that a block of `compact` needs must be in the table.
    ///
    /// # Errors
    /// [`PutError`] if the bytes are not a block of answers, or there are too many texts. The table is then unchanged.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), PutError> {
        let lengths = |wanted| Some(self.parts.iter().rfind(|part| part.checksum == wanted)?.lengths);
        let AnswerBlock { dictionary, run, is_finished, mut answers } = block::decode_answers(bytes, lengths)?;
        if let Some(dictionary) = dictionary {
            answers.renumber(&self.texts.add(&dictionary)?);
        }
        let run = run.map(|run| self.runs.number(run)).transpose()?;
        self.revision += 1;
        let started_at = answers.rows.iter().map(|row| row.created_at).min().unwrap_or_default();
        let slot = slot(run);
        if slot >= self.blocks.len() {
            self.blocks.resize_with(slot + 1, || None);
        }
        self.blocks[slot] = Some(Block { run, is_finished, revision: self.revision, started_at, answers });
        Ok(())
    }

    /// Puts in the next part of the dictionary. All parts must be put in, in their order, before any block.
    ///
    /// # Errors
    /// [`PutError`] if the bytes are not the part that follows the previous ones, or there are too many texts. The
    /// table is then unchanged.
    pub fn put_dictionary(&mut self, bytes: &[u8]) -> Result<(), PutError> {
        let StoredPart { checksum, lengths } = self.last_part();
        let (before, part): (Checksum, DictionaryPart) = envelope::decode(DICTIONARY, bytes)?;
        if before != checksum || self.texts.lengths() != lengths {
            return Err(BlockError::OtherDictionary.into());
        }
        if !part.is_consistent(&lengths) {
            return Err(BlockError::Inconsistent.into());
        }
        self.texts.append(&part)?;
        let lengths = self.texts.lengths();
        self.parts.push(StoredPart { checksum: envelope::checksum(bytes), lengths });
        Ok(())
    }

    /// The number of parts of the dictionary that are stored.
    pub fn dictionary_parts(&self) -> usize {
        self.parts.len()
    }

    /// Encodes runs, or the answers without a run, with the numbers of the table.
    ///
    /// # Errors
    /// [`EncodeError::Encoder`] if the encoder fails.
    pub fn compact<'a>(&self, runs: impl IntoIterator<Item = Option<&'a RunId>>) -> Result<Compaction, EncodeError> {
        let before = self.last_part();
        let dictionary = envelope::encode(DICTIONARY, &(before.checksum, self.texts.since(&before.lengths)))?;
        let part = StoredPart { checksum: envelope::checksum(&dictionary), lengths: self.texts.lengths() };
        let encode = |run: Option<&'a RunId>| {
            let run = run.map(RunId::as_str);
            let Block { is_finished, answers, .. } = self.block(self.slot_of(run)?)?;
            let block = AnswerBlock { dictionary: part.checksum, run, is_finished: *is_finished, answers };
            Some(block::encode_shared(&block))
        };
        let blocks = runs.into_iter().map(|run| encode(run).transpose());
        Ok(Compaction { blocks: blocks.collect::<Result<_, _>>()?, dictionary, part })
    }

    /// Records that a compaction is stored. Otherwise the next compaction contains the same texts again.
    pub fn commit(&mut self, compaction: &Compaction) {
        self.parts.push(compaction.part);
    }

    fn last_part(&self) -> StoredPart {
        self.parts.last().copied().unwrap_or(StoredPart { checksum: 0, lengths: Lengths::default() })
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
            id: block.run.map(|run| self.runs.text(run)),
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
        match run.map(|run| self.runs.find(run)) {
            Some(number) => number.map(|number| slot(Some(number))),
            None => Some(slot(None)),
        }
    }
}

/// Returns the index of a block among all blocks: the answers without a run are first.
fn slot(run: Option<u32>) -> usize {
    run.map_or(0, |run| run as usize + 1)
}
