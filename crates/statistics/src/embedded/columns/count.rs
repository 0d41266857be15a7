//! Counts how often each number of a column occurs.

use super::ABSENT;

/// How often a number occurs.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Count {
    pub(crate) number: u32,
    pub(crate) occurrences: u32,
    pub(crate) answers: u32,
    /// The ordinal of the answer that was counted last.
    last: u32,
    /// The least and the greatest id of an answer with the number.
    pub(crate) earliest: u128,
    pub(crate) latest: u128,
}

/// The counts of all numbers. They take the memory of a [`Count`] for each number that occurs, and four bytes for each number up
/// to the greatest.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// For each number, the 1-based index of its count in `counts`. 0 when it has none.
    slots: Vec<u32>,
    counts: Vec<Count>,
    /// The answer that is counted, and its ordinal among those that were counted, from 1.
    answer: u128,
    ordinal: u32,
}

impl Counts {
    /// Counts an occurrence of `number` in the answer `id`. Add all occurrences of an answer before those of the next.
    pub(crate) fn add(&mut self, number: u32, id: u128) {
        if number == ABSENT {
            return;
        }
        if self.ordinal == 0 || self.answer != id {
            (self.answer, self.ordinal) = (id, self.ordinal + 1);
        }
        let ordinal = self.ordinal;
        let count = self.entry(number);
        count.occurrences += 1;
        if count.last != ordinal {
            count.answers += 1;
            count.last = ordinal;
            count.earliest = count.earliest.min(id);
            count.latest = count.latest.max(id);
        }
    }

    /// Adds occurrences of `number` in other answers, whose ids are not known.
    pub(crate) fn add_many(&mut self, number: u32, occurrences: u64, answers: u64) {
        if number != ABSENT {
            let count = self.entry(number);
            count.occurrences = count.occurrences.saturating_add(u32::try_from(occurrences).unwrap_or(u32::MAX));
            count.answers = count.answers.saturating_add(u32::try_from(answers).unwrap_or(u32::MAX));
        }
    }

    fn entry(&mut self, number: u32) -> &mut Count {
        let at = number as usize;
        if at >= self.slots.len() {
            self.slots.resize(at + 1, 0);
        }
        if self.slots[at] == 0 {
            self.counts.push(Count { number, earliest: u128::MAX, ..Count::default() });
            self.slots[at] = u32::try_from(self.counts.len()).unwrap_or_default();
        }
        &mut self.counts[self.slots[at] as usize - 1]
    }

    /// Returns the count of `number`. `None` when it does not occur.
    pub(crate) fn get(&self, number: u32) -> Option<&Count> {
        let slot = self.slots.get(number as usize)?.checked_sub(1)?;
        self.counts.get(slot as usize)
    }

    /// The number of distinct numbers that occur.
    pub(crate) fn len(&self) -> usize {
        self.counts.len()
    }

    /// Only the numbers that are none of others.
    pub(crate) fn without(&self, is_other: impl Fn(u32) -> bool) -> Self {
        let counts = self.counts.iter().filter(|count| !is_other(count.number)).copied().collect();
        Self { counts, ..Self::default() }
    }

    /// Orders by answers instead of occurrences.
    pub(crate) fn by_answers(mut self) -> Self {
        self.counts.iter_mut().for_each(|count| count.occurrences = count.answers);
        self
    }

    /// Finds the `limit` most frequent numbers. Returns the numbers that certainly belong to them, and those that tie for the
    /// rest.
    pub(crate) fn top(mut self, limit: usize) -> (Vec<Count>, Vec<Count>) {
        let descending = |count: &Count| std::cmp::Reverse(count.occurrences);
        if self.counts.len() <= limit {
            return (self.counts, Vec::new());
        }
        let Some(last) = limit.checked_sub(1) else { return Default::default() };
        let (_, least, _) = self.counts.select_nth_unstable_by_key(last, descending);
        let least = least.occurrences;
        self.counts.retain(|count| count.occurrences >= least);
        self.counts.into_iter().partition(|count| count.occurrences > least)
    }
}

