//! The selection of prompts.

use answerdeck_api::limits::RUN_PROMPTS_MAX;
use answerdeck_api::{Prompt, PromptId};
use leptos::ev;
use leptos::prelude::*;

use super::PromptsData;
use crate::locale::{t, t_with, texts};
use crate::paths::{PromptsParams, RunStartParams, UrlParams};
use crate::reactive::{effect, on_window_event};
use crate::ui::{Button, ButtonLink, Checkbox, IconName, Notices, Variant, focus_later, use_notices};

/// What the Escape key is for while it is there: an open dialog or menu, or a field that has the focus.
const ESCAPE_TAKEN: &str = "dialog[open], [popover]:popover-open, input:not([type=checkbox]):focus, select:focus";

/// The selected prompts of the list, at most as many as one run asks.
#[derive(Clone, Copy)]
pub(super) struct Selection {
    pub(super) selected: RwSignal<Vec<PromptId>>,
    notices: Notices,
}

/// The selection, which another search or set clears, so that nothing is deleted that is not in the list.
pub(super) fn use_selection(params: Memo<PromptsParams>) -> Selection {
    let selection = Selection { selected: RwSignal::new(Vec::new()), notices: use_notices() };
    effect(move || {
        params.track();
        selection.clear();
    });
    on_window_event(ev::keydown, move |event| {
        if event.key() == "Escape" && !event.is_composing() && !event.default_prevented() {
            selection.escape();
        }
    });
    selection
}

impl Selection {
    /// Selects further prompts. A notice says when they do not fit.
    pub(super) fn add(self, mut prompts: Vec<PromptId>) {
        let mut fits = true;
        self.selected.update(|selected| {
            prompts.retain(|prompt| !selected.contains(prompt));
            let room = RUN_PROMPTS_MAX.saturating_sub(selected.len());
            fits = prompts.len() <= room;
            selected.extend(prompts.into_iter().take(room));
        });
        if !fits {
            self.notices.notify((texts().runs().too_many)(RUN_PROMPTS_MAX as u64));
        }
    }

    pub(super) fn clear(self) {
        self.selected.set(Vec::new());
    }

    // Clears it, unless the key is for something else. The focus stays where it is, or leaves the bar, which disappears.
    fn escape(self) {
        let has = |selector: &str| document().query_selector(selector).ok().flatten().is_some();
        if self.selected.with_untracked(Vec::is_empty) || has(ESCAPE_TAKEN) {
            return;
        }
        if has(".selection-bar:focus-within") {
            focus_later("tbody [type=checkbox]");
        }
        self.clear();
    }
}

/// The number of selected prompts, and what can be done with them.
// Hidden without a selection, not removed: its texts read the selection and must not outlive their signals.
pub(super) fn selection_bar(PromptsData { selection, delete, .. }: PromptsData) -> AnyView {
    let selected = selection.selected;
    let prompts = move || selected.get();
    let run = move || RunStartParams { prompts: prompts(), ..RunStartParams::default() }.address();
    let status = t_with(move |t| {
        let count = selected.with(Vec::len);
        let text = (t.common().selected)(count as u64);
        if count < RUN_PROMPTS_MAX {
            text
        } else {
            format!("{text} · {}", (t.runs().too_many)(RUN_PROMPTS_MAX as u64))
        }
    });
    view! {
        <div
            class="selection-bar"
            role="group"
            data-shortcut="selection"
            hidden=move || selected.with(Vec::is_empty)
            aria-label=t(|t| t.prompts().selection)>
            <span role="status">{status}</span>
            <ButtonLink label=t(|t| t.common().run) href=Signal::derive(run) icon=IconName::Play />
            <Button
                label=t(|t| t.common().delete)
                icon=IconName::Delete
                on_click=move |()| delete.run(untrack(prompts))
            />
            <Button
                label=t(|t| t.runs().clear_selection)
                variant=Variant::Quiet
                on_click=move |()| {
                    selection.clear();
                    focus_later("tbody [type=checkbox]");
                }
            />
        </div>
    }
    .into_any()
}

/// A check box that selects all prompts that are loaded, or none.
pub(super) fn select_all(data: PromptsData) -> AnyView {
    let PromptsData { selection, deletions, .. } = data;
    let prompts = data.prompts.list;
    let shown = move || {
        let is_shown = |prompt: &&Prompt| !deletions.is_hidden(prompt.id.as_str());
        prompts.with_items(|items| items.iter().filter(is_shown).map(|prompt| prompt.id.clone()).collect::<Vec<_>>())
    };
    let is_all = Memo::new(move |_| {
        let shown = shown();
        selection.selected.with(|selected| !shown.is_empty() && shown.iter().all(|id| selected.contains(id)))
    });
    let is_mixed = move || !is_all.get() && selection.selected.with(|selected| !selected.is_empty());
    view! {
        <Checkbox
            name=t(|t| t.runs().select_shown)
            checked=is_all
            mixed=Signal::derive(is_mixed)
            on_change=move |is_selected: bool| if is_selected { selection.add(untrack(shown)) } else { selection.clear() }
        />
    }
    .into_any()
}
