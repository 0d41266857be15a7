use leptos::prelude::*;

use crate::components::states::query_view::request_id;
use crate::components::{failed_panel, query_error};
use crate::keywords::KeywordProvider;
use crate::locale::{Pick, Texts, t, t_with};
use crate::request_error::{KeywordProblem, RequestError};
use crate::ui::Button;
use crate::untrusted::quotation;

/// The maximum length of the quoted keywords of a request, in characters.
const QUOTED_CHARS_MAX: usize = 200;

pub fn provider_name(provider: KeywordProvider, texts: Texts) -> &'static str {
    match provider {
        KeywordProvider::Google => texts.keywords().google,
        KeywordProvider::Naver => texts.keywords().naver,
    }
}

/// Says why keyword data is missing: it is not set up, its provider rejects the request, or its provider does not
/// respond. Any other failure is shown as that of a query. `keywords` are those of the request. `on_skip` continues
/// without them; `None` if there are no others.
pub fn keyword_problem(
    failure: RequestError,
    provider: KeywordProvider,
    keywords: &[String],
    on_retry: Callback<()>,
    on_skip: Option<Callback<()>>,
) -> AnyView {
    let Some(problem) = failure.keyword_problem() else { return query_error(failure, on_retry) };
    let (title, description): (fn(&str, Texts) -> String, Pick) = match problem {
        KeywordProblem::NotConfigured => {
            (|name, t| (t.keywords().not_configured)(name), |t| t.keywords().not_configured_description)
        }
        KeywordProblem::Rejected => (|name, t| (t.keywords().rejected)(name), |t| t.keywords().rejected_description),
        KeywordProblem::CountryNotSupported => {
            (|_, t| t.keywords().country_not_supported.to_owned(), |t| t.keywords().country_not_supported_description)
        }
        KeywordProblem::Unavailable => {
            (|name, t| (t.keywords().unavailable)(name), |t| t.keywords().unavailable_description)
        }
    };
    let is_rejected = problem == KeywordProblem::Rejected;
    let details = failure
        .details(&[])
        .into_iter()
        .map(|detail| view! { <p><bdi>{quotation(&detail, QUOTED_CHARS_MAX)}</bdi></p> });
    let details = is_rejected.then(|| details.collect_view());
    let quoted = quotation(&keywords.join(", "), QUOTED_CHARS_MAX);
    let count = keywords.len() as u64;
    let skip = on_skip.filter(|_| is_rejected && count > 0).map(|on_skip| {
        view! { <Button label=t_with(move |t| (t.keywords().skip)(count)) on_click=on_skip /> }
    });
    // A retry helps only if the provider did not respond: a rejected request would be rejected again.
    let retry = (problem == KeywordProblem::Unavailable)
        .then(|| view! { <Button label=t(|t| t.common().retry) on_click=on_retry /> });
    let reason = view! {
        <p>{t(description)}</p>
        {details}
        {(is_rejected && count > 0)
            .then(|| view! { <p><bdi>{t_with(move |t| (t.keywords().rejected_keywords)(&quoted))}</bdi></p> })}
        {request_id(&failure)}
    };
    let actions = view! { {skip} {retry} };
    failed_panel(t_with(move |t| title(provider_name(provider, t), t)), reason.into_any(), actions.into_any())
}
