use leptos::prelude::*;

use super::query_view::request_id;
use crate::locale::t_with;
use crate::reactive::live_option;
use crate::request_error::RequestError;

/// Shows why a form's request failed: the message, the details that no field shows, and the request id.
#[component]
pub fn FormError(
    #[prop(into)] failure: Signal<Option<RequestError>>,
    /// The fields that show their own details.
    #[prop(optional)]
    fields: &'static [&'static str],
) -> AnyView {
    let message = move || {
        let failure = failure.get()?;
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
    view! { <div role="alert">{live_option(message)}</div> }.into_any()
}
