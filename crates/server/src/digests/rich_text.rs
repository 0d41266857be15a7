//! Texts with names and numbers in them.

use crate::webhooks::message::one_line;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Span {
    /// What the platform says.
    Text(String),
    /// A number that matters.
    Number(String),
    /// A text of others, such as the name of a brand.
    Name(String),
}

impl Span {
    pub(super) fn name(text: &str) -> Self {
        Self::Name(one_line(text))
    }

    pub(super) fn as_str(&self) -> &str {
        match self {
            Self::Text(text) | Self::Number(text) | Self::Name(text) => text,
        }
    }
}

/// One sentence, or several.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct RichText(pub(super) Vec<Span>);

impl RichText {
    /// Puts `spans` into a template, each in place of its number in braces: `{0}`.
    pub(super) fn new(template: &str, spans: &[Span]) -> Self {
        let mut text = Self::default();
        text.push(template, spans);
        text
    }

    /// Appends another text.
    pub(super) fn push(&mut self, template: &str, spans: &[Span]) {
        // A sentence that follows another begins with a space.
        let mut rest = if self.0.is_empty() { template.trim_start() } else { template };
        while let Some((before, after)) = rest.split_once('{') {
            let (number, after) = after.split_once('}').unwrap_or((after, ""));
            self.0.push(Span::Text(before.to_owned()));
            self.0.extend(number.parse().ok().and_then(|number: usize| spans.get(number)).cloned());
            rest = after;
        }
        self.0.push(Span::Text(rest.to_owned()));
        self.0.retain(|span| !span.as_str().is_empty());
    }
}

impl std::fmt::Display for RichText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|span| f.write_str(span.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_take_the_places_of_their_numbers() {
        let spans = [Span::name("{1}\u{202e} a\nb"), Span::Number("7".to_owned())];
        let mut text = RichText::new("{1} of {0}.", &spans);
        text.push(" End {0}", &spans);
        assert_eq!(text.to_string(), "7 of {1} a b. End {1} a b");
        assert_eq!(text.0[2], Span::Name("{1} a b".to_owned()));
    }

    #[test]
    fn a_long_name_is_cut_off() {
        assert_eq!(Span::name(&"가".repeat(101)), Span::Name(format!("{}…", "가".repeat(99))));
    }
}
