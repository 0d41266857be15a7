//! Stability and reproducibility equal their formulas.

use std::collections::{BTreeMap, BTreeSet};

use answerdeck_api::{RunId, Source};
use answerdeck_insight::{Reproducibility, SourceLevel};
use proptest::prelude::*;

use crate::history::{BRANDS, History, HistoryAnswer, histories, in_scope, sample, scopes};

fn name(source: &Source, level: SourceLevel) -> Option<String> {
    let domain = source.domain.clone().filter(|domain| !domain.is_empty());
    match level {
        SourceLevel::Domain => domain,
        SourceLevel::Page => Some(format!("{} {}", source.url, domain.unwrap_or_default())),
    }
}

/// The time of a run and its id.
fn order<'a>(history: &'a History, run: &'a RunId) -> (i64, &'a str) {
    let counted = history.of_run(Some(run)).filter(|answer| answer.answer.status.as_str() == "SUCCESS");
    (counted.map(|answer| answer.time).min().unwrap(), run.as_str())
}

/// The overlaps of all pairs, and the answers of the pairs.
fn pairs<'a>(
    history: &History,
    answers: &[&'a HistoryAnswer],
    level: SourceLevel,
) -> (Vec<f64>, Vec<&'a HistoryAnswer>) {
    let mut sequences = BTreeMap::<_, BTreeMap<_, Vec<&HistoryAnswer>>>::new();
    for answer in answers.iter().filter(|answer| history.is_finished(answer)) {
        if let Some(run) = &answer.answer.run_id {
            let runs = sequences.entry(answer.question()).or_default();
            runs.entry(order(history, run)).or_default().push(answer);
        }
    }
    let (mut overlaps, mut in_pairs) = (Vec::new(), BTreeMap::new());
    for runs in sequences.values() {
        let runs: Vec<_> = runs.values().collect();
        for pair in runs.windows(2) {
            let sources = |answers: &[&HistoryAnswer]| -> BTreeSet<String> {
                let sources = answers.iter().flat_map(|answer| &answer.answer.sources);
                sources.filter_map(|source| name(source, level)).collect()
            };
            let (before, after) = (sources(pair[0]), sources(pair[1]));
            let either = before.union(&after).count();
            if either > 0 {
                overlaps.push(before.intersection(&after).count() as f64 / either as f64);
                in_pairs.extend(pair.iter().flat_map(|run| run.iter()).map(|answer| (&answer.answer.id, *answer)));
            }
        }
    }
    (overlaps, in_pairs.into_values().collect())
}

/// The reproducibility of a brand over every two repetitions.
fn reproducibility(answers: &[&HistoryAnswer], brand: usize) -> Reproducibility {
    let are_repetitions = |one: &HistoryAnswer, other: &HistoryAnswer| {
        one.answer.run_id.is_some()
            && one.answer.run_id == other.answer.run_id
            && one.question() == other.question()
            && one.answer.id != other.answer.id
    };
    let mut expected = (0, 0);
    for (index, one) in answers.iter().enumerate() {
        for other in answers[index + 1..].iter().filter(|other| are_repetitions(one, other)) {
            expected.0 += u64::from(one.named().contains(&brand) == other.named().contains(&brand));
            expected.1 += 1;
        }
    }
    let repeated: Vec<&HistoryAnswer> =
        answers.iter().copied().filter(|answer| answers.iter().any(|other| are_repetitions(answer, other))).collect();
    Reproducibility { agreeing: expected.0, pairs: expected.1, sample: sample(&repeated) }
}

proptest! {
    #[test]
    fn the_stability_of_sources_equals_its_formula_in_every_scope(history in histories(), scope in scopes()) {
        let (table, scope) = (history.table(), history.scope(&scope));
        let answers = history.select(&scope);
        for level in [SourceLevel::Domain, SourceLevel::Page] {
            let found = table.select(&scope).unwrap().source_stability(level);
            let (overlaps, in_pairs) = pairs(&history, &answers, level);
            match found {
                None => assert!(overlaps.len() < 2, "{overlaps:?}"),
                Some(found) => {
                    assert!(overlaps.len() >= 2);
                    assert_eq!((found.pairs, found.sample), (overlaps.len() as u64, sample(&in_pairs)));
                    let mean = overlaps.iter().sum::<f64>() / overlaps.len() as f64;
                    assert!((found.overlap - mean).abs() < 1e-12, "{found:?} {mean}");
                }
            }
        }
    }

    #[test]
    fn reproducibility_equals_its_formula_in_every_scope(history in histories(), scope in scopes()) {
        in_scope(&history, &scope, |answers, found| {
            let expected: Vec<Reproducibility> =
                (0..BRANDS.len()).map(|brand| reproducibility(answers, brand)).collect();
            assert_eq!(found.reproducibility(), expected);
        });
    }
}
