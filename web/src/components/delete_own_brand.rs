use leptos::prelude::*;

use super::delete_question;
use crate::ui::DialogState;

/// Asks before the organization's own brand is deleted, on which alerts, digests and next steps depend. The state and the callback
/// have its id and its name.
#[component]
pub fn DeleteOwnBrand(state: DialogState<(String, String)>, on_confirm: Callback<(String, String)>) -> AnyView {
    delete_question(
        state,
        |t| t.brands().delete_own_title,
        |(_, name), t| (t.brands().delete_own)(name),
        |t| t.brands().delete_own_note,
        on_confirm,
    )
}
