//! The state of a form, and what the forms that create or edit a resource share.

use leptos::prelude::*;

use super::TextRule;
use crate::components::{DraftNote, FormError};
use crate::drafts::{self, Draft};
use crate::locale::{Pick, Texts, texts};
use crate::queries::Mutation;
use crate::reactive::effect;
use crate::ui::{ChipsInput, DialogState, Form, FormActions};

#[derive(Clone, Copy)]
pub struct FormState {
    /// What the user typed.
    pub draft: Draft,
    /// The request that the form sends.
    pub mutation: Mutation,
    /// Whether the user has tried to submit the form: invalid fields are marked from then on.
    pub submitted: RwSignal<bool>,
}

impl FormState {
    /// The state of a form that creates or edits one kind of resource. `id` is that of the edited resource, empty if the form
    /// creates one.
    pub fn new(kind: &str, id: &str) -> Self {
        Self::of_draft(&format!("{kind}.{id}"))
    }

    pub fn of_draft(name: &str) -> Self {
        let (draft, mutation) = (Draft::new(name), Mutation::new());
        // The failure is not that of what is entered now.
        effect(move || {
            draft.edits.track();
            mutation.forget_failure();
        });
        Self { draft, mutation, submitted: RwSignal::new(false) }
    }

    /// The error of a field: from `check` once the form was submitted, or else from the response to the request.
    pub fn error(
        self,
        field: &'static str,
        check: impl Fn() -> Option<String> + Send + Sync + 'static,
    ) -> Signal<Option<String>> {
        Signal::derive(move || {
            self.submitted.get().then(&check).flatten().or_else(|| self.mutation.failure.get()?.of_field(field))
        })
    }

    pub fn text_error(self, rule: TextRule, text: RwSignal<String>, field: &'static str) -> Signal<Option<String>> {
        self.error(field, move || text.with(|text| rule.message(text, texts())))
    }

    /// A field of chips. The draft keeps them, and what is typed.
    pub fn chips(self, field: &str, chips: &[String], max: usize, is_valid: fn(&str) -> bool) -> ChipsInput {
        let typed = self.draft.text(&format!("{field}.typed"), String::new());
        let input = ChipsInput::new(chips.to_vec(), typed, max, is_valid);
        self.draft.keep(field, move || input.lines(), move |lines| input.set_lines(&lines));
        input
    }

    /// The error of a field of chips: that it is full or, once the form was submitted, `invalid`.
    pub fn chips_error(
        self,
        input: ChipsInput,
        field: &'static str,
        invalid: fn(Texts) -> String,
    ) -> Signal<Option<String>> {
        let error = self.error(field, move || input.has_invalid().then(|| invalid(texts())));
        Signal::derive(move || match input.is_full() {
            true => Some(texts().common().too_many_entries.to_owned()),
            false => error.get(),
        })
    }

    /// Handles a successful request: removes the draft and runs the callback, even after the form has disappeared.
    pub fn finish<T: 'static>(self, on_saved: Callback<T>) -> impl FnOnce(T) + 'static {
        let remove_draft = self.draft.remover();
        move |saved| {
            remove_draft();
            on_saved.try_run(saved);
        }
    }
}

/// Opens a dialog again whose form was open when its page was reloaded or the session ended: for nothing if the form created
/// something, or else for what `find` returns for the id of what it edited, once it returns something. Reactive.
pub fn reopen<T: Clone + Send + Sync + 'static>(
    dialog: DialogState<T>,
    kind: &str,
    find: impl Fn(&str) -> Option<T> + 'static,
) {
    let mut open = drafts::was_open(kind);
    effect(move || {
        let edited = match open.as_deref() {
            None => return,
            Some("") => None,
            Some(id) => match find(id) {
                None => return,
                found => found,
            },
        };
        open = None;
        if !dialog.is_open().get_untracked() {
            dialog.open(edited);
        }
    });
}

/// A form in a dialog that creates or edits a resource: the note of a restored draft, the fields, the error and the buttons.
#[component]
pub fn EditForm(
    state: FormState,
    /// The names of the fields that show their errors themselves.
    fields: &'static [&'static str],
    #[prop(optional_no_strip)] save_label: Option<Pick>,
    /// Whether the form waits before it sends its request.
    #[prop(optional, into)]
    waits: Signal<bool>,
    /// Submits the form. Returns whether the input is valid.
    #[prop(into)]
    on_submit: Callback<(), bool>,
    on_cancel: Callback<()>,
    children: Children,
) -> AnyView {
    let FormState { draft, mutation, submitted } = state;
    draft.keep_open();
    let submit = move |()| {
        submitted.set(true);
        on_submit.run(())
    };
    let cancel = move |()| {
        draft.discard();
        on_cancel.run(());
    };
    let busy = Signal::derive(move || waits.get() || mutation.busy.get());
    view! {
        <Form on_submit=submit>
            <DraftNote draft />
            {children()}
            <FormError failure=mutation.failure fields />
            <FormActions save_label busy on_cancel=cancel />
        </Form>
    }
    .into_any()
}
