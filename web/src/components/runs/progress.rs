use answerdeck_api::{Run, RunStatus};
use leptos::prelude::*;

use crate::format::percent;
use crate::locale::{Pick, t, t_with};
use crate::reactive::live;
use crate::ui::{Badge, Progress, Tone};

/// The name of the status of a run, and its color.
pub fn run_status(run: &Run) -> (Pick, Tone) {
    match (&run.status, &run.stopped_at) {
        (RunStatus::Running, None) => (|t| t.runs().running, Tone::Active),
        (RunStatus::Running, Some(_)) => (|t| t.runs().stopping, Tone::Active),
        (RunStatus::Finished, Some(_)) => (|t| t.runs().stopped, Tone::Neutral),
        (RunStatus::Finished, None) if run.failed_count == 0 => (|t| t.runs().finished, Tone::Success),
        (RunStatus::Finished, None) if run.success_count == 0 => (|t| t.common().failed, Tone::Danger),
        (RunStatus::Finished, None) => (|t| t.runs().partly_failed, Tone::Warning),
        (RunStatus::Unknown(_), _) => (|t| t.common().unknown_status, Tone::Neutral),
    }
}

#[component]
pub fn RunStatusBadge(run: Memo<Run>) -> AnyView {
    live(move || {
        let (label, tone) = run.with(run_status);
        view! { <Badge label=t(label) tone /> }.into_any()
    })
}

/// The finished items out of all items, as a bar and as text. A note in place of the text while the run has no items yet.
#[component]
pub fn RunProgress(run: Memo<Run>) -> AnyView {
    let done = Signal::derive(move || run.with(|run| run.finished_count));
    let total = Signal::derive(move || run.with(|run| run.total_count));
    let value_text = t_with(move |t| match (done.get(), total.get()) {
        (_, 0) => t.runs().preparing.to_owned(),
        (done, total) => (t.common().progress_of)(done, total),
    });
    let share = t_with(move |_| if total.get() == 0 { String::new() } else { percent(done.get(), total.get()) });
    view! { <Progress label=share name=t(|t| t.runs().finished_items) value_text done total /> }.into_any()
}
