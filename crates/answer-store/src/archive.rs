//! Reads and writes the records of a store as typed values. Records that belong together are changed together, or not
//! at all.

use std::ops::Range;
use std::rc::Rc;

use answerdeck_api::{Answer, AnswerId, Brand, RunId, Timestamp};
use futures_util::future::try_join_all;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::compression::Compression;
use crate::error::ArchiveError;
use crate::kept_run::{self, KeptRun};
use crate::list_state::{AnswerListCheckpoint, MissingRuns};
use crate::prompt_sets::PromptSets;
use crate::record;
use crate::sorted::{SortedMap, SortedSet};
use crate::store::{Changes, Store, StoreError};
use crate::texts::{self, TextBlock};

/// The version of all records. A store with another one is emptied. In a browser, the name of a store contains it, so
/// that programs of two versions, in two tabs, do not share one.
pub const RECORD_VERSION: &str = "8";

/// A time before all answers.
const BEGINNING: &str = "0000-01-01T00:00:00Z";

/// What a store contained when it was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// No records.
    Empty,
    /// Records of this version.
    Kept,
    /// Unreadable records, which were deleted: of another version or compression, or dependent on a damaged one.
    Rebuilt,
}

/// The records of kept answers.
pub(crate) struct Archive {
    store: Rc<dyn Store>,
    compression: Rc<dyn Compression>,
}

/// A run that is to be kept.
pub(crate) struct NewRun<'a> {
    pub(crate) run: Option<&'a RunId>,
    /// The kept run that it replaces.
    pub(crate) before: Option<&'a KeptRun>,
    pub(crate) record: &'a [u8],
    pub(crate) texts: &'a [TextBlock],
    /// `None` if the record of prompt sets is up to date.
    pub(crate) prompt_sets: Option<&'a PromptSets>,
    /// How far the list of all answers has been read together with the run. `None` if that has not changed.
    pub(crate) checkpoint: Option<&'a AnswerListCheckpoint>,
}

/// The kept answers without a run.
#[derive(Default)]
pub(crate) struct WithoutRun {
    /// `None` if there are none.
    pub(crate) kept: Option<KeptRun>,
    pub(crate) answers: SortedMap<AnswerId, Answer>,
}

impl Archive {
    /// Reads the replies of a store without opening it. `None` if there are none, or they are damaged or of another version.
    pub(crate) async fn read_replies<T: DeserializeOwned>(
        store: &dyn Store,
        compression: &dyn Compression,
    ) -> Result<Option<T>, StoreError> {
        if store.read(record::HEADER).await?.is_none_or(|header| header != self::header(compression)) {
            return Ok(None);
        }
        Ok(store.read(record::REPLIES).await?.and_then(|record| record::decode(&record)))
    }

    /// Opens a store. Empties it if it has records that this version does not read.
    pub(crate) async fn open(
        store: Rc<dyn Store>,
        compression: Rc<dyn Compression>,
    ) -> Result<(Self, Opening), ArchiveError> {
        let archive = Self { store, compression };
        if archive.store.read(record::HEADER).await?.is_some_and(|header| header == self::header(&*archive.compression))
        {
            return Ok((archive, Opening::Kept));
        }
        let opening = if archive.store.keys().await?.is_empty() { Opening::Empty } else { Opening::Rebuilt };
        archive.clear().await?;
        Ok((archive, opening))
    }

    /// Deletes everything but the header.
    pub(crate) async fn clear(&self) -> Result<(), ArchiveError> {
        self.store.clear().await?;
        let put = vec![(record::HEADER.to_owned(), header(&*self.compression))];
        Ok(self.store.write(Changes { put, ..Changes::default() }).await?)
    }

    /// Passes the record of each run to `take`, and that of the answers without a run.
    pub(crate) async fn read_runs(&self, take: &mut dyn FnMut(Option<RunId>, &[u8])) -> Result<(), ArchiveError> {
        self.read_of_runs(record::RUN, take).await
    }

    /// Passes the record of the brands that the answers of each run name to `take`.
    pub(crate) async fn read_brands(&self, take: &mut dyn FnMut(Option<RunId>, &[u8])) -> Result<(), ArchiveError> {
        self.read_of_runs(record::BRANDS, take).await
    }

    /// Passes the parts of the dictionary that runs share to `take`, in their order.
    pub(crate) async fn read_dictionary(&self, mut take: impl FnMut(&[u8])) -> Result<(), ArchiveError> {
        self.read_all(record::DICTIONARY, &mut |_, part| take(part)).await
    }

