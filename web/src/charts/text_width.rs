/// The approximate width of a text in pixels: a Hangul syllable is as wide as the font is high, a Latin letter about half.
pub fn text_width(text: &str) -> f64 {
    text.chars().map(char_width).sum()
}

pub fn widest<'a>(texts: impl Iterator<Item = &'a String>) -> f64 {
    texts.map(|text| text_width(text)).fold(0.0, f64::max)
}

fn char_width(character: char) -> f64 {
    match character {
        '%' => 11.5,
        '\u{1100}'.. => 12.0,
        _ => 7.4,
    }
}

/// The part of a text that fits into a width, with `…` if it is cut: a domain without its subdomains, or the beginning.
pub fn ellipsized(text: &str, width: f64) -> String {
    if text_width(text) <= width {
        return text.to_owned();
    }
    let domains = text.match_indices('.').map(|(dot, _)| ["…", &text[dot + 1..]].concat());
    let is_domain = |end: &String| end.contains('.') && !text.contains(' ');
    if let Some(domain) = domains.filter(is_domain).find(|domain| text_width(domain) <= width) {
        return domain;
    }
    let mut left = width - char_width('…');
    let fits = |character: &char| {
        left -= char_width(*character);
        left >= 0.0
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

/// A text in lines that fit into a width. A word that does not has its own line.
pub fn wrapped(text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(line) + text_width(" ") + text_width(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_wide_is_cut() {
        assert_eq!(ellipsized("nurio.example", 200.0), "nurio.example");
        assert_eq!(ellipsized("가나다라마", 40.0), "가나…");
        assert_eq!(ellipsized("가나다", 0.0), "…");
        assert_eq!(ellipsized("community.nurio.example", 110.0), "…nurio.example");
        assert_eq!(ellipsized("nurio.example", 80.0), "nurio.exa…");
    }

    #[test]
    fn a_text_is_divided_between_words() {
        assert_eq!(wrapped("가나 다라 마 바사아자차", 60.0), ["가나 다라", "마", "바사아자차"]);
        assert!(wrapped("", 60.0).is_empty());
    }
}
