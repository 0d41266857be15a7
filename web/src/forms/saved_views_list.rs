//! The list of saved views: save the page, open, rename and delete.
//!
//! Its code is loaded when it is first opened.

use answerdeck_api::OrganizationId;
use leptos::prelude::*;

use super::TextRule;
use crate::locale::{t, t_with, texts};
use crate::parts::lazy_part;
use crate::reactive::{live, live_option};
use crate::saved_views::{self, NAME_MAX, SavedView, VIEWS_MAX, save};
use crate::ui::{Button, CopyButton, Form, FormActions, IconName, RowActions, Table, TextField, Variant};

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
    /// The position of the view that is being renamed.
    renamed: RwSignal<Option<usize>>,
    /// The view that was deleted last, and where it was.
    deleted: RwSignal<Option<(usize, SavedView)>>,
}

impl Views {
    // Another tab may have changed them: a change is made to what is kept now.
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

    fn delete(self, view: &SavedView) {
        let mut at = None;
        self.change(|views| {
            at = views.iter().position(|other| other == view);
            at.map(|at| views.remove(at));
        });
        if let Some(at) = at.filter(|_| !self.is_refused.get_untracked()) {
            self.deleted.set(Some((at, view.clone())));
        }
    }

    fn undo(self) {
        let Some((at, view)) = self.deleted.get_untracked() else { return };
        if self.change(|views| views.insert(at.min(views.len()), view)) {
            self.deleted.set(None);
        }
    }
}

fn list(organization: OrganizationId, address: String, close: Callback<()>) -> AnyView {
    let views = Views {
        all: RwSignal::new(saved_views::load(&organization)),
        organization: StoredValue::new(organization),
        is_refused: RwSignal::new(false),
        renamed: RwSignal::new(None),
        deleted: RwSignal::new(None),
    };
    let address = StoredValue::new(address);
    let is_full = Memo::new(move |_| views.all.with(Vec::len) >= VIEWS_MAX);
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
    let deleted = move || {
        let (_, view) = views.deleted.get()?;
        let text = t_with(move |t| (t.saved_views().deleted)(&view.name));
        let view = view! {
            <p>{text}</p>
            <Button label=t(|t| t.common().undo) on_click=move |()| views.undo() />
        };
        Some(view.into_any())
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
        let rows = all.into_iter().enumerate().map(|(at, view)| row(views, at, view, close)).collect_view();
        view! { <Table head=head.into_any() rows=rows.into_any() /> }.into_any()
    };
    view! {
        {live(form)}
        {live_option(refused)}
        <div class="saved-views-undo" role="status">
            {live_option(deleted)}
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
        // Two tabs may each have had room for one more.
        views.change(|all| {
            all.insert(0, view);
            all.truncate(VIEWS_MAX);
        });
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

/// The name that the page has in its title.
fn page_name() -> String {
    let title = document().title();
    let name = title.rsplit_once(" · ").map_or(title.as_str(), |(name, _)| name);
    name.chars().take(NAME_MAX).collect()
}

fn row(views: Views, at: usize, view: SavedView, close: Callback<()>) -> AnyView {
    let shareable = window().location().origin().unwrap_or_default() + &view.address;
    let (edit_name, delete_name) = (view.name.clone(), view.name.clone());
    let is_renamed = Memo::new(move |_| views.renamed.get() == Some(at));
    let (kept, shown) = (view.clone(), view.clone());
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
                on_edit=move |()| views.renamed.set(Some(at))
                on_delete=move |()| views.delete(&view)
            >
                <CopyButton text=Signal::stored(shareable) label=t(|t| t.saved_views().copy) is_icon=true />
            </RowActions>
        </tr>
    }
    .into_any()
}

fn rename_form(views: Views, view: SavedView) -> AnyView {
    let name = RwSignal::new(view.name.clone());
    let error = Signal::derive(move || name.with(|name| NAME.message(name, texts())));
    let submit = move |()| {
        if name.with_untracked(|name| NAME.check(name).is_some()) {
            return false;
        }
        let new = name.get_untracked().trim().to_owned();
        let is_stored = views.change(|all| {
            if let Some(found) = all.iter_mut().find(|other| **other == view) {
                found.name = new;
            }
        });
        if is_stored {
            views.renamed.set(None);
        }
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
                autofocus=true
            />
            <FormActions busy=Signal::stored(false) on_cancel=move |()| views.renamed.set(None) />
        </Form>
    }
    .into_any()
}
