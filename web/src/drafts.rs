//! Typed text that survives its form, in the tab's `sessionStorage`.
//!
//! A draft survives Escape, a reload and a session that ends, and after the last two its dialog opens again. It is
//! removed when its form is submitted or the user discards it, at sign-out, and when another organization signs in in
//! the same tab. A draft that is not stored lasts as long as its form.

use leptos::prelude::*;

use crate::browser_storage;
use crate::reactive::effect;
use crate::routes::SIGN_IN;

/// The beginning of the name of each item.
const PREFIX: &str = "answerdeck.draft.";
/// The item that names the form whose dialog is open. It is removed with the drafts.
const OPEN_ITEM: &str = "answerdeck.draft.open-form";
/// The item that holds the id of the organization that the drafts belong to.
const ORGANIZATION_ITEM: &str = "answerdeck.drafts-of";
/// The maximum length of a field that is kept, in bytes: a thousand prompts in Korean fit. The browser's quota for the tab
/// limits all fields together.
const FIELD_MAX: usize = 3_000_000;

/// The draft of one form. Its fields are kept while they differ from their initial values.
#[derive(Clone, Copy)]
pub struct Draft {
    name: StoredValue<String>,
    fields: StoredValue<Vec<KeptField>>,
    restored: RwSignal<bool>,
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
            fields: StoredValue::new(Vec::new()),
            restored: RwSignal::new(false),
        }
    }

    /// A text field that is kept.
    pub fn text(self, field: &str, initial: String) -> RwSignal<String> {
        let value = RwSignal::new(initial.clone());
        self.keep(field, initial, move || value.get(), move |text| value.set(text));
        value
    }

    /// Keeps a field whose value can be written as a text. `read` tracks the value.
    pub fn keep(
        self,
        field: &str,
        initial: String,
        read: impl Fn() -> String + 'static,
        write: impl Fn(String) + Send + Sync + 'static,
    ) {
        let item = self.item(field);
        if let Some(kept) = self.kept(field).filter(|kept| *kept != initial) {
            write(kept);
            self.restored.set(true);
        }
        let field = KeptField { item: item.clone(), initial: initial.clone(), write: Box::new(write) };
        self.fields.update_value(|fields| fields.push(field));
        effect(move || {
            let value = read();
            keep(&item, Some(value.as_str()).filter(|value| *value != initial));
        });
    }

    /// The kept value of a field. `None` if it has its initial value.
    pub fn kept(self, field: &str) -> Option<String> {
        browser_storage::session().read(&self.item(field))
    }

    fn item(self, field: &str) -> String {
        self.name.with_value(|name| format!("{name}{field}"))
    }

    /// A function that keeps the value of a field, also after its form has disappeared. An empty value is not kept.
    pub fn keeper(self, field: &str) -> impl Fn(&str) + 'static {
        let item = self.item(field);
        move |value| keep(&item, Some(value).filter(|value| !value.is_empty()))
    }

    /// Whether the form shows values that were typed before. Reactive.
    pub fn is_restored(self) -> bool {
        self.restored.get()
    }

    /// Gives all fields their initial values. Returns what they had, for [`Self::restore`].
    pub fn discard(self) -> Vec<Option<String>> {
        let tab = browser_storage::session();
        let discard = |field: &KeptField| {
            let kept = tab.read(&field.item);
            (field.write)(field.initial.clone());
            kept
        };
        self.restored.set(false);
        self.fields.with_value(|fields| fields.iter().map(discard).collect())
    }

    /// Gives the fields what they had before they were discarded.
    pub fn restore(self, values: Vec<Option<String>>) {
        self.fields.with_value(|fields| {
            for (field, value) in fields.iter().zip(values) {
                value.into_iter().for_each(&field.write);
            }
        });
        self.restored.set(true);
    }

    /// A function that removes the draft, also after its form has disappeared.
    pub fn remover(self) -> impl Fn() + Clone + 'static {
        let name = self.name.get_value();
        move || browser_storage::session().remove_all(&name)
    }
}

/// Whether the dialog of a form was open when its page was reloaded or the session ended.
pub fn was_open(form: &str) -> bool {
    browser_storage::session().read(OPEN_ITEM).as_deref() == Some(form)
}

/// Remembers that the dialog of a form is open, until it is closed or another page is opened.
pub fn keep_open(form: &'static str, is_open: impl Fn() -> bool + 'static) {
    let mut was_open_before = false;
    effect(move || {
        let is_open = is_open();
        if is_open {
            keep(OPEN_ITEM, Some(form));
        } else if was_open_before {
            keep(OPEN_ITEM, None);
        }
        was_open_before = is_open;
    });
    on_cleanup(move || {
        // A session that ends leads to the sign-in page, which leads back.
        let path = window().location().pathname().unwrap_or_default();
        if path != SIGN_IN && was_open(form) {
            keep(OPEN_ITEM, None);
        }
    });
}

/// Removes the drafts of all forms.
pub fn remove_all() {
    browser_storage::session().remove_all(PREFIX);
}

/// Removes the drafts of another organization.
pub fn keep_only_of(organization: &str) {
    let tab = browser_storage::session();
    let previous = tab.read(ORGANIZATION_ITEM);
    if previous.as_deref() != Some(organization) {
        if previous.is_some() {
            remove_all();
        }
        let _ = tab.write(ORGANIZATION_ITEM, organization);
    }
}

fn keep(item: &str, value: Option<&str>) {
    let tab = browser_storage::session();
    let is_kept = value.is_some_and(|value| value.len() <= FIELD_MAX && tab.write(item, value).is_ok());
    // An older kept value must not be restored as if it were the latest one.
    if !is_kept {
        tab.remove(item);
    }
}
