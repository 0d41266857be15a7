//! The text of an answer, with the brands that it names. The Markdown parser is large, and a page has a title and facts
//! before its texts, so this code is loaded in parallel with the answer.

use answerdeck_api::metrics::MentionList;
use answerdeck_api::{Answer, AnswerId, AnswerStatus, Source};
use leptos::prelude::*;

use super::markdown::Markdown;
use super::mentions::{BrandMentions, TextMentions};
use crate::lazy::lazy_part;
use crate::queries::Query;
use crate::untrusted::to_text;

#[derive(Clone, Copy)]
pub struct AnswerTexts {
    /// Shows the text of an answer, with its numbered references to the sources, and the brands that it names.
    pub view: fn(AnswerId, String, Vec<Source>, Query<MentionList>) -> AnyView,
    /// Returns a Markdown text without its markup.
    pub without_markup: fn(&str) -> String,
}

/// The id of an answer with a text, which may name brands.
pub fn named_in(answer: &Answer) -> Option<AnswerId> {
    let has_text = answer.status == AnswerStatus::Success && !answer.content.trim().is_empty();
    has_text.then(|| answer.id.clone())
}

lazy_part! {
    answer_text: AnswerTexts = AnswerTexts { view, without_markup: to_text }
}

fn view(answer: AnswerId, content: String, sources: Vec<Source>, found: Query<MentionList>) -> AnyView {
    let mentions = RwSignal::new(TextMentions::default());
    view! {
        <BrandMentions answer text=content.clone() found mentions />
        <Markdown content sources mentions />
    }
    .into_any()
}
