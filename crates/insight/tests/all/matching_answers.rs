//! The answers behind a source or a search, and counts of them, equal a plain recount.

use std::collections::{BTreeMap, BTreeSet};

use answerdeck_api::AnswerScope;
use answerdeck_insight::{CitationCounts, PromptSearches};
use proptest::prelude::*;

use crate::history::{HistoryAnswer, histories, scopes};

const DOMAINS: [&str; 5] = ["a.example", "나.example", "x.example", "none.example", ""];
const URLS: [&str; 4] = ["https://a.example/1", "urn:x", "https://none.example/", ""];
const SEARCHES: [&str; 4] = ["earbuds", "Earbuds", "", "none"];

/// The ids of the answers with a property, the newest first.
fn newest<'a>(answers: &[&'a HistoryAnswer], has: impl Fn(&HistoryAnswer) -> bool) -> Vec<&'a str> {
    let mut ids: Vec<&str> =
        answers.iter().filter(|answer| has(answer)).map(|answer| answer.answer.id.as_str()).collect();
    ids.sort_unstable_by(|one, other| other.cmp(one));
    ids
}

fn cites(answer: &HistoryAnswer, domain: &str) -> usize {
    let of_domain = |source: &&answerdeck_api::Source| source.domain.as_deref() == Some(domain) && !domain.is_empty();
    answer.answer.sources.iter().filter(of_domain).count()
}

proptest! {
    #[test]
    fn the_answers_behind_a_figure_equal_a_recount(history in histories(), scope in scopes(), limit in 0..5_usize) {
        let table = history.table();
        let scope = history.scope(&scope);
        let (selection, answers) = (table.select(&scope).unwrap(), history.select(&scope));
        for domain in DOMAINS {
            let expected = newest(&answers, |answer| cites(answer, domain) > 0);
            let found = selection.citing_domain(domain);
            prop_assert_eq!(found.len(), expected.len(), "{}", domain);
            prop_assert_eq!(found.newest_ids(0, limit), &expected[..limit.min(expected.len())]);
        }
        for url in URLS {
            let expected = newest(&answers, |answer| answer.answer.sources.iter().any(|source| source.url == url));
            prop_assert_eq!(selection.citing_page(url).newest_ids(0, usize::MAX), expected, "{}", url);
        }
        prop_assert!(answers.iter().all(|answer| selection.has(answer.answer.id.as_str())));
        let of_all = history.select(&AnswerScope::default());
        let has = of_all.iter().filter(|answer| selection.has(answer.answer.id.as_str())).count();
        prop_assert_eq!((has, selection.has("none")), (answers.len(), false));
        let mut runs = selection.runs();
        runs.sort_unstable();
        let expected: BTreeSet<_> =
            answers.iter().map(|answer| answer.answer.run_id.as_ref().map(|run| run.as_str())).collect();
        prop_assert_eq!(runs, expected.into_iter().collect::<Vec<_>>());
        for search in SEARCHES {
            let expected = newest(&answers, |answer| answer.answer.fanouts.iter().any(|ran| ran == search));
            prop_assert_eq!(selection.with_search(search).newest_ids(0, usize::MAX), expected, "{}", search);
        }
    }

    #[test]
    fn the_newest_answers_to_prompts_equal_a_recount(history in histories(), scope in scopes()) {
        let table = history.table();
        let scope = history.scope(&scope);
        let (selection, answers) = (table.select(&scope).unwrap(), history.select(&scope));
        let mut prompts: Vec<&str> = history.answers.iter().map(|answer| answer.answer.prompt_id.as_str()).collect();
        prompts.push("none");
        let newest_of = |prompt: &&str| newest(&answers, |answer| answer.answer.prompt_id.as_str() == *prompt).first().copied();
        let expected: Vec<&str> = prompts.iter().filter_map(newest_of).collect();
        prop_assert_eq!(selection.newest_ids_of(&prompts), expected);
    }

    #[test]
    fn counts_of_chosen_domains_and_of_searches_equal_a_recount(history in histories(), scope in scopes()) {
        let table = history.table();
        let scope = history.scope(&scope);
        let (selection, answers) = (table.select(&scope).unwrap(), history.select(&scope));
        let of = |domain: &&str| answers.iter().map(|answer| cites(answer, domain) as u64).sum();
        let expected = CitationCounts {
            total: answers.iter().map(|answer| answer.answer.sources.len() as u64).sum(),
            of_domains: DOMAINS.iter().map(of).collect(),
        };
        prop_assert_eq!(selection.count_citations(&DOMAINS.map(str::to_owned)), expected);

        let mut by_prompt = BTreeMap::<&str, (u64, u64)>::new();
        for answer in &answers {
            let (asked, searched) = by_prompt.entry(answer.answer.prompt_id.as_str()).or_default();
            *asked += 1;
            *searched += u64::from(!answer.answer.fanouts.is_empty());
        }
        let expected: Vec<_> =
            by_prompt.into_iter().map(|(prompt, (answers, searched))| PromptSearches { prompt, answers, searched }).collect();
        prop_assert_eq!(selection.searches_by_prompt(), expected);
    }
}
