//! How wide a text is, and a text cut to a width.

/// The approximate width of a text in pixels: a Hangul syllable is as wide as the font is high, a Latin letter about half.
pub fn text_width(text: &str) -> f64 {
    text.chars().map(char_width).sum()
}

/// The width of the widest text.
pub fn widest<'a>(texts: impl Iterator<Item = &'a String>) -> f64 {
    texts.map(|text| text_width(text)).fold(0.0, f64::max)
}

fn char_width(character: char) -> f64 {
    if character >= '\u{1100}' { 12.0 } else { 7.4 }
}

/// The beginning of a text that fits into a width, with `…` if it is cut.
pub fn ellipsized(text: &str, width: f64) -> String {
    if text_width(text) <= width {
        return text.to_owned();
    }
    let mut left = width - char_width('…');
    let mut cut: String = text
        .chars()
        .take_while(|character| {
            left -= char_width(*character);
            left >= 0.0
        })
        .collect();
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_wide_is_cut() {
        assert_eq!(ellipsized("nurio.example", 200.0), "nurio.example");
        assert_eq!(ellipsized("가나다라마", 40.0), "가나…");
        assert_eq!(ellipsized("가나다", 0.0), "…");
    }
}
