//! The answers of a selection in groups.

use crate::selection::{Selection, StoredAnswer};

/// What an answer is grouped by: up to four numbers.
pub(crate) type Key = [u32; 4];

/// The index of an answer in its selection, with its key.
pub(crate) type Keyed = (Key, usize);

/// Returns the answers in ascending order of their keys, and within a key of their ids. Answers without a key are left
/// out.
pub(crate) fn by_key<'a>(selection: &Selection<'a>, key: impl Fn(&StoredAnswer<'a>) -> Option<Key>) -> Vec<Keyed> {
    let keyed = selection.answers().enumerate().filter_map(|(index, answer)| Some((key(&answer)?, index)));
    let mut keyed: Vec<Keyed> = keyed.collect();
    keyed.sort_unstable();
    keyed
}

/// Splits sorted answers where the first `length` numbers of the key change.
pub(crate) fn groups(keyed: &[Keyed], length: usize) -> impl Iterator<Item = &[Keyed]> {
    keyed.chunk_by(move |(one, _), (other, _)| one[..length] == other[..length])
}
