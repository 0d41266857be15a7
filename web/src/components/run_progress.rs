//! The status and the progress of a run.

use answerdeck_api::{Run, RunStatus};
use leptos::prelude::*;

use crate::format::percent;
use crate::locale::{t, t_with};
use crate::reactive::live;
use crate::ui::{Badge, Progress, Tone};

/// The status of a run as a badge.
#[component]
pub fn RunStatusBadge(run: Memo<Run>) -> AnyView {
    live(move || match run.with(|run| run.status.clone()) {
        RunStatus::Running => view! { <Badge label=t(|t| t.runs().running) tone=Tone::Active /> }.into_any(),
        RunStatus::Finished => view! { <Badge label=t(|t| t.runs().finished) tone=Tone::Success /> }.into_any(),
        RunStatus::Unknown(_) => view! { <Badge label=t(|t| t.runs().unknown) tone=Tone::Neutral /> }.into_any(),
    })
}

/// The finished items out of all items, as a bar and as text. A note in place of the text while the run has no items yet.
#[component]
pub fn RunProgress(run: Memo<Run>) -> AnyView {
    let done = Signal::derive(move || run.with(|run| run.finished_count));
    let total = Signal::derive(move || run.with(|run| run.total_count));
    let value_text = t_with(move |t| match (done.get(), total.get()) {
        (_, 0) => t.runs().preparing.to_owned(),
        (done, total) => (t.runs().progress_of)(done, total),
    });
    let share = t_with(move |_| if total.get() == 0 { String::new() } else { percent(done.get(), total.get()) });
    view! { <Progress label=share name=t(|t| t.runs().finished_items) value_text done total /> }.into_any()
}
