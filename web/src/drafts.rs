//! Typed text that outlives its form, in the tab's `sessionStorage`.
//!
//! A draft survives Escape, a reload and a session that ends. After the last two, the dialog of a form that creates or edits
//! something opens again on its page, except that of prompts of keywords: which keywords were selected is not kept. A draft is
//! removed when its form is submitted or the user discards it, at sign-out, and when another organization signs in in the same
//! tab.

use leptos::prelude::*;

use crate::reactive::effect;
use crate::routes::SIGN_IN;

/// The beginning of the name of each item.
const PREFIX: &str = "answerdeck.draft.";
/// The item that names the form whose dialog is open, after the path of its page. It goes with the drafts.
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
    /// The draft of a form. The name tells the form and what it edits from others.
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

    /// What is kept of a field. `None` if that is its initial value.
    pub fn kept(self, field: &str) -> Option<String> {
        storage().and_then(|tab| tab.get_item(&self.item(field)).ok()?)
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
        let tab = storage();
        let discard = |field: &KeptField| {
            let kept = tab.as_ref().and_then(|tab| tab.get_item(&field.item).ok()?);
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

    /// Remembers that the dialog of the form is open, until the calling view is removed. [`was_open`] tells it to the page.
    pub fn keep_open(self) {
        let open = self.name.with_value(|name| open_form(name));
        keep(OPEN_ITEM, Some(&open));
        on_cleanup(move || {
            // A session that ends leads to the sign-in page, which leads back.
            if path() != SIGN_IN && kept_open_form().as_ref() == Some(&open) {
                keep(OPEN_ITEM, None);
            }
        });
    }

    /// A function that removes the draft, also after its form has disappeared.
    pub fn remover(self) -> impl Fn() + Clone + 'static {
        let name = self.name.get_value();
        move || remove(&name)
    }
}

/// The id of what a form of some kind edited on this page when the page was reloaded or the session ended, empty if it created
/// something. `None` if no such form was open.
pub fn was_open(kind: &str) -> Option<String> {
    let open = kept_open_form()?;
    let id = open.strip_prefix(&open_form(&format!("{PREFIX}{kind}.")))?;
    Some(id.trim_end_matches('.').to_owned())
}

// Another page may have a form with the same draft, or with one that looks alike.
fn open_form(name: &str) -> String {
    format!("{} {name}", path())
}

fn kept_open_form() -> Option<String> {
    storage().and_then(|tab| tab.get_item(OPEN_ITEM).ok()?)
}

fn path() -> String {
    window().location().pathname().unwrap_or_default()
}

/// Removes the drafts of all forms.
pub fn remove_all() {
    remove(PREFIX);
}

/// Removes the drafts of another organization.
pub fn keep_only_of(organization: &str) {
    let Some(tab) = storage() else { return };
    let previous = tab.get_item(ORGANIZATION_ITEM).ok().flatten();
    if previous.as_deref() != Some(organization) {
        if previous.is_some() {
            remove_all();
        }
        let _ = tab.set_item(ORGANIZATION_ITEM, organization);
    }
}

fn keep(item: &str, value: Option<&str>) {
    let Some(tab) = storage() else { return };
    let is_kept = value.is_some_and(|value| value.len() <= FIELD_MAX && tab.set_item(item, value).is_ok());
    // What was kept before must not be restored as what was typed last.
    if !is_kept {
        let _ = tab.remove_item(item);
    }
}

fn remove(prefix: &str) {
    let Some(tab) = storage() else { return };
    let names: Vec<String> = (0..tab.length().unwrap_or(0)).filter_map(|index| tab.key(index).ok()?).collect();
    for name in names.iter().filter(|name| name.starts_with(prefix)) {
        let _ = tab.remove_item(name);
    }
}

// A browser may forbid storage. A draft then lasts as long as its form.
fn storage() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}
