//! How far an answer is.

use answerdeck_api::AnswerStatus;
use leptos::prelude::*;

use super::{Badge, Tone};
use crate::locale::t;

/// How far an answer is, in a word. One that can be read needs none.
#[component]
pub fn AnswerState(status: AnswerStatus) -> AnyView {
    let (label, tone) = match status {
        AnswerStatus::Success => return ().into_any(),
        AnswerStatus::Pending => (t(|t| t.answers().pending), Tone::Busy),
        AnswerStatus::Failed => (t(|t| t.answers().failed), Tone::Bad),
        AnswerStatus::Unknown(_) => (t(|t| t.answers().unknown), Tone::Plain),
    };
    view! { <Badge label tone /> }.into_any()
}
