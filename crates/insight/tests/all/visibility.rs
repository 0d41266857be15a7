//! The visibility of brands equals its formulas.

use answerdeck_insight::{FirstPosition, Rate, ShareOfVoice, Visibility};
use proptest::prelude::*;

use crate::history::{BRANDS, HistoryAnswer, histories, in_scope, sample, scopes};

/// 1 + the number of brands that the answer names before `brand`. `None` if it does not name `brand`.
fn position(answer: &HistoryAnswer, brand: usize) -> Option<usize> {
    let first = |brand: usize| answer.mentions.iter().filter(|(named, _)| *named == brand).map(|(_, at)| *at).min();
    let own = first(brand)?;
    Some(1 + (0..BRANDS.len()).filter(|other| first(*other).is_some_and(|at| at < own)).count())
}

fn expected(answers: &[&HistoryAnswer], brand: usize) -> Visibility {
    let naming = |brand: usize| -> Vec<&HistoryAnswer> {
        answers.iter().copied().filter(|answer| answer.named().contains(&brand)).collect()
    };
    let own = naming(brand);
    let any: Vec<&HistoryAnswer> = answers.iter().copied().filter(|answer| !answer.mentions.is_empty()).collect();
    let mut distribution: Vec<u64> = (1..=BRANDS.len())
        .map(|at| own.iter().filter(|answer| position(answer, brand) == Some(at)).count() as u64)
        .collect();
    while distribution.last() == Some(&0) {
        distribution.pop();
    }
    Visibility {
        mention_rate: Rate { numerator: own.len() as u64, sample: sample(answers) },
        share_of_voice: ShareOfVoice {
            numerator: own.len() as u64,
            denominator: (0..BRANDS.len()).map(|brand| naming(brand).len() as u64).sum(),
            sample: sample(&any),
        },
        first_position: FirstPosition { distribution, sample: sample(&own) },
    }
}

proptest! {
    #[test]
    fn visibility_equals_its_formulas_in_every_scope(history in histories(), scope in scopes()) {
        in_scope(&history, &scope, |answers, found| {
            let visibility = found.visibility();
            for (brand, found) in visibility.iter().enumerate() {
                assert_eq!(*found, expected(answers, brand), "{brand}");
                let positions: Vec<f64> =
                    answers.iter().filter_map(|answer| position(answer, brand)).map(|at| at as f64).collect();
                let mean = (!positions.is_empty()).then(|| positions.iter().sum::<f64>() / positions.len() as f64);
                assert_eq!(found.first_position.mean(), mean);
            }
            assert_eq!(visibility.len(), BRANDS.len());
            let attention = visibility.iter().map(|found| (found.mention_rate, found.share_of_voice));
            assert!(found.attention().into_iter().eq(attention));
            let shares: Option<f64> = visibility.iter().map(|found| found.share_of_voice.value()).sum();
            assert!(shares.is_none_or(|shares| (shares - 1.0).abs() < 1e-12), "{shares:?}");
        });
    }
}
