//! The rivals of a brand, by a pass over the brands of a selection. An organization may track brands of several markets.

use std::cmp::Reverse;

use answerdeck_api::limits::NAMED_BRANDS_MAX;
use answerdeck_api::metrics::{BrandName, Rate};
use answerdeck_clickhouse::{Keys, Position};
use answerdeck_insight::rate;
use rustc_hash::FxHashSet;

use super::copied::{Copied, Selected};
use super::counting::Counting;
use crate::embedded::columns::{Column, Dimensions, IndexedFact, Selection};
use crate::error::StatisticsResult;
use crate::next_step::TextsAboutOthers;

/// The part of the answers that name the brand, as a divisor, that a rival is named in.
const RIVAL_PART: u64 = 10;

pub(super) struct Rivals {
    pub(super) brand: usize,
    /// Those named most often together with the brand are first.
    rivals: Vec<usize>,
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

/// Some answers, and those of them that name the brand, or a rival and not the brand.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct OutcomeCount {
    pub(super) answers: u32,
    pub(super) named: u32,
    pub(super) gap: u32,
}

impl OutcomeCount {
    pub(super) fn add(&mut self, outcome: Outcome) {
        self.answers += 1;
        self.named += u32::from(outcome == Outcome::Named);
        self.gap += u32::from(outcome == Outcome::Gap);
    }

    /// Adds answers that ClickHouse counts: all for [`Outcome::Neither`], and those with the other outcomes once more.
    pub(super) fn add_copied(&mut self, outcome: Outcome, answers: u64) {
        let answers = u32::try_from(answers).unwrap_or(u32::MAX);
        match outcome {
            Outcome::Neither => self.answers += answers,
            Outcome::Named => self.named += answers,
            Outcome::Gap => self.gap += answers,
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.answers += other.answers;
        self.named += other.named;
        self.gap += other.gap;
    }

    /// The other answers. `some` is a part of these.
    pub(super) fn without(self, some: Self) -> Self {
        let Self { answers, named, gap } = self;
        Self { answers: answers - some.answers, named: named - some.named, gap: gap - some.gap }
    }

    pub(super) fn mention_rate(self) -> Rate {
        rate(self.named.into(), self.answers.into())
    }
}

impl Rivals {
    /// Finds the rivals of a brand in the answers of a selection. The same pass visits their values in `column`.
    pub(super) async fn find(
        counting: &Counting,
        selected: &Selected,
        brand: usize,
        column: Option<Column>,
        mut visit: impl FnMut(&[u32]),
    ) -> StatisticsResult<Self> {
        let mut together = vec![0; counting.brands.len()];
        counting
            .visit_contents(&selected.columns, column, |values, facts| {
                visit(values);
                if is_named(facts, brand) {
                    let named = facts.iter().filter(|fact| fact.mentions > 0);
                    named.for_each(|fact| together[fact.brand] += 1);
                }
            })
            .await?;
        let naming = selected.copied_with(|_, conditions| conditions.names = Some(vec![counting.definitions[brand]]));
        if let Some(naming) = naming {
            for (other, row) in naming.brands(Keys::default(), Position::No, None).await? {
                together[other] += row.named;
            }
        }
        let rivals = rivals(brand, &together);
        let is_rival = (0..together.len()).map(|other| rivals.contains(&other)).collect();
        Ok(Self { brand, rivals, is_rival })
    }

    /// Visits the counted answers of a selection with their outcomes. Nothing is read about other brands.
    pub(super) async fn visit(
        &self,
        counting: &Counting,
        selection: &Selection,
        column: Option<Column>,
        mut visit: impl FnMut(Dimensions, &[u32], Outcome),
    ) -> StatisticsResult<u64> {
        let brands = self.rivals.iter().copied().chain([self.brand]);
        let visit = |answer: Dimensions, values: &[u32], facts: &[IndexedFact<'_>]| {
            visit(answer, values, self.outcome(facts));
        };
        counting.visit_of(selection, column, brands, visit).await
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

    /// The answers that ClickHouse counts by outcome. Those with neither outcome are among all.
    pub(super) fn copied(&self, counting: &Counting, selected: &Selected) -> Option<[(Outcome, Copied); 3]> {
        let own = counting.definitions[self.brand];
        let rivals: Vec<u32> = self.rivals.iter().map(|rival| counting.definitions[*rival]).collect();
        let all = selected.copied.clone()?;
        let named = all.with(|_, conditions| conditions.names = Some(vec![own]));
        let gap = all.with(|_, conditions| {
            conditions.names = Some(rivals);
            conditions.omits = Some(own);
        });
        Some([(Outcome::Neither, all), (Outcome::Named, named), (Outcome::Gap, gap)])
    }

    pub(super) fn names(&self, counting: &Counting) -> Vec<BrandName> {
        self.rivals.iter().map(|rival| counting.brands[*rival].clone()).collect()
    }
}

/// Those named in at least a tenth of the answers that name the brand. If there is none, all others. `together` has the number of
/// answers that name the brand and each brand: that of the brand itself is the number of all answers that name it.
fn rivals(brand: usize, together: &[u64]) -> Vec<usize> {
    let all = together[brand].max(1);
    let mut others: Vec<usize> = (0..together.len()).filter(|other| *other != brand).collect();
    others.sort_by_key(|other| Reverse(together[*other]));
    let rivals = match others.partition_point(|other| together[*other] * RIVAL_PART >= all) {
        0 => others.len(),
        rivals => rivals,
    };
    others.truncate(rivals.min(NAMED_BRANDS_MAX));
    others
}

fn is_named(facts: &[IndexedFact<'_>], brand: usize) -> bool {
    facts.iter().any(|fact| fact.brand == brand && fact.mentions > 0)
}

/// Those of some prompts, each with an answer, whose texts name other brands and not the brand.
pub(super) async fn prompts_about_others(
    counting: &Counting,
    prompts: impl IntoIterator<Item = (u32, u128)>,
    texts_about_others: TextsAboutOthers<'_>,
) -> StatisticsResult<FxHashSet<u32>> {
    let prompts = counting.prompts(prompts).await?;
    let about_others = texts_about_others(prompts.values().map(|(_, text)| text.clone()).collect()).await;
    let prompts = prompts.into_iter().filter(|(_, (_, text))| about_others.contains(text));
    Ok(prompts.map(|(number, _)| number).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rivals_are_named_in_a_tenth_of_the_answers_that_name_the_brand() {
        assert_eq!(rivals(1, &[0, 0, 0, 0]), [0, 2, 3]);
        assert_eq!(rivals(1, &[1, 10, 10, 0]), [2, 0]);
        assert_eq!(rivals(1, &[1, 11, 11, 0]), [2]);
        assert_eq!(rivals(1, &[0; NAMED_BRANDS_MAX + 2]).len(), NAMED_BRANDS_MAX);
    }
}
