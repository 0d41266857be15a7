//! The form in which names and texts are compared, and the way back to the bytes of the text.
//!
//! Unicode NFKC, full case folding, one space for each run of white space, no invisible characters, one form of each
//! apostrophe and hyphen. A text is folded character by character, as a reader sees them, so that each folded letter
//! belongs to one range of bytes.

use unicode_segmentation::UnicodeSegmentation;

use super::normalization::nfkc;

/// A folded text.
pub(super) struct FoldedText {
    text: String,
    /// Where the folded text comes from, in ascending order of `at`.
    pieces: Vec<Piece>,
}

/// A part of the folded text. It ends where the next piece begins.
struct Piece {
    /// The first byte in the folded text.
    at: usize,
    /// The first byte in the original.
    original: usize,
    source: Source,
}

/// How a piece was made.
#[derive(Clone, Copy)]
enum Source {
    /// From characters of the same lengths, one by one.
    Letters,
    /// From one character of another length, or of several letters.
    Character {
        /// The byte after the character in the original.
        end: usize,
        /// Whether the character is a symbol, although its folded form has letters: `™`, `①`.
        is_symbol: bool,
    },
}

impl FoldedText {
    /// Folds a text.
    pub(super) fn new(original: &str) -> Self {
        let mut folded = Self { text: String::with_capacity(original.len()), pieces: Vec::new() };
        let mut letters = original.char_indices().peekable();
        // A plain letter is a whole character if the next letter is plain too.
        let mut waiting: Option<(usize, char)> = None;
        while let Some((at, letter)) = letters.next() {
            if is_plain(letter) {
                if let Some((before, plain)) = waiting.replace((at, letter)) {
                    folded.push_plain(plain, before, plain.len_utf8());
                }
                continue;
            }
            let mut start = waiting.take().map_or(at, |(before, _)| before);
            while start <= at {
                let character = first_character(&original[start..]);
                folded.push_character(character, start);
                start += character.len();
            }
            while letters.next_if(|(next, _)| *next < start).is_some() {}
        }
        if let Some((last, plain)) = waiting {
            folded.push_plain(plain, last, plain.len_utf8());
        }
        folded
    }

    /// The folded text. It can begin and end with one space.
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// The original byte at which the letter at `at` begins. `None` inside a character.
    pub(super) fn original_start(&self, at: usize) -> Option<usize> {
        let piece = self.piece(at)?;
        match piece.source {
            Source::Letters => Some(piece.original + at - piece.at),
            Source::Character { .. } => (piece.at == at).then_some(piece.original),
        }
    }

    /// The original byte after the letter that ends at `at`. `None` inside a character.
    pub(super) fn original_end(&self, at: usize) -> Option<usize> {
        let piece = self.piece(at.checked_sub(1)?)?;
        match piece.source {
            Source::Letters => Some(piece.original + at - piece.at),
            Source::Character { end, .. } => {
                let is_inside = self.piece(at).is_some_and(|next| next.at == piece.at) && at < self.text.len();
                (!is_inside).then_some(end)
            }
        }
    }

    /// Whether the letter at `at` comes from a symbol, such as the `t` of `™`.
    pub(super) fn is_symbol(&self, at: usize) -> bool {
        self.piece(at).is_some_and(|piece| matches!(piece.source, Source::Character { is_symbol: true, .. }))
    }

    /// The piece that contains the byte at `at` of the folded text.
    fn piece(&self, at: usize) -> Option<&Piece> {
        self.pieces.partition_point(|piece| piece.at <= at).checked_sub(1).map(|index| &self.pieces[index])
    }

    /// Adds a plain letter that has `length` bytes in the original, invisible characters included.
    fn push_plain(&mut self, letter: char, original: usize, length: usize) {
        if letter.is_ascii_whitespace() {
            return self.push_space(original, length);
        }
        let letter = fold_plain(letter);
        self.push(original, length, letter.len_utf8());
        self.text.push(letter);
    }

