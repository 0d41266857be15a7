//! A sort with little code, for programs in a browser.

use std::cmp::Ordering;

/// Sorts items. Equal ones keep their order. The standard library's sorts have their own code for each type, up to 10 kB; this
/// one has a few instructions.
pub fn sort_by<T>(items: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let order = order_of(items.len(), &|one, other| compare(&items[one], &items[other]).is_gt());
    let mut unsorted: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(order.into_iter().filter_map(|at| unsorted[at].take()));
}

/// Sorts items by their keys, as [`sort_by`] does.
pub fn sort_by_key<T, K: Ord>(items: &mut Vec<T>, key: impl Fn(&T) -> K) {
    sort_by(items, |one, other| key(one).cmp(&key(other)));
}

pub fn items_at<T: Clone>(items: &[T], positions: &[usize]) -> Vec<T> {
    positions.iter().filter_map(|position| items.get(*position).cloned()).collect()
}

/// The indexes of items in their order. `is_after` returns whether an item belongs after another one.
fn order_of(length: usize, is_after: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    let mut merged = Vec::with_capacity(length);
    let mut width = 1;
    while width < length {
        for part in order.chunks(2 * width) {
            let (mut one, mut other) = part.split_at(width.min(part.len()));
            while let ([first, one_rest @ ..], [second, other_rest @ ..]) = (one, other) {
                if is_after(*first, *second) {
                    merged.push(*second);
                    other = other_rest;
                } else {
                    merged.push(*first);
                    one = one_rest;
                }
            }
            merged.extend_from_slice(one);
            merged.extend_from_slice(other);
        }
        std::mem::swap(&mut order, &mut merged);
        merged.clear();
        width *= 2;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_sorted_as_by_the_standard_library() {
        for length in [0, 1, 2, 3, 7, 8, 9, 100] {
            // Some items are equal but for their second number, which does not count.
            let items: Vec<(usize, usize)> = (0..length).map(|at| (at * 37 % 11, at)).collect();
            let (mut sorted, mut expected) = (items.clone(), items);
            sort_by(&mut sorted, |(one, _), (other, _)| one.cmp(other));
            expected.sort_by_key(|(number, _)| *number);
            assert_eq!(sorted, expected);
        }
    }
}
