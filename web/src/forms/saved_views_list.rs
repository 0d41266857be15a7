//! The list of saved views: save the page, open, rename and delete.
//!
//! Its code is loaded when it is first opened.

use answerdeck_api::limits::{SAVED_VIEW_NAME_MAX, SAVED_VIEWS_MAX};
use answerdeck_api::{SavedView, SavedViewCreate, SavedViewId};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::TextRule;
use super::edit_form::FormState;
use crate::components::{DraftNote, FormError, failure_view, steady_view};
use crate::drafts::Draft;
use crate::lazy::lazy_part;
use crate::locale::{Texts, t, t_with, texts};
use crate::paths::{KEYWORDS, KeywordsParams, QueryString, UrlParams};
use crate::queries::saved_views::{self, use_saved_views};
use crate::queries::{Mutation, Query};
use crate::reactive::{effect, live, live_option};
use crate::server_address::origin;
use crate::ui::{
    Button, Form, FormActions, IconName, MenuItem, RowMenu, Table, TextField, Variant, actions_head, copy_text,
    focus_later, focus_next_row, keyed_items, skeleton, texts_of, use_notices,
};
use crate::untrusted::visible;

const NAME: TextRule = TextRule { required: true, max: SAVED_VIEW_NAME_MAX };

lazy_part! {
    /// Shows the saved views. Gets the address of the page, and what closes the list.
    saved_views: fn(String, Callback<()>) -> AnyView = list
}

/// What the parts of the list share.
#[derive(Clone, Copy)]
struct Views {
    all: Query<Vec<SavedView>>,
    /// The form that saves a view. Its request also saves one again that was deleted.
    saving: FormState,
    renamed: RwSignal<Option<SavedViewId>>,
    /// The view that gets the focus when the list is read again.
    focused: StoredValue<Option<SavedViewId>>,
    message: RwSignal<Option<Message>>,
    close: Callback<()>,
}

/// What is said above the list, and the view whose deletion can be undone there.
#[derive(Clone)]
struct Message {
    text: String,
    deleted: Option<SavedView>,
}

impl Views {
    // Not if the list was closed meanwhile.
    fn report(self, text: String, deleted: Option<SavedView>) {
        self.message.try_set(Some(Message { text, deleted }));
    }

    fn focus_when_read(self, id: SavedViewId) {
        self.focused.try_set_value(Some(id));
    }

    // When the list was read again, what had the focus may have disappeared.
    fn restore_focus(self) {
        let is_listed =
            |id: &SavedViewId| self.all.with(|all| all.is_some_and(|all| all.iter().any(|view| view.id == *id)));
        // A list that was asked for before a view was saved does not have it.
        if self.focused.with_value(|focused| focused.as_ref().is_some_and(|id| !is_listed(id))) {
            return;
        }
        let focused = self.focused.try_update_value(Option::take).flatten();
        if focused.is_some() && self.renamed.with_untracked(|renamed| *renamed == focused) {
            self.renamed.set(None);
        }
        let focused = match focused {
            Some(id) => format!("[id='{id}'] a"),
            None => ":is(#view-name, tbody a)".to_owned(),
        };
        focus_later(&format!("dialog[open]:not(:has(:focus)) {focused}"));
    }
}

