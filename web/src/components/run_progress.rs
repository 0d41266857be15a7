//! How far a run is.

use answerdeck_api::{Run, RunStatus};
use leptos::prelude::*;

use super::{Badge, Progress, Tone};
use crate::format::percent;
use crate::locale::{t, t_with};

/// Whether a run is still running, in a word.
#[component]
pub fn RunState(run: Memo<Run>) -> AnyView {
    let status = Memo::new(move |_| run.with(|run| run.status.clone()));
    (move || match status.get() {
        RunStatus::Running => view! { <Badge label=t(|t| t.runs().running) tone=Tone::Busy /> }.into_any(),
        RunStatus::Finished => view! { <Badge label=t(|t| t.runs().finished) tone=Tone::Good /> }.into_any(),
        RunStatus::Unknown(_) => view! { <Badge label=t(|t| t.runs().unknown) tone=Tone::Plain /> }.into_any(),
    })
    .into_any()
}

/// The items that have ended out of all, as a bar and in words. A run whose items are not made yet says so.
#[component]
pub fn RunProgress(run: Memo<Run>) -> AnyView {
    let done = Signal::derive(move || run.with(|run| run.finished_count));
    let all = Signal::derive(move || run.with(|run| run.total_count));
    let words = t_with(move |t| match (done.get(), all.get()) {
        (_, 0) => t.runs().preparing.to_owned(),
        (done, all) => (t.runs().progress_of)(done, all),
    });
    let share = t_with(move |_| if all.get() == 0 { String::new() } else { percent(done.get(), all.get()) });
    view! { <Progress label=share words done all /> }.into_any()
}
