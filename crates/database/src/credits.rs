//! Credits as they are stored, in thousandths, and as the API has them.

pub const THOUSANDTHS: i64 = 1_000;

/// Converts thousandths to credits. The result is exact up to nine billion credits.
pub fn credits(thousandths: i64) -> f64 {
    thousandths as f64 / THOUSANDTHS as f64
}

pub fn thousandths(credits: impl Into<i64>) -> i64 {
    credits.into().saturating_mul(THOUSANDTHS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credits_can_be_fractional() {
        assert_eq!([1_500, 1, 0, -250].map(credits), [1.5, 0.001, 0.0, -0.25]);
        assert_eq!((thousandths(3_u32), thousandths(i64::MAX)), (3_000, i64::MAX));
    }
}
