//! Characters that change what a reader sees without being seen.

use std::borrow::Cow;

/// The text with such characters made visible: `[U+202E]` for one that turns the direction of what follows, `�` for a
/// control character. Tabs and line ends stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if turns(character) {
            shown.push_str(&format!("[U+{:04X}]", u32::from(character)));
        } else if is_hidden(character) {
            shown.push(char::REPLACEMENT_CHARACTER);
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

/// Whether it embeds, overrides or isolates a direction (Unicode TR 9, section 2).
pub(super) fn turns(character: char) -> bool {
    matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn is_hidden(character: char) -> bool {
    turns(character) || (character.is_control() && !matches!(character, '\n' | '\t' | '\r'))
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn what_turns_the_direction_is_seen() {
        assert_eq!(visible("file\u{202E}gpj.exe"), "file[U+202E]gpj.exe");
        assert_eq!(visible("\u{2066}a\u{2069}"), "[U+2066]a[U+2069]");
        assert_eq!(visible("a\u{0}b\u{1b}[2J\r\n\tc"), "a\u{FFFD}b\u{FFFD}[2J\r\n\tc");
    }

    #[test]
    fn languages_that_run_the_other_way_stay_as_they_are() {
        for text in ["مرحبا بالعالم", "שלום 123", "무선 이어폰 👨‍👩‍👧", "a\u{200F}b"] {
            assert_eq!(visible(text), text);
        }
    }
}
