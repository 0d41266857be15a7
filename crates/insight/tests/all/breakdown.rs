//! Rates by prompt and model, and searches without a brand, equal a plain recount.

use std::collections::BTreeSet;

use answerdeck_insight::{AnswerCell, PromptRate, Rate, UnnamedSearches};
use proptest::prelude::*;

use crate::history::{BRANDS, HistoryAnswer, histories, in_scope, sample, scopes};

fn rate(answers: &[&HistoryAnswer], brand: usize) -> Rate {
    let naming = answers.iter().filter(|answer| answer.named().contains(&brand)).count();
    Rate { numerator: naming as u64, sample: sample(answers) }
}

fn prompt_rate<'a>(answers: &[&'a HistoryAnswer], prompt: &'a str, brand: usize) -> PromptRate<'a> {
    let of_prompt: Vec<_> =
        answers.iter().copied().filter(|answer| answer.answer.prompt_id.as_str() == prompt).collect();
    let models: BTreeSet<&str> = of_prompt.iter().map(|answer| answer.answer.model.as_str()).collect();
    let of_model = |model: &'a str| {
        let of_model: Vec<_> =
            of_prompt.iter().copied().filter(|answer| answer.answer.model.as_str() == model).collect();
        (model, rate(&of_model, brand))
    };
    PromptRate { prompt, rate: rate(&of_prompt, brand), by_model: models.into_iter().map(of_model).collect() }
}

proptest! {
    #[test]
    fn the_rates_of_prompts_equal_a_recount_and_the_highest_is_first(history in histories(), scope in scopes()) {
        in_scope(&history, &scope, |answers, found| {
            for brand in 0..BRANDS.len() {
                let rates = found.rates_by_prompt(brand);
                let prompts: BTreeSet<&str> = answers.iter().map(|answer| answer.answer.prompt_id.as_str()).collect();
                let mut expected: Vec<_> =
                    prompts.into_iter().map(|prompt| prompt_rate(answers, prompt, brand)).collect();
                expected.sort_by(|one, other| {
                    other.rate.value().unwrap().total_cmp(&one.rate.value().unwrap())
                        .then(other.rate.sample.answers.cmp(&one.rate.sample.answers))
                });
                assert_eq!(rates, expected);
            }
        });
    }

    #[test]
    fn the_cells_of_prompts_equal_a_recount(history in histories(), scope in scopes()) {
        in_scope(&history, &scope, |answers, found| {
            let prompts: BTreeSet<&str> = answers.iter().map(|answer| answer.answer.prompt_id.as_str()).collect();
            let wanted: Vec<&str> = prompts.iter().copied().step_by(2).collect();
            for brand in 0..BRANDS.len() {
                let mut expected = Vec::new();
                for prompt in &wanted {
                    for (model, rate) in prompt_rate(answers, prompt, brand).by_model {
                        let of_cell = answers.iter().map(|answer| &answer.answer);
                        let of_cell = of_cell.filter(|answer| answer.prompt_id.as_str() == *prompt && answer.model.as_str() == model);
                        expected.push(AnswerCell {
                            prompt,
                            model,
                            answers: rate.sample.answers,
                            naming: rate.numerator,
                            citations: of_cell.map(|answer| answer.sources.len() as u64).sum(),
                        });
                    }
                }
                let mut cells = found.cells(brand, &wanted);
                cells.sort_by_key(|cell| (cell.prompt, cell.model));
                assert_eq!(cells, expected);
            }
        });
    }

    #[test]
    fn searches_without_a_brand_equal_a_recount(history in histories(), scope in scopes(), limit in 0..5_usize) {
        in_scope(&history, &scope, |answers, found| {
            let searches: BTreeSet<&str> =
                answers.iter().flat_map(|answer| answer.answer.fanouts.iter().map(String::as_str)).collect();
            for brand in 0..BRANDS.len() {
                let with = |search: &str| -> Vec<&HistoryAnswer> {
                    let has = |answer: &&HistoryAnswer| answer.answer.fanouts.iter().any(|ran| ran == search);
                    answers.iter().copied().filter(has).collect()
                };
                let mut unnamed: Vec<(&str, u64)> = searches
                    .iter()
                    .filter(|search| rate(&with(search), brand).numerator == 0)
                    .map(|search| (*search, with(search).len() as u64))
                    .collect();
                unnamed.sort_by_key(|(_, answers)| std::cmp::Reverse(*answers));
                let (total, shown) = (unnamed.len() as u64, unnamed.into_iter().take(limit).collect());
                let expected = UnnamedSearches { searches: searches.len() as u64, unnamed: total, most_run: shown };
                assert_eq!(found.searches_without(brand, limit), expected);
            }
        });
    }
}
