//! The dialogs of a brand.

use answerdeck_api::{Brand, BrandId};
use leptos::prelude::*;

use super::{BrandForm, DeleteBrand};
use crate::locale::{t, t_with, texts};
use crate::ui::{Dialog, DialogState, use_notices};

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
    view! {
        <Dialog open=edit.is_open() title>
            <BrandForm brand=edit.value() on_saved=saved on_cancel=move |()| edit.close() />
        </Dialog>
        <Dialog open=delete.is_open() title=t(|t| t.brands().delete_title)>
            {delete
                .value()
                .map(|brand| view! { <DeleteBrand brand on_deleted=deleted on_cancel=move |()| delete.close() /> })}
        </Dialog>
    }
    .into_any()
}
