//! Which letters make words.

/// Whether a letter is a Hangul syllable.
pub(crate) fn is_hangul(letter: char) -> bool {
    ('가'..='힣').contains(&letter)
}

/// Whether a letter is Latin, or a digit.
pub(super) fn is_latin(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '\u{c0}'..='\u{24f}') && letter.is_alphabetic()
}

/// Whether a letter is a Chinese character, as Korean texts hold some.
fn is_hanja(letter: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&letter)
}

/// Signs that hold a word together where letters stand on both sides: `Wi-Fi`, `AT&T`, `maker's`.
fn joins(letter: char) -> bool {
    matches!(letter, '-' | '&' | '\'' | '’')
}

/// Letters that stand together, where in the sentence, and whether a sign stands between them and what is before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) after_sign: bool,
}

/// The pieces of a sentence.
pub(super) fn pieces(sentence: &str) -> Vec<Piece<'_>> {
    split(sentence, |letter| is_hangul(letter) || is_latin(letter) || is_hanja(letter))
}

/// The Latin pieces of a sentence, also those that Korean letters follow: `S24울트라는`.
pub(super) fn latin_pieces(sentence: &str) -> Vec<Piece<'_>> {
    split(sentence, is_latin)
}

fn split(sentence: &str, is_letter: impl Fn(char) -> bool) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut start, mut after_sign) = (None, false);
    let mut letters = sentence.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let inside = is_letter(letter)
            || start.is_some() && joins(letter) && letters.peek().is_some_and(|(_, next)| is_letter(*next));
        match start {
            None if inside => start = Some(at),
            None => after_sign |= !letter.is_whitespace(),
            Some(begin) if !inside => {
                pieces.push(Piece { text: &sentence[begin..at], at: begin, after_sign });
                (start, after_sign) = (None, !letter.is_whitespace());
            }
            Some(_) => {}
        }
    }
    if let Some(begin) = start {
        pieces.push(Piece { text: &sentence[begin..], at: begin, after_sign });
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_part_pieces_unless_they_hold_a_word_together() {
        let texts = |sentence| pieces(sentence).iter().map(|piece| piece.text).collect::<Vec<_>>();
        assert_eq!(texts("AT&T's Wi-Fi - (fast)"), ["AT&T's", "Wi-Fi", "fast"]);
        assert_eq!(texts("갤럭시S24는, 東京 ㅋㅋ 😀 x"), ["갤럭시S24는", "東京", "x"]);
        assert!(!pieces("a b")[1].after_sign && pieces("a, b")[1].after_sign);
        assert_eq!(latin_pieces("갤럭시S24울트라 Pro를")[0].text, "S24");
    }
}
