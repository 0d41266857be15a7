//! How the prompts and models of two selections differ. Rates may then differ although the answers of each prompt and
//! model are the same.

use serde::{Deserialize, Serialize};

use crate::selection::Selection;

/// A smaller [`mix_shift`](SampleChange::mix_shift) counts as 0: a few answers fail in every run.
const MIX_SHIFT_MIN: u32 = 100;

/// How the prompts and models of a selection differ from those of an earlier one. A model that answers by another route is
/// another model. At least one number is above 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SampleChange {
    /// The prompts that only the later one asks.
    pub prompts_added: u64,
    /// The prompts that only the earlier one asks.
    pub prompts_removed: u64,
    /// The models that only the later one asks.
    pub models_added: u64,
    /// The models that only the earlier one asks.
    pub models_removed: u64,
    /// How far the mix of prompts and models has shifted: the share of answers that would need another prompt or model for both
    /// mixes to be equal. In thousandths, 100..1,000. A smaller share counts as 0.
    pub mix_shift: u32,
}

impl Selection<'_> {
    /// Returns how the prompts and models differ from those of an earlier selection of the same table. `None` if they are the
    /// same, in about the same mix.
    pub fn sample_change_since(&self, earlier: &Self) -> Option<SampleChange> {
        let (now, before) = (self.asked(), earlier.asked());
        let [prompts_added, prompts_removed] = differences(&now.prompts, &before.prompts);
        let [models_added, models_removed] = differences(&now.models, &before.models);
        let shift = shift(&now.prompts, &before.prompts).max(shift(&now.models, &before.models));
        let mix_shift = if shift < MIX_SHIFT_MIN { 0 } else { shift };
        let change = SampleChange { prompts_added, prompts_removed, models_added, models_removed, mix_shift };
        (change != SampleChange::default()).then_some(change)
    }

    fn asked(&self) -> Asked {
        let texts = &self.table.texts;
        let mut asked = Asked { prompts: vec![0; texts.prompts.len()], models: vec![0; texts.models.len()] };
        for answer in self.answers() {
            count(&mut asked.prompts, answer.row.prompt);
            count(&mut asked.models, answer.row.model);
        }
        asked
    }
}

/// The answers of a selection to each prompt and of each model, by the numbers of the table.
struct Asked {
    prompts: Vec<u64>,
    models: Vec<u64>,
}

fn count(answers: &mut [u64], number: u32) {
    if let Some(answers) = answers.get_mut(number as usize) {
        *answers += 1;
    }
}

/// Returns how many numbers have answers only now, and how many only before.
fn differences(now: &[u64], before: &[u64]) -> [u64; 2] {
    let only =
        |one: &[u64], other: &[u64]| one.iter().zip(other).filter(|(one, other)| **one > 0 && **other == 0).count();
    [only(now, before) as u64, only(before, now) as u64]
}

/// Returns the total variation distance of two distributions of answers, in thousandths.
fn shift(now: &[u64], before: &[u64]) -> u32 {
    let (all_now, all_before): (u64, u64) = (now.iter().sum(), before.iter().sum());
    if all_now == 0 || all_before == 0 {
        return 0;
    }
    let share = |part: u64, all: u64| part as f64 / all as f64;
    let more = now.iter().zip(before).map(|(now, before)| (share(*now, all_now) - share(*before, all_before)).max(0.0));
    (more.sum::<f64>() * 1_000.0).round() as u32
}
