//! Validation and comparison of keywords.

use crate::request::check_unique;
use crate::text_form::is_invisible;

/// Returns a keyword in lower case, without whitespace and invisible letters. Two keywords are equal when these forms are, in Unicode
/// NFC.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
pub fn normalize_keyword(keyword: &str) -> String {
    let visible = keyword.chars().filter(|letter| !letter.is_whitespace() && !is_invisible(*letter));
    visible.flat_map(char::to_lowercase).collect()
}

/// Checks that the keywords are unique, ignoring case and whitespace. The server also knows which are equal in Unicode NFC.
///
/// # Errors
/// What the keywords must be, and which two are equal.
pub fn unique_keywords(keywords: &[String], _: &()) -> garde::Result {
    let forms = keywords.iter().map(|keyword| normalize_keyword(keyword));
    check_unique(forms, "must not contain duplicates, ignoring case and whitespace")
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
        let repeated = unique_keywords(&keywords(&["y", "x\u{200b}", "x"]), &()).unwrap_err();
        let error = "must not contain duplicates, ignoring case and whitespace: [1] and [2] are the same";
        assert_eq!(repeated.message(), error);
    }
}
