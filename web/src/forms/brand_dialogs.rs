//! The dialogs of a brand. Their forms are loaded when one is first opened.

use answerdeck_api::{Brand, BrandId};
use leptos::prelude::*;

use super::brand_form::BrandForm;
use super::delete_brand::DeleteBrand;
use crate::locale::{t, t_with, texts};
use crate::ui::{Dialog, DialogState, lazy_dialog, use_notices};

/// Called with the id and the name of a saved brand.
type OnSaved = Callback<(BrandId, String)>;

/// The forms of the dialogs.
#[derive(Clone, Copy)]
pub struct BrandForms {
    /// Creates a brand, or edits the given one.
    edit: fn(Option<Brand>, OnSaved, Callback<()>) -> AnyView,
    /// Deletes a brand.
    delete: fn(Brand, Callback<()>, Callback<()>) -> AnyView,
}

/// The forms of the dialogs.
#[cfg_attr(feature = "split", lazy)]
pub fn brand_forms() -> BrandForms {
    BrandForms {
        edit: |brand, on_saved, on_cancel| view! { <BrandForm brand on_saved on_cancel /> }.into_any(),
        delete: |brand, on_deleted, on_cancel| view! { <DeleteBrand brand on_deleted on_cancel /> }.into_any(),
    }
}

#[cfg(feature = "split")]
async fn load() -> BrandForms {
    brand_forms().await
}

// Without splitting, the program contains all code.
#[cfg(not(feature = "split"))]
async fn load() -> BrandForms {
    brand_forms()
}

/// The dialogs that create, edit and delete a brand. A notice follows each success.
#[component]
pub fn BrandDialogs(
    /// The dialog that edits a brand, or creates one if it opens without a brand.
    edit: DialogState<Brand>,
    /// The dialog that deletes a brand.
    delete: DialogState<Brand>,
    /// Called when the brand is deleted.
    #[prop(into)]
    on_deleted: Callback<()>,
) -> AnyView {
    let notices = use_notices();
    let saved = move |(_, name): (BrandId, String)| {
        let texts = texts().brands();
        let message = if edit.value().is_some() { texts.saved } else { texts.created };
        edit.close();
        notices.notify(message(&name));
    };
    let deleted = move |()| {
        delete.close();
        if let Some(brand) = delete.value() {
            notices.notify((texts().brands().deleted)(&brand.name));
        }
        on_deleted.run(());
    };
    let title = t_with(move |t| if edit.has_value() { t.brands().edit } else { t.brands().new }.to_owned());
    let (edit_shown, edit_form) = lazy_dialog(edit.is_open(), load);
    let (delete_shown, delete_form) = lazy_dialog(delete.is_open(), load);
    let edit_content = move || {
        let forms = edit_form.get_untracked()?;
        Some((forms.edit)(edit.value(), Callback::new(saved), Callback::new(move |()| edit.close())))
    };
    let delete_content = move || {
        let forms = delete_form.get_untracked()?;
        Some((forms.delete)(delete.value()?, Callback::new(deleted), Callback::new(move |()| delete.close())))
    };
    view! {
        <Dialog open=edit_shown title>
            {edit_content()}
        </Dialog>
        <Dialog open=delete_shown title=t(|t| t.brands().delete_title)>
            {delete_content()}
        </Dialog>
    }
    .into_any()
}
