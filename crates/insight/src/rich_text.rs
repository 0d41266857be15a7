//! Sentences with numbers and names in them. The console, e-mail, Slack and Discord say the same, and write numbers and names in their
//! own ways.

use std::fmt;

use answerdeck_api::Language;

pub trait Writer {
    fn language(&self) -> Language;
    /// A number with at most three decimals.
    fn number(&self, number: f64) -> String;
    /// A rate, 0..1, as a percentage.
    fn rate(&self, rate: f64) -> String;
    /// A text of others, such as the name of a brand.
    fn name(&self, text: &str) -> String;
    /// The name of the model with a code.
    fn model(&self, code: &str) -> String;
}

impl dyn Writer + '_ {
    /// The Korean or the English one of two templates with spans in it, as in [`RichText::new`].
    pub(crate) fn say(&self, [korean, english]: [&str; 2], spans: &[Span]) -> RichText {
        let template = match self.language() {
            Language::Korean => korean,
            Language::English => english,
        };
        RichText::new(template, spans)
    }

    pub(crate) fn named(&self, name: &str) -> Span {
        Span::Name(self.name(name))
    }

    pub(crate) fn count(&self, count: u64) -> Span {
        Span::Text(self.number(count as f64))
    }

    /// The count that a sentence is about.
    pub(crate) fn main_count(&self, count: u64) -> Span {
        Span::Number(self.number(count as f64))
    }

    pub(crate) fn rose_or_fell(&self, is_rise: bool) -> Span {
        let verbs = if is_rise { ["올랐어요", "rose"] } else { ["떨어졌어요", "fell"] };
        Span::Text(self.say(verbs, &[]).to_string())
    }
}

/// The form for 1, or the one for all other numbers.
pub(crate) fn form(number: u64, [one, other]: [&str; 2]) -> &str {
    if number == 1 { one } else { other }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Span {
    /// What the platform says.
    Text(String),
    /// A number that matters.
    Number(String),
    /// A text of others, such as the name of a brand.
    Name(String),
}

impl Span {
    fn as_str(&self) -> &str {
        match self {
            Self::Text(text) | Self::Number(text) | Self::Name(text) => text,
        }
    }
}

/// A sentence, or several.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RichText(pub Vec<Span>);

impl RichText {
    /// Puts `spans` into a template, each in place of its number in braces: `{0}`.
    pub fn new(template: &str, spans: &[Span]) -> Self {
        let (mut text, mut rest) = (Self::default(), template);
        while let Some((before, after)) = rest.split_once('{') {
            let (number, after) = after.split_once('}').unwrap_or((after, ""));
            text.0.push(Span::Text(before.to_owned()));
            text.0.extend(number.parse().ok().and_then(|number: usize| spans.get(number)).cloned());
            rest = after;
        }
        text.0.push(Span::Text(rest.to_owned()));
        text.0.retain(|span| !span.as_str().is_empty());
        text
    }

    /// Several texts with `separator` between them.
    pub fn joined(texts: impl IntoIterator<Item = Self>, separator: &str) -> Self {
        let mut joined = Self::default();
        for text in texts {
            if !joined.0.is_empty() {
                joined.0.push(Span::Text(separator.to_owned()));
            }
            joined.0.extend(text.0);
        }
        joined
    }

    /// The text, then another, then a period.
    pub(crate) fn ending_with(mut self, end: Self) -> Self {
        self.0.extend(end.0);
        self.0.push(Span::Text(".".to_owned()));
        self
    }
}

impl fmt::Display for RichText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|span| f.write_str(span.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_take_the_places_of_their_numbers() {
        let spans = [Span::Name("{1} a".to_owned()), Span::Number("7".to_owned())];
        let texts = ["{1} of {0}.", "End {0}"].map(|template| RichText::new(template, &spans));
        let joined = RichText::joined(texts, " ");
        assert_eq!(joined.to_string(), "7 of {1} a. End {1} a");
        assert_eq!(joined.0[2], spans[0]);
    }
}
