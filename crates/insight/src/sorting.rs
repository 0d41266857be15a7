//! The order of answers, by numbers and by ids.

use std::cmp::Ordering;

use answerdeck_api::limits::ID_LENGTH;

/// The bytes of an id.
pub(crate) type IdBytes = [u8; ID_LENGTH];

/// A key by which answers are grouped: four numbers, the most significant first.
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

    /// A key of the bytes of an id from `start` on, 16 at most.
    fn of_id(id: &IdBytes, start: usize) -> Self {
        let mut numbers = [0; 4];
        for (number, bytes) in numbers.iter_mut().zip(id[start..].chunks(4)) {
            *number = bytes.iter().fold(0, |number, byte| number << u8::BITS | u32::from(*byte));
        }
        Self(numbers)
    }

    /// Returns whether the first `length` numbers are those of `other`, 1..4.
    pub(crate) fn begins_like(self, other: Self, length: usize) -> bool {
        self.0[..length] == other.0[..length]
    }
}

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

/// The key of an answer, with its index in the selection.
pub(crate) type Keyed = (Key, usize);

/// The number of bits of a digit in the radix sort.
const DIGIT: u32 = 11;

/// Sorts answers by their keys, and within a key in the order of the selection.
///
/// A radix sort that begins with the least significant digit: one pass for each digit, and most numbers have few.
pub(crate) fn sorted(answers: impl Iterator<Item = Keyed>) -> Vec<Keyed> {
    let mut sorted: Vec<Keyed> = answers.collect();
    // Answers mostly come in the order of their times.
    if sorted.is_sorted_by_key(|(key, _)| *key) {
        return sorted;
    }
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

/// Returns the bytes of an id, which has [`ID_LENGTH`] of them.
pub(crate) fn id_bytes(id: &str) -> IdBytes {
    id.as_bytes().first_chunk().copied().unwrap_or([b'0'; ID_LENGTH])
}

/// Returns ids in ascending order, each with its index in `ids`.
pub(crate) fn in_order(ids: impl Iterator<Item = IdBytes>) -> Vec<(IdBytes, usize)> {
    let ids: Vec<IdBytes> = ids.collect();
    let mut indexes: Vec<usize> = (0..ids.len()).collect();
    // Equal keys keep their order, so that the first bytes, which come last, decide.
    for start in [KEY_BYTES, 0] {
        let keyed = indexes.iter().map(|at| (Key::of_id(&ids[*at], start), *at));
        indexes = sorted(keyed).into_iter().map(|(_, at)| at).collect();
    }
    indexes.into_iter().map(|at| (ids[at], at)).collect()
}

/// The bytes of an id in a key. The remaining ones fit in another key.
const KEY_BYTES: usize = 16;

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
    fn ids_are_in_order_as_by_comparison() {
        let mut random = 1_u64;
        let mut byte = |bound: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            b'0' + u8::try_from((random >> 32) % bound).unwrap()
        };
        for (length, bound) in [(0, 1), (1, 9), (500, 2), (500, 75)] {
            let ids: Vec<IdBytes> = (0..length).map(|_| [(); ID_LENGTH].map(|()| byte(bound))).collect();
            let mut expected: Vec<(IdBytes, usize)> = ids.iter().copied().zip(0..).collect();
            expected.sort();
            assert_eq!(in_order(ids.into_iter()), expected, "{length} ids of {bound} signs");
        }
        for last in 0..ID_LENGTH {
            let greater: IdBytes = std::array::from_fn(|at| if at == last { b'b' } else { b'a' });
            let ids = [greater, [b'a'; ID_LENGTH], greater];
            assert_eq!(
                in_order(ids.into_iter()).into_iter().map(|(_, at)| at).collect::<Vec<_>>(),
                [1, 0, 2],
                "byte {last}"
            );
        }
    }

    #[test]
    fn a_signed_number_keeps_its_order_and_value() {
        let numbers = [i64::MIN, -7, -1, 0, 1, i64::MAX];
        assert!(numbers.map(Key::from_signed).is_sorted());
        assert_eq!(numbers.map(|number| Key::from_signed(number).to_signed()), numbers);
    }
}
