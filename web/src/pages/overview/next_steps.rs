//! The next steps: what answers suggest to do for the own brand, each with its evidence and a menu.

mod step;

use answerdeck_api::Brand;
use answerdeck_api::metrics::{Highlights, NextStep, NextStepDecision, NextStepList, NextStepState, NextStepUpdate};
use leptos::prelude::*;

use crate::components::{ALL_ROWS, more_rows, steady_view};
use crate::forms::{NEXT_STEP_NOTE_FORM, NextStepNoteForm, reopen};
use crate::locale::{Pick, t, t_with, texts};
use crate::paths::{AnswerFilterParams, BRANDS};
use crate::queries::metrics::update_next_step;
use crate::queries::{Mutation, Query};
use crate::reactive::{live, live_option, live_when};
use crate::ui::{Dialog, DialogState, IconName, MenuItem, Notices, focus_later, use_notices};
use step::step_view;

/// The number of steps shown at first.
const SHOWN_AT_FIRST: usize = 4;

/// The next steps for the own brand.
#[component]
pub fn NextSteps(
    highlights: Query<Highlights>,
    params: Memo<AnswerFilterParams>,
    brands: Query<Vec<Brand>>,
    own: Memo<Option<Brand>>,
) -> AnyView {
    let steps = use_steps(highlights);
    let Steps { list, all, open, handled, note_dialog, .. } = steps;
    // Another platform does not know them.
    let is_unknown = Memo::new(move |_| {
        let has_none = highlights.with(|found| found.is_some_and(|found| found.next_steps.is_none()));
        has_none && own.with(Option::is_some)
    });
    let (shown, more) = more_rows(Signal::derive(move || open.with(Vec::len)), SHOWN_AT_FIRST, ALL_ROWS);
    let note_saved = Callback::new(move |decision| steps.note_saved(decision));
    let since = Signal::derive(move || list.with(|list| list.and_then(|list| list.since.clone())));
    let rivals = Memo::new(move |_| {
        let ids = |list: &NextStepList| list.rivals.iter().map(|rival| rival.id.clone()).collect::<Vec<_>>();
        list.with(|list| list.map(ids)).unwrap_or_default()
    });
    let row = move |step: NextStep| {
        let items = steps.menu(&step);
        step_view(step, params, own, rivals, since, items)
    };
    let content = move || {
        if open.with(Vec::is_empty) {
            let is_all_handled = !handled.with(Vec::is_empty);
            return empty_view(list, params, brands, own, is_all_handled);
        }
        let rows = open.get().into_iter().take(shown.get()).map(row).collect_view();
        view! { <ul class="next-steps" translate="no">{rows}</ul> }.into_any()
    };
    let rest = move || {
        let (listed, total) = (all.with(Vec::len) as u64, list.with(|list| list.map_or(0, |list| list.total_steps)));
        (shown.get() >= open.with(Vec::len) && listed < total).then(|| {
            view! { <p class="muted">{t_with(move |t| (t.next_steps().listed)(listed, total))}</p> }.into_any()
        })
    };
    let has_handled = Memo::new(move |_| !handled.with(Vec::is_empty));
    let handled_count = Memo::new(move |_| handled.with(Vec::len) as u64);
    let handled_view = move || {
        view! {
            <details class="next-steps-handled">
                <summary>{t_with(move |t| (t.next_steps().handled)(handled_count.get()))}</summary>
                <ul class="next-steps" translate="no">{live(move || handled.get().into_iter().map(row).collect_view().into_any())}</ul>
            </details>
        }
        .into_any()
    };
    view! {
        <section class="section" aria-labelledby="overview-next-steps" hidden=move || is_unknown.get()>
            <h2 id="overview-next-steps" tabindex="-1">{t(|t| t.next_steps().title)}</h2>
            <div class="next-steps-room">
                <div class="next-steps-list">
                    {steady_view(list, loading_view, move || live(content))}
                </div>
                <div class="next-steps-foot">
                    {more}
                    {live_option(rest)}
                    {live_when(move || has_handled.get(), handled_view)}
                </div>
            </div>
            <Dialog open=note_dialog.is_open() title=t(|t| t.next_steps().note)>
                {note_dialog
                    .value()
                    .map(|step| {
                        view! {
                            <NextStepNoteForm step on_saved=note_saved on_cancel=move |()| note_dialog.close() />
                        }
                    })}
            </Dialog>
        </section>
    }
    .into_any()
}

/// The steps, with what was decided on this page.
#[derive(Clone, Copy)]
struct Steps {
    list: Query<NextStepList>,
    all: Memo<Vec<NextStep>>,
    open: Memo<Vec<NextStep>>,
    handled: Memo<Vec<NextStep>>,
    decided: RwSignal<Vec<NextStepDecision>>,
    note_dialog: DialogState<NextStep>,
    notices: Notices,
}

