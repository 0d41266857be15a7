//! Regions: the countries of ISO 3166-1.

/// The reason why a text is refused as a region.
pub const EXPECTED: &str =
    "must be an ISO 3166-1 alpha-2 code, such as GB for the United Kingdom. GET /regions lists them";

/// Whether `code` is the ISO 3166-1 alpha-2 code of a country, in capital letters.
pub fn is_known(code: &str) -> bool {
    rust_iso3166::from_alpha2(code).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_is_the_capitalized_code_of_a_country() {
        assert!(is_known("KR") && is_known("US"));
        for code in ["", "kr", "Kr", "KOR", "XX", "410"] {
            assert!(!is_known(code), "{code}");
        }
    }
}
