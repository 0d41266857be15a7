//! The forms that create prompts or edit one. Their code is loaded when a dialog first opens.

use answerdeck_api::{Prompt, PromptSet, PromptSetId};
use leptos::prelude::*;

use super::{BulkPromptsForm, PromptForm, PromptSetForm};
use crate::components::query_view;
use crate::lazy::lazy_part;
use crate::locale::{Pick, t, t_with};
use crate::queries::Query;
use crate::reactive::live;
use crate::ui::{LazyDialog, focus_later, skeleton};

/// The sets, one of which new prompts belong to.
type Sets = Query<Vec<PromptSet>>;

/// The functions that show the forms. New prompts belong to one of the sets: the given one is selected at first. The last
/// parameter is called when the user cancels.
#[derive(Clone, Copy)]
pub struct PromptForms {
    /// Creates a prompt. Calls back when it is created, too.
    pub new: fn(Sets, Option<PromptSetId>, Callback<()>) -> AnyView,
    /// Edits a prompt. Calls back when it is saved, too.
    pub edit: fn(Prompt, Callback<()>) -> AnyView,
    /// Creates many prompts. The first callback is called when all are created.
    many: fn(Sets, Option<PromptSetId>, Callback<()>, Callback<()>) -> AnyView,
}

lazy_part! {
    prompt_forms: PromptForms = PromptForms { new, edit, many }
}

fn new(sets: Sets, set: Option<PromptSetId>, on_close: Callback<()>) -> AnyView {
    // A refresh of the sets must not rebuild the form while the user types.
    let has_sets = Memo::new(move |_| has_sets(sets));
    in_sets(sets, has_sets, move |sets| match sets.is_empty() {
        true => first_set(on_close),
        false => view! { <PromptForm prompt=None sets set=set.clone() on_close /> }.into_any(),
    })
}

fn edit(prompt: Prompt, on_close: Callback<()>) -> AnyView {
    view! { <PromptForm prompt=Some(prompt) sets=Vec::new() set=None on_close /> }.into_any()
}

fn many(sets: Sets, set: Option<PromptSetId>, on_added: Callback<()>, on_cancel: Callback<()>) -> AnyView {
    // Nor must the first set, which the form creates itself.
    let had_sets = Memo::new(move |before: Option<&Option<bool>>| before.copied().flatten().or_else(|| has_sets(sets)));
    in_sets(sets, had_sets, move |sets| {
        view! { <BulkPromptsForm sets set=set.clone() on_added on_cancel /> }.into_any()
    })
}

/// The title of the dialog for a new prompt. The first one needs a set, which is created before it.
pub fn new_title(sets: Sets) -> Signal<String> {
    let needs_set = move || has_sets(sets) == Some(false);
    t_with(move |t| if needs_set() { t.prompts().first_set } else { t.common().new_prompt }.to_owned())
}

/// Creates the set that the first prompt needs.
fn first_set(on_cancel: Callback<()>) -> AnyView {
    let is_saved = RwSignal::new(false);
    let saved = Callback::new(move |_: (PromptSetId, String)| is_saved.set(true));
    let save_label: Pick = |t| t.prompts().create_set;
    live(move || {
        // The list of sets is being read again.
        if is_saved.get() {
            return skeleton::<3>();
        }
        view! {
            <p class="muted">{t(|t| t.prompts().need_set)}</p>
            <PromptSetForm set=None save_label on_saved=saved on_cancel />
        }
        .into_any()
    })
}

/// Whether there are sets. `None` until it is known. Reactive.
fn has_sets(sets: Sets) -> Option<bool> {
    sets.with(|sets| Some(!sets?.is_empty()))
}

/// Shows a form for new prompts once the sets are known, and builds it again when `has_sets` changes.
fn in_sets(
    sets: Sets,
    has_sets: Memo<Option<bool>>,
    form: impl Fn(Vec<PromptSet>) -> AnyView + Send + 'static,
) -> AnyView {
    live(move || {
        if has_sets.get().is_none() {
            return query_view(sets, skeleton::<3>, |_| ().into_any());
        }
        // The dialog may have opened before its first field was there.
        focus_later("dialog[open] [autofocus]");
        untrack(|| form(sets.value().unwrap_or_default()))
    })
}

/// The dialog that creates many prompts.
#[component]
pub fn BulkPromptsDialog(
    is_open: RwSignal<bool>,
    sets: Sets,
    /// The set that is selected at first.
    #[prop(optional, into)]
    set: Signal<Option<PromptSetId>>,
    #[prop(optional, into)] on_added: Option<Callback<()>>,
) -> AnyView {
    let added = Callback::new(move |()| {
        is_open.set(false);
        if let Some(on_added) = on_added {
            on_added.run(());
        }
    });
    let cancel = Callback::new(move |()| is_open.set(false));
    let form = move |forms: PromptForms| (forms.many)(sets, set.get_untracked(), added, cancel);
    view! { <LazyDialog open=is_open load title=t(|t| t.prompts().add_many) large=true children=form /> }.into_any()
}
