//! Validation and comparison of keywords.

use std::collections::HashSet;

/// Returns a keyword in lower case and without whitespace. Two keywords are equal when their normalized forms are
/// equal.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
pub fn normalize_keyword(keyword: &str) -> String {
    keyword.chars().filter(|character| !character.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// Checks that a keyword has a character other than whitespace.
pub(super) fn not_blank(text: &str, _: &()) -> garde::Result {
    if text.is_empty() || text.chars().any(|character| !character.is_whitespace()) {
        Ok(())
    } else {
        Err(garde::Error::new("must not be blank"))
    }
}

/// Checks that the keywords are unique, ignoring case and whitespace.
pub(super) fn unique_keywords(keywords: &[String], _: &()) -> garde::Result {
    let mut seen = HashSet::new();
    if keywords.iter().all(|keyword| seen.insert(normalize_keyword(keyword))) {
        Ok(())
    } else {
        Err(garde::Error::new("must not contain duplicates, ignoring case and whitespace"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_compared_without_case_and_whitespace() {
        assert_eq!(normalize_keyword(" Nurio\tAir\u{3000}2 "), normalize_keyword("nurioair2"));
        let keywords = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        assert!(unique_keywords(&keywords(&["무선 이어폰", "무선이어폰 추천"]), &()).is_ok());
        assert!(unique_keywords(&keywords(&["무선 이어폰", "무선이어폰"]), &()).is_err());
        assert!(unique_keywords(&keywords(&["Earbuds", "EARBUDS"]), &()).is_err());
    }
}
