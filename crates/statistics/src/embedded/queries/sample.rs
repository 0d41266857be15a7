//! Counting answers and their distinct prompts.

use answerdeck_api::metrics::{Rate, Sample};
use answerdeck_insight::{rate, rounded, sample};
use fixedbitset::FixedBitSet;

/// A set of numbers in the order of their insertion. An index of it is small enough for an array, unlike the numbers of names.
#[derive(Debug, Default)]
pub(crate) struct IndexSet {
    /// For each number, the index in `numbers` plus 1. 0 when it was not seen.
    indexes: Vec<u32>,
    numbers: Vec<u32>,
}

impl IndexSet {
    /// Adds a number if it is new, and returns its index, from 0.
    pub(crate) fn insert(&mut self, number: u32) -> u32 {
        let at = number as usize;
        if at >= self.indexes.len() {
            self.indexes.resize(at + 1, 0);
        }
        if self.indexes[at] == 0 {
            self.numbers.push(number);
            self.indexes[at] = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        }
        self.indexes[at] - 1
    }

    /// The index of a number. `None` if it was not added.
    pub(crate) fn get(&self, number: u32) -> Option<u32> {
        self.indexes.get(number as usize)?.checked_sub(1)
    }
}

/// A count of each number, in the order in which the numbers came.
#[derive(Debug, Default)]
pub(crate) struct IndexedCounts<T> {
    indexes: IndexSet,
    counts: Vec<T>,
}

impl<T: Default> IndexedCounts<T> {
    pub(crate) fn entry(&mut self, number: u32) -> &mut T {
        let at = self.indexes.insert(number) as usize;
        if at == self.counts.len() {
            self.counts.push(T::default());
        }
        &mut self.counts[at]
    }

    pub(crate) fn into_counts(self) -> impl Iterator<Item = (u32, T)> {
        self.indexes.numbers.into_iter().zip(self.counts)
    }
}

/// Answers and their distinct prompts.
#[derive(Debug, Clone, Default)]
pub(crate) struct SampleCount {
    answers: u64,
    prompts: FixedBitSet,
}

impl SampleCount {
    /// Counts an answer to a prompt, given by its index in [`IndexSet`].
    pub(crate) fn add(&mut self, prompt: u32) {
        self.add_many(prompt, 1);
    }

    pub(crate) fn add_many(&mut self, prompt: u32, answers: u64) {
        if answers > 0 {
            self.answers += answers;
            self.prompts.grow_and_insert(prompt as usize);
        }
    }

    /// Adds the counts of other answers.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.answers += other.answers;
        self.prompts.union_with(&other.prompts);
    }

    pub(crate) fn answers(&self) -> u64 {
        self.answers
    }

    pub(crate) fn to_wire(&self) -> Sample {
        sample(self.answers, self.prompts.count_ones(..) as u64)
    }

    /// The rate of the answers with a property among these answers.
    pub(crate) fn rate(&self, numerator: u64) -> Rate {
        rate(numerator, self.answers)
    }
}

/// The quotient of two counts. `None` if the denominator is 0.
pub(crate) fn quotient(numerator: u64, denominator: u64) -> Option<f64> {
    (denominator > 0).then(|| rounded(numerator as f64 / denominator as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_counts_each_prompt_once() {
        let mut count = SampleCount::default();
        [0, 64, 64, 1_000].into_iter().for_each(|prompt| count.add(prompt));
        assert_eq!(count.to_wire(), sample(4, 3));
        assert_eq!(count.rate(1).value, Some(0.25));
    }

    #[test]
    fn numbers_have_indexes_in_the_order_of_their_insertion() {
        let mut set = IndexSet::default();
        assert_eq!([700, 3, 700, 0].map(|number| set.insert(number)), [0, 1, 0, 2]);
        assert_eq!(set.numbers, [700, 3, 0]);
        assert_eq!([3, 4, 701].map(|number| set.get(number)), [Some(1), None, None]);
    }

    #[test]
    fn a_quotient_is_rounded_to_a_millionth() {
        assert_eq!((quotient(1, 3), quotient(1, 0)), (Some(0.333_333), None));
    }
}
