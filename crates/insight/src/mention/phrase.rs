//! Finds a phrase wherever it is in a text, also inside words.

use std::ops::Range;

use super::folding::fold_text;
use super::links::link_destinations;
use super::plain_text;

/// Finds a phrase in texts. Case, width, composition, invisible characters and the length of white space make no
/// difference, as for [`MentionFinder`](super::MentionFinder). Word boundaries make no difference either. The destinations of
/// Markdown links are not searched, because readers do not see them.
///
/// ```
/// use answerdeck_insight::PhraseFinder;
///
/// let finder = PhraseFinder::new("noise cancel").ok_or("an empty phrase")?;
/// assert_eq!(finder.find("Active ＮＯＩＳＥ\ncancelling"), Some(7..29));
/// # Ok::<(), &str>(())
/// ```
pub struct PhraseFinder {
    /// The phrase, folded, without capitals and without white space around it.
    phrase: String,
}

impl PhraseFinder {
    /// Makes a finder. `None` for a phrase without visible characters.
    pub fn new(phrase: &str) -> Option<Self> {
        let phrase = plain_text(phrase).trim().to_owned();
        (!phrase.is_empty()).then_some(Self { phrase })
    }

    /// Returns the bytes of the first occurrence in a text. The time is proportional to the length of the text.
    pub fn find(&self, text: &str) -> Option<Range<usize>> {
        let folded = fold_text(text);
        // ASCII capitals stay in a folded text.
        let letters = folded.as_str().to_ascii_lowercase();
        let mut places = letters.match_indices(&self.phrase).map(|(start, _)| start..start + self.phrase.len());
        let mut hidden = None;
        places.find_map(|place| {
            // A part of a character, such as the `f` of `ﬁ`, is not an occurrence.
            let range = folded.original(place.start, place.end)?;
            let hidden = hidden.get_or_insert_with(|| link_destinations(text));
            let at = hidden.partition_point(|destination| destination.end <= range.start);
            let is_hidden = hidden.get(at).is_some_and(|destination| destination.start <= range.start);
            (!is_hidden).then_some(range)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'a>(phrase: &str, text: &'a str) -> Option<&'a str> {
        text.get(PhraseFinder::new(phrase).unwrap().find(text)?)
    }

    #[test]
    fn case_width_composition_and_white_space_make_no_difference() {
        for (phrase, text, expected) in [
            ("NURIO", "the nurio pods", "nurio"),
            ("noise cancel", "Noise\u{a0}\n cancelling", "Noise\u{a0}\n cancel"),
            ("  누리오 ", "누\u{200b}리오는", "누\u{200b}리오"),
            (
                "나이키",
                "\u{1102}\u{1161}\u{110b}\u{1175}\u{110f}\u{1175}",
                "\u{1102}\u{1161}\u{110b}\u{1175}\u{110f}\u{1175}",
            ),
            ("strasse", "Große Straße", "Straße"),
            ("(주)", "㈜삼성", "㈜"),
        ] {
            assert_eq!(found(phrase, text), Some(expected), "{phrase} in {text}");
        }
    }

    #[test]
    fn a_phrase_is_found_inside_words_and_its_first_place_counts() {
        assert_eq!(PhraseFinder::new("data").unwrap().find("metadata, data"), Some(4..8));
        assert_eq!(found("이어폰", "무선이어폰을"), Some("이어폰"));
        assert_eq!(found("b c", "abc"), None);
    }

    #[test]
    fn the_destination_of_a_link_is_not_searched() {
        let text = "[Best](https://example.com/review) of [three](<a review>), see https://example.com/review.";
        assert_eq!(PhraseFinder::new("review").unwrap().find(text), text.rfind("review").map(|at| at..at + 6));
        assert_eq!(found("example.com/r", "[a](https://example.com/r)"), None);
        assert_eq!(found("review", "[review](https://example.com/review)"), Some("review"));
    }

    #[test]
    fn a_part_of_a_character_is_not_an_occurrence() {
        assert_eq!(PhraseFinder::new("f").unwrap().find("ﬁ f"), Some(4..5));
        assert_eq!(found("주", "㈜"), None);
    }

    #[test]
    fn a_phrase_without_visible_characters_finds_nothing() {
        for phrase in ["", " \n", "\u{200b}"] {
            assert!(PhraseFinder::new(phrase).is_none(), "{phrase:?}");
        }
    }
}
