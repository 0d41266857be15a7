//! Typed text that survives its form, in the tab's `sessionStorage`.
//!
//! A draft survives Escape, a reload and a session that ends. After the last two, the dialog of a form that creates or edits
//! something opens again on its page if it has a draft. The form for prompts from keywords does not, because the selected keywords
//! are not kept, nor do suggested prompts and the list of saved views.
//! A draft is removed when its form is submitted or the user discards it, and with the other items of its organization. A draft
//! that is not stored lasts as long as its form.

use leptos::prelude::*;

use crate::organization_storage::{OrganizationStorage, of_tab};
use crate::reactive::effect;
use crate::session::{Session, use_session};

/// The beginning of the name of each item.
const PREFIX: &str = "draft.";
/// The item that names the form whose dialog is open, after the path of its page.
const OPEN_ITEM: &str = "draft.open-form";
/// The maximum length of a field that is kept, in bytes: a thousand prompts in Korean fit. The browser's quota for the tab
/// limits all fields together.
const FIELD_MAX: usize = 3_000_000;

/// The draft of one form. Its fields are kept while they differ from their initial values.
#[derive(Clone, Copy)]
pub struct Draft {
    name: StoredValue<String>,
    storage: StoredValue<OrganizationStorage>,
    session: Session,
    fields: StoredValue<Vec<KeptField>>,
    /// Whether the form shows values that were typed before.
    pub restored: RwSignal<bool>,
    /// The number of changes of its fields.
    pub edits: RwSignal<u32>,
}

struct KeptField {
    item: String,
    initial: String,
    write: Box<dyn Fn(String) + Send + Sync>,
}

impl Draft {
    /// The draft of a form. The name identifies the form and the item that it edits.
    pub fn new(name: &str) -> Self {
        Self {
            name: StoredValue::new(format!("{PREFIX}{name}.")),
            storage: StoredValue::new(of_tab()),
            session: use_session(),
            fields: StoredValue::new(Vec::new()),
            restored: RwSignal::new(false),
            edits: RwSignal::new(0),
        }
    }

    /// A text field that is kept.
    pub fn text(self, field: &str, initial: String) -> RwSignal<String> {
        let value = RwSignal::new(initial);
        self.keep(field, move || value.get(), move |text| value.set(text));
        value
    }

    /// A checkbox that is kept.
    pub fn flag(self, field: &str, initial: bool) -> RwSignal<bool> {
        let value = RwSignal::new(initial);
        self.keep(field, move || value.get().to_string(), move |text| value.set(text == "true"));
        value
    }

    /// Keeps a field whose value can be written as a text: it has its initial value now. `read` tracks the value.
    pub fn keep(
        self,
        field: &str,
        read: impl Fn() -> String + 'static,
        write: impl Fn(String) + Send + Sync + 'static,
    ) {
        let (item, storage, initial) = (self.item(field), self.storage.get_value(), untrack(&read));
        if let Some(kept) = self.kept(field).filter(|kept| *kept != initial) {
            write(kept);
            self.restored.set(true);
        }
        let field = KeptField { item: item.clone(), initial: initial.clone(), write: Box::new(write) };
        self.fields.update_value(|fields| fields.push(field));
        effect(move || {
            let value = read();
            keep(&storage, &item, Some(value.as_str()).filter(|value| *value != initial));
            self.edits.update(|edits| *edits += 1);
        });
    }

    /// The kept value of a field. `None` if it has its initial value.
    pub fn kept(self, field: &str) -> Option<String> {
        self.storage.with_value(|storage| storage.read(&self.item(field)))
    }

    fn item(self, field: &str) -> String {
        self.name.with_value(|name| format!("{name}{field}"))
    }

    /// Removes the kept value of a field.
    pub fn forget(self, field: &str) {
        self.storage.with_value(|storage| storage.remove(&self.item(field)));
    }

    /// Resets all fields to their initial values. Returns their previous values, for [`Self::restore`].
    pub fn discard(self) -> Vec<Option<String>> {
        let storage = self.storage.get_value();
        let discard = |field: &KeptField| {
            let kept = storage.read(&field.item);
            (field.write)(field.initial.clone());
            kept
        };
        self.restored.set(false);
        self.fields.with_value(|fields| fields.iter().map(discard).collect())
    }

    /// Gives the fields the values from before [`Self::discard`].
    pub fn restore(self, values: Vec<Option<String>>) {
        self.fields.with_value(|fields| {
            for (field, value) in fields.iter().zip(values) {
                value.into_iter().for_each(&field.write);
            }
        });
        self.restored.set(true);
    }

    /// Records that the dialog of the form is open, until the calling view is removed. The page reads it with [`was_open`].
    pub fn keep_open(self) {
        let (open, storage) = (self.name.with_value(|name| open_form(name)), self.storage.get_value());
        keep(&storage, OPEN_ITEM, Some(&open));
        on_cleanup(move || {
            // A session that ends leads to the sign-in page, which leads back.
            if untrack(|| self.session.is_signed_in()) && storage.read(OPEN_ITEM).as_ref() == Some(&open) {
                storage.remove(OPEN_ITEM);
            }
        });
    }

    /// A function that removes the draft. Works even after the form has disappeared.
    pub fn remover(self) -> impl Fn() + Clone + 'static {
        let (name, storage) = (self.name.get_value(), self.storage.get_value());
        move || {
            storage.remove_all(&name);
            self.restored.try_set(false);
        }
    }
}

/// The id of the item that a form of this kind edited on this page when the page was reloaded or the session ended. Empty if
/// the form created an item. `None` if no such form was open, or nothing was typed in it.
pub fn was_open(kind: &str) -> Option<String> {
    let (storage, start) = (of_tab(), format!("{PREFIX}{kind}."));
    let open = storage.read(OPEN_ITEM)?;
    let id = open.strip_prefix(&open_form(&start))?;
    storage.has_any(&format!("{start}{id}")).then(|| id.trim_end_matches('.').to_owned())
}

// Another page may have a form with the same draft, or with one that looks alike.
fn open_form(name: &str) -> String {
    format!("{} {name}", window().location().pathname().unwrap_or_default())
}

fn keep(storage: &OrganizationStorage, item: &str, value: Option<&str>) {
    let is_kept = value.is_some_and(|value| value.len() <= FIELD_MAX && storage.write(item, value));
    // An older kept value must not be restored as if it were the latest one.
    if !is_kept {
        storage.remove(item);
    }
}
