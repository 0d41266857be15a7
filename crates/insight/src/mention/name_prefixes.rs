//! How names begin. It dismisses most words of a text before they are compared with names.

/// The first bytes of all names: two of names that begin with ASCII, three of others. A set of 65,536 bits.
pub(super) struct NamePrefixes(Vec<u64>);

impl NamePrefixes {
    /// Collects the prefixes of folded names.
    pub(super) fn new(names: &[String]) -> Self {
        let mut set = vec![0; 65_536 / 64];
        for name in names {
            let bytes = name.as_bytes();
            for first in cases(bytes.first()) {
                for second in cases(bytes.get(1)) {
                    for third in cases(bytes.get(2)) {
                        let index = index(first, second, third);
                        set[index / 64] |= 1 << (index % 64);
                    }
                }
            }
        }
        Self(set)
    }

    /// Whether a name may begin at `at` in a folded text.
    pub(super) fn may_begin_at(&self, text: &[u8], at: usize) -> bool {
        let index = match *text.get(at..).unwrap_or_default() {
            [first, second, third, ..] => index(first, second, third),
            [first, second] => index(first, second, 0),
            [first] => index(first, 0, 0),
            [] => return false,
        };
        self.0[index / 64] >> (index % 64) & 1 == 1
    }
}

/// The position of a prefix in the set. Few prefixes have the same one.
fn index(first: u8, second: u8, third: u8) -> usize {
    // Branch-free: a branch would be unpredictable.
    let third = third & (0x3f * (first >> 7));
    (usize::from(first) << 8 | usize::from(second)) ^ usize::from(third) << 10
}

/// A byte of a name, also as a capital, or any byte after the name.
fn cases(byte: Option<&u8>) -> impl Iterator<Item = u8> {
    byte.map_or(0..=u8::MAX, |byte| *byte..=*byte).chain(byte.map(u8::to_ascii_uppercase))
}
