//! The forms that create prompts or edit one. Their code is loaded when a dialog first opens.

use answerdeck_api::{Prompt, PromptSet, PromptSetId};
use leptos::prelude::*;

use super::{BulkPromptsForm, PromptForm, PromptSetForm, SavedPrompt};
use crate::components::query_view;
use crate::lazy::lazy_part;
use crate::locale::{t, texts};
use crate::queries::Query;
use crate::reactive::live;
use crate::ui::{LazyDialog, focus_later, skeleton, use_notices};

/// The sets to choose from, and the one that is selected at first.
#[derive(Default)]
pub struct Sets {
    pub all: Vec<PromptSet>,
    pub selected: Option<PromptSetId>,
}

/// The functions that show the forms. The last parameter is called when the user cancels.
#[derive(Clone, Copy)]
pub struct PromptForms {
    /// Creates a prompt in a set, or edits the given one. Calls back with what it did.
    pub one: fn(Option<Prompt>, Sets, Callback<SavedPrompt>, Callback<()>) -> AnyView,
    /// Creates many in a set. Calls back with their number when all are created.
    many: fn(Sets, Callback<usize>, Callback<()>) -> AnyView,
    /// Creates the set that the first prompts need.
    first_set: fn(Callback<()>) -> AnyView,
}

lazy_part! {
    prompt_forms: PromptForms = PromptForms { one, many, first_set }
}

fn one(prompt: Option<Prompt>, sets: Sets, on_saved: Callback<SavedPrompt>, on_cancel: Callback<()>) -> AnyView {
    view! { <PromptForm prompt sets=sets.all set=sets.selected on_saved on_cancel /> }.into_any()
}

fn many(sets: Sets, on_added: Callback<usize>, on_cancel: Callback<()>) -> AnyView {
    view! { <BulkPromptsForm sets=sets.all set=sets.selected on_added on_cancel /> }.into_any()
}

fn first_set(on_cancel: Callback<()>) -> AnyView {
    let is_saved = RwSignal::new(false);
    let saved = Callback::new(move |_: (PromptSetId, String)| is_saved.set(true));
    live(move || {
        // The list of sets is being read again.
        if is_saved.get() {
            return skeleton::<3>();
        }
        view! {
            <p class="muted">{t(|t| t.prompts().need_set)}</p>
            <PromptSetForm set=None on_saved=saved on_cancel />
        }
        .into_any()
    })
}

/// Shows a form for new prompts in one of the sets. Without a set, one is created first.
pub fn in_sets(
    sets: Query<Vec<PromptSet>>,
    forms: PromptForms,
    on_cancel: Callback<()>,
    form: Box<dyn Fn(Vec<PromptSet>) -> AnyView + Send>,
) -> AnyView {
    // A refresh of the sets must not rebuild the form while the user types.
    let has_sets = Memo::new(move |_| sets.with(|sets| Some(!sets?.is_empty())));
    live(move || {
        let Some(has_sets) = has_sets.get() else { return query_view(sets, skeleton::<3>, |_| ().into_any()) };
        // The dialog may have opened before its first field was there.
        focus_later("dialog[open] [autofocus]");
        untrack(|| match has_sets {
            true => form(sets.value().unwrap_or_default()),
            false => (forms.first_set)(on_cancel),
        })
    })
}

/// The dialog that creates many prompts. A notice follows the success.
#[component]
pub fn BulkPromptsDialog(
    is_open: RwSignal<bool>,
    sets: Query<Vec<PromptSet>>,
    /// The set that is selected at first.
    #[prop(optional, into)]
    set: Signal<Option<PromptSetId>>,
    #[prop(optional, into)] on_added: Option<Callback<()>>,
) -> AnyView {
    let notices = use_notices();
    let added = Callback::new(move |count: usize| {
        is_open.set(false);
        notices.notify((texts().bulk().done)(count as u64));
        if let Some(on_added) = on_added {
            on_added.run(());
        }
    });
    let cancel = Callback::new(move |()| is_open.set(false));
    let form = move |forms: PromptForms| {
        let many = move |all| (forms.many)(Sets { all, selected: set.get() }, added, cancel);
        in_sets(sets, forms, cancel, Box::new(many))
    };
    view! { <LazyDialog open=is_open load title=t(|t| t.bulk().title) large=true children=form /> }.into_any()
}
