//! The dialog of a brand. Its form is loaded when it is first opened.

use answerdeck_api::Brand;
use leptos::prelude::*;

use super::brand_form::BrandForm;
use crate::lazy::lazy_part;
use crate::locale::{t_with, texts};
use crate::ui::{DialogState, LazyDialog, use_notices};

/// The form that creates a brand, or edits the given one. The signal says whether a new brand becomes the organization's own. The
/// callbacks get the name of the saved brand, and are called when the user cancels.
type Form = fn(Option<Brand>, Signal<bool>, Callback<String>, Callback<()>) -> AnyView;

lazy_part! {
    brand_form: Form = |brand, becomes_own, on_saved, on_cancel| {
        view! { <BrandForm brand becomes_own on_saved on_cancel /> }.into_any()
    }
}

/// The dialog that edits a brand, or creates one if it opens without a brand. A notice follows each success.
#[component]
pub fn BrandDialog(
    state: DialogState<Brand>,
    /// Whether a new brand becomes the organization's own.
    #[prop(optional, into)]
    becomes_own: Signal<bool>,
    #[prop(optional, into)] on_saved: Option<Callback<()>>,
) -> AnyView {
    let notices = use_notices();
    let saved = move |name: String| {
        let (texts, is_new) = (texts().brands(), state.value().is_none());
        let message = if is_new { texts.created } else { texts.saved };
        state.close();
        notices.notify(message(&name));
        if let Some(on_saved) = on_saved {
            on_saved.run(());
        }
    };
    let title = t_with(move |t| if state.has_value() { t.brands().edit } else { t.brands().new }.to_owned());
    view! {
        <LazyDialog open=state.is_open() load title let:form>
            {form(state.value(), becomes_own, Callback::new(saved), Callback::new(move |()| state.close()))}
        </LazyDialog>
    }
    .into_any()
}
