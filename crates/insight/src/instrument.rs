//! What was asked of whom: a change of it is no change of the answers.

use serde::{Deserialize, Serialize};

use crate::selection::Selection;

/// The prompts and models that one selection has and another does not. A model that answers by another route is another
/// model. At least one number is above 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct InstrumentChange {
    /// The prompts that only the later one asks.
    pub prompts_added: u64,
    /// The prompts that only the earlier one asks.
    pub prompts_removed: u64,
    /// The models that only the later one asks.
    pub models_added: u64,
    /// The models that only the earlier one asks.
    pub models_removed: u64,
}

impl Selection<'_> {
    /// Returns how the prompts and models differ from those of an earlier selection of the same table. `None` if they are the
    /// same.
    pub fn instrument_since(&self, earlier: &Self) -> Option<InstrumentChange> {
        let (now, before) = (self.asked(), earlier.asked());
        let only =
            |one: &[bool], other: &[bool]| one.iter().zip(other).filter(|(one, other)| **one && !**other).count();
        let differences = |now: &[bool], before: &[bool]| [only(now, before) as u64, only(before, now) as u64];
        let [prompts_added, prompts_removed] = differences(&now.prompts, &before.prompts);
        let [models_added, models_removed] = differences(&now.models, &before.models);
        let change = InstrumentChange { prompts_added, prompts_removed, models_added, models_removed };
        (change != InstrumentChange::default()).then_some(change)
    }

    fn asked(&self) -> Asked {
        let texts = &self.table.texts;
        let mut asked = Asked { prompts: vec![false; texts.prompts.len()], models: vec![false; texts.models.len()] };
        for answer in self.answers() {
            mark(&mut asked.prompts, answer.row.prompt);
            mark(&mut asked.models, answer.row.model);
        }
        asked
    }
}

/// What a selection asks, by the numbers of the table.
struct Asked {
    prompts: Vec<bool>,
    models: Vec<bool>,
}

fn mark(marks: &mut [bool], number: u32) {
    if let Some(mark) = marks.get_mut(number as usize) {
        *mark = true;
    }
}
