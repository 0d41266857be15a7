//! The list of saved views: save the page, open, rename and delete.
//!
//! Its code is loaded when it is first opened.

use answerdeck_api::OrganizationId;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::TextRule;
use crate::locale::{t, t_with, texts};
use crate::parts::lazy_part;
use crate::reactive::{live, live_option};
use crate::saved_views::{self, NAME_MAX, SavedView, VIEWS_MAX, save};
use crate::ui::{Button, CopyButton, Form, FormActions, IconName, RowActions, Table, TextField, Variant, focus_later};

const NAME: TextRule = TextRule { required: true, max: NAME_MAX };

/// The function that shows the saved views of an organization, the address of the page, and closes the list.
pub type SavedViewsView = fn(OrganizationId, String, Callback<()>) -> AnyView;

lazy_part! {
    /// The list of saved views.
    saved_views: SavedViewsView = list
}

#[derive(Clone, Copy)]
struct Views {
    organization: StoredValue<OrganizationId>,
    all: RwSignal<Vec<SavedView>>,
    /// Whether the browser did not store the last change.
    is_refused: RwSignal<bool>,
    /// The view that is being renamed.
    renamed: RwSignal<Option<SavedView>>,
    /// The name that is typed for it.
    new_name: RwSignal<String>,
    /// The change that the message above the list reports.
    last_change: RwSignal<Option<Change>>,
}

#[derive(Clone)]
enum Change {
    Saved(SavedView),
    /// A view was deleted. Contains where it was.
    Deleted(usize, SavedView),
}

impl Views {
    // Another tab may have changed the views, so a change applies to the views that are stored now.
    fn change(self, change: impl FnOnce(&mut Vec<SavedView>)) -> bool {
        let organization = self.organization.get_value();
        let mut views = saved_views::load(&organization);
        change(&mut views);
        let is_stored = save(&organization, &views).is_ok();
        self.is_refused.set(!is_stored);
        if is_stored {
            self.all.set(views);
        }
        is_stored
    }

    // Saves a view as the first one. Returns whether the browser stored it.
    fn add(self, view: SavedView) -> bool {
        let is_stored = self.change(|views| {
            // The same page with the same name is the same view.
            views.retain(|other| *other != view);
            views.insert(0, view.clone());
            // Two tabs may each have had room for one more.
            views.truncate(VIEWS_MAX);
        });
        if is_stored {
            self.last_change.set(Some(Change::Saved(view)));
            // The note that there is no more room replaces the form.
            if self.is_full() {
                focus_row(0);
            }
        }
        is_stored
    }

    fn is_full(self) -> bool {
        self.all.with(Vec::len) >= VIEWS_MAX
    }

    fn begin_renaming(self, view: SavedView) {
        self.new_name.set(view.name.clone());
        self.renamed.set(Some(view));
        focus_later("#view-new-name");
    }

    fn rename(self, view: &SavedView) {
        let renamed = SavedView { name: self.new_name.get_untracked().trim().to_owned(), ..view.clone() };
        let is_stored = self.change(|views| {
            views.retain(|other| other == view || *other != renamed);
            if let Some(found) = views.iter_mut().find(|other| *other == view) {
                *found = renamed.clone();
            }
        });
        if is_stored {
            self.end_renaming(&renamed);
        }
    }

    // The fields disappear: the focus goes to the view.
    fn end_renaming(self, view: &SavedView) {
        self.renamed.set(None);
        if let Some(at) = self.position(view) {
            focus_row(at);
        }
    }

    fn position(self, view: &SavedView) -> Option<usize> {
        self.all.with_untracked(|views| views.iter().position(|other| other == view))
    }

    fn delete(self, view: &SavedView) {
        let mut at = None;
        let is_stored = self.change(|views| {
            at = views.iter().position(|other| other == view);
            at.map(|at| views.remove(at));
        });
        if let Some(at) = at.filter(|_| is_stored) {
            self.last_change.set(Some(Change::Deleted(at, view.clone())));
            match self.all.with_untracked(Vec::len) {
                0 => focus_later("#view-name"),
                left => focus_row(at.min(left - 1)),
            }
        }
    }

    fn undo(self) {
        let Some(Change::Deleted(at, view)) = self.last_change.get_untracked() else { return };
        self.change(|views| {
            // Another tab may have saved it again, or taken its place.
            if views.len() < VIEWS_MAX && !views.contains(&view) {
                views.insert(at.min(views.len()), view.clone());
            }
        });
        if let Some(at) = self.position(&view) {
            self.last_change.set(None);
            focus_row(at);
        }
    }
}

// Moves the focus to a view of the list.
fn focus_row(at: usize) {
    focus_later(&format!("dialog[open] tbody tr:nth-child({}) :is(a, input)", at + 1));
}

