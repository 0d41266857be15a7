//! A change of the instrument equals a plain recount.

use std::collections::BTreeSet;

use answerdeck_insight::InstrumentChange;
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

proptest! {
    #[test]
    fn prompts_and_models_that_only_one_of_two_selections_has_are_counted(
        history in histories(),
        earlier in scopes(),
        later in scopes(),
    ) {
        let (table, scopes) = (history.table(), [&earlier, &later].map(|scope| history.scope(scope)));
        let [one, other] = scopes.each_ref().map(|scope| table.select(scope).unwrap());
        let [earlier, later] = scopes.each_ref().map(|scope| history.select(scope));
        let [prompts_added, prompts_removed] = differences(&earlier, &later, |answer| answer.answer.prompt_id.as_str());
        let [models_added, models_removed] = differences(&earlier, &later, HistoryAnswer::asked);
        let change = InstrumentChange { prompts_added, prompts_removed, models_added, models_removed };
        let expected = (prompts_added + prompts_removed + models_added + models_removed > 0).then_some(change);
        prop_assert_eq!(other.instrument_since(&one), expected);
    }
}
