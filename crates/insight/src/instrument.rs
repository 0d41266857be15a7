//! What was asked of whom: a change of it is no change of the answers.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::selection::{Selection, StoredAnswer};

/// The prompts and models that one selection has and another does not. At least one number is above 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
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
        let [prompts_added, prompts_removed] = self.differences(earlier, |answer| answer.row.prompt);
        let [models_added, models_removed] = self.differences(earlier, |answer| answer.row.model);
        let change = InstrumentChange { prompts_added, prompts_removed, models_added, models_removed };
        (change != InstrumentChange::default()).then_some(change)
    }

    /// The numbers of values that only this selection has, and that only `earlier` has.
    fn differences(&self, earlier: &Self, value: fn(&StoredAnswer) -> u32) -> [u64; 2] {
        let [now, before] = [self, earlier]
            .map(|selection| -> BTreeSet<u32> { selection.answers().map(|answer| value(&answer)).collect() });
        [now.difference(&before).count() as u64, before.difference(&now).count() as u64]
    }
}