    async fn read_of_runs(&self, prefix: &str, take: &mut dyn FnMut(Option<RunId>, &[u8])) -> Result<(), ArchiveError> {
        let mut take_run = |key: &str, record: &[u8]| {
            if let Some(run) = record::run_of_key(prefix, key) {
                take(run, record);
            }
        };
        self.read_all(prefix, &mut take_run).await
    }

    async fn read_all(&self, prefix: &str, take: &mut dyn FnMut(&str, &[u8])) -> Result<(), ArchiveError> {
        let mut after: Option<String> = None;
        loop {
            let mut batch = self.store.read_batch(prefix, after.as_deref()).await?;
            batch.iter().for_each(|(key, record)| take(key, record));
            let Some((last, _)) = batch.pop() else { return Ok(()) };
            after = Some(last);
        }
    }

    /// Returns the runs that have a record, and `None` for the answers without a run.
    pub(crate) async fn runs(&self) -> Result<SortedSet<Option<RunId>>, ArchiveError> {
        let mut runs = SortedSet::new();
        runs.extend(self.store.keys().await?.iter().filter_map(|key| record::run_of_key(record::RUN, key)));
        Ok(runs)
    }

    /// Returns the record of a run. `None` when there is none.
    pub(crate) async fn read_run(&self, run: Option<&RunId>) -> Result<Option<Vec<u8>>, ArchiveError> {
        Ok(self.store.read(&record::run_key(run)).await?)
    }

    /// Returns what the list of runs said. `None` when it has to be read as a whole: it was never read, or its record or
    /// a run was damaged.
    pub(crate) async fn read_missing_runs(&self) -> Result<Option<MissingRuns>, ArchiveError> {
        Ok(self.store.read(record::MISSING_RUNS).await?.and_then(|record| record::decode(&record)))
    }

    /// Returns how far the list of all answers was read. A damaged record is read as if only its beginning was known.
    pub(crate) async fn read_checkpoint(&self) -> Result<AnswerListCheckpoint, ArchiveError> {
        let record = self.store.read(record::CHECKPOINT).await?;
        Ok(record.map(|record| record::decode(&record).unwrap_or_else(from_beginning)).unwrap_or_default())
    }

    /// Records how far the list of all answers was read.
    pub(crate) async fn write_checkpoint(&self, checkpoint: &AnswerListCheckpoint) -> Result<(), ArchiveError> {
        self.set_checkpoint(Vec::new(), checkpoint).await
    }

    /// Deletes the answers without a run, because the platform no longer has any.
    pub(crate) async fn delete_without_run(
        &self,
        kept: Option<&KeptRun>,
        checkpoint: &AnswerListCheckpoint,
    ) -> Result<(), ArchiveError> {
        let mut delete = keys(None, kept);
        delete.push(record::REPLIES.to_owned());
        self.set_checkpoint(delete, checkpoint).await
    }

    async fn set_checkpoint(&self, delete: Vec<String>, checkpoint: &AnswerListCheckpoint) -> Result<(), ArchiveError> {
        let put = vec![(record::CHECKPOINT.to_owned(), record::encode(checkpoint)?)];
        Ok(self.store.write(Changes { delete, put }).await?)
    }

    /// Reads the answers without a run.
    ///
    /// # Errors
    /// [`ArchiveError::Damaged`] if a record is missing or damaged.
    pub(crate) async fn read_without_run(&self) -> Result<WithoutRun, ArchiveError> {
        let Some(record) = self.read_run(None).await? else { return Ok(WithoutRun::default()) };
        let (kept, _) = kept_run::decode(&record).ok_or(ArchiveError::Damaged(None))?;
        let mut answers = SortedMap::new();
        for block in 0..kept.texts.len() {
            let of_block = self.read_texts(None, block).await?;
            answers.extend(of_block.into_iter().map(|answer| (answer.id.clone(), answer)));
        }
        Ok(WithoutRun { kept: Some(kept), answers })
    }

    /// Returns the prompt sets of prompts. `None` if they are damaged, or none were ever written.
    pub(crate) async fn read_prompt_sets(&self) -> Result<Option<PromptSets>, ArchiveError> {
        Ok(self.store.read(record::PROMPT_SETS).await?.and_then(|record| record::decode(&record)))
    }

    /// Returns the run that was compared with the platform last. `None` if there is none, or its record is damaged.
    pub(crate) async fn read_checked(&self) -> Result<Option<RunId>, ArchiveError> {
        Ok(self.store.read(record::CHECKED).await?.and_then(|record| record::decode(&record)))
    }

