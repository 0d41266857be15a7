//! Repeatable random numbers.

/// Source: G. Marsaglia, Xorshift RNGs, 2003.
pub(crate) struct Random(u64);

impl Random {
    /// Numbers that only depend on `seed`.
    pub(crate) fn new(seed: usize) -> Self {
        let mut random = Self(seed as u64 * 0x9e37_79b9_7f4a_7c15 + 1);
        random.below(1);
        random
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    /// Small numbers are more frequent.
    pub(crate) fn skewed(&mut self, limit: usize) -> usize {
        let bound = 1 + self.below(limit);
        self.below(bound)
    }
}