    /// Adds white space, unless white space is before it.
    fn push_space(&mut self, original: usize, length: usize) {
        if !self.text.ends_with(' ') {
            self.push(original, length, 1);
            self.text.push(' ');
        }
    }

    /// Adds a character: a letter with its marks, a symbol, an emoji, white space, or nothing visible.
    fn push_character(&mut self, character: &str, original: usize) {
        let visible: String = character.chars().filter(|letter| !is_ignorable(*letter)).collect();
        let mut letters = visible.chars();
        let Some(first) = letters.next() else { return };
        if visible.chars().all(is_blank) {
            return self.push_space(original, character.len());
        }
        if letters.next().is_none() {
            if is_plain(first) {
                return self.push_plain(first, original, character.len());
            }
            if is_kept(first) {
                self.push(original, character.len(), visible.len());
                self.text.push(first);
                return;
            }
        }
        let folded = fold(&visible);
        let is_symbol = !first.is_alphabetic() && !is_wide_digit(first) && folded != visible;
        let source = Source::Character { end: original + character.len(), is_symbol };
        self.pieces.push(Piece { at: self.text.len(), original, source });
        self.text.push_str(&folded);
    }

    /// Records where the next folded letter comes from.
    fn push(&mut self, original: usize, length: usize, folded_length: usize) {
        let at = self.text.len();
        let source = if length == folded_length {
            Source::Letters
        } else {
            Source::Character { end: original + length, is_symbol: false }
        };
        let continues = self.pieces.last().is_some_and(|piece| {
            matches!((piece.source, source), (Source::Letters, Source::Letters))
                && piece.original + at - piece.at == original
        });
        if !continues {
            self.pieces.push(Piece { at, original, source });
        }
    }
}

/// The first character of a text, as a reader sees it. Empty for an empty text.
fn first_character(text: &str) -> &str {
    // Two letters of half the width make one syllable. Unicode does not join them.
    let mut letters = text.chars();
    if let (Some('\u{ffa1}'..='\u{ffbe}'), Some('\u{ffc2}'..='\u{ffdc}')) = (letters.next(), letters.next()) {
        return &text[..text.len() - letters.as_str().len()];
    }
    text.graphemes(true).next().unwrap_or_default()
}

/// Folds a character that is not plain. Upper case in between makes the folding full: `ß` becomes `ss`, `ς` becomes `σ`. The
/// lower case before it is for `ẞ`, the normalization after it for letters that case mapping takes apart.
fn fold(character: &str) -> String {
    let normalized = nfkc(character);
    let lower = normalized.to_lowercase();
    // By letter, as the lower case of a word ends with `ς`.
    let folded: String =
        lower.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).map(one_form).collect();
    // Normalization is slow in a browser.
    if folded == normalized { normalized } else { nfkc(&folded) }
}