/// How often each number occurs, and nothing else. It takes four bytes for each number up to the greatest.
#[derive(Debug, Default)]
pub(crate) struct Tally(Vec<u32>);

impl Tally {
    /// Counts an occurrence of `number`.
    pub(crate) fn add(&mut self, number: u32) {
        *self.entry(number) += 1;
    }

    /// Counts several occurrences of `number`.
    pub(crate) fn add_many(&mut self, number: u32, occurrences: u64) {
        let count = self.entry(number);
        *count = count.saturating_add(u32::try_from(occurrences).unwrap_or(u32::MAX));
    }

    fn entry(&mut self, number: u32) -> &mut u32 {
        let at = number as usize;
        if at >= self.0.len() {
            self.0.resize(at + 1, 0);
        }
        &mut self.0[at]
    }

    /// Adds the occurrences of another tally.
    pub(crate) fn merge(&mut self, other: &Self) {
        (0..).zip(&other.0).for_each(|(number, occurrences)| self.add_many(number, (*occurrences).into()));
    }

    /// Forgets the occurrences of `number`.
    pub(crate) fn clear(&mut self, number: u32) {
        *self.entry(number) = 0;
    }

    /// How often `number` occurs.
    pub(crate) fn get(&self, number: u32) -> u64 {
        self.0.get(number as usize).copied().unwrap_or_default().into()
    }

    /// The occurrences as counts, whose answers are not known.
    pub(crate) fn into_counts(self) -> Counts {
        let occurring = (0..).zip(self.0).filter(|(number, occurrences)| *number != ABSENT && *occurrences > 0);
        let count = |(number, occurrences)| Count { number, occurrences, ..Count::default() };
        Counts { counts: occurring.map(count).collect(), ..Counts::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(counts: &[Count]) -> Vec<u32> {
        let mut numbers: Vec<u32> = counts.iter().map(|count| count.number).collect();
        numbers.sort_unstable();
        numbers
    }

    fn counts() -> Counts {
        let mut counts = Counts::default();
        for (number, id) in [(3, 9), (3, 9), (8, 9), (ABSENT, 9), (3, 4), (1, 4), (500, 4), (500, 5)] {
            counts.add(number, id);
        }
        counts
    }

    #[test]
    fn occurrences_answers_and_the_first_and_the_latest_answer_are_counted() {
        let counts = counts();
        let three = counts.get(3).unwrap();
        assert_eq!((three.occurrences, three.answers, [three.earliest, three.latest]), (3, 2, [4, 9]));
        assert_eq!((counts.len(), counts.get(7).is_none(), counts.get(u32::MAX).is_none()), (4, true, true));
    }

    #[test]
    fn a_tally_has_the_occurrences_of_each_number() {
        let mut tally = Tally::default();
        [7, ABSENT, 2, 7, ABSENT, ABSENT, 500].into_iter().for_each(|number| tally.add(number));
        assert_eq!([7, 2, 3, u32::MAX].map(|number| tally.get(number)), [2, 1, 0, 0]);
        let mut all = Tally::default();
        [2, 9].into_iter().for_each(|number| all.add(number));
        all.merge(&tally);
        all.clear(7);
        assert_eq!([2, 7, 9, 500].map(|number| all.get(number)), [2, 0, 1, 1]);
        let (certain, tied) = tally.into_counts().top(1);
        assert_eq!((numbers(&certain), numbers(&tied)), (vec![], vec![7]));
    }

    #[test]
    fn the_top_numbers_are_certain_or_tied() {
        for (limit, certain, tied) in [
            (0, &[][..], &[][..]),
            (1, &[], &[3]),
            (2, &[3], &[500]),
            (3, &[3, 500], &[1, 8]),
            (4, &[1, 3, 8, 500], &[]),
            (5, &[1, 3, 8, 500], &[]),
        ] {
            let top = counts().top(limit);
            assert_eq!((numbers(&top.0).as_slice(), numbers(&top.1).as_slice()), (certain, tied), "{limit}");
        }
    }
}
