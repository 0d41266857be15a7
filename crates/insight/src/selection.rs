//! The answers of a scope.

use answerdeck_api::{AnswerScope, Timestamp};

use crate::asked_model;
use crate::block::{Citation, Row};
use crate::interner::Interner;
use crate::sorting::{IdBytes, in_order, sort_by};
use crate::table::{AnswerTable, Block};
use crate::unix_time::{self, InvalidTime};

/// The place of an answer in the table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    /// Of the block.
    pub(crate) slot: usize,
    pub(crate) row: usize,
}

/// The answers of a scope. All metrics and rankings count a selection.
#[derive(Debug, Clone)]
pub struct Selection<'a> {
    pub(crate) table: &'a AnswerTable,
    /// In ascending order of the answers' ids: the last one is the latest.
    places: Vec<Place>,
}

/// An answer of the table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StoredAnswer<'a> {
    pub(crate) block: &'a Block,
    pub(crate) row: &'a Row,
    pub(crate) place: Place,
}

impl AnswerTable {
    /// Selects the answers of a scope: those that match all of its fields. `from` is inclusive and `to` exclusive. A run,
    /// prompt set, prompt, model, route or region that no answer has selects nothing.
    ///
    /// # Errors
    /// [`InvalidTime`] if `from` or `to` is not an RFC 3339 time.
    ///
    /// Source: docs/platform-api.md, section 4, rule 3.
    pub fn select(&self, scope: &AnswerScope) -> Result<Selection<'_>, InvalidTime> {
        let AnswerScope { run_id, prompt_set_id, prompt_id, model, route, region, from, to, finished: _ } = scope;
        let bound = |time: &Option<Timestamp>| time.as_ref().map(unix_time::millisecond_from).transpose();
        let (from, to) = (bound(from)?, bound(to)?);
        let texts = &self.texts;
        let conditions = [
            Condition::new(&self.runs, run_id.as_ref().map(|id| id.as_str())),
            Condition::new(&texts.sets, prompt_set_id.as_ref().map(|id| id.as_str())),
            Condition::new(&texts.prompts, prompt_id.as_ref().map(|id| id.as_str())),
            Condition::new(&texts.regions, region.as_deref()),
        ];
        let [run, set, prompt, region] = conditions;
        let is_asked = |text: &str| asked_model::matches(text, model.as_ref(), route.as_ref());
        let asked: Vec<bool> = texts.models.all().map(is_asked).collect();
        // In the order of their first ids, blocks of runs that followed each other are in order altogether.
        let (slots, firsts): (Vec<usize>, Vec<IdBytes>) =
            self.blocks().filter_map(|(slot, block)| Some((slot, block.answers.rows.first()?.id))).unzip();
        let ordered = in_order(firsts.into_iter()).into_iter().filter_map(|(_, at)| slots.get(at).copied());
        let (mut places, mut is_ordered) = (Vec::new(), true);
        for (slot, block) in ordered.filter_map(|slot| Some((slot, self.block(slot)?))) {
            // The answers without a run have no number, so they meet no condition.
            if run != Condition::Any && block.run.is_none_or(|number| !run.allows(number)) {
                continue;
            }
            let rows = block.answers.rows.iter().enumerate().filter(|(_, row)| {
                set.allows(row.set)
                    && prompt.allows(row.prompt)
                    && asked.get(row.model as usize).is_some_and(|is_asked| *is_asked)
                    && region.allows(row.region)
                    && from.is_none_or(|from| row.created_at >= from)
                    && to.is_none_or(|to| row.created_at < to)
            });
            let first = places.len();
            places.extend(rows.map(|(row, _)| Place { slot, row }));
            // The rows of a block are in order.
            let id = |at: Option<usize>| Some(self.row(*places.get(at?)?)?.id);
            let follows = id(first.checked_sub(1)).zip(id(Some(first))).is_none_or(|(before, first)| before < first);
            is_ordered = is_ordered && follows;
        }
        if !is_ordered {
            let ids = places.iter().filter_map(|place| self.row(*place)).map(|row| row.id);
            places = in_order(ids).into_iter().filter_map(|(_, at)| places.get(at).copied()).collect();
        }
        Ok(Selection { table: self, places })
    }

    fn row(&self, place: Place) -> Option<&Row> {
        self.block(place.slot)?.answers.rows.get(place.row)
    }
}

/// What a scope demands of one dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Condition {
    Any,
    Only(u32),
    Nothing,
}

impl Condition {
    fn new(texts: &Interner, wanted: Option<&str>) -> Self {
        match wanted.map(|text| texts.find(text)) {
            None => Self::Any,
            Some(Some(number)) => Self::Only(number),
            Some(None) => Self::Nothing,
        }
    }

    fn allows(self, number: u32) -> bool {
        match self {
            Self::Any => true,
            Self::Only(wanted) => number == wanted,
            Self::Nothing => false,
        }
    }
}

impl<'a> Selection<'a> {
    /// The number of answers.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns whether the scope has no answers.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// When the first of the answers was requested. `None` without answers.
    pub fn started_at(&self) -> Option<Timestamp> {
        self.answers().map(|answer| answer.row.created_at).min().map(unix_time::to_timestamp)
    }

    /// The codes of the models of all answers that are kept, in the order of their texts. The selection may lack some.
    pub fn known_models(&self) -> Vec<&'a str> {
        let mut codes: Vec<&'a str> = self.table.texts.models.all().map(asked_model::code).collect();
        sort_by(&mut codes, Ord::cmp);
        codes.dedup();
        codes
    }

    /// Returns the selection of no answers.
    pub fn none(&self) -> Self {
        Self { table: self.table, places: Vec::new() }
    }

    /// Returns the answers in ascending order of their ids.
    pub(crate) fn answers(&self) -> impl Iterator<Item = StoredAnswer<'a>> {
        self.places.iter().filter_map(|place| stored_answer(self.table, *place))
    }

    /// Returns the answer at `index` of [`answers`](Self::answers).
    pub(crate) fn get(&self, index: usize) -> Option<StoredAnswer<'a>> {
        stored_answer(self.table, *self.places.get(index)?)
    }

    /// Returns the index in [`answers`](Self::answers) of the answer with an id.
    pub(crate) fn index_of(&self, id: &[u8]) -> Option<usize> {
        let id_at = |place: &Place| self.table.block(place.slot)?.answers.rows.get(place.row).map(|row| row.id);
        self.places.binary_search_by(|place| id_at(place).as_ref().map_or(&[][..], |id| &id[..]).cmp(id)).ok()
    }

    /// Returns the selection of the answers at the given indexes of [`answers`](Self::answers), which are in ascending order.
    pub(crate) fn part(&self, indexes: impl Iterator<Item = usize>) -> Self {
        let places = indexes.filter_map(|index| self.places.get(index).copied()).collect();
        Self { table: self.table, places }
    }
}

fn stored_answer(table: &AnswerTable, place: Place) -> Option<StoredAnswer<'_>> {
    let block = table.block(place.slot)?;
    Some(StoredAnswer { block, row: block.answers.rows.get(place.row)?, place })
}

impl<'a> StoredAnswer<'a> {
    /// The citations in the order of the answer.
    pub(crate) fn citations(&self) -> &'a [Citation] {
        self.block.answers.citations.get(self.place.row)
    }

    /// The searches in the order of the answer.
    pub(crate) fn fanouts(&self) -> &'a [u32] {
        self.block.answers.fanouts.get(self.place.row)
    }
}
