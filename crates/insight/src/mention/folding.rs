//! Folds a text: mostly in long stretches, which are copied, and letter by letter only where letters change.

use unicode_segmentation::UnicodeSegmentation;

use super::folded::FoldedText;
use super::letter_form::{fold_plain, is_plain};

/// Folds a text, and records where words can begin in it, and some more places.
pub(super) fn fold_text(text: &str) -> FoldedText {
    let folded = FoldedText::with_capacity(text.len());
    let mut folding = Folding { text, at: 0, uncopied: 0, folded };
    loop {
        folding.keep_stretch();
        match text.as_bytes().get(folding.at) {
            Some(first) if is_space(first) => folding.add_space(),
            Some(_) => folding.add_letter(),
            None => break,
        }
    }
    folding.copy(folding.at);
    folding.folded
}

/// A text of which the letters before `at` are folded.
struct Folding<'a> {
    text: &'a str,
    at: usize,
    /// From here to `at`, letters fold to themselves, or are part of a character with the letter at `at`. They are not in
    /// `folded` yet.
    uncopied: usize,
    folded: FoldedText,
}

impl Folding<'_> {
    /// Adds letters that fold to themselves but for capitals: ASCII and Hangul syllables with single spaces.
    fn keep_stretch(&mut self) {
        let is_after_space = self.uncopied == self.at && self.folded.as_str().ends_with(' ');
        let mut before = if is_after_space { ' ' } else { '\0' };
        for letter in self.text[self.at..].chars() {
            let is_kept = match letter {
                ' ' => before != ' ',
                _ => matches!(letter, '!'..='\x7f' | '가'..='힣'),
            };
            if !is_kept {
                break;
            }
            let is_inside_word = letter.is_ascii_alphanumeric() && before.is_ascii_alphanumeric()
                || !letter.is_ascii() && !before.is_ascii();
            if letter != ' ' && !is_inside_word {
                self.folded.push_word_start(self.at - self.uncopied);
            }
            self.at += letter.len_utf8();
            before = letter;
        }
    }

    fn add_space(&mut self) {
        let length = self.text.as_bytes()[self.at..].iter().take_while(|byte| is_space(byte)).count();
        let end = self.at + length;
        let whole = self.whole_characters(end);
        self.copy(self.at);
        if whole > self.at {
            self.folded.push_space(self.at, 1);
        }
        (self.at, self.uncopied) = (end, whole);
    }

    /// Adds a letter, or the characters that it is part of.
    fn add_letter(&mut self) {
        let letter = self.text[self.at..].chars().next().unwrap_or_default();
        if !is_plain(letter) {
            return self.add_characters();
        }
        let end = self.at + letter.len_utf8();
        if fold_plain(letter) == letter {
            self.folded.push_word_start(self.at - self.uncopied);
            self.at = end;
            return;
        }
        if self.whole_characters(end) == end {
            self.copy(self.at);
            self.folded.push_letter(letter, self.at, letter.len_utf8());
            self.uncopied = end;
        }
        self.at = end;
    }

    /// Adds the characters up to the one with the letter at `at`, which is not plain.
    fn add_characters(&mut self) {
        let start = self.at - last_letter_length(&self.text[self.uncopied..self.at]);
        self.copy(start);
        let mut next = start;
        while next <= self.at {
            let character = first_character(&self.text[next..]);
            self.folded.push_character(character, next);
            next += character.len();
        }
        (self.at, self.uncopied) = (next, next);
    }

    /// The end of plain letters from `at` on, without the last one if it can be part of a character with the next letter.
    fn whole_characters(&self, end: usize) -> usize {
        let is_whole = self.text[end..].chars().next().is_none_or(is_plain);
        if is_whole { end } else { end - last_letter_length(&self.text[self.at..end]) }
    }

    /// Copies the letters before `end`.
    fn copy(&mut self, end: usize) {
        self.folded.push_letters(&self.text[self.uncopied..end], self.uncopied);
    }
}

/// Whether a byte is ASCII white space other than the carriage return, which is one character with a line feed.
fn is_space(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\x0b' | b'\x0c')
}

fn last_letter_length(text: &str) -> usize {
    text.chars().next_back().map_or(0, char::len_utf8)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> String {
        fold_text(text).as_str().to_ascii_lowercase()
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
        let folded = fold_text(text);
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
