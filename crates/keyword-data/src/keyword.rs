//! The forms in which keywords are compared and sent.

use answerdeck_api::{is_invisible, normalize_keyword};
use unicode_normalization::UnicodeNormalization;

/// The form in which keywords are compared. It ignores case, whitespace and the composition of Hangul.
pub fn keyword_key(keyword: &str) -> String {
    normalize_keyword(keyword).nfc().collect()
}

/// The form in which a provider is asked for a keyword: Unicode NFC, without whitespace at its ends.
pub fn normalized(keyword: &str) -> String {
    keyword.trim().nfc().collect()
}

/// Keeps the letters that `is_kept` accepts, with a space for each run of others, and single spaces. Invisible characters leave
/// nothing.
pub(crate) fn replace_others(keyword: &str, is_kept: impl Fn(char) -> bool) -> String {
    let visible = keyword.nfc().filter(|letter| !is_invisible(*letter));
    let spaced: String = visible.map(|letter| if is_kept(letter) { letter } else { ' ' }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}
