//! The bounds of a text that is typed.

use crate::locale::Texts;

/// The bounds of a text, by the numbers of `answerdeck_api::limits`.
#[derive(Debug, Clone, Copy)]
pub struct TextRule {
    /// Whether there must be one.
    pub required: bool,
    /// Characters, at most.
    pub max: usize,
}

/// What is wrong with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// There is none.
    Missing,
    /// It has so many characters.
    TooLong(usize),
}

impl TextRule {
    /// What is wrong with a text. Space around it does not count: it is not sent.
    pub fn check(self, text: &str) -> Option<Problem> {
        let text = text.trim();
        let length = text.chars().count();
        if self.required && length == 0 {
            Some(Problem::Missing)
        } else if length > self.max {
            Some(Problem::TooLong(length))
        } else {
            None
        }
    }

    /// What to say about a text that is wrong.
    pub fn t_with(self, text: &str, texts: Texts) -> Option<String> {
        self.check(text).map(|problem| match problem {
            Problem::Missing => texts.common().missing.to_owned(),
            Problem::TooLong(length) => (texts.common().too_long)(self.max, length),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_as_people_count_them() {
        let rule = TextRule { required: true, max: 3 };
        for (text, problem) in [
            ("", Some(Problem::Missing)),
            (" \n", Some(Problem::Missing)),
            ("가나다", None),
            (" 가나다 ", None),
            ("가나다라", Some(Problem::TooLong(4))),
        ] {
            assert_eq!(rule.check(text), problem, "{text:?}");
        }
        assert_eq!(TextRule { required: false, max: 3 }.check(""), None);
    }
}
