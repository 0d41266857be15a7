//! Names that are known before a text is analyzed. Each becomes one letter, a mark, so that every rule sees one name.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use crate::script::{MARKS, TOKEN_CHARS_MAX, is_hangul, is_mark};

/// A name in a text, known before the text is analyzed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownName<'a> {
    /// The bytes of the name in the text.
    pub place: Range<usize>,
    /// Its tokens, its own first. A name counts as ordinary text if its own token is missing, empty, or longer than
    /// [`TOKEN_CHARS_MAX`](crate::TOKEN_CHARS_MAX).
    pub tokens: &'a [String],
}

pub(crate) struct MarkedText<'a> {
    pub(crate) text: String,
    /// The tokens of each mark, and how often the text has it.
    marks: Vec<(&'a [String], u32)>,
}

impl<'a> MarkedText<'a> {
    /// Replaces the names of a text, which are in their order. A name that overlaps the one before it stays.
    pub(crate) fn new(text: &str, names: &[KnownName<'a>]) -> Self {
        let mut marked = Self { text: String::with_capacity(text.len()), marks: Vec::new() };
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut end = 0;
        for KnownName { place, tokens } in names {
            let Some(token) = tokens.first() else { continue };
            if token.is_empty() || token.chars().nth(TOKEN_CHARS_MAX).is_some() {
                continue;
            }
            let (Some(before), Some(name)) = (text.get(end..place.start), text.get(place.clone())) else { continue };
            let next = marked.marks.len();
            let number = *numbers.entry(token).or_insert(next);
            let Some(letter) = MARKS.clone().nth(number).and_then(char::from_u32) else { break };
            match marked.marks.get_mut(number) {
                Some((_, count)) => *count += 1,
                None => marked.marks.push((tokens, 1)),
            }
            marked.text.push_str(&without_marks(before));
            if !marked.text.is_empty() && !marked.text.ends_with(char::is_whitespace) {
                marked.text.push(' ');
            }
            marked.text.push(letter);
            let rest = &text[place.end..];
            let rest = if name.ends_with(char::is_alphanumeric) { rest.trim_start_matches(is_hangul) } else { rest };
            end = text.len() - rest.len();
            if !rest.starts_with(char::is_whitespace) && !starts_with_possessive(rest) {
                marked.text.push(' ');
            }
        }
        marked.text.push_str(&without_marks(text.get(end..).unwrap_or_default()));
        marked
    }

    /// The tokens of the names, each with the number of its places. A token of several names occurs several times.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = (&'a str, u32)> {
        self.marks.iter().flat_map(|(tokens, count)| tokens.iter().map(|token| (token.as_str(), *count)))
    }

    /// Replaces the marks of a noun by their own tokens.
    pub(crate) fn restore(&self, noun: &str) -> String {
        let mut restored = String::with_capacity(noun.len());
        for letter in noun.chars() {
            let number = u32::from(letter).checked_sub(*MARKS.start()).and_then(|number| usize::try_from(number).ok());
            let tokens = number.and_then(|number| self.marks.get(number));
            match tokens.and_then(|(tokens, _)| tokens.first()) {
                Some(token) => restored.push_str(token),
                None => restored.push(letter),
            }
        }
        restored
    }
}

/// A text with spaces for its marks, so that byte offsets stay valid. A text that was not marked may have some.
pub(crate) fn without_marks(text: &str) -> Cow<'_, str> {
    if text.contains(is_mark) { text.replace(is_mark, "    ").into() } else { text.into() }
}

/// Whether a text begins with the ending of a possessive.
fn starts_with_possessive(text: &str) -> bool {
    let ending = text.strip_prefix("'s").or_else(|| text.strip_prefix("’s"));
    ending.is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_alphanumeric() && !is_hangul(letter)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(tokens: &[&str]) -> Vec<Vec<String>> {
        tokens.iter().map(|token| vec![(*token).to_owned()]).collect()
    }

    #[test]
    fn a_name_with_its_particles_becomes_one_mark() {
        let (text, tokens) = ("누리오는 Nike’s와 Dr. Martens.", owned(&["누리오", "nike", "dr. martens"]));
        let places =
            ["누리오", "Nike", "Dr. Martens"].map(|name| text.find(name).map(|at| at..at + name.len()).unwrap());
        let names: Vec<_> =
            places.into_iter().zip(&tokens).map(|(place, tokens)| KnownName { place, tokens }).collect();
        let marked = MarkedText::new(text, &names);
        assert_eq!(marked.text, "\u{f0000} \u{f0001}’s와 \u{f0002} .");
        assert_eq!(marked.tokens().collect::<Vec<_>>(), [("누리오", 1), ("nike", 1), ("dr. martens", 1)]);
        assert_eq!(marked.restore("\u{f0001} pro"), "nike pro");
    }

    #[test]
    fn a_mark_of_the_text_is_a_space() {
        let tokens = owned(&["nike"]);
        let marked = MarkedText::new("a\u{f0000}Nike", &[KnownName { place: 5..9, tokens: &tokens[0] }]);
        assert_eq!(marked.text, "a    \u{f0000} ");
        assert_eq!(without_marks("\u{10ffff}"), "    ");
    }

    #[test]
    fn names_that_overlap_or_have_no_token_stay() {
        let tokens = owned(&["", &"x".repeat(TOKEN_CHARS_MAX + 1), "new", "w b", "far"]);
        let places = [0..3, 0..3, 0..3, 2..5, 90..93];
        let mut names: Vec<_> =
            places.into_iter().zip(&tokens).map(|(place, tokens)| KnownName { place, tokens }).collect();
        names.insert(0, KnownName { place: 0..3, tokens: &[] });
        let marked = MarkedText::new("New Balance", &names);
        assert_eq!(marked.text, "\u{f0000} Balance");
        assert_eq!(marked.tokens().collect::<Vec<_>>(), [("new", 1)]);
    }
}
