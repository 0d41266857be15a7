//! The kept answers in memory, ready to be counted.

mod reload;
mod text_search;

pub use text_search::{SearchedTexts, TextPlace};

use std::rc::Rc;

use answerdeck_api::{Answer, AnswerId, AnswerScope, Brand, RunId};
use answerdeck_client::Client;
use answerdeck_insight::{
    AnswerTable, BrandSelection, InvalidTime, PutError, Selection, TooManyNames, TrackedBrands, Unsearched,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::archive::{Archive, Opening};
use crate::brand_names::BrandNames;
use crate::brand_search::BrandSearch;
use crate::compression::Compression;
use crate::error::ArchiveError;
use crate::kept_run::{self, KeptRun};
use crate::sorted::{SortedMap, SortedSet};
use crate::store::{Store, StoreError};
use crate::sync::{AnswerSync, SyncMode, SyncState, UnreadableRun};
use crate::sync_event::{AnswersListed, NewlyKept, RunsListed, SyncEvent};
use crate::texts;

/// The kept answers of an organization, ready to count.
pub struct AnswerStore {
    archive: Rc<Archive>,
    table: AnswerTable,
    /// By run. The answers without a run have none.
    kept: SortedMap<Option<RunId>, KeptRun>,
    /// The bytes of the texts that runs share.
    dictionary_bytes: u64,
    sync_state: SyncState,
    brands: Option<Brands>,
}

struct Brands {
    names: Rc<BrandNames>,
    /// The websites of each brand.
    websites: Vec<Vec<String>>,
    tracked: TrackedBrands,
    /// The runs whose answers have not been searched.
    unsearched: SortedSet<Option<RunId>>,
    search: BrandSearch,
}

/// Runs are compacted when they have this many bytes together, so that the parts of the dictionary are few.
const COMPACTION_BYTES: u64 = 2 * 1024 * 1024;

/// A scope whose answers cannot be selected here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SelectError {
    /// `from` or `to` is not a valid time.
    #[error(transparent)]
    Time(#[from] InvalidTime),
    /// Some answers belong to prompt sets that were deleted before they were read, and this may be one of them. The
    /// platform knows.
    #[error("it is unknown which answers belong to the prompt set")]
    UnknownPromptSet,
}

impl AnswerStore {
    /// Opens a store and reads the columns of every kept run. A damaged run is deleted; the next synchronization reads it
    /// again.
    ///
    /// # Errors
    /// [`ArchiveError`] if the store fails.
    pub async fn open(store: Rc<dyn Store>, compression: Rc<dyn Compression>) -> Result<(Self, Opening), ArchiveError> {
        let (archive, mut opening) = Archive::open(store, compression).await?;
        let KeptRuns { mut table, mut kept, mut dictionary_bytes } = read_kept(&archive).await?;
        let prompt_sets = archive.read_prompt_sets().await?;
        if prompt_sets.is_none() && !table.is_empty() {
            // Which answers have an unknown prompt set is no longer known.
            archive.clear().await?;
            (table, kept, opening) = (AnswerTable::default(), SortedMap::new(), Opening::Rebuilt);
            dictionary_bytes = 0;
        }
        let mut sync_state = SyncState {
            missing_runs: archive.read_missing_runs().await?,
            prompt_sets: prompt_sets.unwrap_or_default(),
            checkpoint: archive.read_checkpoint().await?,
            unreadable: Vec::new(),
        };
        // Keeping a run does not rewrite the missing runs.
        if let Some(missing_runs) = &mut sync_state.missing_runs {
            missing_runs.runs.retain(|run, _| !kept.contains_key(&Some(run.clone())));
        }
        Ok((Self { archive: Rc::new(archive), table, kept, dictionary_bytes, sync_state, brands: None }, opening))
    }

    /// Reads the [replies](Self::keep_replies) of a store without opening it: a fraction of the time. `None` if there are none.
    ///
    /// # Errors
    /// [`StoreError`] if the store fails.
    pub async fn kept_replies<T: DeserializeOwned>(
        store: &dyn Store,
        compression: &dyn Compression,
    ) -> Result<Option<T>, StoreError> {
        Archive::read_replies(store, compression).await
    }

    /// Keeps replies that were counted from what is kept now, instead of those before. They are deleted with the next change
    /// of what they may depend on: answers, the list of runs, or brands.
    ///
    /// # Errors
    /// [`ArchiveError`] if the store fails.
    pub async fn keep_replies(&self, replies: &impl Serialize) -> Result<(), ArchiveError> {
        self.archive.write_replies(replies).await
    }

    /// Starts a synchronization. Use a [background client](answerdeck_client::ClientBuilder::background), and only one
    /// synchronization at a time.
    pub fn sync(&self, client: Client, mode: SyncMode) -> AnswerSync {
        AnswerSync::new(client, self.archive.clone(), &self.kept, self.sync_state.clone(), mode)
    }

    /// Takes over the result of a step of a synchronization: counts what it kept, and stops counting what it deleted.
    ///
    /// # Errors
    /// [`PutError`] if the table has no numbers left for texts.
    pub fn apply(&mut self, event: SyncEvent) -> Result<(), PutError> {
        match event {
            SyncEvent::Read(_) | SyncEvent::Unreadable(None, _) => {}
            SyncEvent::Unreadable(Some(run), _) => {
                let listed = self.sync_state.missing_runs.as_ref().and_then(|missing| missing.runs.get(&run));
                let listed = listed.copied().unwrap_or_default();
                UnreadableRun::add(&mut self.sync_state.unreadable, run, listed);
            }
            SyncEvent::RunsListed(RunsListed { missing_runs, outdated, is_news: _, is_first }) => {
                outdated.iter().for_each(|run| self.remove(run.as_ref()));
                if is_first {
                    self.sync_state.unreadable.iter_mut().for_each(|run| run.waits = run.waits.saturating_sub(1));
                }
                self.sync_state.missing_runs = Some(missing_runs);
            }
            SyncEvent::AnswersListed(AnswersListed { checkpoint, is_deleted }) => {
                if is_deleted {
                    self.remove(None);
                }
                self.sync_state.checkpoint = checkpoint;
            }
            SyncEvent::Kept(NewlyKept { run, kept, columns, prompt_sets, checkpoint }) => {
                self.table.put(&columns)?;
                if let Some(brands) = &mut self.brands {
                    brands.search.drop_run(run.as_ref());
                    brands.unsearched.insert(run.clone());
                }
                if let (Some(missing_runs), Some(run)) = (&mut self.sync_state.missing_runs, &run) {
                    missing_runs.runs.remove(run);
                    self.sync_state.unreadable.retain(|unreadable| unreadable.run != *run);
                }
                self.kept.insert(run, kept);
                if let Some(checkpoint) = checkpoint {
                    self.sync_state.checkpoint = *checkpoint;
                }
                if let Some(prompt_sets) = prompt_sets {
                    self.sync_state.prompt_sets = prompt_sets;
                }
            }
        }
        Ok(())
    }

    fn remove(&mut self, run: Option<&RunId>) {
        self.table.remove(run);
        self.kept.remove(&run.cloned());
        if let Some(brands) = &mut self.brands {
            brands.search.drop_run(run);
            brands.unsearched.remove(&run.cloned());
        }
    }

    /// Reads all runs and their named brands again, because another tab has compacted runs and so changed the numbers of their texts.
    async fn read_again(&mut self) -> Result<(), ArchiveError> {
        let KeptRuns { table, kept, dictionary_bytes } = read_kept(&self.archive).await?;
        if let Some(Brands { names, websites, .. }) = &self.brands {
            let (names, websites) = (names.clone(), websites.clone());
            self.brands = Some(read_tracked(&self.archive, &table, &kept, names, websites).await?);
        }
        (self.table, self.kept, self.dictionary_bytes) = (table, kept, dictionary_bytes);
        Ok(())
    }

    /// Rewrites some runs so that they share their texts: each text is stored once, and the store opens faster. Does nothing while
    /// few runs would gain from it. Returns whether it rewrote runs: then there may be more.
    ///
    /// Call it between two steps of the synchronization, after [`apply`](Self::apply): a step that is not finished, or one of
    /// another tab, may delete what this writes.
    ///
    /// # Errors
    /// [`ArchiveError`] if the store fails. Nothing has changed then.
    pub async fn compact(&mut self) -> Result<bool, ArchiveError> {
        self.compact_from(COMPACTION_BYTES).await
    }

    /// Compacts runs if they have at least `min` bytes together.
    pub(crate) async fn compact_from(&mut self, min: u64) -> Result<bool, ArchiveError> {
        let mut bytes = 0;
        let mut runs = Vec::new();
        for (run, kept) in self.kept.iter().filter(|(_, kept)| !kept.is_compact) {
            bytes += kept.record_bytes;
            runs.push((run.clone(), kept));
            if bytes >= min {
                break;
            }
        }
        if runs.is_empty() || bytes < min {
            return Ok(false);
        }
        if self.archive.has_dictionary_part(self.table.dictionary_parts()).await? {
            self.read_again().await?;
            return Ok(true);
        }
        let compaction = self.table.compact(runs.iter().map(|(run, _)| run.as_ref()));
        let mut compaction = compaction.map_err(|error| ArchiveError::Encoder(error.to_string()))?;
        let (mut compacted, mut records) = (Vec::new(), Vec::new());
        for ((run, kept), columns) in runs.into_iter().zip(std::mem::take(&mut compaction.blocks)) {
            let Some(columns) = columns else { continue };
            let (kept, record) = kept.compacted(&columns)?;
            records.push((run.clone(), record));
            compacted.push((run, kept));
        }
        let dictionary = std::mem::take(&mut compaction.dictionary);
        let dictionary_bytes = dictionary.len() as u64;
        self.archive.write_compaction(self.table.dictionary_parts(), dictionary, records).await?;
        self.table.commit(&compaction);
        self.dictionary_bytes += dictionary_bytes;
        self.kept.extend(compacted);
        Ok(true)
    }

    /// Returns the kept answers of a scope. They are all SUCCESS answers of the scope if no run is [missing](Self::missing).
    ///
    /// # Errors
    /// [`SelectError`] if a time is invalid, or the prompt set of the scope is unknown.
    pub fn select(&self, scope: &AnswerScope) -> Result<Selection<'_>, SelectError> {
        if scope.prompt_set_id.as_ref().is_some_and(|set| !self.sync_state.prompt_sets.decides(set)) {
            return Err(SelectError::UnknownPromptSet);
        }
        Ok(self.table.select(scope)?)
    }

    /// Returns the number of runs that the platform has and that are not kept: they are not finished, or not read yet.
    /// `None` before the list of runs was read once.
    pub fn missing(&self) -> Option<usize> {
        self.sync_state.missing_runs.as_ref().map(|missing| missing.runs.len())
    }

    /// Whether the list of all answers was read to its end once. Otherwise [`SyncMode::AllAnswers`] continues it.
    pub fn has_listed_answers(&self) -> bool {
        self.sync_state.checkpoint.has_ended
    }

    /// The bytes of all kept runs in the store with the texts that they share, before encryption.
    pub fn bytes(&self) -> u64 {
        self.dictionary_bytes + self.kept.values().map(KeptRun::bytes).sum::<u64>()
    }

    /// Reads a kept answer with its text. `None` if it is not kept.
    ///
    /// # Errors
    /// [`ArchiveError`] if the store fails. [`discard`](Self::discard) a run that is damaged.
    pub async fn answer(&self, id: &AnswerId) -> Result<Option<Answer>, ArchiveError> {
        for (run, kept) in &self.kept {
            for (block, _) in kept.texts.iter().enumerate().filter(|(_, block)| block.may_have(id)) {
                let answers = self.archive.read_texts(run.as_ref(), block).await?;
                if let Some(answer) = answers.into_iter().find(|answer| answer.id == *id) {
                    return Ok(Some(answer));
                }
            }
        }
        Ok(None)
    }

    /// Reads kept answers with their texts, each block of texts once. Answers that are not kept are left out.
    ///
    /// # Errors
    /// [`ArchiveError`] if the store fails. [`discard`](Self::discard) a run that is damaged.
    pub async fn answers(&self, ids: &[AnswerId]) -> Result<Vec<Answer>, ArchiveError> {
        let mut wanted = SortedSet::new();
        wanted.extend(ids);
        let mut found = Vec::with_capacity(wanted.len());
        for (run, kept) in &self.kept {
            for (number, block) in kept.texts.iter().enumerate() {
                if !wanted.iter().any(|id| block.may_have(id)) {
                    continue;
                }
                let answers = self.archive.read_texts(run.as_ref(), number).await?;
                found.extend(answers.into_iter().filter(|answer| wanted.remove(&answer.id)));
            }
        }
        Ok(found)
    }

    /// Passes the ids and the texts of kept answers to `visit`, at most `limit`: the newest runs first, and in each the last
    /// answers. Returns how many there were.
    ///
    /// # Errors
    /// [`ArchiveError`] if the store fails. [`discard`](Self::discard) a run that is damaged.
    pub async fn visit_newest(
        &self,
        limit: usize,
        mut visit: impl FnMut(&AnswerId, &str),
    ) -> Result<usize, ArchiveError> {
        let mut visited = 0;
        for (run, kept) in self.kept.iter().rev() {
            for number in (0..kept.texts.len()).rev() {
                if visited >= limit {
                    return Ok(visited);
                }
                let block = self.archive.read_searched(run.as_ref(), number).await?;
                let answers = texts::searched(&block).ok_or_else(|| ArchiveError::Damaged(run.clone()))?;
                let newest = answers.iter().rev().filter(|answer| answer.is_success).take(limit - visited);
                for answer in newest {
                    visit(&answer.id, answer.content);
                    visited += 1;
                }
            }
        }
        Ok(visited)
    }

    /// Deletes a damaged run, or the answers without a run. The next synchronization reads them again.
    ///
    /// # Errors
    /// [`ArchiveError`] if the store fails.
    pub async fn discard(&mut self, run: Option<&RunId>) -> Result<(), ArchiveError> {
        self.archive.discard(run, self.kept.get(&run.cloned())).await?;
        self.remove(run);
        match run {
            Some(_) => self.sync_state.missing_runs = None,
            None => self.sync_state.checkpoint = self.archive.read_checkpoint().await?,
        }
        Ok(())
    }

    /// Deletes everything that is kept.
    ///
    /// # Errors
    /// [`ArchiveError`] if the store fails.
    pub async fn forget(self) -> Result<(), ArchiveError> {
        self.archive.clear().await
    }

    /// Tracks brands instead of the previous ones, and reads which answers name them, for the runs that were searched
    /// before.
    ///
    /// # Errors
    /// [`TrackError`] if the store fails or the brands have too many names. The brands before are tracked then.
    pub async fn track(&mut self, brands: &[Brand]) -> Result<(), TrackError> {
        let names = Rc::new(BrandNames::new(brands)?);
        let websites = brands.iter().map(|brand| brand.websites.clone()).collect();
        let tracked = read_tracked(&self.archive, &self.table, &self.kept, names, websites).await?;
        self.archive.write_tracked(brands).await?;
        self.brands = Some(tracked);
        Ok(())
    }

    /// The number of runs that have to be searched for the tracked brands.
    pub fn unsearched(&self) -> usize {
        self.brands.as_ref().map_or(0, |brands| brands.unsearched.len())
    }

    /// Searches some answers for the tracked brands, at most 2 MiB of texts if none is longer, so that a thread can do other
    /// work between. A run counts when all of it is searched. Returns whether there was something to search.
    ///
    /// # Errors
    /// [`ArchiveError`] if the store fails. [`discard`](Self::discard) a run that is damaged.
    pub async fn search(&mut self) -> Result<bool, ArchiveError> {
        let Self { archive, table, kept, brands: Some(brands), .. } = self else { return Ok(false) };
        let Brands { names, tracked, unsearched, search, .. } = brands;
        if unsearched.is_empty() {
            return Ok(false);
        }
        if search.needs_runs() {
            let blocks_of = |run: &Option<RunId>| kept.get(run).map_or(0, |kept| kept.texts.len());
            // Another tab may have searched them.
            for (run, record) in search.add(unsearched.iter().rev(), &blocks_of, archive).await? {
                let is_searched = names.decode(&record).is_some_and(|named| tracked.put(table, named).is_ok());
                if is_searched {
                    search.drop_run(run.as_ref());
                    unsearched.remove(&run);
                }
            }
        }
        search.step(names, archive).await?;
        let (mut runs, mut records) = (Vec::new(), Vec::new());
        for (run, found) in search.take_searched() {
            let (record, named) = names.encode(run.as_ref(), &found)?;
            tracked.put(table, &named).map_err(|_| ArchiveError::Damaged(run.clone()))?;
            records.push((run.clone(), record));
            runs.push(run);
        }
        archive.write_brands(records).await?;
        unsearched.retain(|run| !runs.contains(run));
        Ok(true)
    }

    /// Returns the answers of a selection with the tracked brands that they name. `None` if no brands are tracked.
    ///
    /// # Errors
    /// [`Unsearched`] if a run of the selection has to be searched.
    pub fn brands<'a>(&'a self, selection: &'a Selection<'a>) -> Option<Result<BrandSelection<'a>, Unsearched>> {
        self.brands.as_ref().map(|brands| brands.tracked.over(selection))
    }
}

