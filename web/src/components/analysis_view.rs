//! The states of a question to the analysis worker.

use answerdeck_analysis::{Coverage, Phase, Refusal, Status};
use leptos::prelude::*;
use serde::de::DeserializeOwned;

use super::LossNote;
use crate::analysis::{Analysis, AnalysisQuery, AnalysisState, WorkerState, use_analysis};
use crate::locale::{Pick, t, t_with};
use crate::reactive::{live, live_option};
use crate::ui::{Button, Icon, IconName, Progress};

#[derive(Clone, PartialEq)]
enum Layout {
    Loading,
    Ready,
    Refused(Refusal),
    Failed,
}

/// Shows a question: `loading` until the first value arrives, `ready` once there is one, or why there is none. `ready`
/// is built once and reads the value itself, so that a new value does not take the focus away.
pub fn analysis_view<T: DeserializeOwned + Clone + 'static>(
    query: AnalysisQuery<T>,
    loading: impl Fn() -> AnyView + Send + 'static,
    ready: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    let analysis = use_analysis();
    let layout = Memo::new(move |_| match query.get() {
        AnalysisState::Loading => Layout::Loading,
        AnalysisState::Ready { .. } => Layout::Ready,
        AnalysisState::Refused(refusal) => Layout::Refused(refusal),
        AnalysisState::Failed => Layout::Failed,
    });
    live(move || match layout.get() {
        Layout::Loading => loading(),
        Layout::Ready => untrack(&ready),
        Layout::Refused(refusal) => refused(&refusal, analysis),
        Layout::Failed => failure(|t| t.metrics().failed, Some(analysis)),
    })
}

/// Says why a question has no value. `None` while it is loading and when it has one.
pub fn analysis_problem<T>(analysis: Analysis, state: &AnalysisState<T>) -> Option<AnyView> {
    match state {
        AnalysisState::Loading | AnalysisState::Ready { .. } => None,
        AnalysisState::Refused(refusal) => Some(refused(refusal, analysis)),
        AnalysisState::Failed => Some(failure(|t| t.metrics().failed, Some(analysis))),
    }
}

fn refused(refusal: &Refusal, analysis: Analysis) -> AnyView {
    match refusal {
        Refusal::TooManyNames => failure(|t| t.metrics().too_many_names, None),
        Refusal::UnknownPromptSet | Refusal::InvalidTime | Refusal::InvalidQuestion(_) => {
            failure(|t| t.metrics().other_refusal, None)
        }
        // A new worker reads both again.
        Refusal::NoBrands => failure(|t| t.metrics().no_brands, Some(analysis)),
        Refusal::Store(_) => failure(|t| t.metrics().store, Some(analysis)),
    }
}

fn failure(reason: Pick, retry: Option<Analysis>) -> AnyView {
    let retry = retry.map(|analysis| {
        view! {
            <div class="state-actions">
                <Button label=t(|t| t.common().retry) on_click=move |()| analysis.restart() />
            </div>
        }
    });
    view! {
        <div class="state-panel" data-state="failed" role="alert">
            <Icon icon=IconName::Warning />
            <p>{t(reason)}</p>
            {retry}
        </div>
    }
    .into_any()
}

/// Says how many of the answers were counted while some are missing, the progress of the search for changed brands, and
/// that kept answers were lost. Nothing is shown once all were counted.
#[component]
pub fn CoverageNote(
    /// What a value was counted from. `None` while there is no value.
    #[prop(into)]
    coverage: Signal<Option<Coverage>>,
) -> AnyView {
    let kept = Signal::derive(move || coverage.get().map_or(0, |coverage| coverage.kept));
    let total = Signal::derive(move || coverage.get().and_then(|coverage| coverage.total).unwrap_or_default());
    let is_partial = Memo::new(move |_| coverage.get().is_some_and(|coverage| !coverage.is_complete()));
    let text = t_with(move |t| match total.get() {
        0 => t.metrics().coverage_unknown.to_owned(),
        total => (t.metrics().coverage)(kept.get(), total),
    });
    let analysis = use_analysis();
    let search = Memo::new(move |_| match analysis.state() {
        WorkerState::Running(Status { phase: Phase::Searching { searched, total }, .. }) => Some((searched, total)),
        _ => None,
    });
    let is_searching = Memo::new(move |_| search.get().is_some());
    let searched = Signal::derive(move || search.get().map_or(0, |(searched, _)| searched as u64));
    let runs = Signal::derive(move || search.get().map_or(0, |(_, total)| total as u64));
    let searched_text = t_with(move |t| (t.metrics().searched)(searched.get(), runs.get()));
    let note = move || match (is_partial.get(), is_searching.get()) {
        (true, _) => Some(
            view! {
                <div class="coverage">
                    <Progress label=t(|t| t.kept_answers().progress) value_text=text done=kept total />
                    <p class="muted">{t(|t| t.metrics().coverage_note)}</p>
                </div>
            }
            .into_any(),
        ),
        (false, true) => Some(
            view! {
                <div class="coverage">
                    <Progress
                        label=t(|t| t.metrics().searched_label)
                        value_text=searched_text
                        done=searched
                        total=runs
                    />
                </div>
            }
            .into_any(),
        ),
        (false, false) => None,
    };
    view! {
        <LossNote />
        {live_option(note)}
    }
    .into_any()
}