/// Folds a plain letter.
fn fold_plain(letter: char) -> char {
    match letter {
        '\0'..='\x7f' => letter.to_ascii_lowercase(),
        // Most letters of Korean texts.
        '\u{3000}'.. => letter,
        // The folding of a plain letter is one letter.
        'À'..='\u{1fff}' => {
            letter.to_lowercase().flat_map(char::to_uppercase).flat_map(char::to_lowercase).next().unwrap_or(letter)
        }
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
fn is_plain(letter: char) -> bool {
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

/// Whether a letter stays as it is, although NFKC has another form. Trademark signs are no letters. Compatibility jamo are no
/// parts of a syllable: NFKC would join `ㄳ` to the syllable before it.
fn is_kept(letter: char) -> bool {
    matches!(letter, '™' | '℠' | '\u{3131}'..='\u{3163}' | '\u{3165}'..='\u{318e}')
}

/// Whether a letter is white space. The Hangul fillers look like it.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{3164}' | '\u{ffa0}')
}

/// Whether a letter is a decimal digit in another shape, not a number in a circle or above the line.
fn is_wide_digit(letter: char) -> bool {
    matches!(letter, '０'..='９' | '\u{1d7ce}'..='\u{1d7ff}')
}

/// Whether a letter is invisible and has no width, such as a soft hyphen, a joiner or a mark of direction.
///
/// Source: Default_Ignorable_Code_Point of the Unicode character database, without the Hangul fillers that have a width.
fn is_ignorable(letter: char) -> bool {
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
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> String {
        FoldedText::new(text).text
    }

    #[test]
    fn a_plain_letter_needs_no_normalization() {
        let plain = ('\0'..=char::MAX).filter(|letter| is_plain(*letter));
        for letter in plain.filter(|letter| !letter.is_ascii_whitespace()) {
            let text = letter.to_string();
            assert_eq!(fold(&text), fold_plain(letter).to_string(), "{letter:?}");
            for pair in [format!("a{letter}"), format!("{letter}a"), format!("{letter}{letter}")] {
                assert_eq!(pair.graphemes(true).count(), 2, "{pair:?}");
                assert_eq!(nfkc(&pair).chars().count(), 2, "{pair:?}");
            }
        }
    }

    #[test]
    fn folding_twice_changes_nothing() {
        for letter in ('\0'..=char::MAX).filter(|letter| !is_kept(*letter)) {
            let once = fold(&letter.to_string());
            assert_eq!(fold(&once), once, "{letter:?}");
        }
    }

    #[test]
    fn case_width_and_composition_make_no_difference() {
        for (text, form) in [
            ("NIKE", "nike"),
            ("ＮＩＫＥ", "nike"),
            ("oﬃce", "office"),
            ("STRASSE straße STRAẞE", "strasse strasse strasse"),
            ("ΣΊΣΥΦΟΣ σίσυφος", "σίσυφοσ σίσυφοσ"),
            ("Ne\u{301}stle\u{301}", "néstlé"),
            ("\u{1102}\u{1161}\u{110b}\u{1175}\u{110f}\u{1175}", "나이키"),
            ("ﾤￂ", "나"),
            ("ﾅｲｷ", "ナイキ"),
            ("ﾊﾞｲｸ", "バイク"),
            ("㈜삼성", "(주)삼성"),
            ("L’Oréal", "l'oréal"),
            ("Coca‑Cola", "coca-cola"),
        ] {
            assert_eq!(folded(text), form, "{text}");
        }
    }

    #[test]
    fn invisible_characters_are_dropped_and_white_space_is_one_space() {
        assert_eq!(folded("나\u{200b}이\u{ad}키\u{feff}"), "나이키");
        assert_eq!(folded("New \u{a0}\r\n\t Balance\u{3000}\u{3164}x"), "new balance x");
        assert_eq!(folded("\u{200b}\u{fe0f}"), "");
    }

    #[test]
    fn jamo_and_trademark_signs_stay() {
        assert_eq!(folded("나이키ㄳ ㅋㅋ Nike™"), "나이키ㄳ ㅋㅋ nike™");
    }

    #[test]
    fn every_letter_leads_back_to_its_bytes() {
        let text = "aﬁ 나\u{200b}이é ㈜";
        let folded = FoldedText::new(text);
        assert_eq!(folded.as_str(), "afi 나이é (주)");
        let range = |part: &str| {
            let at = folded.as_str().find(part).unwrap();
            Some(&text[folded.original_start(at)?..folded.original_end(at + part.len())?])
        };
        assert_eq!(range("a"), Some("a"));
        assert_eq!(range("fi"), Some("ﬁ"));
        assert_eq!(range("나이"), Some("나\u{200b}이"));
        assert_eq!(range("é (주)"), Some("é ㈜"));
        assert_eq!(range("주"), None, "a character is one");
        assert_eq!(range("f"), None);
        assert_eq!(folded.original_end(0), None);
    }
}
