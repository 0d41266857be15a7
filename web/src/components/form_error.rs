//! The error message of a form.

use leptos::prelude::*;

use crate::locale::{t, t_with};
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
    view! {
        <div role="alert">
            {live_option(move || {
                failure
                    .get()
                    .map(|failure| {
                        let details = failure.details(fields);
                        let id = failure.request_id();
                        let message = t_with(move |t| failure.message(t));
                        view! {
                            <div class="form-error">
                                <p>{message}</p>
                                {(!details.is_empty())
                                    .then(|| {
                                        let items = details.into_iter().map(|detail| view! { <li>{detail}</li> });
                                        view! { <ul>{items.collect_view()}</ul> }
                                    })}
                                {id.map(|id| view! { <p>{t(|t| t.failure().request_id)} " " <code>{id}</code></p> })}
                            </div>
                        }
                        .into_any()
                    })
            })}
        </div>
    }
    .into_any()
}
