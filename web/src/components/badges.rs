use answerdeck_api::AnswerStatus;
use leptos::prelude::*;

use crate::locale::t;
use crate::ui::{Badge, Tone};

/// The status of an answer as a badge. A successful answer has none.
#[component]
pub fn AnswerStatusBadge(status: AnswerStatus) -> AnyView {
    let (label, tone) = match status {
        AnswerStatus::Success => return ().into_any(),
        AnswerStatus::Pending => (t(|t| t.common().pending), Tone::Active),
        AnswerStatus::Failed => (t(|t| t.common().failed), Tone::Danger),
        AnswerStatus::Unknown(_) => (t(|t| t.common().unknown_status), Tone::Neutral),
    };
    view! { <Badge label tone /> }.into_any()
}

pub fn own_brand_badge() -> AnyView {
    view! { <Badge label=t(|t| t.common().own_brand) tone=Tone::Active /> }.into_any()
}
