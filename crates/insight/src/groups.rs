//! The answers of a selection in groups.

use crate::selection::{Selection, StoredAnswer};
use crate::sorting::{IdBytes, Key, Keyed, id_bytes, in_order, sorted};
use crate::table::{AnswerTable, Block};

/// Returns the answers with their keys, in the order of the selection. Answers without a key are left out.
pub(crate) fn keyed<'a>(
    selection: &Selection<'a>,
    key: impl Fn(&StoredAnswer<'a>) -> Option<[u32; 4]>,
) -> impl Iterator<Item = Keyed> {
    selection.answers().enumerate().filter_map(move |(index, answer)| Some((Key::new(key(&answer)?), index)))
}

/// Splits sorted answers where the first `length` numbers of the key change.
pub(crate) fn groups(sorted: &[Keyed], length: usize) -> impl Iterator<Item = &[Keyed]> {
    sorted.chunk_by(move |(one, _), (other, _)| one.begins_like(*other, length))
}

/// Returns the place of each block of the table in the sequence of finished runs, by its slot. Runs are ordered by the time
/// of their earliest answer, and by id within a millisecond. `None` for a block that is not a finished run.
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
}
