//! Searches the texts of kept answers, one part at a time.

use std::ops::{Bound, Range};

use answerdeck_api::{Answer, RunId};
use answerdeck_insight::{PhraseFinder, Selection};

use super::AnswerStore;
use crate::error::ArchiveError;
use crate::sorted::SortedSet;
use crate::texts;

/// A part of a search ends when it has read this many bytes of texts, so that the thread can do other work.
const PART_BYTES: usize = 256 * 1024;

/// The place after a block of texts. The runs are in descending order of their ids, and the answers without a run last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextPlace {
    /// The run. `None` for the answers without a run.
    pub run: Option<RunId>,
    /// The number of blocks of the run before the place.
    pub blocks: usize,
}

/// A part of a search.
#[derive(Debug, Default)]
pub struct SearchedTexts {
    /// The answers of the selection that were searched in this part.
    pub searched: u64,
    /// Those with the phrase, each with the bytes of its first occurrence.
    pub found: Vec<(Answer, Range<usize>)>,
    /// Where the next part begins. `None` after the last one.
    pub next: Option<TextPlace>,
}

impl AnswerStore {
    /// Searches some answers of a selection for a phrase, starting at a place. `None` is the beginning. Runs that are
    /// kept or deleted between two parts do not disturb the others.
    ///
    /// # Errors
    /// [`ArchiveError`] if the store fails. [`discard`](Self::discard) a run that is damaged.
    pub async fn search_texts(
        &self,
        selection: &Selection<'_>,
        phrase: &PhraseFinder,
        from: Option<&TextPlace>,
    ) -> Result<SearchedTexts, ArchiveError> {
        let mut selected = SortedSet::new();
        selected.extend(selection.runs());
        let upper = from.map_or(Bound::Unbounded, |place| Bound::Included(&place.run));
        let runs = self.kept.range((Bound::Unbounded, upper)).rev();
        let mut part = SearchedTexts::default();
        let mut bytes = 0;
        for (run, kept) in runs.filter(|(run, _)| selected.contains(&run.as_ref().map(RunId::as_str))) {
            let first = from.filter(|place| place.run == *run).map_or(0, |place| place.blocks);
            for number in first..kept.texts.len() {
                if bytes >= PART_BYTES {
                    part.next = Some(TextPlace { run: run.clone(), blocks: number });
                    return Ok(part);
                }
                let block = self.archive.read_searched(run.as_ref(), number).await?;
                bytes += block.len();
                let texts = texts::searched(&block).ok_or_else(|| ArchiveError::Damaged(run.clone()))?;
                let mut places = Vec::new();
                for text in texts {
                    let is_selected = selection.has(text.id.as_str());
                    part.searched += u64::from(is_selected);
                    places.push(is_selected.then(|| phrase.find(text.content)).flatten());
                }
                // The rest of the answers is read only where there is something to show.
                if places.iter().any(Option::is_some) {
                    let answers = self.archive.read_texts(run.as_ref(), number).await?;
                    part.found
                        .extend(answers.into_iter().zip(places).filter_map(|(answer, place)| Some((answer, place?))));
                }
            }
        }
        Ok(part)
    }
}