// A name as it is saved. A pasted one may have tabs. `None` if it is invalid.
fn valid_name(typed: RwSignal<String>) -> Option<String> {
    let name = typed.with_untracked(|typed| NAME.valid(typed))?;
    Some(name.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn list(address: String, close: Callback<()>) -> AnyView {
    let (all, address) = (use_saved_views(), StoredValue::new(address));
    let is_missing = Memo::new(move |_| all.is_missing());
    live(move || match is_missing.get() {
        true => view! { <p>{t(|t| t.saved_views().missing)}</p> }.into_any(),
        false => untrack(|| steady_view(all, skeleton::<3>, move || content(all, address.get_value(), close))),
    })
}

fn content(all: Query<Vec<SavedView>>, address: String, close: Callback<()>) -> AnyView {
    let views = Views {
        all,
        // Each address has its own draft.
        saving: FormState::of_draft(&format!("saved-view.{address}")),
        renamed: RwSignal::new(None),
        focused: StoredValue::new(None),
        message: RwSignal::new(None),
        close,
    };
    let name = kept_name(views.saving.draft, suggested_name(&address, texts()));
    let address = StoredValue::new(address);
    let count = move || all.with(|all| all.map_or(0, Vec::len));
    let is_full = Memo::new(move |_| count() as u64 >= SAVED_VIEWS_MAX);
    let is_empty = Memo::new(move |_| count() == 0);
    let form = move || match is_full.get() {
        true => view! { <p role="status">{t_with(|t| (t.saved_views().full)(SAVED_VIEWS_MAX))}</p> }.into_any(),
        false => untrack(|| save_form(views, name, address.get_value())),
    };
    let rows = move || match is_empty.get() {
        true => view! { <p class="muted">{t(|t| t.saved_views().empty)}</p> }.into_any(),
        false => untrack(|| table(views)),
    };
    effect(move || {
        all.with(|_| ());
        views.restore_focus();
    });
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
        <FormError failure=views.saving.mutation.failure fields=&["name"] />
        <div role="status">{live_option(move || Some(message_view(views, views.message.get()?)))}</div>
        {live_option(move || failure_view(all))}
        {live(rows)}
        <p class="muted">{t(|t| t.saved_views().about)}</p>
    }
    .into_any()
}

fn message_view(views: Views, Message { text, deleted }: Message) -> AnyView {
    let mutation = views.saving.mutation;
    let undo = deleted.map(|SavedView { name, address, .. }| {
        let undo = move |()| {
            let view = SavedViewCreate { name: name.clone(), address: address.clone() };
            saved_views::create(mutation, view, move |id| {
                views.focus_when_read(id);
                views.message.try_set(None);
            });
        };
        view! { <Button label=t(|t| t.common().undo) busy=mutation.busy on_click=undo /> }
    });
    view! {
        <p>{text}</p>
        {undo}
    }
    .into_any()
}

fn table(views: Views) -> AnyView {
    let items = move || views.all.value().unwrap_or_default();
    let rows = keyed_items(items, |view| view.id.as_str(), move |view| row(views, view));
    let head = view! {
        <th scope="col">{t(|t| t.common().name)}</th>
        {actions_head()}
    };
    view! { <Table head=head.into_any() rows /> }.into_any()
}

/// The name of the view to save, kept in a draft. An empty one is not kept: the field is empty once the view was saved.
fn kept_name(draft: Draft, suggested: String) -> RwSignal<String> {
    let name = RwSignal::new(suggested.clone());
    let typed = move || Some(name.get()).filter(|name| !name.is_empty()).unwrap_or_else(|| suggested.clone());
    draft.keep("name", typed, move |text| name.set(text));
    name
}

fn save_form(views: Views, name: RwSignal<String>, address: String) -> AnyView {
    let FormState { draft, mutation, submitted } = views.saving;
    let error = views.saving.text_error(NAME, name, "name");
    let submit = move |()| {
        submitted.set(true);
        let Some(saved) = valid_name(name) else { return false };
        let view = SavedViewCreate { name: saved.clone(), address: address.clone() };
        let remove_draft = draft.remover();
        saved_views::create(mutation, view, move |_| {
            remove_draft();
            submitted.try_set(false);
            name.try_set(String::new());
            views.report((texts().saved_views().saved)(&saved), None);
        });
        true
    };
    view! {
        <Form on_submit=submit>
            <DraftNote draft />
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
                    busy=mutation.busy
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
    let filters = texts_of("main .chips > li > .chip > .chip-value").into_iter();
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

fn row(views: Views, view: SavedView) -> AnyView {
    let (mutation, notices) = (Mutation::new(), use_notices());
    let shareable = origin() + &view.address;
    let name = Signal::stored(visible(&view.name));
    let view = StoredValue::new(view);
    effect(move || {
        if mutation.failure.get().is_some_and(|failure| failure.is_not_found()) {
            untrack(|| {
                views.report((texts().saved_views().gone)(&name.get()), None);
                views.all.refresh();
            });
        }
    });
    let is_renamed = Memo::new(move |_| views.renamed.get() == Some(view.get_value().id));
    let title = move || match is_renamed.get() {
        true => untrack(|| rename_form(views, mutation, view.get_value())),
        false => view! {
            <a class="strong" href=view.get_value().address on:click=move |_| views.close.run(())>
                <bdi>{name}</bdi>
            </a>
        }
        .into_any(),
    };
    let failure = move || {
        let failure = mutation.failure.get().filter(|failure| !failure.is_not_found())?;
        Some(view! { <FormError failure=Signal::stored(Some(failure)) fields=&["name"] /> })
    };
    let rename = move || {
        views.renamed.set(Some(view.get_value().id));
        focus_later("#view-new-name");
    };
    let delete = move || {
        focus_next_row();
        // Until this view is deleted, nobody should undo an earlier deletion in its place.
        views.message.set(None);
        let (deleted, text) = (view.get_value(), (texts().saved_views().deleted)(&name.get_untracked()));
        saved_views::delete(mutation, deleted.id.clone(), move |()| views.report(text, Some(deleted)));
    };
    let items = vec![
        MenuItem::button(|t| t.saved_views().copy, IconName::Copy, move || copy_text(&shareable, notices)),
        MenuItem::button(|t| t.saved_views().rename, IconName::Edit, rename),
        MenuItem::delete(delete),
    ];
    view! {
        <tr id=view.get_value().id.to_string()>
            <th scope="row">{live(title)} {live_option(failure)}</th>
            <RowMenu name items />
        </tr>
    }
    .into_any()
}

fn rename_form(views: Views, mutation: Mutation, view: SavedView) -> AnyView {
    let name = RwSignal::new(view.name);
    let id = view.id;
    let link = format!("[id='{id}'] a");
    let error = Signal::derive(move || {
        let invalid = name.with(|name| NAME.message(name, texts()));
        invalid.or_else(|| mutation.failure.get()?.of_field("name"))
    });
    let submit = move |()| {
        let Some(name) = valid_name(name) else { return false };
        // The renaming ends when the list has the new name.
        saved_views::rename(mutation, id.clone(), name, move |view| views.focus_when_read(view.id));
        true
    };
    let cancel = move |()| {
        views.renamed.set(None);
        focus_later(&link);
    };
    view! {
        <Form on_submit=submit>
            <TextField id="view-new-name" label=t(|t| t.common().name) value=name error max=SAVED_VIEW_NAME_MAX />
            <FormActions busy=mutation.busy on_cancel=cancel />
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
