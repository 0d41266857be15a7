//! Counting numbers.

use super::NOTHING;

/// How often a number was met.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Count {
    pub(crate) number: u32,
    pub(crate) occurrences: u64,
    pub(crate) answers: u64,
    /// The greatest of the ids of the answers.
    pub(crate) latest: u128,
    /// The answer that it was met in last.
    last: u128,
}

/// Counts of numbers. They take as much memory as there are different ones, and four bytes more for each that there could
/// be.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// Where the count of a number is, from 1 on.
    slots: Vec<u32>,
    counts: Vec<Count>,
}

impl Counts {
    /// Counts an occurrence of `number` in the answer `id`. The occurrences of one answer come one after another.
    pub(crate) fn add(&mut self, number: u32, id: u128) {
        let Some(at) = usize::try_from(number).ok().filter(|_| number != NOTHING) else { return };
        if at >= self.slots.len() {
            self.slots.resize((at + 1).next_power_of_two(), 0);
        }
        if self.slots[at] == 0 {
            self.counts.push(Count { number, ..Count::default() });
            self.slots[at] = u32::try_from(self.counts.len()).unwrap_or_default();
        }
        let count = &mut self.counts[self.slots[at] as usize - 1];
        count.occurrences += 1;
        if count.answers == 0 || count.last != id {
            count.answers += 1;
            count.last = id;
            count.latest = count.latest.max(id);
        }
    }

    /// How often `number` was met.
    pub(crate) fn get(&self, number: u32) -> Option<&Count> {
        let slot = self.slots.get(number as usize)?.checked_sub(1)?;
        self.counts.get(slot as usize)
    }

    /// How many different numbers were met.
    pub(crate) fn len(&self) -> usize {
        self.counts.len()
    }

    /// The numbers that were met most often: those that are among the first `limit` whatever the order of others that were
    /// met as often, and those whose order decides which of them are.
    pub(crate) fn first(mut self, limit: usize) -> (Vec<Count>, Vec<Count>) {
        let often = |count: &Count| std::cmp::Reverse(count.occurrences);
        if self.counts.len() <= limit {
            return (self.counts, Vec::new());
        }
        let Some(last) = limit.checked_sub(1) else { return Default::default() };
        let (_, least, _) = self.counts.select_nth_unstable_by_key(last, often);
        let least = least.occurrences;
        self.counts.retain(|count| count.occurrences >= least);
        self.counts.into_iter().partition(|count| count.occurrences > least)
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
        for (number, id) in [(3, 9), (3, 9), (8, 9), (NOTHING, 9), (3, 4), (1, 4), (500, 4), (500, 5)] {
            counts.add(number, id);
        }
        counts
    }

    #[test]
    fn occurrences_and_answers_are_counted_and_the_latest_is_kept() {
        let counts = counts();
        let three = counts.get(3).unwrap();
        assert_eq!((three.occurrences, three.answers, three.latest), (3, 2, 9));
        assert_eq!((counts.len(), counts.get(7).is_none(), counts.get(u32::MAX).is_none()), (4, true, true));
    }

    #[test]
    fn the_first_are_sure_or_tied() {
        for (limit, sure, tied) in [
            (0, &[][..], &[][..]),
            (1, &[], &[3]),
            (2, &[3], &[500]),
            (3, &[3, 500], &[1, 8]),
            (4, &[1, 3, 8, 500], &[]),
            (5, &[1, 3, 8, 500], &[]),
        ] {
            let first = counts().first(limit);
            assert_eq!((numbers(&first.0).as_slice(), numbers(&first.1).as_slice()), (sure, tied), "{limit}");
        }
    }
}