fn use_steps(highlights: Query<Highlights>) -> Steps {
    let list = highlights.map(|found| found.next_steps.clone().unwrap_or_default());
    let decided = RwSignal::new(Vec::<NextStepDecision>::new());
    let all = Memo::new(move |_| {
        let mut steps = list.with(|list| list.map_or_else(Vec::new, |list| list.steps.clone()));
        decided.with(|decided| steps.iter_mut().for_each(|step| apply(decided, step)));
        steps
    });
    let of_state = move |is_open: bool| {
        let mut steps = all.get();
        steps.retain(|step| (step.state == NextStepState::Open) == is_open);
        // A step that is opened again returns to its place.
        steps.sort_by(|one, other| one.order().cmp(&other.order()));
        steps
    };
    let (open, handled) = (Memo::new(move |_| of_state(true)), Memo::new(move |_| of_state(false)));
    let note_dialog = DialogState::<NextStep>::new();
    reopen(note_dialog, NEXT_STEP_NOTE_FORM, move |id| {
        all.with(|steps| steps.iter().find(|step| step.id.as_str() == id).cloned())
    });
    Steps { list, all, open, handled, decided, note_dialog, notices: use_notices() }
}

impl Steps {
    /// The items of the menu of a step.
    fn menu(self, step: &NextStep) -> Vec<MenuItem> {
        let mutation = Mutation::new().notify_failures(|t| t.next_steps().not_changed);
        let item = |label: Pick, icon: IconName, state: NextStepState, message: Pick| {
            let step = step.clone();
            MenuItem::button(label, icon, move || self.decide(mutation, &step, state.clone(), message))
        };
        let mut items = match step.state {
            NextStepState::Open | NextStepState::Unknown(_) => vec![
                item(|t| t.common().done, IconName::Check, NextStepState::Done, |t| t.next_steps().marked_done),
                item(
                    |t| t.next_steps().dismiss,
                    IconName::Close,
                    NextStepState::Dismissed,
                    |t| t.next_steps().marked_dismissed,
                ),
            ],
            NextStepState::Done | NextStepState::Dismissed => {
                vec![item(|t| t.next_steps().reopen, IconName::Retry, NextStepState::Open, |t| t.next_steps().reopened)]
            }
        };
        let noted = step.clone();
        let note = move || self.note_dialog.open(Some(noted.clone()));
        items.push(MenuItem::button(|t| t.next_steps().edit_note, IconName::Edit, note));
        items
    }

    fn decide(self, mutation: Mutation, step: &NextStep, state: NextStepState, message: Pick) {
        let Self { open, decided, notices, .. } = self;
        let at = open.with_untracked(|open| open.iter().position(|other| other.id == step.id)).unwrap_or_default();
        let update = NextStepUpdate { state: Some(state), ..NextStepUpdate::default() };
        update_next_step(mutation, step.id.clone(), update, move |decision| {
            decided.try_update(|decided| decided.push(decision));
            notices.notify(message(texts()).to_owned());
            // The row with the focus disappears, and the next one takes its place.
            match open.try_with_untracked(Vec::len).unwrap_or_default() {
                0 => focus_later("#overview-next-steps"),
                rest => focus_later(&format!(".next-steps-list li:nth-child({}) button", (at + 1).min(rest))),
            }
        });
    }

    fn note_saved(self, decision: NextStepDecision) {
        self.decided.update(|decided| decided.push(decision));
        self.note_dialog.close();
        self.notices.notify(texts().next_steps().note_saved.to_owned());
    }
}

/// A placeholder that takes the space of the steps, so that what follows need not wait for them.
fn loading_view() -> AnyView {
    view! { <div class="next-steps-loading" role="status" aria-label=t(|t| t.common().loading)></div> }.into_any()
}

/// Applies the last decision about a step, unless a later one was read.
fn apply(decided: &[NextStepDecision], step: &mut NextStep) {
    let last = decided.iter().rev().find(|decision| decision.id == step.id);
    if let Some(decision) = last.filter(|decision| step.updated_at.as_ref() < Some(&decision.updated_at)) {
        step.state = decision.state.clone();
        step.note = decision.note.clone();
    }
}

/// Says what is missing for a step.
fn empty_view(
    list: Query<NextStepList>,
    params: Memo<AnswerFilterParams>,
    brands: Query<Vec<Brand>>,
    own: Memo<Option<Brand>>,
    is_all_handled: bool,
) -> AnyView {
    // What is missing is known with the brands.
    let Some(count) = brands.with(|brands| brands.map(Vec::len)) else { return ().into_any() };
    let missing: Option<(Pick, Pick)> = match own.with(Option::is_some) {
        false => Some((|t| t.next_steps().no_own, |t| t.fanouts().choose_own)),
        true if count == 1 && !is_all_handled => Some((|t| t.next_steps().no_rival, |t| t.setup().add_rival)),
        true => None,
    };
    if let Some((text, action)) = missing {
        return view! {
            <p class="muted">{t(text)}</p>
            <p>
                <a class="button" href=BRANDS>
                    {t(action)}
                </a>
            </p>
        }
        .into_any();
    }
    let answers = list.with(|list| list.map_or(0, |list| list.sample.answers));
    let is_unfiltered = params.with(AnswerFilterParams::is_unfiltered);
    let text = t_with(move |t| match answers {
        _ if is_all_handled => t.next_steps().all_handled.to_owned(),
        0 if is_unfiltered => t.next_steps().no_answers.to_owned(),
        0 => t.next_steps().none_found.to_owned(),
        answers => (t.next_steps().nothing)(answers),
    });
    view! { <p class="muted">{text}</p> }.into_any()
}
