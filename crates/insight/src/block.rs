//! The stored form of the answers of one run.
//!
//! A new block is complete in itself: it has its own texts and numbers. The table assigns numbers that all blocks
//! share, and re-encodes the answers with these.

use answerdeck_api::limits::ID_LENGTH;
use answerdeck_api::{Answer, AnswerId, AnswerStatus, PromptSetId, Run, RunStatus};
use serde::{Deserialize, Serialize};

use crate::asked_model;
use crate::dictionary::{Dictionary, DictionaryPart, Kind, Lengths, Renumbering, has, has_or_absent, has_page};
use crate::envelope::{self, BlockError, Checksum, Format};
use crate::interner::{ABSENT, TableFull};
use crate::ragged_array::RaggedArray;
use crate::sorting::{IdBytes, id_bytes, in_order};
use crate::unix_time::{self, InvalidTime};

/// A block with its own texts.
const OWN: Format = *b"ans3";
/// A block with the numbers of a dictionary.
const SHARED: Format = *b"num1";

/// An answer that cannot be stored.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    /// The answer belongs to another run than the block.
    #[error("the answer {0} belongs to another run")]
    OtherRun(AnswerId),
    /// The block has two answers with this id.
    #[error("the answer {0} occurs twice")]
    Repeated(AnswerId),
    /// The answer has no time, so no period can contain it.
    #[error("the answer {0} has no creation time")]
    NoTime(AnswerId),
    /// The time of an answer is not one.
    #[error(transparent)]
    Time(#[from] InvalidTime),
    /// An answer mentions a brand that is not tracked.
    #[error("the answer {0} mentions a brand that is not tracked")]
    UnknownBrand(AnswerId),
    /// The mentions of an answer are not in the order of the text.
    #[error("the mentions of the answer {0} are not in the order of the text")]
    Unordered(AnswerId),
    /// There are too many texts.
    #[error(transparent)]
    Full(#[from] TableFull),
    /// The encoder failed.
    #[error("the block cannot be encoded")]
    Encoder(#[from] postcard::Error),
}

/// An answer without its lists.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) id: IdBytes,
    /// Milliseconds since 1970.
    pub(crate) created_at: i64,
    /// [`ABSENT`] for an answer without a prompt set.
    pub(crate) set: u32,
    pub(crate) prompt: u32,
    /// The model by its route, see [`asked_model`].
    pub(crate) model: u32,
    pub(crate) region: u32,
}

/// A citation of an answer.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Citation {
    pub(crate) page: u32,
    pub(crate) title: u32,
}

/// Answers with the numbers of their texts.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Answers {
    /// In ascending order of the ids.
    pub(crate) rows: Vec<Row>,
    pub(crate) citations: RaggedArray<Citation>,
    pub(crate) fanouts: RaggedArray<u32>,
}

/// The content of a block with its own texts: `D` is a whole dictionary. In a block that shares the texts of a dictionary, it
/// is the [`Checksum`] of that one.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct AnswerBlock<'a, D, A = Answers> {
    pub(crate) dictionary: D,
    pub(crate) run: Option<&'a str>,
    pub(crate) is_finished: bool,
    pub(crate) answers: A,
}

/// Encodes the answers of `run`, or answers without a run. Each answer comes with the prompt set of its prompt at the time
/// of the run, if there was one. Answers that are not `SUCCESS` are left out.
///
/// # Errors
/// [`EncodeError`] if an answer has no time, belongs to another run or occurs twice.
///
/// Source: docs/platform-api.md, section 2, Answer.
pub fn encode_answers<'a>(
    run: Option<&Run>,
    answers: impl IntoIterator<Item = (&'a Answer, Option<&'a PromptSetId>)>,
) -> Result<Vec<u8>, EncodeError> {
    let counted: Vec<_> = answers.into_iter().filter(|(answer, _)| answer.status == AnswerStatus::Success).collect();
    let order = in_order(counted.iter().map(|(answer, _)| id_bytes(answer.id.as_str())));
    let mut before = None;
    let mut texts = Dictionary::default();
    let mut encoded = Answers::default();
    for (id, (answer, set)) in order.into_iter().filter_map(|(id, index)| Some((id, counted.get(index)?))) {
        if before.replace(id) == Some(id) {
            return Err(EncodeError::Repeated(answer.id.clone()));
        }
        if answer.run_id.as_ref() != run.map(|run| &run.id) {
            return Err(EncodeError::OtherRun(answer.id.clone()));
        }
        let created_at = answer.created_at.as_ref().ok_or_else(|| EncodeError::NoTime(answer.id.clone()))?;
        encoded.rows.push(Row {
            id,
            created_at: unix_time::millisecond_of(created_at)?,
            set: set.map_or(Ok(ABSENT), |set| texts.sets.number(set.as_str()))?,
            prompt: texts.prompts.number(answer.prompt_id.as_str())?,
            model: texts.models.number(&asked_model::text_of(answer))?,
            region: texts.regions.number(&answer.region)?,
        });
        for source in &answer.sources {
            let (page, title) = texts.citation(source)?;
            encoded.citations.add(Citation { page, title });
        }
        encoded.citations.end_row();
        for fanout in &answer.fanouts {
            encoded.fanouts.add(texts.fanouts.number(fanout)?);
        }
        encoded.fanouts.end_row();
    }
    let block = AnswerBlock {
        dictionary: texts.since(&Lengths::default()),
        run: run.map(|run| run.id.as_str()),
        is_finished: run.is_none_or(|run| run.status == RunStatus::Finished),
        answers: &encoded,
    };
    Ok(envelope::encode(OWN, &block)?)
}

