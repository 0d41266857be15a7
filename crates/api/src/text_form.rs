//! The forms in which texts are compared and quoted.

use crate::request::check;

/// Whether a letter has no shape and no width of its own, such as a zero-width space or a Hangul filler. Two texts that differ only
/// in such letters look the same.
///
/// Source: Unicode, DerivedCoreProperties, Default_Ignorable_Code_Point.
#[inline]
pub fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Whether a letter embeds, overrides or isolates a direction of writing: the text around it may be read in another order.
///
/// Source: Unicode Standard Annex #9, section 2.
pub fn is_direction_control(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text without invisible letters and with a single space for each run of white space, trimmed. Two prompts of a set are equal
/// when these forms are, in Unicode NFC. Empty if nothing is visible.
///
/// Source: docs/platform-api.md, section 4, rule 1.
pub fn visible_words(text: &str) -> String {
    let visible: String = text.chars().filter(|letter| !is_invisible(*letter)).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text of others on one line: its visible words, without control characters. The end is cut off after `max` characters.
pub fn one_line(text: &str, max: usize) -> String {
    shortened(visible_words(&text.replace(char::is_control, " ")), max)
}

/// A text of at most `max` characters. The end of a longer one is cut off.
pub fn shortened(text: String, max: usize) -> String {
    match text.char_indices().nth(max) {
        None => text,
        Some(_) => text.chars().take(max - 1).chain(['…']).collect(),
    }
}

/// Checks that something of a text is visible, unless it is empty: that is a rule of its length. As a regular expression for
/// the OpenAPI document it is `\S`, without invisible letters.
///
/// # Errors
/// What the text must be.
///
/// Source: docs/platform-api.md, section 1, rule 8.
pub fn not_blank(text: &str, _: &()) -> garde::Result {
    let is_visible = |letter: char| !letter.is_whitespace() && !is_invisible(letter);
    check(text.is_empty() || text.contains(is_visible), "must not be blank")
}

/// Checks that a text can be searched for as a name: punctuation alone is in every answer.
///
/// # Errors
/// What the text must be.
pub(crate) fn searchable(text: &str, context: &()) -> garde::Result {
    not_blank(text, context)?;
    check(text.is_empty() || text.contains(char::is_alphanumeric), "must have a letter or a digit")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_look_the_same_have_one_form() {
        for (text, form) in [
            ("무선 이어폰 추천", "무선 이어폰 추천"),
            (" 무선\u{a0}이어폰\n\t추천\u{3000}", "무선 이어폰 추천"),
            ("\u{feff}무선\u{200b} 이어\u{ad}폰 \u{2060} 추천", "무선 이어폰 추천"),
            ("무선 이어폰 추천\u{3164}", "무선 이어폰 추천"),
            ("A  b", "A b"),
            ("\u{200b} \u{3164}\u{feff}", ""),
            ("", ""),
        ] {
            assert_eq!(visible_words(text), form, "{text:?}");
        }
    }

    #[test]
    fn a_line_is_of_visible_words_and_its_end_is_cut_off() {
        assert_eq!(one_line("error (550):\r\n no \0such\u{202e} user ", 25), "error (550): no such user");
        assert_eq!(one_line("error (550):  no such users", 25), "error (550): no such use…");
    }

    #[test]
    fn a_text_without_a_visible_letter_is_blank() {
        for text in [" ", "\u{3000}", "\n\t", "\u{200b}", "\u{200b}\u{200d}", " \u{3164}\u{feff}", "\u{202e}"] {
            assert!(not_blank(text, &()).is_err(), "{text:?}");
        }
        for text in ["a", " a ", "👩\u{200d}🚀", "می\u{200c}خواهم", "❤\u{fe0f}", "."] {
            assert!(not_blank(text, &()).is_ok(), "{text:?}");
        }
    }
}
