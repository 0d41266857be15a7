//! The list of saved views: save the page, open, rename and delete.
//!
//! Its code is loaded when it is first opened.

use answerdeck_api::limits::{SAVED_VIEW_NAME_MAX, SAVED_VIEWS_MAX};
use answerdeck_api::{SavedView, SavedViewCreate, SavedViewId, Timestamp};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::TextRule;
use super::edit_form::text_error;
use crate::components::{FormError, query_view};
use crate::lazy::lazy_part;
use crate::locale::{Texts, t, t_with, texts};
use crate::paths::{KEYWORDS, KeywordsParams, QueryString, UrlParams};
use crate::queries::Mutation;
use crate::queries::saved_views::{self, use_saved_views};
use crate::reactive::{effect, live, live_option};
use crate::ui::{
    Button, Form, FormActions, IconName, MenuItem, RowMenu, Table, TextField, Variant, actions_head, copy_text,
    focus_later, skeleton, use_notices,
};
use crate::untrusted::visible;

const NAME: TextRule = TextRule { required: true, max: SAVED_VIEW_NAME_MAX };

/// The function that shows the saved views, gets the address of the page, and closes the list.
pub type SavedViewsView = fn(String, Callback<()>) -> AnyView;

lazy_part! {
    saved_views: SavedViewsView = list
}

/// The views that were read, with the changes that this list has made since.
#[derive(Clone, Copy)]
struct Views {
    all: RwSignal<Vec<SavedView>>,
    /// The request that saves a view, also one that was deleted.
    saving: Mutation,
    /// The view that is being renamed.
    renamed: RwSignal<Option<SavedViewId>>,
    /// The name that is typed for it.
    new_name: RwSignal<String>,
    /// The change that the message above the list reports.
    last_change: RwSignal<Option<Change>>,
}

#[derive(Clone)]
enum Change {
    Saved(String),
    Deleted(SavedView),
    /// Somebody else had deleted it.
    Gone(String),
}

impl Views {
    fn save(self, name: String, address: String, on_saved: impl FnOnce() + 'static) {
        let create = SavedViewCreate { name: name.clone(), address: address.clone() };
        saved_views::create(self.saving, create, move |id| {
            let view = SavedView { id, name, address, created_at: Timestamp::default() };
            // Not if the list was closed meanwhile.
            if self.all.try_update(|views| views.insert(0, view)).is_some() {
                on_saved();
            }
        });
    }

    fn is_full(self) -> bool {
        self.all.with(Vec::len) as u64 >= SAVED_VIEWS_MAX
    }

    fn begin_renaming(self, view: &SavedView) {
        self.new_name.set(view.name.clone());
        self.renamed.set(Some(view.id.clone()));
        focus_later("#view-new-name");
    }

    fn rename(self, mutation: Mutation, id: SavedViewId) {
        let name = one_line(&self.new_name.get_untracked());
        saved_views::rename(mutation, id.clone(), name, move |renamed| {
            self.all.try_update(|views| {
                if let Some(view) = views.iter_mut().find(|view| view.id == id) {
                    view.name = renamed.name;
                }
            });
            self.end_renaming(&id);
        });
    }

    // The fields disappear: the focus goes to the view.
    fn end_renaming(self, id: &SavedViewId) {
        self.renamed.try_set(None);
        if let Some(at) = self.position(id) {
            focus_row(at);
        }
    }

    fn position(self, id: &SavedViewId) -> Option<usize> {
        self.all.try_with_untracked(|views| views.iter().position(|view| view.id == *id)).flatten()
    }

    fn delete(self, mutation: Mutation, view: SavedView) {
        saved_views::delete(mutation, view.id.clone(), move |()| {
            self.remove(&view.id.clone(), Change::Deleted(view));
        });
    }

    fn remove(self, id: &SavedViewId, change: Change) {
        let Some(at) = self.position(id) else { return };
        if self.renamed.with_untracked(|renamed| renamed.as_ref() == Some(id)) {
            self.renamed.set(None);
        }
        self.all.update(|views| _ = views.remove(at));
        self.last_change.set(Some(change));
        let is_typing = document().active_element().is_some_and(|element| element.id() == "view-name");
        match self.all.with_untracked(Vec::len) {
            _ if is_typing => {}
            0 => focus_later("#view-name"),
            left => focus_row(at.min(left - 1)),
        }
    }

    fn undo(self) {
        let Some(Change::Deleted(view)) = self.last_change.get_untracked() else { return };
        self.save(view.name, view.address, move || {
            self.last_change.set(None);
            focus_row(0);
        });
    }
}

