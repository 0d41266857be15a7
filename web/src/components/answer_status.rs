//! The status of an answer.

use answerdeck_api::AnswerStatus;
use leptos::prelude::*;

use crate::locale::t;
use crate::ui::{Badge, Tone};

/// The status of an answer as a badge. A successful answer has none.
#[component]
pub fn AnswerStatusBadge(status: AnswerStatus) -> AnyView {
    let (label, tone) = match status {
        AnswerStatus::Success => return ().into_any(),
        AnswerStatus::Pending => (t(|t| t.answers().pending), Tone::Active),
        AnswerStatus::Failed => (t(|t| t.answers().failed), Tone::Danger),
        AnswerStatus::Unknown(_) => (t(|t| t.answers().unknown), Tone::Neutral),
    };
    view! { <Badge label tone /> }.into_any()
}
