//! Blocks of answers as the platform sent them, compressed.

use answerdeck_api::limits::ID_LENGTH;
use answerdeck_api::{Answer, AnswerId, AnswerStatus};
use serde::{Deserialize, Serialize};

use crate::compression::Compression;
use crate::error::ArchiveError;
use crate::record;

/// A block is closed before it has more bytes than this, before compression. A longer answer has a block for itself. A page of 100
/// answers is usually one block: fewer blocks compress better, and are searched faster.
const BLOCK_BYTES: usize = 512 * 1024;

/// The maximum size of a [`SearchedAnswer`] without its content, in bytes.
const SEARCHED_BYTES: usize = ID_LENGTH + 16;

/// The range of answers of a block, and its size.
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

/// The searched parts are stored separately, so that a search neither decompresses nor parses the rest.
#[derive(Serialize, Deserialize)]
struct TextRecord<'a> {
    /// The [`SearchedAnswer`]s.
    #[serde(borrow)]
    searched: Compressed<'a>,
    /// A JSON array of the answers with empty contents.
    #[serde(borrow)]
    rest: Compressed<'a>,
}

#[derive(Serialize, Deserialize)]
struct Compressed<'a> {
    /// The bytes before compression.
    length: usize,
    bytes: &'a [u8],
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
        let Filled { searched, json } = fill(rest)?;
        let (of_block, others) = rest.split_at(searched.len());
        rest = others;
        let searched = postcard::to_allocvec(&searched)?;
        blocks.push(block(of_block, searched, json, compression).await?);
    }
    Ok(blocks)
}

/// A block before compression.
struct Filled<'a> {
    /// At least one.
    searched: Vec<SearchedAnswer<'a>>,
    /// The answers with empty contents.
    json: Vec<u8>,
}

/// Encodes answers until a block is full.
fn fill(answers: &[Answer]) -> Result<Filled<'_>, ArchiveError> {
    let mut json = Vec::new();
    let mut searched = Vec::new();
    let mut contents = 0;
    for answer in answers {
        let end = json.len();
        json.push(if searched.is_empty() { b'[' } else { b',' });
        let rest = Answer { content: String::new(), ..answer.clone() };
        serde_json::to_writer(&mut json, &rest).map_err(|error| ArchiveError::Encoder(error.to_string()))?;
        contents += answer.content.len() + SEARCHED_BYTES;
        if !searched.is_empty() && json.len() + contents > BLOCK_BYTES {
            json.truncate(end);
            break;
        }
        searched.push(SearchedAnswer::new(answer));
    }
    json.push(b']');
    Ok(Filled { searched, json })
}

async fn block(
    answers: &[Answer],
    searched: Vec<u8>,
    rest: Vec<u8>,
    compression: &dyn Compression,
) -> Result<TextBlock, ArchiveError> {
    let lengths = (searched.len(), rest.len());
    let (searched, rest) = (compression.compress(searched).await?, compression.compress(rest).await?);
    let record = record::encode(&TextRecord {
        searched: Compressed { length: lengths.0, bytes: &searched },
        rest: Compressed { length: lengths.1, bytes: &rest },
    })?;
    let ids = || answers.iter().filter_map(|answer| answer.id.as_str().as_bytes().first_chunk().copied());
    let summary = BlockSummary {
        first: ids().min().unwrap_or_default(),
        last: ids().max().unwrap_or_default(),
        bytes: record.len() as u64,
    };
    Ok(TextBlock { summary, record })
}

/// The part of an answer that is searched for brands.
#[derive(Serialize, Deserialize)]
pub(crate) struct SearchedAnswer<'a> {
    pub(crate) id: AnswerId,
    /// Whether it has a text to count.
    pub(crate) is_success: bool,
    pub(crate) content: &'a str,
}

impl<'a> SearchedAnswer<'a> {
    fn new(answer: &'a Answer) -> Self {
        let is_success = answer.status == AnswerStatus::Success;
        Self { id: answer.id.clone(), is_success, content: &answer.content }
    }
}

impl Compressed<'_> {
    async fn decompress(&self, compression: &dyn Compression) -> Result<Vec<u8>, ArchiveError> {
        Ok(compression.decompress(self.bytes.to_vec(), self.length).await?)
    }
}

/// Decompresses what a search reads of a record, for [`searched`]. `None` for damaged bytes.
///
/// # Errors
/// [`ArchiveError`] if the environment cannot decompress. Damaged bytes that the checksum misses are this error too.
pub(crate) async fn decompress_searched(
    record: &[u8],
    compression: &dyn Compression,
) -> Result<Option<Vec<u8>>, ArchiveError> {
    let Some(TextRecord { searched, .. }) = record::decode(record) else { return Ok(None) };
    searched.decompress(compression).await.map(Some)
}

/// Reads the searched parts of the answers of a block. `None` for damaged bytes.
pub(crate) fn searched(decompressed: &[u8]) -> Option<Vec<SearchedAnswer<'_>>> {
    postcard::from_bytes(decompressed).ok()
}

/// Reads the answers of a record. `None` for damaged bytes.
///
/// # Errors
/// As those of [`decompress_searched`].
pub(crate) async fn read(record: &[u8], compression: &dyn Compression) -> Result<Option<Vec<Answer>>, ArchiveError> {
    let Some(TextRecord { searched, rest }) = record::decode(record) else { return Ok(None) };
    let (searched, rest) = (searched.decompress(compression).await?, rest.decompress(compression).await?);
    Ok(join(&searched, &rest))
}

/// Returns the answers of a block with their contents. `None` for damaged bytes.
fn join(searched: &[u8], rest: &[u8]) -> Option<Vec<Answer>> {
    let searched = self::searched(searched)?;
    let mut answers: Vec<Answer> = answerdeck_json::from_str(std::str::from_utf8(rest).ok()?).ok()?;
    if answers.len() != searched.len() {
        return None;
    }
    for (answer, SearchedAnswer { content, .. }) in answers.iter_mut().zip(searched) {
        answer.content = content.to_owned();
    }
    Some(answers)
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
        super::read(&block.record, &Uncompressed).now_or_never().unwrap().unwrap().unwrap()
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
        let block = decompress_searched(&block.record, &Uncompressed).now_or_never().unwrap().unwrap().unwrap();
        let searched = searched(&block).unwrap();
        let parts = searched.iter().map(|answer| (&answer.id, answer.is_success, answer.content));
        assert!(parts.eq(answers.iter().map(|answer| (&answer.id, true, &*answer.content))));
    }

    #[test]
    fn a_block_with_other_answers_than_it_searches_is_damaged() {
        let answer = answer(0, "가");
        let json = serde_json::to_vec(&[&answer]).unwrap();
        for (searched, is_whole) in [(0, false), (1, true), (2, false)] {
            let searched = (0..searched).map(|_| SearchedAnswer::new(&answer)).collect();
            let block = postcard::to_allocvec::<Vec<_>>(&searched).unwrap();
            assert_eq!(join(&block, &json).is_some(), is_whole);
        }
        assert!(join(b"\xff", &json).is_none() && searched(b"\xff").is_none());
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