// A pasted name may have tabs.
fn one_line(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

// Moves the focus to a view of the list.
fn focus_row(at: usize) {
    focus_later(&format!("dialog[open] tbody tr:nth-child({}) :is(a, input)", at + 1));
}

fn list(address: String, close: Callback<()>) -> AnyView {
    let all = use_saved_views();
    let is_missing = Memo::new(move |_| all.is_missing());
    live(move || {
        if is_missing.get() {
            return view! { <p>{t(|t| t.saved_views().missing)}</p> }.into_any();
        }
        let address = address.clone();
        untrack(|| query_view(all, skeleton::<3>, move |all| untrack(|| content(all, address.clone(), close))))
    })
}

fn content(all: Vec<SavedView>, address: String, close: Callback<()>) -> AnyView {
    let views = Views {
        all: RwSignal::new(all),
        saving: Mutation::new(),
        renamed: RwSignal::new(None),
        new_name: RwSignal::new(String::new()),
        last_change: RwSignal::new(None),
    };
    let address = StoredValue::new(address);
    let is_full = Memo::new(move |_| views.is_full());
    let form = move || {
        if is_full.get() {
            let full = t_with(|t| (t.saved_views().full)(SAVED_VIEWS_MAX));
            return view! { <p role="status">{full}</p> }.into_any();
        }
        untrack(|| save_form(views, address.get_value()))
    };
    let last_change = move || {
        let view = match views.last_change.get()? {
            Change::Saved(name) => view! { <p>{t_with(move |t| (t.saved_views().saved)(&name))}</p> }.into_any(),
            Change::Deleted(SavedView { name, .. }) => view! {
                <p>{t_with(move |t| (t.saved_views().deleted)(&visible(&name)))}</p>
                <Button
                    label=t(|t| t.common().undo)
                    busy=views.saving.busy
                    on_click=move |()| views.undo()
                />
            }
            .into_any(),
            Change::Gone(name) => {
                view! { <p>{t_with(move |t| (t.saved_views().gone)(&visible(&name)))}</p> }.into_any()
            }
        };
        Some(view)
    };
    let rows = move || {
        let all = views.all.get();
        if all.is_empty() {
            return view! { <p class="muted">{t(|t| t.saved_views().empty)}</p> }.into_any();
        }
        let head = view! {
            <th scope="col">{t(|t| t.common().name)}</th>
            {actions_head()}
        };
        let rows = all.into_iter().map(|view| row(views, view, close)).collect_view();
        view! { <Table head=head.into_any() rows=rows.into_any() /> }.into_any()
    };
    // Typing replaces the suggested name.
    request_animation_frame(|| {
        if let Some(field) = document().get_element_by_id("view-name") {
            let field: HtmlInputElement = field.unchecked_into();
            let _ = field.focus();
            field.select();
        }
    });
    view! {
        {live(form)}
        <FormError failure=views.saving.failure fields=&["name"] />
        <div class="saved-views-change" role="status">
            {live_option(last_change)}
        </div>
        {live(rows)}
        <p class="muted">{t(|t| t.saved_views().about)}</p>
    }
    .into_any()
}

fn save_form(views: Views, address: String) -> AnyView {
    let name = RwSignal::new(suggested_name(&address, texts()));
    let is_submitted = RwSignal::new(false);
    let error = text_error(NAME, name, "name", is_submitted, views.saving);
    let submit = move |()| {
        is_submitted.set(true);
        if name.with_untracked(|name| NAME.check(name).is_some()) {
            return false;
        }
        let saved = one_line(&name.get_untracked());
        views.save(saved.clone(), address.clone(), move || {
            is_submitted.try_set(false);
            name.try_set(String::new());
            views.last_change.set(Some(Change::Saved(saved)));
            // The note that there is no more room replaces the form.
            if untrack(|| views.is_full()) {
                focus_row(0);
            }
        });
        true
    };
    view! {
        <Form on_submit=submit>
            <TextField
                id="view-name"
                label=t(|t| t.common().name)
                value=name
                error
                max=SAVED_VIEW_NAME_MAX
                autofocus=true
            />
            <div class="form-actions">
                <Button
                    label=t(|t| t.saved_views().save)
                    variant=Variant::Primary
                    icon=IconName::Plus
                    submit=true
                    busy=views.saving.busy
                />
            </div>
        </Form>
    }
    .into_any()
}

/// The keywords that the page looks up, or else the name that it has in its title, and its active filters.
fn suggested_name(address: &str, t: Texts) -> String {
    let keywords = address
        .strip_prefix(KEYWORDS)
        .and_then(|rest| rest.strip_prefix('?'))
        .map(|query| KeywordsParams::read(&QueryString::parse(query)).keywords)
        .unwrap_or_default();
    if !keywords.is_empty() {
        return name_of_keywords(&keywords, t.saved_views().and_others);
    }
    let title = document().title();
    let name = title.rsplit_once(" · ").map_or(title.as_str(), |(name, _)| name);
    let chips = document().query_selector_all("main .chips > li > .chip > .chip-value").ok();
    let filters =
        chips.into_iter().flat_map(|chips| (0..chips.length()).filter_map(move |at| chips.get(at)?.text_content()));
    let name = filters.fold(name.to_owned(), |name, filter| format!("{name} · {filter}"));
    name.chars().take(SAVED_VIEW_NAME_MAX).collect()
}

// As many of the first keywords as fit into a name, and how many others there are.
fn name_of_keywords(keywords: &[String], and_others: fn(&str, u64) -> String) -> String {
    let name = |count: usize| {
        let named = keywords.iter().take(count).map(String::as_str).collect::<Vec<_>>().join(", ");
        match keywords.len() - count {
            0 => named,
            others => and_others(&named, others as u64),
        }
    };
    let fits = |name: &String| name.chars().count() <= SAVED_VIEW_NAME_MAX;
    let longest = (1..=keywords.len()).rev().map(name).find(fits);
    longest.unwrap_or_else(|| name(1).chars().take(SAVED_VIEW_NAME_MAX).collect())
}

fn row(views: Views, view: SavedView, close: Callback<()>) -> AnyView {
    let mutation = Mutation::new();
    let shareable = window().location().origin().unwrap_or_default() + &view.address;
    let name = visible(&view.name).into_owned();
    let (menu_name, notices) = (Signal::stored(name.clone()), use_notices());
    let [gone, edited] = std::array::from_fn(|_| view.clone());
    let [compared, renamed] = std::array::from_fn(|_| view.id.clone());
    let address = view.address.clone();
    effect(move || {
        if mutation.failure.get().is_some_and(|failure| failure.is_not_found()) {
            untrack(|| views.remove(&gone.id, Change::Gone(gone.name.clone())));
        }
    });
    let is_renamed = Memo::new(move |_| views.renamed.with(|renamed| renamed.as_ref() == Some(&compared)));
    let title = move || {
        if is_renamed.get() {
            return untrack(|| rename_form(views, mutation, renamed.clone()));
        }
        view! {
            <a class="strong" href=address.clone() on:click=move |_| close.run(())>
                <bdi>{name.clone()}</bdi>
            </a>
        }
        .into_any()
    };
    let failure = move || {
        let failure = Signal::stored(Some(mutation.failure.get()?));
        Some(view! { <FormError failure fields=&["name"] /> }.into_any())
    };
    let items = vec![
        MenuItem::button(|t| t.saved_views().copy, IconName::Copy, move || copy_text(&shareable, notices)),
        MenuItem::button(|t| t.saved_views().rename, IconName::Edit, move || views.begin_renaming(&edited)),
        MenuItem::button(|t| t.common().delete, IconName::Delete, move || views.delete(mutation, view.clone())),
    ];
    view! {
        <tr>
            <th scope="row">{live(title)} {live_option(failure)}</th>
            <RowMenu name=menu_name items />
        </tr>
    }
    .into_any()
}

fn rename_form(views: Views, mutation: Mutation, id: SavedViewId) -> AnyView {
    let name = views.new_name;
    let error = Signal::derive(move || {
        let invalid = name.with(|name| NAME.message(name, texts()));
        invalid.or_else(|| mutation.failure.get()?.of_field("name"))
    });
    let renamed = id.clone();
    let submit = move |()| {
        if name.with_untracked(|name| NAME.check(name).is_some()) {
            return false;
        }
        views.rename(mutation, renamed.clone());
        true
    };
    view! {
        <Form on_submit=submit>
            <TextField
                id="view-new-name"
                label=t(|t| t.common().name)
                value=name
                error
                max=SAVED_VIEW_NAME_MAX
            />
            <FormActions busy=mutation.busy on_cancel=move |()| views.end_renaming(&id) />
        </Form>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_the_keywords_that_fit_and_the_number_of_others() {
        let and_others = |named: &str, others: u64| format!("{named} and {others} more");
        let name = |keywords: &[&str]| {
            let keywords: Vec<String> = keywords.iter().map(|keyword| (*keyword).to_owned()).collect();
            name_of_keywords(&keywords, and_others)
        };
        assert_eq!(name(&["무선 이어폰"]), "무선 이어폰");
        assert_eq!(name(&["무선 이어폰", "헤드폰"]), "무선 이어폰, 헤드폰");
        let (twenty, sixty) = ("a".repeat(20), "b".repeat(60));
        assert_eq!(name(&[&twenty, &twenty, &twenty]), format!("{twenty}, {twenty} and 1 more"));
        assert_eq!(name(&[&sixty]), sixty);
        assert_eq!(name(&[&format!("{sixty}c"), "d"]), sixty);
    }
}
