//! A change of the sample equals a plain recount.

use std::collections::{BTreeMap, BTreeSet};

use answerdeck_insight::SampleChange;
use proptest::prelude::*;

use crate::history::{HistoryAnswer, histories, scopes};

fn differences<'a, T: Ord + Clone>(
    earlier: &[&'a HistoryAnswer],
    later: &[&'a HistoryAnswer],
    value: fn(&'a HistoryAnswer) -> T,
) -> [u64; 2] {
    let [earlier, later] =
        [earlier, later].map(|answers| answers.iter().map(|answer| value(answer)).collect::<BTreeSet<_>>());
    [(&later - &earlier).len() as u64, (&earlier - &later).len() as u64]
}

/// The part of the later answers that has more of a value than the earlier ones, in thousandths.
fn shift<'a, T: Ord + Clone>(
    earlier: &[&'a HistoryAnswer],
    later: &[&'a HistoryAnswer],
    value: fn(&'a HistoryAnswer) -> T,
) -> u32 {
    if earlier.is_empty() || later.is_empty() {
        return 0;
    }
    let shares = |answers: &[&'a HistoryAnswer]| {
        let mut shares = BTreeMap::<T, f64>::new();
        answers.iter().for_each(|answer| *shares.entry(value(answer)).or_default() += 1.0 / answers.len() as f64);
        shares
    };
    let before = shares(earlier);
    let more = shares(later).into_iter().map(|(value, share)| (share - before.get(&value).unwrap_or(&0.0)).max(0.0));
    (more.sum::<f64>() * 1_000.0).round() as u32
}

proptest! {
    #[test]
    fn prompts_and_models_that_only_one_of_two_selections_has_are_counted_and_how_much_their_mix_shifts(
        history in histories(),
        earlier in scopes(),
        later in scopes(),
    ) {
        let (table, scopes) = (history.table(), [&earlier, &later].map(|scope| history.scope(scope)));
        let [one, other] = scopes.each_ref().map(|scope| table.select(scope).unwrap());
        let [earlier, later] = scopes.each_ref().map(|scope| history.select(scope));
        let [prompts_added, prompts_removed] = differences(&earlier, &later, |answer| answer.answer.prompt_id.as_str());
        let [models_added, models_removed] = differences(&earlier, &later, HistoryAnswer::asked);
        let of_prompts = shift(&earlier, &later, |answer| answer.answer.prompt_id.as_str());
        let shift = of_prompts.max(shift(&earlier, &later, HistoryAnswer::asked));
        let change = other.sample_change_since(&one).unwrap_or_default();
        let sets = [change.prompts_added, change.prompts_removed, change.models_added, change.models_removed];
        prop_assert_eq!(sets, [prompts_added, prompts_removed, models_added, models_removed]);
        // The order of the sum may move the last digit.
        let expected = if shift < 100 { 0 } else { shift };
        prop_assert!(change.mix_shift.abs_diff(expected) <= 1 || shift.abs_diff(100) <= 1, "{change:?} {shift}");
        prop_assert_ne!(other.sample_change_since(&one), Some(SampleChange::default()));
    }
}
