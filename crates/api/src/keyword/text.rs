//! What a keyword may be, and when two are the same.

use std::collections::HashSet;

/// The form of a keyword in which case and whitespace do not matter: two keywords with one form are the same.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
pub fn folded_keyword(keyword: &str) -> String {
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
pub(super) fn each_once(keywords: &[String], _: &()) -> garde::Result {
    let mut seen = HashSet::new();
    if keywords.iter().all(|keyword| seen.insert(folded_keyword(keyword))) {
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
        assert_eq!(folded_keyword(" Nurio\tAir\u{3000}2 "), folded_keyword("nurioair2"));
        let keywords = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        assert!(each_once(&keywords(&["무선 이어폰", "무선이어폰 추천"]), &()).is_ok());
        assert!(each_once(&keywords(&["무선 이어폰", "무선이어폰"]), &()).is_err());
        assert!(each_once(&keywords(&["Earbuds", "EARBUDS"]), &()).is_err());
    }
}