fn list(organization: OrganizationId, address: String, close: Callback<()>) -> AnyView {
    let views = Views {
        all: RwSignal::new(saved_views::load(&organization)),
        organization: StoredValue::new(organization),
        is_refused: RwSignal::new(false),
        renamed: RwSignal::new(None),
        new_name: RwSignal::new(String::new()),
        last_change: RwSignal::new(None),
    };
    let address = StoredValue::new(address);
    let is_full = Memo::new(move |_| views.is_full());
    let form = move || {
        if is_full.get() {
            return view! { <p role="status">{t_with(|t| (t.saved_views().full)(VIEWS_MAX as u64))}</p> }.into_any();
        }
        untrack(|| save_form(views, address.get_value()))
    };
    let refused = move || {
        views
            .is_refused
            .get()
            .then(|| view! { <p class="field-error" role="alert">{t(|t| t.saved_views().not_stored)}</p> }.into_any())
    };
    let last_change = move || {
        let view = match views.last_change.get()? {
            Change::Saved(view) => view! { <p>{t_with(move |t| (t.saved_views().saved)(&view.name))}</p> }.into_any(),
            Change::Deleted(_, view) => view! {
                <p>{t_with(move |t| (t.saved_views().deleted)(&view.name))}</p>
                <Button label=t(|t| t.common().undo) on_click=move |()| views.undo() />
            }
            .into_any(),
        };
        Some(view)
    };
    let rows = move || {
        let all = views.all.get();
        if all.is_empty() {
            return view! { <p class="muted">{t(|t| t.saved_views().empty)}</p> }.into_any();
        }
        let head = view! {
            <th scope="col">{t(|t| t.saved_views().name)}</th>
            <th scope="col" class="fit">
                <span class="visually-hidden">{t(|t| t.common().actions)}</span>
            </th>
        };
        let rows = all.into_iter().map(|view| row(views, view, close)).collect_view();
        view! { <Table head=head.into_any() rows=rows.into_any() /> }.into_any()
    };
    // Typing replaces the suggested name.
    request_animation_frame(|| {
        if let Some(field) = document().get_element_by_id("view-name") {
            field.unchecked_into::<HtmlInputElement>().select();
        }
    });
    view! {
        {live(form)}
        {live_option(refused)}
        <div class="saved-views-change" role="status">
            {live_option(last_change)}
        </div>
        {live(rows)}
        <p class="muted">{t(|t| t.saved_views().about)}</p>
    }
    .into_any()
}

fn save_form(views: Views, address: String) -> AnyView {
    let name = RwSignal::new(page_name());
    let is_submitted = RwSignal::new(false);
    let error =
        Signal::derive(move || is_submitted.get().then(|| name.with(|name| NAME.message(name, texts()))).flatten());
    let submit = move |()| {
        is_submitted.set(true);
        if name.with_untracked(|name| NAME.check(name).is_some()) {
            return false;
        }
        let view = SavedView { name: name.get_untracked().trim().to_owned(), address: address.clone() };
        if views.add(view) {
            is_submitted.set(false);
            name.set(String::new());
        }
        true
    };
    view! {
        <Form on_submit=submit>
            <TextField
                id="view-name"
                label=t(|t| t.saved_views().name)
                value=name
                error
                max=NAME_MAX
                autofocus=true
            />
            <div class="form-actions">
                <Button
                    label=t(|t| t.saved_views().save)
                    variant=Variant::Primary
                    icon=IconName::Plus
                    submit=true
                />
            </div>
        </Form>
    }
    .into_any()
}

/// The name that the page has in its title, and its active filters.
fn page_name() -> String {
    let title = document().title();
    let name = title.rsplit_once(" · ").map_or(title.as_str(), |(name, _)| name);
    let chips = document().query_selector_all("main .chips > li > .chip > .chip-value").ok();
    let filters =
        chips.into_iter().flat_map(|chips| (0..chips.length()).filter_map(move |at| chips.get(at)?.text_content()));
    let name = filters.fold(name.to_owned(), |name, filter| format!("{name} · {filter}"));
    name.chars().take(NAME_MAX).collect()
}

fn row(views: Views, view: SavedView, close: Callback<()>) -> AnyView {
    let shareable = window().location().origin().unwrap_or_default() + &view.address;
    let (edit_name, delete_name) = (view.name.clone(), view.name.clone());
    let (this, kept, shown, edited) = (view.clone(), view.clone(), view.clone(), view.clone());
    let is_renamed = Memo::new(move |_| views.renamed.with(|renamed| renamed.as_ref() == Some(&this)));
    let name = move || {
        if is_renamed.get() {
            return untrack(|| rename_form(views, kept.clone()));
        }
        view! {
            <a class="strong" href=shown.address.clone() on:click=move |_| close.run(())>
                <bdi>{shown.name.clone()}</bdi>
            </a>
        }
        .into_any()
    };
    view! {
        <tr>
            <th scope="row">{live(name)}</th>
            <RowActions
                edit=t_with(move |t| (t.saved_views().rename)(&edit_name))
                delete=t_with(move |t| (t.saved_views().delete)(&delete_name))
                on_edit=move |()| views.begin_renaming(edited.clone())
                on_delete=move |()| views.delete(&view)
            >
                <CopyButton text=Signal::stored(shareable) label=t(|t| t.saved_views().copy) is_icon=true />
            </RowActions>
        </tr>
    }
    .into_any()
}

fn rename_form(views: Views, view: SavedView) -> AnyView {
    let name = views.new_name;
    let error = Signal::derive(move || name.with(|name| NAME.message(name, texts())));
    let renamed = view.clone();
    let submit = move |()| {
        if name.with_untracked(|name| NAME.check(name).is_some()) {
            return false;
        }
        views.rename(&renamed);
        true
    };
    view! {
        <Form on_submit=submit>
            <TextField
                id="view-new-name"
                label=t(|t| t.saved_views().name)
                value=name
                error
                max=NAME_MAX
            />
            <FormActions busy=Signal::stored(false) on_cancel=move |()| views.end_renaming(&view) />
        </Form>
    }
    .into_any()
}