/// Encodes answers whose texts are in a dictionary.
///
/// # Errors
/// [`EncodeError::Encoder`] if the encoder fails.
pub(crate) fn encode_shared(block: &AnswerBlock<'_, Checksum, &Answers>) -> Result<Vec<u8>, EncodeError> {
    Ok(envelope::encode(SHARED, block)?)
}

/// Decodes a block, with its texts if it has its own. Every number in it has a text, and every row its lists. `lengths`
/// returns the lengths of the dictionary with a checksum.
///
/// # Errors
/// [`BlockError`] if the bytes are not a block of answers, or one for an unknown dictionary.
pub(crate) fn decode_answers<'a>(
    bytes: &'a [u8],
    lengths: impl Fn(Checksum) -> Option<Lengths>,
) -> Result<AnswerBlock<'a, Option<DictionaryPart<'a>>>, BlockError> {
    let (block, lengths) = if bytes.starts_with(&SHARED) {
        let AnswerBlock { dictionary, run, is_finished, answers } = envelope::decode(SHARED, bytes)?;
        let lengths = lengths(dictionary).ok_or(BlockError::OtherDictionary)?;
        (AnswerBlock { dictionary: None, run, is_finished, answers }, lengths)
    } else {
        let AnswerBlock { dictionary, run, is_finished, answers } = envelope::decode(OWN, bytes)?;
        let dictionary: DictionaryPart = dictionary;
        let nothing = Lengths::default();
        let lengths = dictionary.lengths_after(&nothing);
        if !dictionary.is_consistent(&nothing) {
            return Err(BlockError::Inconsistent);
        }
        (AnswerBlock { dictionary: Some(dictionary), run, is_finished, answers }, lengths)
    };
    if block.is_consistent(&lengths) { Ok(block) } else { Err(BlockError::Inconsistent) }
}

impl<D> AnswerBlock<'_, D> {
    /// Returns whether the rows are in order and have their lists, and a dictionary of these lengths has all numbers.
    fn is_consistent(&self, lengths: &Lengths) -> bool {
        let Answers { rows, citations, fanouts } = &self.answers;
        self.run.is_none_or(|run| is_id(run.as_bytes()))
            && rows.is_sorted_by(|one, other| one.id < other.id)
            && rows.iter().all(|row| {
                is_id(&row.id)
                    && unix_time::RANGE.contains(&row.created_at)
                    && has_or_absent(lengths, Kind::Set, row.set)
                    && has(lengths, Kind::Prompt, row.prompt)
                    && has(lengths, Kind::Model, row.model)
                    && has(lengths, Kind::Region, row.region)
            })
            && citations.are_of(rows.len())
            && fanouts.are_of(rows.len())
            && citations
                .values()
                .iter()
                .all(|citation| has_page(lengths, citation.page) && has(lengths, Kind::Title, citation.title))
            && fanouts.values().iter().all(|fanout| has(lengths, Kind::Fanout, *fanout))
    }
}

impl Answers {
    /// Replaces all numbers.
    pub(crate) fn renumber(&mut self, new: &Renumbering) {
        for row in &mut self.rows {
            row.set = new.of(Kind::Set, row.set);
            row.prompt = new.of(Kind::Prompt, row.prompt);
            row.model = new.of(Kind::Model, row.model);
            row.region = new.of(Kind::Region, row.region);
        }
        for citation in self.citations.values_mut() {
            citation.page = new.page(citation.page);
            citation.title = new.of(Kind::Title, citation.title);
        }
        for fanout in self.fanouts.values_mut() {
            *fanout = new.of(Kind::Fanout, *fanout);
        }
    }
}

fn is_id(bytes: &[u8]) -> bool {
    bytes.len() == ID_LENGTH && bytes.iter().all(u8::is_ascii_alphanumeric)
}
