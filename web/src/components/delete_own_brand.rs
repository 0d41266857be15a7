use leptos::prelude::*;

use super::Confirm;
use crate::locale::{t, t_with};
use crate::ui::{Dialog, DialogState, IconName};

/// Asks before the organization's own brand is deleted, on which alerts, digests and next steps depend. The state and the callback
/// have its id and its name.
#[component]
pub fn DeleteOwnBrand(state: DialogState<(String, String)>, on_confirm: Callback<(String, String)>) -> AnyView {
    let question = move || {
        let (id, name) = state.value()?;
        let named = name.clone();
        let delete = move |()| {
            // The dialog returns the focus first.
            state.close();
            on_confirm.run((id.clone(), name.clone()));
        };
        let question = view! {
            <Confirm
                message=t_with(move |t| (t.brands().delete_own)(&named))
                note=t(|t| t.brands().delete_own_note)
                label=t(|t| t.common().delete)
                icon=IconName::Delete
                cancel=t(|t| t.common().cancel)
                on_confirm=delete
                on_cancel=move |()| state.close()
            />
        };
        Some(question.into_any())
    };
    view! {
        <Dialog open=state.is_open() title=t(|t| t.brands().delete_own_title)>
            {question()}
        </Dialog>
    }
    .into_any()
}
