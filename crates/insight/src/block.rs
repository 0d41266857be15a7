//! The stored form of the answers of one run.
//!
//! A block is complete in itself: it has its own numbers for its texts. The table gives them the numbers of all blocks.

use std::hash::Hash;

use answerdeck_api::limits::ID_LENGTH;
use answerdeck_api::{Answer, AnswerId, AnswerStatus, PromptSetId, Run, RunStatus};
use indexmap::IndexSet;
use serde::{Deserialize, Serialize};

use crate::instant::{self, InvalidTime};
use crate::lists::Lists;
use crate::sealed::{self, BlockError, Format};
use crate::texts::{ABSENT, TableFull, insert};

/// The bytes of an id.
pub(crate) type IdBytes = [u8; ID_LENGTH];

const FORMAT: Format = *b"ans1";

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
    pub(crate) model: u32,
    pub(crate) region: u32,
}

/// A citation of an answer.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Citation {
    pub(crate) page: u32,
    pub(crate) title: u32,
}

/// A URL with its domain. A URL that different answers assign to different domains is several pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Page {
    pub(crate) url: u32,
    /// [`ABSENT`] when it is unknown.
    pub(crate) domain: u32,
}

/// Answers with the numbers of their texts.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Answers {
    /// In ascending order of the ids.
    pub(crate) rows: Vec<Row>,
    pub(crate) citations: Lists<Citation>,
    pub(crate) fanouts: Lists<u32>,
}

/// The content of a block. A number is an index in the list of its kind.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct AnswerBlock<'a> {
    pub(crate) run: Option<&'a str>,
    pub(crate) is_finished: bool,
    #[serde(borrow)]
    pub(crate) sets: Vec<&'a str>,
    pub(crate) prompts: Vec<&'a str>,
    pub(crate) models: Vec<&'a str>,
    pub(crate) regions: Vec<&'a str>,
    pub(crate) domains: Vec<&'a str>,
    pub(crate) urls: Vec<&'a str>,
    pub(crate) titles: Vec<&'a str>,
    pub(crate) fanouts: Vec<&'a str>,
    pub(crate) pages: Vec<Page>,
    pub(crate) answers: Answers,
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
    let mut texts = BlockTexts::default();
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
            created_at: instant::millisecond_of(created_at)?,
            set: set.map_or(Ok(ABSENT), |set| insert(&mut texts.sets, set.as_str()))?,
            prompt: insert(&mut texts.prompts, answer.prompt_id.as_str())?,
            model: insert(&mut texts.models, answer.model.as_str())?,
            region: insert(&mut texts.regions, &answer.region)?,
        });
        let citations: Result<Vec<Citation>, TableFull> =
            answer.sources.iter().map(|source| texts.citation(source)).collect();
        encoded.citations.push(citations?);
        let fanouts: Result<Vec<u32>, TableFull> =
            answer.fanouts.iter().map(|fanout| insert(&mut texts.fanouts, fanout.as_str())).collect();
        encoded.fanouts.push(fanouts?);
    }
    let block = AnswerBlock {
        run: run.map(|run| run.id.as_str()),
        is_finished: run.is_none_or(|run| run.status == RunStatus::Finished),
        sets: list(texts.sets),
        prompts: list(texts.prompts),
        models: list(texts.models),
        regions: list(texts.regions),
        domains: list(texts.domains),
        urls: list(texts.urls),
        titles: list(texts.titles),
        fanouts: list(texts.fanouts),
        pages: list(texts.pages),
        answers: encoded,
    };
    Ok(sealed::seal(FORMAT, &block)?)
}

/// Decodes a block. Every number in it has a text, and every row its lists.
///
/// # Errors
/// [`BlockError`] if the bytes are no block of answers.
pub(crate) fn decode_answers(bytes: &[u8]) -> Result<AnswerBlock<'_>, BlockError> {
    let block: AnswerBlock = sealed::open(FORMAT, bytes)?;
    if block.is_consistent() { Ok(block) } else { Err(BlockError::Inconsistent) }
}

impl AnswerBlock<'_> {
    fn is_consistent(&self) -> bool {
        let Answers { rows, citations, fanouts } = &self.answers;
        let has = |length: usize, number: u32| (number as usize) < length;
        let has_or_absent = |length: usize, number: u32| number == ABSENT || has(length, number);
        self.run.is_none_or(|run| is_id(run.as_bytes()))
            && rows.is_sorted_by(|one, other| one.id < other.id)
            && rows.iter().all(|row| {
                is_id(&row.id)
                    && instant::RANGE.contains(&row.created_at)
                    && has_or_absent(self.sets.len(), row.set)
                    && has(self.prompts.len(), row.prompt)
                    && has(self.models.len(), row.model)
                    && has(self.regions.len(), row.region)
            })
            && citations.are_of(rows.len())
            && fanouts.are_of(rows.len())
            && self
                .pages
                .iter()
                .all(|page| has(self.urls.len(), page.url) && has_or_absent(self.domains.len(), page.domain))
            && citations
                .values()
                .iter()
                .all(|citation| has(self.pages.len(), citation.page) && has(self.titles.len(), citation.title))
            && fanouts.values().iter().all(|fanout| has(self.fanouts.len(), *fanout))
    }
}

/// The texts of a block and their numbers.
#[derive(Default)]
struct BlockTexts<'a> {
    sets: IndexSet<&'a str>,
    prompts: IndexSet<&'a str>,
    models: IndexSet<&'a str>,
    regions: IndexSet<&'a str>,
    domains: IndexSet<&'a str>,
    urls: IndexSet<&'a str>,
    titles: IndexSet<&'a str>,
    fanouts: IndexSet<&'a str>,
    pages: IndexSet<Page>,
}

impl<'a> BlockTexts<'a> {
    fn citation(&mut self, source: &'a answerdeck_api::Source) -> Result<Citation, TableFull> {
        let url = insert(&mut self.urls, source.url.as_str())?;
        let domain = source.domain.as_deref().filter(|domain| !domain.is_empty());
        let domain = domain.map_or(Ok(ABSENT), |domain| insert(&mut self.domains, domain))?;
        let page = insert(&mut self.pages, Page { url, domain })?;
        Ok(Citation { page, title: insert(&mut self.titles, source.title.as_str())? })
    }
}

fn list<T: Hash + Eq>(set: IndexSet<T>) -> Vec<T> {
    set.into_iter().collect()
}

/// Returns the bytes of an id, which has [`ID_LENGTH`] of them.
pub(crate) fn id_bytes(id: &str) -> IdBytes {
    id.as_bytes().first_chunk().copied().unwrap_or([b'0'; ID_LENGTH])
}

/// Returns ids in ascending order, each with its index in `ids`.
pub(crate) fn in_order(ids: impl Iterator<Item = IdBytes>) -> Vec<(IdBytes, usize)> {
    let mut ordered: Vec<(IdBytes, usize)> = ids.zip(0..).collect();
    // Linear where the ids are in order already, and where ordered runs follow each other.
    ordered.sort();
    ordered
}

fn is_id(bytes: &[u8]) -> bool {
    bytes.len() == ID_LENGTH && bytes.iter().all(u8::is_ascii_alphanumeric)
}
