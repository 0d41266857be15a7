//! How messages write the sentences that they share with the console.

use answerdeck_api::Language;
use answerdeck_insight::Writer;

use super::one_line;

pub(crate) struct MessageWriter {
    pub(crate) language: Language,
    /// Escapes a text of others.
    pub(crate) quote: fn(&str) -> String,
}

/// Writes numbers as the console does.
impl Writer for MessageWriter {
    fn language(&self) -> Language {
        self.language
    }

    fn number(&self, number: f64) -> String {
        grouped(&((1_000.0 * number).round() / 1_000.0).to_string())
    }

    fn rate(&self, rate: f64) -> String {
        let percent = match rate {
            _ if 0.0 < rate && rate < 0.001 => return (self.quote)("<0.1%"),
            _ if 0.0 < rate && rate < 0.0995 || (0.995..1.0 - 1e-9).contains(&rate) => {
                format!("{:.1}", (1_000.0 * rate).round().min(999.0) / 10.0)
            }
            _ => (100.0 * rate).round().to_string(),
        };
        format!("{percent}%")
    }

    fn name(&self, text: &str) -> String {
        (self.quote)(&one_line(text))
    }

    fn model(&self, code: &str) -> String {
        self.name(code)
    }
}

/// Writes the digits before the decimal point in groups of three.
pub(super) fn grouped(text: &str) -> String {
    let whole = text.find('.').unwrap_or(text.len());
    let first = usize::from(text.starts_with('-'));
    let mut grouped = String::new();
    for (at, letter) in text.char_indices() {
        if at > first && at < whole && (whole - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(letter);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRITER: MessageWriter = MessageWriter { language: Language::English, quote: str::to_owned };

    #[test]
    fn numbers_are_grouped_and_have_at_most_three_decimals() {
        for (number, expected) in [
            (0.0, "0"),
            (999.0, "999"),
            (1_000.0, "1,000"),
            (180.5, "180.5"),
            (4_820.123_4, "4,820.123"),
            (-1_234_567.8, "-1,234,567.8"),
            (-123.0, "-123"),
        ] {
            assert_eq!(WRITER.number(number), expected);
        }
    }

    #[test]
    fn small_and_almost_complete_rates_have_decimals() {
        for (rate, expected) in [
            (0.0, "0%"),
            (0.000_45, "<0.1%"),
            (0.05, "5.0%"),
            (0.0625, "6.3%"),
            (0.0996, "10%"),
            (0.125, "13%"),
            (0.996, "99.6%"),
            (0.999_9, "99.9%"),
            (1.0, "100%"),
        ] {
            assert_eq!(WRITER.rate(rate), expected);
        }
    }

    #[test]
    fn a_long_name_is_cut_off() {
        assert_eq!(WRITER.name(&"가".repeat(101)), format!("{}…", "가".repeat(99)));
    }
}