/// The columns of all runs.
struct KeptRuns {
    table: AnswerTable,
    kept: SortedMap<Option<RunId>, KeptRun>,
    dictionary_bytes: u64,
}

/// Reads the columns of all runs. Deletes damaged ones.
async fn read_kept(archive: &Archive) -> Result<KeptRuns, ArchiveError> {
    loop {
        let (mut table, mut kept, mut damaged) = (AnswerTable::default(), SortedMap::new(), Vec::new());
        let (mut is_dictionary, mut dictionary_bytes) = (true, 0);
        let mut take = |part: &[u8]| {
            is_dictionary = is_dictionary && table.put_dictionary(part).is_ok();
            dictionary_bytes += if is_dictionary { part.len() as u64 } else { 0 };
        };
        archive.read_dictionary(&mut take).await?;
        if !is_dictionary {
            // The runs that need it are refused below.
            archive.delete_dictionary(table.dictionary_parts()).await?;
        }
        let mut take = |run, record: &[u8]| match kept_run::decode(record) {
            Some((of_run, columns)) if table.put(columns).is_ok() => drop(kept.insert(run, of_run)),
            _ => damaged.push(run),
        };
        archive.read_runs(&mut take).await?;
        // Another tab may have compacted runs after the dictionary was read.
        if !damaged.is_empty() && archive.has_dictionary_part(table.dictionary_parts()).await? {
            continue;
        }
        for run in damaged {
            archive.discard(run.as_ref(), None).await?;
        }
        return Ok(KeptRuns { table, kept, dictionary_bytes });
    }
}

/// Reads which brands the answers of runs name. Runs that were not searched are left out.
async fn read_tracked(
    archive: &Archive,
    table: &AnswerTable,
    kept: &SortedMap<Option<RunId>, KeptRun>,
    names: Rc<BrandNames>,
    websites: Vec<Vec<String>>,
) -> Result<Brands, ArchiveError> {
    let mut tracked = TrackedBrands::new(&websites);
    let mut unsearched = SortedSet::new();
    unsearched.extend(kept.keys().cloned());
    let mut take = |run, record: &[u8]| {
        let is_searched =
            unsearched.contains(&run) && names.decode(record).is_some_and(|named| tracked.put(table, named).is_ok());
        if is_searched {
            unsearched.remove(&run);
        }
    };
    archive.read_brands(&mut take).await?;
    Ok(Brands { names, websites, tracked, unsearched, search: BrandSearch::default() })
}

/// Brands that cannot be tracked.
#[derive(Debug, thiserror::Error)]
pub enum TrackError {
    /// The brands have too many names.
    #[error(transparent)]
    Names(#[from] TooManyNames),
    /// The store fails.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}
