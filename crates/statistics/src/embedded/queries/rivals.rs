//! The rivals of a brand, by a pass over the brands of a selection. An organization may track brands of several markets.

use std::cmp::Reverse;

use answerdeck_api::limits::NAMED_BRANDS_MAX;
use answerdeck_api::metrics::BrandName;

use super::counting::Counting;
use crate::embedded::columns::{IndexedFact, Selection};
use crate::error::StatisticsResult;

/// The part of the answers that name the brand, as a divisor, that a rival is named in.
const RIVAL_PART: u64 = 10;

pub(super) struct Rivals {
    brand: usize,
    /// Those named most often together with the brand are first.
    pub(super) indexes: Vec<usize>,
    /// By brand.
    is_rival: Vec<bool>,
}

/// What an answer says about a brand and its rivals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It names the brand.
    Named,
    /// It names a rival and not the brand.
    Gap,
    /// It names neither.
    Neither,
}

impl Rivals {
    /// Finds the rivals of a brand in the answers of a selection.
    pub(super) async fn find(counting: &Counting, selection: &Selection, brand: usize) -> StatisticsResult<Self> {
        let mut naming = vec![[0, 0]; counting.brands.len()];
        counting
            .visit(selection, None, |_, _, facts| {
                let together = u64::from(is_named(facts, brand));
                for fact in facts.iter().filter(|fact| fact.mentions > 0) {
                    naming[fact.brand][0] += together;
                    naming[fact.brand][1] += 1;
                }
            })
            .await?;
        let indexes = rivals(brand, &naming);
        let is_rival = (0..naming.len()).map(|other| indexes.contains(&other)).collect();
        Ok(Self { brand, indexes, is_rival })
    }

    pub(super) fn outcome(&self, facts: &[IndexedFact<'_>]) -> Outcome {
        if is_named(facts, self.brand) {
            Outcome::Named
        } else if facts.iter().any(|fact| fact.mentions > 0 && self.is_rival[fact.brand]) {
            Outcome::Gap
        } else {
            Outcome::Neither
        }
    }

    pub(super) fn names(&self, counting: &Counting) -> Vec<BrandName> {
        self.indexes.iter().map(|rival| counting.brands[*rival].clone()).collect()
    }
}

/// Those named in at least a tenth of the answers that name the brand. If there is none, all others. `naming` has, by brand, the answers
/// that name both it and the brand, and all that name it: of equal ones of the former, those with more of the latter are first.
fn rivals(brand: usize, naming: &[[u64; 2]]) -> Vec<usize> {
    let all = naming[brand][0].max(1);
    let mut others: Vec<usize> = (0..naming.len()).filter(|other| *other != brand).collect();
    others.sort_by_key(|other| Reverse(naming[*other]));
    let rivals = match others.partition_point(|other| naming[*other][0] * RIVAL_PART >= all) {
        0 => others.len(),
        rivals => rivals,
    };
    others.truncate(rivals.min(NAMED_BRANDS_MAX));
    others
}

pub(super) fn is_named(facts: &[IndexedFact<'_>], brand: usize) -> bool {
    facts.iter().any(|fact| fact.brand == brand && fact.mentions > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rivals_are_named_in_a_tenth_of_the_answers_that_name_the_brand() {
        assert_eq!(rivals(1, &[[0, 0]; 4]), [0, 2, 3]);
        assert_eq!(rivals(1, &[[1, 1], [10, 10], [10, 10], [0, 9]]), [2, 0]);
        assert_eq!(rivals(1, &[[1, 9], [11, 11], [11, 11], [0, 9]]), [2]);
        assert_eq!(rivals(1, &[[0, 0]; NAMED_BRANDS_MAX + 2]).len(), NAMED_BRANDS_MAX);
    }

    #[test]
    fn of_brands_that_are_never_named_together_the_most_named_is_first() {
        assert_eq!(rivals(1, &[[0, 3], [5, 5], [0, 7]]), [2, 0]);
    }
}
