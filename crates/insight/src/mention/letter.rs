//! What a letter is at a word boundary.

use super::letter_form::is_ornament;

/// The kind of a letter, which decides where words begin and end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A sign, a symbol or white space. Compatibility jamo count as signs: Korean texts use them alone, as in ㅋㅋ and ㅠㅠ.
    Sign,
    /// `_`: part of a word inside it, emphasis around it.
    Underscore,
    /// A letter of a script with spaces between words, such as Latin.
    Letter,
    /// A decimal digit or another number.
    Digit,
    /// A mark on the letter before it.
    Mark,
    /// A Hangul syllable, or a jamo of one.
    Hangul,
    /// A Katakana letter. Words in it are foreign, so they end with it.
    Katakana,
    /// A letter of a script without spaces between words, such as Han, Hiragana and Thai.
    Unspaced,
}

/// The kind of a letter.
///
/// Source: Unicode Standard Annex #29, section 4, and Scripts.txt of the Unicode character database.
pub(super) fn kind(letter: char) -> Kind {
    match letter {
        'a'..='z' | 'A'..='Z' => Kind::Letter,
        '0'..='9' => Kind::Digit,
        '_' => Kind::Underscore,
        '\0'..='\x7f' => Kind::Sign,
        '가'..='힣' | '\u{1100}'..='\u{11ff}' | '\u{a960}'..='\u{a97f}' | '\u{d7b0}'..='\u{d7ff}' => Kind::Hangul,
        '\u{3131}'..='\u{318e}' | '・' => Kind::Sign,
        '\u{300}'..='\u{36f}'
        | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}'
        | '\u{3099}'..='\u{309a}'
        | '\u{fe20}'..='\u{fe2f}' => Kind::Mark,
        '\u{30a1}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' => Kind::Katakana,
        '々' | '〇' | '\u{3041}'..='\u{309f}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' => Kind::Unspaced,
        '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => Kind::Unspaced,
        // Thai and Lao, Myanmar, Khmer.
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' => Kind::Unspaced,
        _ if is_ornament(letter) => Kind::Sign,
        _ if letter.is_alphabetic() => Kind::Letter,
        _ if letter.is_numeric() => Kind::Digit,
        _ => Kind::Sign,
    }
}

/// Whether a sign is a currency's, which belongs to the number after it: `$3M`.
pub(super) fn is_currency(letter: char) -> bool {
    matches!(letter, '$' | '¢'..='¥' | '\u{20a0}'..='\u{20cf}')
}
