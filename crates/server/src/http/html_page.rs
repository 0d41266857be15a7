//! A page that the server itself shows to people. It has no script.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::headers::content_security_policy::sha256_source;
use crate::language::Language;

const STYLE: &str = include_str!("html_page.css");
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect \
                    width='16' height='16' rx='4' fill='%233451c6'/%3E%3Cpath d='M4 5h8M4 8h8M4 11h5' \
                    stroke='white' stroke-width='1.5'/%3E%3C/svg%3E";

const LOGO: &str = "M4 7h16M4 12h10M4 17h6M17 13l3 4-3 4";

/// Returns a page. `form_action` is the CSP source expression of its forms.
pub(crate) fn page(status: StatusCode, language: Language, title: &str, body: &Markup, form_action: &str) -> Response {
    let document = html! {
        (DOCTYPE)
        html lang=(language.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · Answerdeck" }
                link rel="icon" href=(ICON);
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    p.brand {
                        svg width="16" height="16" viewBox="0 0 24 24" aria-hidden="true" { path d=(LOGO) {} }
                        "Answerdeck"
                    }
                    (body)
                }
            }
        }
    };
    let mut response = (status, axum::response::Html(document.0)).into_response();
    let policy = format!(
        "default-src 'none'; style-src {}; img-src data:; base-uri 'none'; form-action {form_action}; \
         frame-ancestors 'none'",
        sha256_source(STYLE)
    );
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    // With `no-referrer`, browsers would not send the `Origin` of the form, which the consent endpoint checks.
    set_security_headers(headers, "same-origin");
    response
}

/// Returns a page that only says something.
pub(crate) fn notice(status: StatusCode, language: Language, title: &str, text: &str) -> Response {
    let body = html! {
        h1 { (title) }
        p { (text) }
    };
    page(status, language, title, &body, "'none'")
}

/// Forbids to store a response, to list it, and to guess its type.
pub(crate) fn set_security_headers(headers: &mut HeaderMap, referrer: &'static str) {
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static(referrer));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
}
