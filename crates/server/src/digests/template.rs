//! Sentences with names and numbers in them.

use answerdeck_api::visible_words;

/// The maximum number of characters of a name in a sentence.
const NAME_MAX: usize = 100;

/// A part of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// What the platform says.
    Text(String),
    /// A number that matters.
    Number(String),
    /// A text of others, such as the name of a brand: one line without invisible letters.
    Name(String),
}

impl Part {
    pub(super) fn name(text: &str) -> Self {
        let line = visible_words(text);
        Self::Name(match line.char_indices().nth(NAME_MAX) {
            None => line,
            Some(_) => line.chars().take(NAME_MAX - 1).chain(['…']).collect(),
        })
    }

    pub(super) fn as_str(&self) -> &str {
        match self {
            Self::Text(text) | Self::Number(text) | Self::Name(text) => text,
        }
    }
}

/// A sentence, or several.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Sentence(pub(super) Vec<Part>);

impl Sentence {
    /// Puts `parts` into a template, each in place of its number in braces: `{0}`.
    pub(super) fn new(template: &str, parts: &[Part]) -> Self {
        let mut sentence = Self::default();
        sentence.push(template, parts);
        sentence
    }

    /// Appends another sentence.
    pub(super) fn push(&mut self, template: &str, parts: &[Part]) {
        // A sentence that follows another begins with a space.
        let mut rest = if self.0.is_empty() { template.trim_start() } else { template };
        while let Some((before, after)) = rest.split_once('{') {
            let (number, after) = after.split_once('}').unwrap_or((after, ""));
            self.0.push(Part::Text(before.to_owned()));
            self.0.extend(number.parse().ok().and_then(|number: usize| parts.get(number)).cloned());
            rest = after;
        }
        self.0.push(Part::Text(rest.to_owned()));
        self.0.retain(|part| !part.as_str().is_empty());
    }
}

impl std::fmt::Display for Sentence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|part| f.write_str(part.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_take_the_places_of_their_numbers() {
        let parts = [Part::name("{1}\u{202e} a\nb"), Part::Number("7".to_owned())];
        let mut sentence = Sentence::new("{1} of {0}.", &parts);
        sentence.push(" End {0}", &parts);
        assert_eq!(sentence.to_string(), "7 of {1} a b. End {1} a b");
        assert_eq!(sentence.0[2], Part::Name("{1} a b".to_owned()));
    }

    #[test]
    fn a_long_name_is_cut_off() {
        assert_eq!(Part::name(&"가".repeat(101)), Part::Name(format!("{}…", "가".repeat(99))));
    }
}
