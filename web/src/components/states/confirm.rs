use leptos::prelude::*;

use super::form_error::FormError;
use crate::locale::{Pick, Texts, t, t_with};
use crate::queries::Mutation;
use crate::ui::{Button, Dialog, DialogState, IconName, Variant};

/// Asks for confirmation: `message` names what will end, and `note` says what stays.
#[component]
pub fn Confirm(
    #[prop(into)] message: Signal<String>,
    #[prop(into)] note: Signal<String>,
    #[prop(into)] label: Signal<String>,
    icon: IconName,
    #[prop(into)] cancel: Signal<String>,
    /// The request that ends it. `None` if it is sent later.
    #[prop(optional)]
    mutation: Option<Mutation>,
    #[prop(into)] on_confirm: Callback<()>,
    #[prop(into)] on_cancel: Callback<()>,
) -> AnyView {
    let busy = Signal::derive(move || mutation.is_some_and(|mutation| mutation.busy.get()));
    view! {
        <p>{message}</p>
        <p class="muted">{note}</p>
        {mutation.map(|mutation| view! { <FormError failure=mutation.failure /> })}
        <div class="form-actions">
            <Button label=cancel on_click=on_cancel />
            <Button label variant=Variant::Danger icon busy on_click=on_confirm />
        </div>
    }
    .into_any()
}

/// Asks before something is deleted on which other things depend: `message` names what ends with it.
pub fn delete_question<T: Clone + Send + Sync + 'static>(
    state: DialogState<T>,
    title: Pick,
    message: fn(&T, Texts) -> String,
    on_confirm: Callback<T>,
) -> AnyView {
    let question = move || {
        let (named, deleted) = (state.value()?, state.value()?);
        let delete = move |()| {
            // The dialog returns the focus first.
            state.close();
            on_confirm.run(deleted.clone());
        };
        let question = view! {
            <Confirm
                message=t_with(move |t| message(&named, t))
                note=t(|t| t.common().delete_note)
                label=t(|t| t.common().delete)
                icon=IconName::Delete
                cancel=t(|t| t.common().cancel)
                on_confirm=delete
                on_cancel=move |()| state.close()
            />
        };
        Some(question.into_any())
    };
    view! { <Dialog open=state.is_open() title=t(title)>{question()}</Dialog> }.into_any()
}

/// Asks before the organization's own brand is deleted, on which alerts, digests and next steps depend. The state and the callback
/// have its id and its name.
#[component]
pub fn DeleteOwnBrand(state: DialogState<(String, String)>, on_confirm: Callback<(String, String)>) -> AnyView {
    delete_question(state, |t| t.brands().delete_own_title, |(_, name), t| (t.brands().delete_own)(name), on_confirm)
}
