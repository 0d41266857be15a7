//! Stopping a run.

use std::sync::Arc;

use answerdeck_api::{Run, RunStatus};
use leptos::prelude::*;

use crate::components::Confirm;
use crate::locale::{t, t_with, texts};
use crate::queries::{Mutation, Query, runs};
use crate::reactive::{effect, live_when};
use crate::ui::{Button, Dialog, IconName, focus_later, use_notices};

/// The button that stops a run which is in progress, with the dialog that asks first.
pub fn stop_button(run: Query<Arc<Run>>) -> AnyView {
    let can_stop =
        Memo::new(move |_| run.value().is_some_and(|run| run.status == RunStatus::Running && run.stopped_at.is_none()));
    let open = RwSignal::new(false);
    // There is nothing to stop any more.
    effect(move || {
        if !can_stop.get() {
            open.set(false);
        }
    });
    let button = move || {
        view! { <Button label=t(|t| t.runs().stop) icon=IconName::Stop on_click=move |()| open.set(true) /> }
    };
    view! {
        {live_when(move || can_stop.get(), button)}
        <Dialog open title=t(|t| t.runs().stop_title)>
            {question(run, open)}
        </Dialog>
    }
    .into_any()
}

fn question(run: Query<Arc<Run>>, open: RwSignal<bool>) -> AnyView {
    let (mutation, notices) = (Mutation::new(), use_notices());
    let message = t_with(move |t| (t.runs().stop_message)(run.value().map_or(0, |run| run.running_count)));
    let stop = move |()| {
        let Some(id) = untrack(|| run.value()).map(|run| run.id.clone()) else { return };
        runs::stop(mutation, id, move |_| {
            // The dialog may have been closed meanwhile.
            if mutation.busy.try_get_untracked().is_none() {
                return;
            }
            open.set(false);
            notices.notify(texts().runs().stop_begun.to_owned());
            // The button disappears.
            focus_later("h1");
            run.retry();
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
            on_cancel=move |()| open.set(false)
        />
    }
    .into_any()
}
