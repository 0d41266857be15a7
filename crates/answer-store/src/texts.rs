//! Blocks of answers as the platform sent them, compressed.

use std::borrow::Cow;

use answerdeck_api::limits::ID_LENGTH;
use answerdeck_api::{Answer, AnswerId, AnswerStatus};
use serde::{Deserialize, Serialize};

use crate::compression::Compression;
use crate::error::ArchiveError;
use crate::record;

/// A block is closed before it has more bytes than this, before compression. A longer answer has a block for itself.
const BLOCK_BYTES: usize = 256 * 1024;

/// Which answers a block can have, and its size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BlockSummary {
    first: [u8; ID_LENGTH],
    last: [u8; ID_LENGTH],
    /// The bytes of the record.
    bytes: u64,
}

/// A compressed block with its summary.
#[derive(Debug)]
pub(crate) struct TextBlock {
    pub(crate) summary: BlockSummary,
    pub(crate) record: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
struct TextRecord<'a> {
    /// The bytes before compression.
    length: usize,
    compressed: &'a [u8],
}

impl BlockSummary {
    /// The bytes of the block.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns whether the block can have the answer. A platform whose ids do not ascend in time makes it likelier.
    pub(crate) fn may_have(&self, id: &AnswerId) -> bool {
        (&self.first[..]..=&self.last[..]).contains(&id.as_str().as_bytes())
    }
}

/// Compresses answers into blocks. The order of the answers is kept.
///
/// # Errors
/// [`ArchiveError`] if the environment cannot compress.
pub(crate) async fn compress(
    answers: &[Answer],
    compression: &dyn Compression,
) -> Result<Vec<TextBlock>, ArchiveError> {
    let mut blocks = Vec::new();
    let mut rest = answers;
    while !rest.is_empty() {
        let (json, length) = fill(rest)?;
        let (of_block, others) = rest.split_at(length);
        rest = others;
        blocks.push(block(of_block, json, compression).await?);
    }
    Ok(blocks)
}

/// Writes answers as JSON until a block is full. Returns the block and the number of its answers, at least 1.
fn fill(answers: &[Answer]) -> Result<(Vec<u8>, usize), ArchiveError> {
    let mut json = Vec::new();
    for (index, answer) in answers.iter().enumerate() {
        let end = json.len();
        json.push(if index == 0 { b'[' } else { b',' });
        serde_json::to_writer(&mut json, answer).map_err(|error| ArchiveError::Encoder(error.to_string()))?;
        if index > 0 && json.len() > BLOCK_BYTES {
            json.truncate(end);
            json.push(b']');
            return Ok((json, index));
        }
    }
    json.push(b']');
    Ok((json, answers.len()))
}

async fn block(answers: &[Answer], json: Vec<u8>, compression: &dyn Compression) -> Result<TextBlock, ArchiveError> {
    let length = json.len();
    let compressed = compression.compress(json).await?;
    let record = record::encode(&TextRecord { length, compressed: &compressed })?;
    let ids = || answers.iter().filter_map(|answer| answer.id.as_str().as_bytes().first_chunk().copied());
    let summary = BlockSummary {
        first: ids().min().unwrap_or_default(),
        last: ids().max().unwrap_or_default(),
        bytes: record.len() as u64,
    };
    Ok(TextBlock { summary, record })
}

/// The part of an answer that is searched for brands.
#[derive(Deserialize)]
pub(crate) struct SearchedAnswer<'a> {
    pub(crate) id: AnswerId,
    pub(crate) status: AnswerStatus,
    #[serde(borrow)]
    pub(crate) content: Cow<'a, str>,
}

/// Decompresses the JSON of a record, for [`read`] and [`read_searched`]. `None` for damaged bytes.
///
/// # Errors
/// [`ArchiveError`] if the environment cannot decompress. Damaged bytes that the checksum misses are this error too.
pub(crate) async fn decompress(record: &[u8], compression: &dyn Compression) -> Result<Option<Vec<u8>>, ArchiveError> {
    let Some(TextRecord { length, compressed }) = record::decode(record) else { return Ok(None) };
    Ok(Some(compression.decompress(compressed.to_vec(), length).await?))
}

/// Reads the answers of JSON. `None` for another text.
pub(crate) fn read(json: &[u8]) -> Option<Vec<Answer>> {
    answerdeck_json::from_str(std::str::from_utf8(json).ok()?).ok()
}

/// Reads the searched parts of the answers of JSON, quickly. `None` for another text.
pub(crate) fn read_searched(json: &[u8]) -> Option<Vec<SearchedAnswer<'_>>> {
    serde_json::from_str(std::str::from_utf8(json).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;
    use crate::compression::Uncompressed;
    use crate::tests::platform::answer;

    fn blocks(answers: &[Answer]) -> Vec<TextBlock> {
        compress(answers, &Uncompressed).now_or_never().unwrap().unwrap()
    }

    fn read(block: &TextBlock) -> Vec<Answer> {
        super::read(&json(block)).unwrap()
    }

    fn json(block: &TextBlock) -> Vec<u8> {
        decompress(&block.record, &Uncompressed).now_or_never().unwrap().unwrap().unwrap()
    }

    #[test]
    fn answers_are_read_as_they_were_written() {
        let answers: Vec<Answer> = (0..300).map(|number| answer(number, &"가\"\n".repeat(500))).collect();
        let blocks = blocks(&answers);
        assert!(blocks.len() > 1);
        assert!(blocks.iter().all(|block| block.summary.bytes() <= BLOCK_BYTES as u64 + 64));
        assert_eq!(blocks.iter().flat_map(read).collect::<Vec<_>>(), answers);
    }

    #[test]
    fn the_searched_part_of_an_answer_is_that_of_the_answer() {
        let answers = [answer(0, "plain"), answer(1, "가\"\n\u{1f600}")];
        let [block] = &blocks(&answers)[..] else { panic!("one block") };
        let json = json(block);
        let searched = read_searched(&json).unwrap();
        let parts = searched.iter().map(|answer| (&answer.id, &answer.status, &*answer.content));
        assert!(parts.eq(answers.iter().map(|answer| (&answer.id, &answer.status, &*answer.content))));
    }

    #[test]
    fn a_long_answer_has_a_block_for_itself() {
        let answers = [answer(0, "a"), answer(1, &"b".repeat(BLOCK_BYTES)), answer(2, "c")];
        let blocks = blocks(&answers);
        assert_eq!(blocks.iter().map(|block| read(block).len()).collect::<Vec<_>>(), [1, 1, 1]);
        assert!(super::compress(&[], &Uncompressed).now_or_never().unwrap().unwrap().is_empty());
    }

    #[test]
    fn a_summary_covers_the_ids_of_its_block() {
        let [block] = &blocks(&[answer(5, ""), answer(2, ""), answer(9, "")])[..] else { panic!("one block") };
        let found: Vec<usize> = (0..12).filter(|number| block.summary.may_have(&answer(*number, "").id)).collect();
        assert_eq!(found, (2..=9).collect::<Vec<_>>());
    }
}
