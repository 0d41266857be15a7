//! The folded form of letters and characters: Unicode NFKC, full case folding, one form of each apostrophe and hyphen.

use answerdeck_api::is_invisible;
use unicode_normalization::UnicodeNormalization;

/// Folds a character that is not plain. Upper case in between makes the folding full: `ß` becomes `ss`, `ς` becomes `σ`. The
/// lower case before it is for `ẞ`, the normalization after it for letters that case mapping takes apart.
pub(super) fn fold(character: &str) -> String {
    let normalized: String = character.nfkc().collect();
    lower_case(&lower_case(&normalized).to_uppercase()).chars().map(one_form).nfkc().collect()
}

/// The lower case of each letter of a text. That of a whole word would end with `ς`.
fn lower_case(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// The letters of a name that have case, as they are written and without marks, and nothing else: what its forms have in common, but
/// for case. The `amp;` of HTML is in some forms only.
pub(super) fn cased_letters(name: &str) -> String {
    let mut letters = String::new();
    for letter in name.replace("amp;", "").nfkd() {
        if letter.is_ascii() {
            letters.extend(Some(letter).filter(char::is_ascii_alphabetic));
            continue;
        }
        let letter = letter.to_string();
        let (lower, upper) = (lower_case(&letter), letter.to_uppercase());
        // As in `fold`, both cases in between give letters one form.
        if letter == lower && letter != upper {
            letters.push_str(&lower_case(&upper));
        } else if lower != upper {
            letters.push_str(&lower.to_uppercase());
        }
    }
    letters
}

pub(super) fn fold_plain(letter: char) -> char {
    match letter {
        '\0'..='\x7f' => letter.to_ascii_lowercase(),
        // Most letters of Korean texts.
        '\u{3000}'.. => letter,
        'ı' => 'i',
        'ς' => 'σ',
        'À'..='\u{1fff}' => letter.to_lowercase().next().unwrap_or(letter),
        _ => one_form(letter),
    }
}

/// One apostrophe and one hyphen for all that texts use in names.
fn one_form(letter: char) -> char {
    match letter {
        '‘' | '’' | 'ʼ' | '´' => '\'',
        '‐' | '‑' | '‒' | '–' | '−' => '-',
        _ => letter,
    }
}

/// Whether a letter folds to one letter by [`fold_plain`], and belongs to no character with another letter of this kind. Most
/// letters of most texts are plain, and need no normalization.
pub(super) fn is_plain(letter: char) -> bool {
    match letter {
        '\0'..='\x7f' => letter != '\r',
        '가'..='힣' | '一'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}' => true,
        'ぁ'..='ゖ' | 'ァ'..='ー' | '、'..='。' | '〈'..='】' => true,
        '‐'..='–' | '—' | '‘'..='”' | '•' => true,
        // Signs, lines, shapes and most emoji.
        '°' | '±' | '·' | '※' | '₩' | '€' | '\u{2190}'..='\u{21ff}' | '\u{2500}'..='\u{27bf}' => true,
        '\u{1f300}'..='\u{1f3fa}' | '\u{1f400}'..='\u{1f64f}' | '\u{1f680}'..='\u{1f6ff}' => true,
        '\u{1f900}'..='\u{1f9ff}' => true,
        'À'..='ž' => !matches!(letter, 'ß' | 'İ' | 'Ĳ' | 'ĳ' | 'Ŀ' | 'ŀ' | 'ŉ'),
        'Α'..='ώ' => !matches!(letter, '\u{3a2}' | 'ΰ'),
        'Ѐ'..='џ' => true,
        _ => false,
    }
}

/// Whether a letter stays as it is, although NFKC has another form. Trademark signs and ornaments are not letters.
/// Compatibility jamo are not part of a syllable: NFKC would join `ㄳ` to the syllable before it.
pub(super) fn is_kept(letter: char) -> bool {
    matches!(letter, '™' | '℠' | '\u{3131}'..='\u{3163}' | '\u{3165}'..='\u{318e}') || is_ornament(letter)
}

/// Whether a letter or digit is a sign: in a circle or another frame (`ⓒ`, `③`, `❶`, `㉠`), or above the line (`ª`, `²`).
pub(super) fn is_ornament(letter: char) -> bool {
    matches!(
        letter,
        'ª' | '²' | '³' | '¹' | 'º'
            | '\u{2b0}'..='\u{2b8}'
            | '\u{2e0}'..='\u{2e4}'
            | '\u{1d2c}'..='\u{1d6a}'
            | '\u{1d9b}'..='\u{1dbf}'
            | '\u{2070}'..='\u{207f}'
            | '\u{2460}'..='\u{24ff}'
            | '\u{2776}'..='\u{2793}'
            | '\u{3251}'..='\u{32bf}'
            | '\u{32d0}'..='\u{32fe}'
            | '\u{1f100}'..='\u{1f1ff}'
    )
}

/// Whether a mark is a frame around its letter: `1️⃣`.
pub(super) fn is_frame(mark: char) -> bool {
    matches!(mark, '\u{20dd}'..='\u{20e0}' | '\u{20e2}'..='\u{20e4}')
}

/// Whether a letter is white space. The Hangul fillers look like it.
pub(super) fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{3164}' | '\u{ffa0}')
}

/// Whether a letter is a decimal digit in another shape, not a number below the line or a fraction.
pub(super) fn is_wide_digit(letter: char) -> bool {
    matches!(letter, '０'..='９' | '\u{1d7ce}'..='\u{1d7ff}')
}

/// Whether a letter leaves nothing. In a prompt the Hangul fillers do too; between two words of an answer they are a space.
pub(super) fn is_ignorable(letter: char) -> bool {
    is_invisible(letter) && !is_blank(letter)
}

#[cfg(test)]
mod tests {
    use unicode_segmentation::UnicodeSegmentation;

    use super::*;

    #[test]
    fn a_plain_letter_needs_no_normalization() {
        let plain = ('\0'..=char::MAX).filter(|letter| is_plain(*letter));
        for letter in plain.filter(|letter| !letter.is_ascii_whitespace()) {
            let text = letter.to_string();
            assert_eq!(fold(&text), fold_plain(letter).to_string(), "{letter:?}");
            for pair in [format!("a{letter}"), format!("{letter}a"), format!("{letter}{letter}")] {
                assert_eq!(pair.graphemes(true).count(), 2, "{pair:?}");
                assert_eq!(pair.nfkc().count(), 2, "{pair:?}");
            }
        }
    }

    #[test]
    fn the_forms_of_a_name_have_the_same_letters_with_case() {
        for (name, letters) in [
            ("Nestlé", "Nestle"),
            ("NESTLE\u{301}", "NESTLE"),
            ("New-Balance 2", "NewBalance"),
            ("AT&amp;T", "ATT"),
            ("Ｎike™", "NikeTM"),
            ("카카오 T는", "T"),
            ("Straße", "Strasse"),
            ("STRAẞE", "STRASSE"),
            ("Σίσυφος", "Σισυφοσ"),
            ("토스", ""),
        ] {
            assert_eq!(cased_letters(name), letters, "{name}");
        }
    }

    #[test]
    fn folding_twice_changes_nothing() {
        for letter in ('\0'..=char::MAX).filter(|letter| !is_kept(*letter)) {
            let once = fold(&letter.to_string());
            assert_eq!(fold(&once), once, "{letter:?}");
        }
    }
}
