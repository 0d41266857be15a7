//! Stopping a run. The code of the dialog is loaded when it first opens.

use std::sync::Arc;

use answerdeck_api::{Run, RunStatus};
use leptos::prelude::*;

use crate::components::Confirm;
use crate::lazy::lazy_part;
use crate::locale::{t, t_with, texts};
use crate::queries::{Mutation, Query, runs};
use crate::reactive::{effect, live_option};
use crate::ui::{Button, IconName, LazyDialog, focus_later, use_notices};

/// The button that stops a run which is in progress, with its dialog.
#[component]
pub fn StopButton(run: Query<Arc<Run>>) -> AnyView {
    let can_stop =
        Memo::new(move |_| run.value().is_some_and(|run| run.status == RunStatus::Running && run.stopped_at.is_none()));
    let open = RwSignal::new(false);
    // There is nothing to stop any more.
    effect(move || {
        if !can_stop.get() {
            open.set(false);
        }
    });
    let notices = use_notices();
    let stopped = move || {
        open.set(false);
        notices.notify(texts().runs().stop_begun.to_owned());
        // The button disappears.
        focus_later("h1");
        run.retry();
    };
    let button = move || {
        let button = view! {
            <Button
                label=t(|t| t.runs().stop)
                icon=IconName::Stop
                on_click=move |()| open.set(true)
            />
        };
        can_stop.get().then(|| button.into_any())
    };
    view! {
        {live_option(button)}
        <LazyDialog open load title=t(|t| t.runs().stop_title) let:dialog>
            {dialog(run, Callback::new(move |()| stopped()), Callback::new(move |()| open.set(false)))}
        </LazyDialog>
    }
    .into_any()
}

/// Asks whether to stop a run. The callbacks are called when it is stopped, and when the user cancels.
type StopDialog = fn(Query<Arc<Run>>, Callback<()>, Callback<()>) -> AnyView;

lazy_part! {
    run_stop: StopDialog = view
}

fn view(run: Query<Arc<Run>>, on_stopped: Callback<()>, on_cancel: Callback<()>) -> AnyView {
    let mutation = Mutation::new();
    let message = t_with(move |t| (t.runs().stop_message)(run.value().map_or(0, |run| run.running_count)));
    let stop = move |()| {
        let Some(run) = untrack(|| run.value()) else { return };
        runs::stop(mutation, run.id.clone(), move |_| {
            on_stopped.try_run(());
        });
    };
    view! {
        <Confirm
            message
            note=t(|t| t.runs().stop_note)
            label=t(|t| t.runs().stop)
            icon=IconName::Stop
            cancel=t(|t| t.runs().keep_running)
            mutation
            on_confirm=stop
            on_cancel
        />
    }
    .into_any()
}
