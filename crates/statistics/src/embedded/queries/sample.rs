//! Counting answers and their distinct prompts.

use answerdeck_api::metrics;
use answerdeck_insight as insight;

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
            self.indexes.resize((at + 1).next_power_of_two(), 0);
        }
        if self.indexes[at] == 0 {
            self.numbers.push(number);
            self.indexes[at] = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        }
        self.indexes[at] - 1
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

    pub(crate) fn len(&self) -> usize {
        self.counts.len()
    }

    pub(crate) fn into_counts(self) -> impl Iterator<Item = (u32, T)> {
        self.indexes.numbers.into_iter().zip(self.counts)
    }
}

/// Answers and their distinct prompts.
#[derive(Debug, Clone, Default)]
pub(crate) struct SampleCount {
    answers: u64,
    prompts: u64,
    /// A bit for each prompt.
    seen: Vec<u64>,
}

impl SampleCount {
    /// Counts an answer to a prompt, given by its index in [`IndexSet`].
    pub(crate) fn add(&mut self, prompt: u32) {
        self.add_many(prompt, 1);
    }

    pub(crate) fn add_many(&mut self, prompt: u32, answers: u64) {
        self.answers += answers;
        let word = (prompt / u64::BITS) as usize;
        if word >= self.seen.len() {
            self.seen.resize((word + 1).next_power_of_two(), 0);
        }
        let bit = 1 << (prompt % u64::BITS);
        self.prompts += u64::from(self.seen[word] & bit == 0);
        self.seen[word] |= bit;
    }

    /// Adds the counts of other answers.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.answers += other.answers;
        self.seen.resize(self.seen.len().max(other.seen.len()), 0);
        self.seen.iter_mut().zip(&other.seen).for_each(|(word, other)| *word |= other);
        self.prompts = self.seen.iter().map(|word| u64::from(word.count_ones())).sum();
    }

    pub(crate) fn answers(&self) -> u64 {
        self.answers
    }

    pub(crate) fn to_wire(&self) -> metrics::Sample {
        wire_sample(self.answers, self.prompts)
    }

    /// The rate of the answers with a property among these answers.
    pub(crate) fn rate(&self, numerator: u64) -> metrics::Rate {
        wire_rate(numerator, self.answers)
    }
}

pub(crate) fn wire_sample(answers: u64, prompts: u64) -> metrics::Sample {
    let tier = wire_tier(insight::Sample { answers, prompts }.tier());
    metrics::Sample { answers, prompts, tier }
}

pub(crate) fn wire_tier(tier: insight::Tier) -> metrics::Tier {
    match tier {
        insight::Tier::Exploratory => metrics::Tier::Exploratory,
        insight::Tier::Directional => metrics::Tier::Directional,
    }
}

pub(crate) fn wire_rate(numerator: u64, answers: u64) -> metrics::Rate {
    let rate = insight::Rate { numerator, sample: insight::Sample { answers, prompts: 0 } };
    let interval = rate.interval();
    metrics::Rate {
        numerator,
        value: rate.value().map(rounded),
        interval: interval
            .map(|interval| metrics::Interval { lower: rounded(interval.lower), upper: rounded(interval.upper) }),
    }
}

/// The quotient of two counts. `None` if the denominator is 0.
pub(crate) fn quotient(numerator: u64, denominator: u64) -> Option<f64> {
    (denominator > 0).then(|| rounded(numerator as f64 / denominator as f64))
}

/// Rounds to a millionth: more digits mean nothing and take half of a response.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_counts_each_prompt_once() {
        let mut sample = SampleCount::default();
        [0, 64, 64, 1_000].into_iter().for_each(|prompt| sample.add(prompt));
        assert_eq!(sample.to_wire(), wire_sample(4, 3));
        assert_eq!(sample.rate(1).value, Some(0.25));
    }

    #[test]
    fn numbers_have_indexes_in_the_order_of_their_insertion() {
        let mut set = IndexSet::default();
        assert_eq!([700, 3, 700, 0].map(|number| set.insert(number)), [0, 1, 0, 2]);
        assert_eq!(set.numbers, [700, 3, 0]);
    }

    #[test]
    fn a_rate_without_answers_has_no_value() {
        assert_eq!(wire_rate(0, 0), metrics::Rate { numerator: 0, value: None, interval: None });
        assert_eq!(quotient(1, 3), Some(0.333_333));
    }
}
