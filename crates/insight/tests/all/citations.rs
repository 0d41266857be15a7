//! The citations of a brand's sites equal their formulas.

use std::collections::BTreeSet;

use answerdeck_insight::{BrandCondition, Citations, NamedAndCited, Rate, SourceClasses};
use proptest::prelude::*;

use crate::history::{BRANDS, HistoryAnswer, histories, in_scope, sample, scopes};

/// The brands that own a page of the histories.
fn owners(url: &str) -> BTreeSet<usize> {
    let owners: &[usize] = match url {
        "https://a.example/1" => &[0],
        "https://a.example/shop/1" | "https://www.a.example/shop" => &[0, 1],
        "https://b.example/" => &[1],
        "https://c.example/" => &[2],
        _ => &[],
    };
    owners.iter().copied().collect()
}

fn expected(answers: &[&HistoryAnswer], brand: usize) -> Citations {
    let urls = |answer: &HistoryAnswer| -> Vec<String> {
        answer.answer.sources.iter().map(|source| source.url.clone()).collect()
    };
    let cites = |answer: &HistoryAnswer| urls(answer).iter().any(|url| owners(url).contains(&brand));
    let count = |named: bool, cited: bool| {
        let matching =
            answers.iter().filter(|answer| answer.named().contains(&brand) == named && cites(answer) == cited);
        matching.count() as u64
    };
    let citing: Vec<&HistoryAnswer> =
        answers.iter().copied().filter(|answer| !answer.answer.sources.is_empty()).collect();
    let mut classes = SourceClasses { sample: sample(&citing), ..SourceClasses::default() };
    for owners in answers.iter().flat_map(|answer| urls(answer)).map(|url| owners(&url)) {
        match (owners.contains(&brand), owners.is_empty()) {
            (true, _) => classes.own += 1,
            (false, false) => classes.other_brands += 1,
            (false, true) => classes.rest += 1,
        }
    }
    Citations {
        own_site: Rate {
            numerator: answers.iter().filter(|answer| cites(answer)).count() as u64,
            sample: sample(&citing),
        },
        named_and_cited: NamedAndCited {
            both: count(true, true),
            named_only: count(true, false),
            cited_only: count(false, true),
            neither: count(false, false),
        },
        source_classes: classes,
    }
}

proptest! {
    #[test]
    fn citations_equal_their_formulas_in_every_scope(history in histories(), scope in scopes()) {
        in_scope(&history, &scope, |answers, found| {
            let citations = found.citations();
            assert_eq!(citations.len(), BRANDS.len());
            for (brand, found) in citations.iter().enumerate() {
                assert_eq!(*found, expected(answers, brand), "{brand}");
                let total: usize = answers.iter().map(|answer| answer.answer.sources.len()).sum();
                assert_eq!(found.source_classes.total(), total as u64);
                let shares = found.source_classes.shares().map(|shares| shares.iter().sum::<f64>());
                assert_eq!(shares.map(|sum| (sum * 1e9).round()), (total > 0).then_some(1e9));
            }
        });
    }

    #[test]
    fn the_answers_behind_each_figure_are_as_many_as_it_says(history in histories(), scope in scopes()) {
        in_scope(&history, &scope, |answers, found| {
            let count = |brand, named, cited| {
                found.with_brand(brand, BrandCondition { named, cited, rival: None }).len() as u64
            };
            let (visibility, citations) = (found.visibility(), found.citations());
            for brand in 0..BRANDS.len() {
                let cells = citations[brand].named_and_cited;
                assert_eq!(count(brand, Some(true), Some(true)), cells.both);
                assert_eq!(count(brand, Some(true), Some(false)), cells.named_only);
                assert_eq!(count(brand, Some(false), Some(true)), cells.cited_only);
                assert_eq!(count(brand, Some(false), Some(false)), cells.neither);
                assert_eq!(count(brand, Some(true), None), visibility[brand].mention_rate.numerator);
                assert_eq!(count(brand, None, Some(true)), citations[brand].own_site.numerator);
                assert_eq!(count(brand, None, None), answers.len() as u64);
            }
        });
    }

    #[test]
    fn rivals_are_counted_where_a_brand_is_neither_named_nor_cited(history in histories(), scope in scopes()) {
        in_scope(&history, &scope, |answers, found| {
            let cites = |answer: &HistoryAnswer, brand: usize| {
                answer.answer.sources.iter().any(|source| owners(&source.url).contains(&brand))
            };
            for brand in 0..BRANDS.len() {
                for (rival, count) in found.citations_instead_of(brand).into_iter().enumerate() {
                    let expected = answers.iter().filter(|answer| {
                        !answer.named().contains(&brand) && !cites(answer, brand) && cites(answer, rival)
                    });
                    assert_eq!(count, expected.count() as u64);
                    let behind = BrandCondition { named: Some(false), cited: Some(false), rival: Some(rival) };
                    assert_eq!(found.with_brand(brand, behind).len() as u64, count);
                }
            }
        });
    }
}
