//! The answers of a selection in groups.

use crate::block::{IdBytes, id_bytes, in_order};
use crate::selection::{Selection, StoredAnswer};
use crate::table::{AnswerTable, Block};

/// What an answer is grouped by: four numbers in the order of their weight. One integer sorts faster than four.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(u128);

impl Key {
    pub(crate) fn new(numbers: [u32; 4]) -> Self {
        Self(numbers.into_iter().fold(0, |key, number| key << u32::BITS | u128::from(number)))
    }

    /// A key of one number that can be negative.
    pub(crate) fn from_signed(number: i64) -> Self {
        Self(i128::from(number).wrapping_sub(i128::MIN).cast_unsigned())
    }

    /// Returns the number of [`from_signed`](Self::from_signed).
    pub(crate) fn to_signed(self) -> i64 {
        // Truncates to the lowest 64 bits, which have the number and its sign.
        self.0 as i64
    }

    /// Returns the number at `index`, 0..3.
    pub(crate) fn number(self, index: u32) -> u32 {
        // Truncates to the lowest 32 bits.
        (self.0 >> (u32::BITS * (3 - index))) as u32
    }

    /// Returns whether the first `length` numbers are those of `other`, 1..4.
    fn begins_like(self, other: Self, length: u32) -> bool {
        (self.0 ^ other.0) >> (u32::BITS * (4 - length)) == 0
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

/// Sorts answers by their keys, and within a key in the order of the selection.
pub(crate) fn sorted(answers: impl Iterator<Item = Keyed>) -> Vec<Keyed> {
    let mut sorted: Vec<Keyed> = answers.collect();
    sorted.sort_unstable();
    sorted
}

/// Splits sorted answers where the first `length` numbers of the key change.
pub(crate) fn groups(sorted: &[Keyed], length: u32) -> impl Iterator<Item = &[Keyed]> {
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
    fn a_signed_number_keeps_its_order_and_value() {
        let numbers = [i64::MIN, -7, -1, 0, 1, i64::MAX];
        assert!(numbers.map(Key::from_signed).is_sorted());
        assert_eq!(numbers.map(|number| Key::from_signed(number).to_signed()), numbers);
    }
}
