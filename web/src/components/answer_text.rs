//! The text of an answer, with the brands that it names. The Markdown parser is large, and a page has a title and facts
//! before its texts, so this code is loaded in parallel with the answer.

use answerdeck_api::{AnswerId, Source};
use leptos::prelude::*;

use super::markdown::Markdown;
use super::mentions::{BrandMentions, TextMentions};
use crate::parts::lazy_part;
use crate::untrusted::to_text;

/// Functions that show the texts of answers.
#[derive(Clone, Copy)]
pub struct AnswerTexts {
    /// Shows the text of an answer, with its numbered references to the sources.
    pub view: fn(AnswerId, String, Vec<Source>) -> AnyView,
    /// Returns a Markdown text without its markup.
    pub without_markup: fn(&str) -> String,
}

lazy_part! {
    /// The texts of answers.
    answer_text: AnswerTexts = AnswerTexts { view, without_markup: to_text }
}

fn view(answer: AnswerId, content: String, sources: Vec<Source>) -> AnyView {
    let mentions = RwSignal::new(TextMentions::default());
    view! {
        <BrandMentions answer text=content.clone() mentions />
        <Markdown content sources mentions />
    }
    .into_any()
}
