//! What a keyword may be, and when two are the same.

use std::collections::HashSet;

/// The form of a keyword in which case and whitespace do not matter: two keywords with one form are the same.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
pub fn normalize_keyword(keyword: &str) -> String {
    keyword.chars().filter(|letter| !letter.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// A keyword holds more than whitespace.
pub(super) fn not_blank(text: &str, _: &()) -> garde::Result {
    if text.is_empty() || text.chars().any(|letter| !letter.is_whitespace()) {
        Ok(())
    } else {
        Err(garde::Error::new("nothing but whitespace"))
    }
}

/// Each keyword stands once, whatever its case and whitespace.
pub(super) fn unique_keywords(keywords: &[String], _: &()) -> garde::Result {
    let mut seen = HashSet::new();
    if keywords.iter().all(|keyword| seen.insert(normalize_keyword(keyword))) {
        Ok(())
    } else {
        Err(garde::Error::new("each may be named once, whatever its case and whitespace"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_whitespace_make_no_other_keyword() {
        assert_eq!(normalize_keyword(" Nurio\tAir\u{3000}2 "), normalize_keyword("nurioair2"));
        let keywords = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        assert!(unique_keywords(&keywords(&["무선 이어폰", "무선이어폰 추천"]), &()).is_ok());
        assert!(unique_keywords(&keywords(&["무선 이어폰", "무선이어폰"]), &()).is_err());
        assert!(unique_keywords(&keywords(&["Earbuds", "EARBUDS"]), &()).is_err());
    }
}
