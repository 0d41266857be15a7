use leptos::html;
use leptos::prelude::*;

use super::query_view::request_id;
use crate::locale::t_with;
use crate::reactive::{effect, live_option};
use crate::request_error::RequestError;
use crate::ui::{focus_invalid_field, show_later};

/// Shows why a form's request failed: the message, the details that no field shows, and the request id. It scrolls into view. If
/// fields show all details, the first of them gets the focus instead.
#[component]
pub fn FormError(
    #[prop(into)] failure: Signal<Option<RequestError>>,
    /// The fields that show their own details.
    #[prop(optional)]
    fields: &'static [&'static str],
) -> AnyView {
    let alert = NodeRef::<html::Div>::new();
    effect(move || {
        let is_of_fields = failure.with(|failure| failure.as_ref().map(|failure| failure.is_of_fields(fields)));
        match (alert.get(), is_of_fields) {
            (Some(alert), Some(false)) => show_later(&alert),
            (Some(alert), Some(true)) => {
                if let Ok(Some(form)) = alert.closest("form") {
                    focus_invalid_field(form);
                }
            }
            _ => {}
        }
    });
    let message = move || {
        let failure = failure.get().filter(|failure| !failure.is_of_fields(fields))?;
        let (details, id) = (failure.details(fields), request_id(&failure));
        let details = (!details.is_empty()).then(|| {
            let items = details.into_iter().map(|detail| view! { <li>{detail}</li> });
            view! { <ul>{items.collect_view()}</ul> }
        });
        Some(view! {
            <div class="form-error">
                <p>{t_with(move |t| failure.message(t))}</p>
                {details}
                {id}
            </div>
        })
    };
    view! { <div role="alert" node_ref=alert>{live_option(message)}</div> }.into_any()
}
