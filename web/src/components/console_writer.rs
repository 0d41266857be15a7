//! How the console writes the sentences that it shares with messages.

use answerdeck_api::{Model, ModelCode};
use answerdeck_insight::Writer;

use super::model_badge::model_label;
use crate::format::{decimal, rate};
use crate::language::{Language, language};
use crate::queries::Query;
use crate::untrusted::quotation;

/// The maximum length of a name or prompt, in characters.
const QUOTED_CHARS_MAX: usize = 100;

/// Its language is that of the console. Reactive.
#[derive(Clone, Copy)]
pub struct ConsoleWriter {
    pub models: Query<Vec<Model>>,
}

impl Writer for ConsoleWriter {
    fn language(&self) -> Language {
        language()
    }

    fn number(&self, number: f64) -> String {
        decimal(number)
    }

    fn rate(&self, value: f64) -> String {
        rate(value)
    }

    fn name(&self, text: &str) -> String {
        quotation(text, QUOTED_CHARS_MAX)
    }

    fn model(&self, code: &str) -> String {
        model_label(self.models, &ModelCode::from(code))
    }
}