    /// Records the run that was compared with the platform last.
    pub(crate) async fn write_checked(&self, run: &RunId) -> Result<(), ArchiveError> {
        let put = vec![(record::CHECKED.to_owned(), record::encode(run)?)];
        Ok(self.store.write(Changes { put, ..Changes::default() }).await?)
    }

    /// Returns the answers of a block of texts.
    ///
    /// # Errors
    /// [`ArchiveError::Damaged`] if it is missing or damaged.
    pub(crate) async fn read_texts(&self, run: Option<&RunId>, block: usize) -> Result<Vec<Answer>, ArchiveError> {
        let damaged = || ArchiveError::Damaged(run.cloned());
        let record = self.store.read(&record::texts_key(run, block)).await?.ok_or_else(damaged)?;
        texts::read(&record, &*self.compression).await?.ok_or_else(damaged)
    }

    /// Returns what a search reads of a block of texts, for [`texts::searched`].
    ///
    /// # Errors
    /// [`ArchiveError::Damaged`] if it is missing or damaged.
    pub(crate) async fn read_searched(&self, run: Option<&RunId>, block: usize) -> Result<Vec<u8>, ArchiveError> {
        let blocks = self.read_all_searched(run, block..block + 1).await?;
        blocks.into_iter().next().ok_or_else(|| ArchiveError::Damaged(run.cloned()))
    }

    /// Returns what a search reads of consecutive blocks of texts.
    ///
    /// # Errors
    /// [`ArchiveError::Damaged`] if one is missing or damaged.
    pub(crate) async fn read_all_searched(
        &self,
        run: Option<&RunId>,
        blocks: Range<usize>,
    ) -> Result<Vec<Vec<u8>>, ArchiveError> {
        let records = self.store.read_all(blocks.map(|block| record::texts_key(run, block)).collect()).await?;
        let damaged = || ArchiveError::Damaged(run.cloned());
        let decompressing = records.into_iter().map(|record| async {
            texts::decompress_searched(&record.ok_or_else(damaged)?, &*self.compression).await?.ok_or_else(damaged)
        });
        try_join_all(decompressing).await
    }

    /// Returns whether the dictionary has a part with this number.
    pub(crate) async fn has_dictionary_part(&self, part: usize) -> Result<bool, ArchiveError> {
        Ok(self.store.read(&record::dictionary_key(part)).await?.is_some())
    }

    /// Deletes the parts of the dictionary from `first` on.
    pub(crate) async fn delete_dictionary(&self, first: usize) -> Result<(), ArchiveError> {
        let mut delete = self.store.keys().await?;
        delete.retain(|key| record::part_of_key(key).is_some_and(|part| part >= first));
        Ok(self.store.write(Changes { delete, put: Vec::new() }).await?)
    }

    /// Writes a part of the dictionary, and the records of runs that share its texts.
    pub(crate) async fn write_compaction(
        &self,
        part: usize,
        dictionary: Vec<u8>,
        runs: impl IntoIterator<Item = (Option<RunId>, Vec<u8>)>,
    ) -> Result<(), ArchiveError> {
        let runs = runs.into_iter().map(|(run, record)| (record::run_key(run.as_ref()), record));
        let put = std::iter::once((record::dictionary_key(part), dictionary)).chain(runs).collect();
        Ok(self.store.write(Changes { delete: Vec::new(), put }).await?)
    }

    /// Compresses answers.
    pub(crate) async fn compress(&self, answers: &[Answer]) -> Result<Vec<TextBlock>, ArchiveError> {
        texts::compress(answers, &*self.compression).await
    }

    /// Keeps a run, and forgets which brands its former answers named.
    pub(crate) async fn keep(&self, new: NewRun<'_>) -> Result<(), ArchiveError> {
        let NewRun { run, before, record, texts, prompt_sets, checkpoint } = new;
        let texts = texts.iter().enumerate().map(|(block, text)| (record::texts_key(run, block), text.record.clone()));
        let mut put: Vec<(String, Vec<u8>)> = texts.collect();
        put.push((record::run_key(run), record.to_vec()));
        if let Some(prompt_sets) = prompt_sets {
            put.push((record::PROMPT_SETS.to_owned(), record::encode(prompt_sets)?));
        }
        if let Some(checkpoint) = checkpoint {
            put.push((record::CHECKPOINT.to_owned(), record::encode(checkpoint)?));
        }
        let mut delete = keys(run, before);
        delete.push(record::REPLIES.to_owned());
        Ok(self.store.write(Changes { delete, put }).await?)
    }

