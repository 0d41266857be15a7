//! The answers that the browser keeps: their number and size, the current activity, and a button that deletes them.

use answerdeck_analysis::{Pause, Phase, Place, Status};
use leptos::prelude::*;

use super::LossNote;
use crate::analysis::{Analysis, WorkerState, use_analysis};
use crate::format::megabytes;
use crate::locale::{Texts, t, t_with};
use crate::reactive::live;
use crate::ui::{Button, IconName, Progress};

/// The section about kept answers.
#[component]
pub fn KeptAnswers() -> AnyView {
    let analysis = use_analysis();
    // The layout changes rarely, the numbers in it several times a second.
    let layout = Memo::new(move |_| Layout::of(&analysis.state()));
    let body = move || match layout.get() {
        Layout::Running => running(analysis),
        Layout::Forgotten => ended(analysis, |t| t.kept_answers().forgotten, |t| t.kept_answers().read_again),
        Layout::Failed => ended(analysis, |t| t.kept_answers().failed, |t| t.common().retry),
    };
    view! {
        <section class="section" aria-labelledby="kept-answers">
            <h2 id="kept-answers">{t(|t| t.kept_answers().title)}</h2>
            <p>{t(|t| t.kept_answers().description)}</p>
            <LossNote />
            {live(body)}
        </section>
    }
    .into_any()
}

#[derive(Clone, Copy, PartialEq)]
enum Layout {
    Running,
    Forgotten,
    Failed,
}

impl Layout {
    fn of(state: &WorkerState) -> Self {
        match state {
            WorkerState::Starting | WorkerState::Running(_) => Self::Running,
            WorkerState::Forgotten => Self::Forgotten,
            WorkerState::Failed => Self::Failed,
        }
    }
}

fn running(analysis: Analysis) -> AnyView {
    let status = Memo::new(move |_| match analysis.state() {
        WorkerState::Running(status) => status,
        _ => Status::default(),
    });
    let kept_of = t_with(move |t| {
        let Status { kept, total, .. } = status.get();
        match total {
            Some(total) => (t.kept_answers().kept_of)(kept, total),
            None => (t.kept_answers().kept)(kept),
        }
    });
    let done = Signal::derive(move || status.with(|status| status.kept));
    let total = Signal::derive(move || status.with(|status| status.total.unwrap_or_default()));
    view! {
        <Progress label=t(|t| t.kept_answers().progress) value_text=kept_of done total />
        <dl class="properties">
            <dt>{t(|t| t.kept_answers().state)}</dt>
            <dd>{t_with(move |t| phase(t, status.with(|status| status.phase)))}</dd>
            <dt>{t(|t| t.kept_answers().size)}</dt>
            <dd>{t_with(move |_| megabytes(status.with(|status| status.bytes)))}</dd>
            <dt>{t(|t| t.kept_answers().place)}</dt>
            <dd>{t_with(move |t| place(t, status.with(|status| status.place)).to_owned())}</dd>
        </dl>
        <p class="muted">{t(|t| t.kept_answers().forget_note)}</p>
        <Button
            label=t(|t| t.kept_answers().forget)
            icon=IconName::Delete
            on_click=move |()| analysis.forget()
        />
    }
    .into_any()
}

fn ended(analysis: Analysis, text: fn(Texts) -> &'static str, action: fn(Texts) -> &'static str) -> AnyView {
    view! {
        <p role="alert">{t(text)}</p>
        <Button label=t(action) on_click=move |()| analysis.restart() />
    }
    .into_any()
}

fn phase(texts: Texts, phase: Phase) -> String {
    let texts = texts.kept_answers();
    let fixed = match phase {
        Phase::Searching { searched, total } => return (texts.searching)(searched as u64, total as u64),
        Phase::Opening => texts.opening,
        Phase::Reading => texts.reading,
        Phase::OtherTab => texts.other_tab,
        Phase::Paused(Pause::Hidden) => texts.hidden,
        Phase::Paused(Pause::Offline) => texts.offline,
        Phase::Paused(Pause::Platform) => texts.platform,
        Phase::Done => texts.done,
    };
    fixed.to_owned()
}

fn place(texts: Texts, place: Place) -> &'static str {
    let texts = texts.kept_answers();
    match place {
        Place::Device => texts.on_device,
        Place::Memory => texts.in_memory,
        Place::NoStorage => texts.no_storage,
        Place::Full => texts.full,
    }
}
