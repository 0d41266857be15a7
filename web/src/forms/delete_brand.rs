//! Deleting a brand.

use answerdeck_api::Brand;
use leptos::prelude::*;

use crate::components::ConfirmDelete;
use crate::locale::{t, t_with};
use crate::queries::{Mutation, brands};

/// Asks for confirmation and deletes the brand.
#[component]
pub fn DeleteBrand(
    /// The brand.
    brand: Brand,
    /// Called when the brand is deleted.
    #[prop(into)]
    on_deleted: Callback<()>,
    /// Called when the user cancels.
    #[prop(into)]
    on_cancel: Callback<()>,
) -> AnyView {
    let mutation = Mutation::new();
    let name = brand.name;
    let delete = move |()| {
        brands::delete(mutation, brand.id.clone(), move |()| {
            on_deleted.try_run(());
        });
    };
    view! {
        <ConfirmDelete
            message=t_with(move |t| (t.brands().delete_message)(&name))
            note=t(|t| t.brands().delete_note)
            mutation
            on_confirm=delete
            on_cancel
        />
    }
    .into_any()
}
