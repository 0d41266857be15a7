//! The consent page, the error page and the redirect back to the client.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::html;

use super::client::Client;
use super::problem::THROTTLED_SECONDS;
use super::redirect_uri::RedirectUri;
use super::texts::{ConsentError, Texts};
use crate::http::html_page::{self, set_security_headers};
use crate::language::Language;
use crate::state::AppState;

pub(super) struct ConsentPage<'a> {
    pub(super) client: &'a Client,
    pub(super) redirect_uri: &'a RedirectUri,
    /// The secret of the authorization request, which the form sends back once.
    pub(super) request_secret: &'a str,
    pub(super) invalid_key: bool,
}

/// Returns the page that asks for an API key and a decision, or only for the key if the console of this server asks. It has no
/// script.
pub(super) fn consent(app: &AppState, language: Language, consent: &ConsentPage<'_>) -> Response {
    let texts = Texts::of(language);
    let Client { name, document_host, .. } = consent.client;
    let name = if name.is_empty() { texts.unnamed_client } else { name.as_str() };
    let described_by = if consent.invalid_key { "key-hint key-error" } else { "key-hint" };
    let is_console = consent.redirect_uri.is_console_of(&app.config.public_url);
    let (title, allow, deny) = match is_console {
        true => (texts.sign_in, texts.sign_in, texts.cancel),
        false => (texts.title, texts.allow, texts.deny),
    };
    let body = html! {
        @if is_console {
            h1 { (texts.console_title) }
            p { (texts.console_intro) }
        } @else {
            h1 { bdi { (name) } }
            p { (texts.intro) }
            dl {
                @if let Some(host) = document_host {
                    dt { (texts.document_host_hint) }
                    dd { bdi { (host) } }
                }
                dt { (texts.redirect_hint) }
                dd { bdi { (consent.redirect_uri.display_host()) } }
            }
            @if document_host.is_some() && consent.redirect_uri.is_loopback() {
                p.warning { (texts.loopback_warning) }
            }
            h2 { (texts.permissions_title) }
            ul {
                li { (texts.permission_data) }
                li { (texts.permission_credits) }
                li { (texts.permission_time) }
            }
            p.key-privacy { (texts.key_privacy) }
        }
        form method="post" action="/oauth/consent" autocomplete="off" {
            input type="hidden" name="transaction" value=(consent.request_secret);
            input type="hidden" name="ui_locales" value=(language.tag());
            label for="key" { (texts.key) }
            input #key type="password" name="api_key" required autofocus autocomplete="off" autocapitalize="none"
                spellcheck="false" maxlength="200" aria-describedby=(described_by)
                aria-invalid=[consent.invalid_key.then_some("true")];
            p.hint #key-hint { (texts.key_hint) }
            @if consent.invalid_key { p.error #key-error role="alert" { (texts.invalid_key) } }
            div.buttons {
                button.allow name="decision" value="allow" { (allow) }
                button name="decision" value="deny" formnovalidate { (deny) }
            }
        }
    };
    let form_action = format!("'self' {}", consent.redirect_uri.form_action());
    html_page::page(StatusCode::OK, language, title, &body, &form_action)
}

pub(super) fn error(language: Language, error: ConsentError) -> Response {
    let texts = Texts::of(language);
    let mut response = html_page::notice(error.status(), language, texts.error_title, error.message(language));
    if error == ConsentError::RateLimited {
        response.headers_mut().insert(header::RETRY_AFTER, THROTTLED_SECONDS);
    }
    response
}

/// Redirects to the client with `parameters`, the `state` of its request and the issuer.
///
/// Source: RFC 6749, section 4.1.2; RFC 9207, section 2.
pub(super) fn redirect(app: &AppState, to: &RedirectUri, state: Option<&str>, parameters: &[(&str, &str)]) -> Response {
    let mut all = parameters.to_vec();
    all.extend(state.map(|state| ("state", state)));
    all.push(("iss", &app.config.public_url));
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    if let Ok(location) = HeaderValue::from_str(&to.with_parameters(&all)) {
        headers.insert(header::LOCATION, location);
    }
    set_security_headers(headers, "no-referrer");
    response
}
