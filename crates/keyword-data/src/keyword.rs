//! The forms in which keywords are compared and sent.

use answerdeck_api::normalize_keyword;
use unicode_normalization::UnicodeNormalization;

/// The form in which keywords are compared. It ignores case, whitespace and the composition of Hangul.
pub fn keyword_key(keyword: &str) -> String {
    normalize_keyword(keyword).nfc().collect()
}

/// The form in which a provider is asked for a keyword: Unicode NFC, without whitespace at its ends.
pub fn normalized(keyword: &str) -> String {
    keyword.trim().nfc().collect()
}
