//! The answers of a selection in groups.

use crate::block::{IdBytes, id_bytes, in_order};
use crate::selection::{Selection, StoredAnswer};
use crate::table::{AnswerTable, Block};

/// What an answer is grouped by: four numbers in the order of their weight.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key([u32; 4]);

impl Key {
    pub(crate) fn new(numbers: [u32; 4]) -> Self {
        Self(numbers)
    }

    /// A key of one number that can be negative.
    pub(crate) fn from_signed(number: i64) -> Self {
        let ordered = number.wrapping_sub(i64::MIN).cast_unsigned();
        // Truncates to the upper and the lower half.
        Self([0, 0, (ordered >> u32::BITS) as u32, ordered as u32])
    }

    /// Returns the number of [`from_signed`](Self::from_signed).
    pub(crate) fn to_signed(self) -> i64 {
        let [.., upper, lower] = self.0;
        (u64::from(upper) << u32::BITS | u64::from(lower)).cast_signed().wrapping_add(i64::MIN)
    }

    /// Returns the number at `index`, 0..3.
    pub(crate) fn number(self, index: usize) -> u32 {
        self.0[index]
    }

    /// Returns whether the first `length` numbers are those of `other`, 1..4.
    fn begins_like(self, other: Self, length: usize) -> bool {
        self.0[..length] == other.0[..length]
    }
}

/// The key of an answer, with its index in the selection.
pub(crate) type Keyed = (Key, usize);

/// Returns the answers with their keys, in the order of the selection. Answers without a key are left out.
pub(crate) fn keyed<'a>(
    selection: &Selection<'a>,
    key: impl Fn(&StoredAnswer<'a>) -> Option<[u32; 4]>,
) -> impl Iterator<Item = Keyed> {
    selection.answers().enumerate().filter_map(move |(index, answer)| Some((Key::new(key(&answer)?), index)))
}

/// The bits of a digit.
const DIGIT: u32 = 11;

/// Sorts answers by their keys, and within a key in the order of the selection.
///
/// It counts digits from the last one on, which takes as many passes as the numbers have digits. Most numbers are small.
pub(crate) fn sorted(answers: impl Iterator<Item = Keyed>) -> Vec<Keyed> {
    let mut sorted: Vec<Keyed> = answers.collect();
    let mut before = vec![Keyed::default(); sorted.len()];
    for number in (0..4).rev() {
        // The bits in which the numbers differ.
        let first = sorted.first().map_or(0, |(key, _)| key.number(number));
        let differences = sorted.iter().fold(0, |bits, (key, _)| bits | (key.number(number) ^ first));
        for shift in (0..u32::BITS).step_by(DIGIT as usize).filter(|shift| differences >> shift != 0) {
            std::mem::swap(&mut sorted, &mut before);
            sort_by_digit(&before, &mut sorted, |key| (key.number(number) >> shift) as usize % (1 << DIGIT));
        }
    }
    sorted
}

/// Writes answers to `sorted` in the order of a digit of their keys. Equal ones keep their order.
fn sort_by_digit(answers: &[Keyed], sorted: &mut [Keyed], digit: impl Fn(Key) -> usize) {
    let mut next = [0; 1 << DIGIT];
    answers.iter().for_each(|(key, _)| next[digit(*key)] += 1);
    let mut start = 0;
    for place in &mut next {
        start += std::mem::replace(place, start);
    }
    for answer in answers {
        let place = &mut next[digit(answer.0)];
        sorted[*place] = *answer;
        *place += 1;
    }
}

/// Splits sorted answers where the first `length` numbers of the key change.
pub(crate) fn groups(sorted: &[Keyed], length: usize) -> impl Iterator<Item = &[Keyed]> {
    sorted.chunk_by(move |(one, _), (other, _)| one.begins_like(*other, length))
}

/// Returns the place of each block of the table in the sequence of finished runs, by its slot. Runs are ordered by the time
/// of their earliest answer, and by id within a millisecond. `None` for a block that is no finished run.
pub(crate) fn finished_runs(table: &AnswerTable) -> Vec<Option<u32>> {
    let run = |block: &Block| Some(id_bytes(table.runs.text(block.run.filter(|_| block.is_finished)?)));
    let (finished, ids): (Vec<(usize, &Block)>, Vec<IdBytes>) =
        table.blocks().filter_map(|(slot, block)| Some(((slot, block), run(block)?))).unzip();
    let by_id = in_order(ids.into_iter()).into_iter().filter_map(|(_, at)| finished.get(at)).copied();
    let by_id: Vec<(usize, &Block)> = by_id.collect();
    let times = by_id.iter().map(|(_, block)| Key::from_signed(block.started_at));
    let mut ranks = Vec::new();
    for (rank, (_, at)) in (0..).zip(sorted(times.zip(0..))) {
        let Some((slot, _)) = by_id.get(at) else { continue };
        if *slot >= ranks.len() {
            ranks.resize(slot + 1, None);
        }
        ranks[*slot] = Some(rank);
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_ordered_and_split_by_their_numbers() {
        let key = Key::new([1, u32::MAX, 0, 7]);
        assert_eq!([0, 1, 2, 3].map(|index| key.number(index)), [1, u32::MAX, 0, 7]);
        assert!(key < Key::new([1, u32::MAX, 1, 0]) && key < Key::new([2, 0, 0, 0]));
        let answers = [[0, 5, 1, 1], [0, 5, 1, 2], [0, 5, 2, 2], [1, 5, 2, 2]].map(|numbers| (Key::new(numbers), 0));
        assert_eq!([1, 2, 3, 4].map(|length| groups(&answers, length).count()), [2, 2, 3, 4]);
    }

    #[test]
    fn answers_are_sorted_as_by_comparison() {
        let mut random = 1_u64;
        for (length, bound) in [(0, 1), (1, 9), (1_000, 3), (1_000, 5_000), (1_000, u64::from(u32::MAX) + 1)] {
            let mut number = || {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                u32::try_from((random >> 32) % bound).unwrap()
            };
            let answers: Vec<Keyed> = (0..length).map(|at| (Key::new([(); 4].map(|()| number())), at)).collect();
            let mut expected = answers.clone();
            expected.sort();
            assert_eq!(sorted(answers.into_iter()), expected, "{length} numbers below {bound}");
        }
    }

    #[test]
    fn a_signed_number_keeps_its_order_and_value() {
        let numbers = [i64::MIN, -7, -1, 0, 1, i64::MAX];
        assert!(numbers.map(Key::from_signed).is_sorted());
        assert_eq!(numbers.map(|number| Key::from_signed(number).to_signed()), numbers);
    }
}
