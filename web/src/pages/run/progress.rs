//! The progress of a run, then what its answers say about the own brand.

use std::collections::BTreeSet;
use std::sync::Arc;

use answerdeck_api::{AnswerStatus, ModelCode, Run, RunStatus, Schedule};
use leptos::prelude::*;

use crate::components::{
    GridAnswers, RunProgress, RunStatusBadge, Sentence, finding_view, own_finding, waiting_note, watch_error,
};
use crate::format::{cost, count, decimal};
use crate::locale::{Pick, t, t_with, texts};
use crate::paths::{self, AnswerFilterParams, BrandFigure, OVERVIEW, brand_answers, with_filter};
use crate::queries::brands::use_own_brand;
use crate::queries::schedules::use_schedule;
use crate::queries::{Query, use_models};
use crate::reactive::{live, live_option, live_when};

/// The progress. `counts` is the run without its items.
pub fn progress_section(counts: Memo<Run>, run: Query<Arc<Run>>, answers: RwSignal<GridAnswers>) -> AnyView {
    let finished = Memo::new(move |_| counts.with(|run| run.status == RunStatus::Finished));
    let of_run = Memo::new(move |_| counts.with(|run| AnswerFilterParams::of_run(&run.id)));
    let sentences = use_finding(of_run, answers);
    let lines = Signal::derive(move || if counts.with(|run| run.success_count > 0) { 2 } else { 0 });
    let announcement = use_announcement(counts, finished);
    let schedule = use_schedule(Signal::derive(move || counts.with(|run| run.schedule_id.clone())));
    let has_results = move || counts.with(|run| run.status == RunStatus::Finished && run.success_count > 0);
    let address = move || of_run.with(|of_run| with_filter(OVERVIEW, of_run));
    let overview = move || view! { <a href=address>{t(|t| t.runs().see_overview)}</a> };
    // The sentence about a finished run has its counts.
    let has_stats = move || counts.with(|run| run.status != RunStatus::Finished || run.provider_cost.is_some());
    view! {
        <section class="section" aria-label=t(|t| t.runs().progress)>
            {live_when(move || finished.get(), move || finding_view(lines, sentences))}
            <div class="run-state">
                <RunStatusBadge run=counts />
                <p class="muted" class:visually-hidden=move || !finished.get() role="status">{announcement}</p>
                {live_when(has_results, overview)}
            </div>
            {live_option(move || counts.with(|run| started_by(run, schedule)))}
            {live_when(move || !finished.get(), move || view! { <RunProgress run=counts /> })}
            {waiting_notes(run)}
            {live_option(move || watch_error(run))}
            {live_when(has_stats, move || stats(counts, finished))}
        </section>
    }
    .into_any()
}

// How often the answers name the own brand.
fn use_finding(of_run: Memo<AnswerFilterParams>, answers: RwSignal<GridAnswers>) -> Memo<Vec<Sentence>> {
    let own = use_own_brand();
    Memo::new(move |_| {
        let [naming, answers] = answers.with(|answers| answers.naming);
        let own = own.get().filter(|_| answers > 0);
        let sentence = own.map(|own| {
            let (of_run, rate) = (of_run.get(), naming as f64 / answers as f64);
            let text = own_finding(&of_run, &own.name, rate, [naming, answers], None, texts());
            Sentence::new(text, brand_answers(&own.id, &of_run, BrandFigure::Named, None))
        });
        sentence.into_iter().collect()
    })
}

// Screen readers announce each tenth and the end. The visible progress below shows each step.
fn use_announcement(counts: Memo<Run>, finished: Memo<bool>) -> Signal<String> {
    let announced = Memo::new(move |_| {
        counts.with(|run| {
            let tenth = run.total_count.div_ceil(10).max(1);
            (run.total_count > 0).then_some(run.finished_count / tenth * tenth)
        })
    });
    t_with(move |t| {
        if finished.get() {
            return counts.with(|run| (t.runs().announce_finished)(run.success_count, run.failed_count));
        }
        match announced.get() {
            None => t.runs().preparing.to_owned(),
            Some(done) => (t.runs().announce)(done, counts.with_untracked(|run| run.total_count)),
        }
    })
}

// Names the schedule that has started a run. Its line has its place before the name arrives.
fn started_by(run: &Run, schedule: Query<Schedule>) -> Option<AnyView> {
    run.schedule_id.as_ref()?;
    let text = match schedule.value() {
        Some(Schedule { id, name, .. }) => view! {
            {t(|t| t.schedules().started_by.0)}
            <a href=paths::schedule(&id)>{name}</a>
            {t(|t| t.schedules().started_by.1)}
        }
        .into_any(),
        None if schedule.failure().is_some_and(|failure| failure.is_not_found()) => {
            view! { {t(|t| t.schedules().started_by_deleted)} }.into_any()
        }
        None => ().into_any(),
    };
    Some(view! { <p class="muted run-schedule">{text}</p> }.into_any())
}

// Says which models have items that wait.
fn waiting_notes(run: Query<Arc<Run>>) -> AnyView {
    let models = use_models();
    // The name of each, and why its engine is stopped. `None` for a model without an engine.
    let waiting = Memo::new(move |_| {
        let run = run.value().filter(|run| run.status != RunStatus::Finished);
        let items = run.iter().flat_map(|run| run.answers.iter().flatten());
        let pending = items.filter(|item| item.status == AnswerStatus::Pending);
        let asked: BTreeSet<&ModelCode> = pending.map(|item| &item.model).collect();
        models.with(|models| {
            let reason = |code: &ModelCode| match models?.iter().find(|model| model.code == *code) {
                Some(model) => Some((model.name.clone(), Some(model.stop.clone()?))),
                None => Some((code.to_string(), None)),
            };
            asked.into_iter().filter_map(reason).collect::<Vec<_>>()
        })
    });
    live(move || {
        let notes = waiting.get().into_iter().map(|(name, stop)| waiting_note(name, stop));
        notes.collect_view().into_any()
    })
}

fn stats(counts: Memo<Run>, finished: Memo<bool>) -> AnyView {
    let counted = move |label: Pick, pick: fn(&Run) -> u64| stat(label, t_with(move |_| count(counts.with(pick))));
    let items = move || {
        view! {
            {counted(|t| t.runs().total, |run| run.total_count)}
            {counted(|t| t.common().succeeded, |run| run.success_count)}
            {counted(|t| t.common().failed, |run| run.failed_count)}
            {counted(|t| t.common().pending, |run| run.running_count)}
        }
    };
    // What the organization was charged, and what providers billed the operator.
    let costs = move || {
        let (credits, provider_cost) = counts.with(|run| (run.credits, run.provider_cost));
        let provider_cost = provider_cost?;
        Some(view! {
            {credits.map(|credits| stat(|t| t.frame().credits, t_with(move |_| decimal(credits))))}
            {stat(|t| t.runs().provider_cost, t_with(move |_| cost(provider_cost)))}
        })
    };
    view! { <dl class="stats">{live_when(move || !finished.get(), items)} {live_option(costs)}</dl> }.into_any()
}

fn stat(label: Pick, value: Signal<String>) -> AnyView {
    view! { <div><dt>{t(label)}</dt><dd class="stat" translate="no">{value}</dd></div> }.into_any()
}