    /// Records what the list of runs said, and deletes runs that the platform has changed or deleted.
    pub(crate) async fn write_missing_runs(
        &self,
        missing_runs: &MissingRuns,
        outdated: &[(Option<RunId>, KeptRun)],
    ) -> Result<(), ArchiveError> {
        let mut delete = vec![record::REPLIES.to_owned()];
        delete.extend(outdated.iter().flat_map(|(run, kept)| kept_run::keys(run.as_ref(), kept)));
        let put = vec![(record::MISSING_RUNS.to_owned(), record::encode(missing_runs)?)];
        Ok(self.store.write(Changes { delete, put }).await?)
    }

    /// Deletes records of a run. Its answers are then looked for again: in the whole list of runs, or from the
    /// beginning.
    pub(crate) async fn discard(&self, run: Option<&RunId>, kept: Option<&KeptRun>) -> Result<(), ArchiveError> {
        let mut delete = keys(run, kept);
        delete.push(record::REPLIES.to_owned());
        let mut put = Vec::new();
        match run {
            Some(_) => delete.push(record::MISSING_RUNS.to_owned()),
            None => put.push((record::CHECKPOINT.to_owned(), record::encode(&from_beginning())?)),
        }
        Ok(self.store.write(Changes { delete, put }).await?)
    }

    /// Returns the brands that were tracked last. `None` if there were none, or their record is damaged.
    pub(crate) async fn read_tracked(&self) -> Result<Option<Vec<Brand>>, ArchiveError> {
        let record = self.store.read(record::TRACKED).await?;
        let json = record.as_ref().and_then(|record| record::decode::<&str>(record));
        Ok(json.and_then(|json| answerdeck_json::from_str(json).ok()))
    }

    /// Records the brands that are tracked, unless they are the same.
    pub(crate) async fn write_tracked(&self, brands: &[Brand]) -> Result<(), ArchiveError> {
        // Brands leave out empty fields, which postcard cannot read.
        let json = serde_json::to_string(brands).map_err(|error| ArchiveError::Encoder(error.to_string()))?;
        let record = record::encode(&json)?;
        if self.store.read(record::TRACKED).await?.as_ref() == Some(&record) {
            return Ok(());
        }
        let put = vec![(record::TRACKED.to_owned(), record)];
        Ok(self.store.write(Changes { delete: vec![record::REPLIES.to_owned()], put }).await?)
    }

    /// Returns the records of the brands that the answers of runs name. `None` for a run without one.
    pub(crate) async fn read_brands_of<'a>(
        &self,
        runs: impl Iterator<Item = Option<&'a RunId>>,
    ) -> Result<Vec<Option<Vec<u8>>>, ArchiveError> {
        Ok(self.store.read_all(runs.map(record::brands_key).collect()).await?)
    }

    /// Records the brands that the answers of runs name.
    pub(crate) async fn write_brands(&self, runs: Vec<(Option<RunId>, Vec<u8>)>) -> Result<(), ArchiveError> {
        if runs.is_empty() {
            return Ok(());
        }
        let put = runs.into_iter().map(|(run, record)| (record::brands_key(run.as_ref()), record)).collect();
        Ok(self.store.write(Changes { delete: vec![record::REPLIES.to_owned()], put }).await?)
    }

    /// Records replies that were counted from the present records. Any change of the data they depend on deletes them.
    pub(crate) async fn write_replies(&self, replies: &impl Serialize) -> Result<(), ArchiveError> {
        let put = vec![(record::REPLIES.to_owned(), record::encode(replies)?)];
        Ok(self.store.write(Changes { put, ..Changes::default() }).await?)
    }
}

/// A checkpoint that makes the next reading look for all answers without a run.
fn from_beginning() -> AnswerListCheckpoint {
    AnswerListCheckpoint {
        has_ended: true,
        rest: None,
        from: Some(Timestamp::new(BEGINNING)),
        has_found: true,
        pending_since: None,
    }
}

/// The record that describes the format of all others.
fn header(compression: &dyn Compression) -> Vec<u8> {
    ["answerdeck answers ", RECORD_VERSION, " ", compression.format()].concat().into_bytes()
}

/// Returns the keys of the records of a run. If `kept` is `None`, the keys of its texts are unknown and left out.
fn keys(run: Option<&RunId>, kept: Option<&KeptRun>) -> Vec<String> {
    kept.map_or_else(|| vec![record::run_key(run), record::brands_key(run)], |kept| kept_run::keys(run, kept))
}
