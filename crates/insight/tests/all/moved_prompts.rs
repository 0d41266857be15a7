//! The prompts that moved equal a plain recount.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use answerdeck_insight::{Comparison, MovedPrompts};
use proptest::prelude::*;

use crate::history::{BRANDS, HistoryAnswer, histories, scopes};

fn rate(answers: &[&HistoryAnswer], brand: usize) -> f64 {
    answers.iter().filter(|answer| answer.named().contains(&brand)).count() as f64 / answers.len() as f64
}

proptest! {
    #[test]
    fn a_prompt_moved_where_the_same_models_name_the_brand_more_or_less_often(
        history in histories(),
        before in scopes(),
        after in scopes(),
    ) {
        let (table, scopes) = (history.table(), [&before, &after].map(|scope| history.scope(scope)));
        let brands = history.brands(&table);
        let selections = scopes.each_ref().map(|scope| table.select(scope).unwrap());
        let [first, second] = selections.each_ref().map(|selection| brands.over(selection).unwrap());
        let comparison = Comparison::new(&first, &second);
        let [before, after] = scopes.each_ref().map(|scope| history.select(scope));
        let in_both = |of: &[&'_ HistoryAnswer], other: &[&HistoryAnswer], prompt: &str| -> Vec<HistoryAnswer> {
            let shared = |answer: &&&HistoryAnswer| other.iter().any(|other| other.question() == answer.question());
            let of_prompt = of.iter().filter(|answer| answer.answer.prompt_id.as_str() == prompt);
            of_prompt.filter(shared).map(|answer| (*answer).clone()).collect()
        };
        let prompts: BTreeSet<&str> = before.iter().map(|answer| answer.answer.prompt_id.as_str()).collect();
        for brand in 0..BRANDS.len() {
            let mut expected = MovedPrompts::default();
            for prompt in &prompts {
                let of = [in_both(&before, &after, prompt), in_both(&after, &before, prompt)];
                let [before, after] = of.each_ref().map(|of| rate(&of.iter().collect::<Vec<_>>(), brand));
                match after.partial_cmp(&before) {
                    Some(Ordering::Greater) => expected.gained.push(prompt),
                    Some(Ordering::Less) => expected.lost.push(prompt),
                    // A prompt that one of the two did not ask has no rate.
                    Some(Ordering::Equal) | None => {}
                }
            }
            prop_assert_eq!(comparison.moved_prompts(brand), expected);
        }
    }
}
