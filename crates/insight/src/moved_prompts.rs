//! The prompts for which a brand is named more often or less often than before.

use crate::change::{Comparison, period_of};
use crate::groups::groups;
use crate::sorting::{Keyed, sort_by};

/// The prompts for which a brand is named more often, and those for which it is named less often. Each list is in the order
/// of its ids.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MovedPrompts<'a> {
    /// The ids of the prompts for which the rate rose.
    pub gained: Vec<&'a str>,
    /// The ids of the prompts for which it fell.
    pub lost: Vec<&'a str>,
}

impl<'a> Comparison<'a> {
    /// Returns the prompts for which the mention rate of a brand rose or fell. Only answers of the same question by the same
    /// model in both periods count.
    pub fn moved_prompts(&self, brand: usize) -> MovedPrompts<'a> {
        let mut moved = MovedPrompts::default();
        let [before, after] = self.periods;
        for of_prompt in groups(&self.answers, 1) {
            let (mut answers, mut naming) = ([0_u64; 2], [0_u64; 2]);
            for cell in groups(of_prompt, 3).filter(|cell| is_in_both(cell)) {
                for (key, index) in cell {
                    let period = period_of(*key);
                    let selection = [before, after][period];
                    answers[period] += 1;
                    naming[period] +=
                        u64::from(selection.named(*index).iter().any(|named| named.brand as usize == brand));
                }
            }
            let Some((key, _)) = of_prompt.first() else { continue };
            let prompt = after.selection.table.texts.prompts.text(key.number(0));
            // The fractions by their cross products. Without a cell in both periods, both are 0.
            match (naming[1] * answers[0]).cmp(&(naming[0] * answers[1])) {
                std::cmp::Ordering::Greater => moved.gained.push(prompt),
                std::cmp::Ordering::Less => moved.lost.push(prompt),
                std::cmp::Ordering::Equal => {}
            }
        }
        sort_by(&mut moved.gained, Ord::cmp);
        sort_by(&mut moved.lost, Ord::cmp);
        moved
    }
}

fn is_in_both(cell: &[Keyed]) -> bool {
    let is_after = |(key, _): &Keyed| period_of(*key) == 1;
    cell.iter().any(is_after) && !cell.iter().all(is_after)
}
