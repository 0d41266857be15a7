//! How names begin. It dismisses most words of a text before they are compared with names.

/// The first two bytes of all names, as the bytes of a text that is not folded: a set of 65,536 bits.
pub(super) struct Beginnings(Vec<u64>);

impl Beginnings {
    /// Collects the beginnings of folded names.
    pub(super) fn new(names: &[String]) -> Self {
        let mut set = Self(vec![0; 65_536 / 64]);
        for name in names {
            match *name.as_bytes() {
                [first @ 0x80..=u8::MAX, second, ..] => set.insert(first, second),
                [first, second, ..] if second.is_ascii_alphanumeric() => {
                    // Letters that are not ASCII can fold to it: `ı` to `i`.
                    set.insert_all(first, cases(second).into_iter().chain(0x80..=u8::MAX));
                }
                // The name has one byte, or a second letter that many others fold to.
                [first, ..] => set.insert_all(first, 0..=u8::MAX),
                [] => {}
            }
        }
        set
    }

    /// Adds a byte, also as a capital, before each of some bytes.
    fn insert_all(&mut self, first: u8, seconds: impl Iterator<Item = u8> + Clone) {
        for first in cases(first) {
            seconds.clone().for_each(|second| self.insert(first, second));
        }
    }

    fn insert(&mut self, first: u8, second: u8) {
        self.0[usize::from(first) * 4 + usize::from(second) / 64] |= 1 << (second % 64);
    }

    /// Whether a name can begin at `at`, where a plain letter begins that folds to itself or is ASCII.
    pub(super) fn may_be_at(&self, text: &[u8], at: usize) -> bool {
        let Some(first) = text.get(at) else { return false };
        let second = text.get(at + 1).copied().unwrap_or_default();
        self.0[usize::from(*first) * 4 + usize::from(second) / 64] >> (second % 64) & 1 == 1
    }
}

/// A byte, and the capital of a small ASCII letter.
fn cases(byte: u8) -> [u8; 2] {
    [byte, byte.to_ascii_uppercase()]
}
