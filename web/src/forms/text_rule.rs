use crate::locale::Texts;
use crate::ui::character_count;

/// The limits of a text. The numbers come from `answerdeck_api::limits`.
#[derive(Debug, Clone, Copy)]
pub struct TextRule {
    pub required: bool,
    /// The maximum number of characters.
    pub max: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextError {
    Missing,
    /// It is too long. Contains its number of characters.
    TooLong(usize),
}

impl TextRule {
    /// Validates a text. Returns `None` if it is valid. Surrounding space is ignored, because it is not sent.
    pub fn check(self, text: &str) -> Option<TextError> {
        let length = character_count(text);
        if self.required && length == 0 {
            Some(TextError::Missing)
        } else if length > self.max {
            Some(TextError::TooLong(length))
        } else {
            None
        }
    }

    /// A text as it is sent: without surrounding space. `None` if it is invalid.
    pub fn valid(self, text: &str) -> Option<String> {
        self.check(text).is_none().then(|| text.trim().to_owned())
    }

    /// The same for a text that need not be there: `Some(None)` without one.
    pub fn valid_or_none(self, text: &str) -> Option<Option<String>> {
        self.valid(text).map(|text| Some(text).filter(|text| !text.is_empty()))
    }

    /// The error message for a text. `None` if the text is valid.
    pub fn message(self, text: &str, texts: Texts) -> Option<String> {
        self.check(text).map(|error| match error {
            TextError::Missing => texts.common().missing.to_owned(),
            TextError::TooLong(length) => (texts.common().too_long)(self.max, length),
        })
    }
}

/// Parses a whole number. `None` if it is not one from 1 to `max`.
pub fn parse_whole(typed: &str, max: u32) -> Option<u32> {
    typed.trim().parse().ok().filter(|number| (1..=max).contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_number_is_within_the_bounds() {
        for (typed, parsed) in [
            ("1", Some(1)),
            (" 10 ", Some(10)),
            ("0", None),
            ("11", None),
            ("1.5", None),
            ("", None),
            ("-1", None),
            ("두 번", None),
        ] {
            assert_eq!(parse_whole(typed, 10), parsed, "{typed:?}");
        }
    }

    #[test]
    fn the_length_is_counted_in_characters_without_surrounding_space() {
        let rule = TextRule { required: true, max: 3 };
        for (text, error) in [
            ("", Some(TextError::Missing)),
            (" \n", Some(TextError::Missing)),
            ("가나다", None),
            (" 가나다 ", None),
            ("가나다라", Some(TextError::TooLong(4))),
        ] {
            assert_eq!(rule.check(text), error, "{text:?}");
        }
        assert_eq!(TextRule { required: false, max: 3 }.check(""), None);
        assert_eq!(rule.valid(" 가나다 ").as_deref(), Some("가나다"));
        assert_eq!(rule.valid(" "), None);
        let optional = TextRule { required: false, max: 3 };
        let texts = [" ", " 가 ", "가나다라"].map(|text| optional.valid_or_none(text));
        assert_eq!(texts, [Some(None), Some(Some("가".to_owned())), None]);
    }
}
