//! Invisible characters that change how a text is displayed.

use answerdeck_api::is_direction_control;

/// Makes invisible characters visible: a bidirectional control becomes its code point, for example `[U+202E]`, and any
/// other control character becomes `�`. Tabs and line breaks stay.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_direction_control(character) {
            shown.push_str(&format!("[U+{:04X}]", u32::from(character)));
        } else if character.is_control() && !matches!(character, '\n' | '\t' | '\r') {
            shown.push(char::REPLACEMENT_CHARACTER);
        } else {
            shown.push(character);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn controls_become_visible() {
        assert_eq!(visible("file\u{202E}gpj.exe"), "file[U+202E]gpj.exe");
        assert_eq!(visible("\u{2066}a\u{2069}"), "[U+2066]a[U+2069]");
        assert_eq!(visible("a\u{0}b\u{1b}[2J\r\n\tc"), "a\u{FFFD}b\u{FFFD}[2J\r\n\tc");
    }

    #[test]
    fn right_to_left_languages_stay_unchanged() {
        for text in ["مرحبا بالعالم", "שלום 123", "무선 이어폰 👨‍👩‍👧", "a\u{200F}b"] {
            assert_eq!(visible(text), text);
        }
    }
}
