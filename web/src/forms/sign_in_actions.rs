//! The actions of the sign-in form, and their failures. The code is loaded with the first attempt to sign in.

use std::pin::Pin;

use answerdeck_api::is_web_address;
use answerdeck_client::Error;
use answerdeck_client::oauth::{Persistence, SignInError};
use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestCredentials, RequestInit, RequestMode};

use crate::lazy::lazy_part;
use crate::locale::{Texts, t, texts};
use crate::request_error::RequestError;
use crate::server_address::{custom_server_url, origin, server_url};
use crate::session::Session;
use crate::untrusted::quotation;

/// The result of an action: the problem, if it failed.
type Action<Problem> = Pin<Box<dyn Future<Output = Option<Problem>>>>;

/// Why a sign-in with an API key failed.
pub enum KeyProblem {
    Refused,
    /// For another reason, which this view shows.
    Other(ViewFn),
}

#[derive(Clone, Copy)]
pub struct SignInActions {
    /// Opens the consent page. Takes where to store the session, and the address to open afterwards.
    pub with_consent: fn(Session, Persistence, Option<String>) -> Action<ViewFn>,
    pub with_key: fn(Session, String) -> Action<KeyProblem>,
}

lazy_part! {
    sign_in_actions: SignInActions = SignInActions { with_consent, with_key }
}

fn with_consent(session: Session, remember: Persistence, next: Option<String>) -> Action<ViewFn> {
    Box::pin(async move {
        let consent_page = session.start_sign_in(&server_url(), remember, next.as_deref()).await;
        match consent_page {
            Ok(address) => {
                let _ = window().location().assign(&address);
                None
            }
            Err(error) => Some(problem(error).await),
        }
    })
}

fn with_key(session: Session, key: String) -> Action<KeyProblem> {
    Box::pin(async move {
        match session.sign_in_with_key(&server_url(), &key).await {
            Ok(()) => None,
            Err(error) if error.is_unauthorized() || error.is_usage() => Some(KeyProblem::Refused),
            Err(error) => Some(KeyProblem::Other(problem(error).await)),
        }
    })
}

async fn problem(error: Error) -> ViewFn {
    let refuses_console = match custom_server_url() {
        Some(server) if error.is_connection() => responds(&server).await,
        _ => false,
    };
    ViewFn::from(move || view! { <SignInProblemView error=error.clone() refuses_console /> })
}

/// Whether a server responds to a request for which it need not allow this origin. The response cannot be read.
///
/// Source: Fetch, section 2.2.5, mode `no-cors`.
async fn responds(server: &str) -> bool {
    let request = RequestInit::new();
    request.set_mode(RequestMode::NoCors);
    request.set_credentials(RequestCredentials::Omit);
    JsFuture::from(window().fetch_with_str_and_init(server, &request)).await.is_ok()
}

const QUOTED_CHARS_MAX: usize = 200;

/// Why a sign-in failed, and the reason that the server or the library gives, if that does not say it.
///
/// Source: RFC 6749, sections 4.1.2.1 and 5.2, for the codes.
fn explained(error: &Error, texts: Texts) -> (String, Option<String>) {
    if error.is_rate_limited() {
        return (RequestError::from(error.clone()).message(texts), None);
    }
    let texts = texts.sign_in();
    if let Some(SignInError::ResourceMismatch { actual, .. }) = error.sign_in_error()
        && is_web_address(actual)
    {
        return ((texts.own_address)(&quotation(actual, QUOTED_CHARS_MAX)), None);
    }
    let (message, reason) = match error.sign_in_error() {
        Some(
            SignInError::NotStarted
            | SignInError::StateMismatch
            | SignInError::MissingIssuer
            | SignInError::CallbackIssuerMismatch { .. }
            | SignInError::RepeatedParameter { .. }
            | SignInError::MissingCode,
        ) => (texts.callback_mismatch, None),
        Some(SignInError::StorageBlocked) => (texts.storage_blocked, None),
        Some(problem @ SignInError::NoMetadata { .. }) => (texts.not_platform, Some(problem.to_string())),
        Some(
            SignInError::Denied { error, description }
            | SignInError::RegistrationRejected { error, description }
            | SignInError::TokenRequestRejected { error, description },
        ) => match (error.as_str(), description) {
            ("access_denied", _) => (texts.refused_by_person, None),
            ("invalid_grant", _) => (texts.sign_in_too_old, None),
            ("server_error" | "temporarily_unavailable", _) => (texts.server_failed, None),
            (code, None) => (texts.refused_by_server, Some(code.to_owned())),
            (code, Some(description)) => (texts.refused_by_server, Some(format!("{code}: {description}"))),
        },
        Some(problem) => (texts.refused_by_server, Some(problem.to_string())),
        None if error.is_connection() => (texts.unreachable, None),
        None if error.is_unreadable_response() => (texts.not_platform, None),
        // The platform names a code when it refuses a request.
        None if error.status().is_some_and(|status| status < 500) && error.code().is_none() => {
            (texts.not_platform, None)
        }
        None if error.is_server() && error.platform_message().is_none() => (texts.server_failed, None),
        None => return (error.message(), None),
    };
    (message.to_owned(), reason.map(|reason| quotation(&reason, QUOTED_CHARS_MAX)))
}

/// Shows why a sign-in failed. A text that is not ours is quoted.
#[component]
pub fn SignInProblemView(
    error: Error,
    /// Whether the server responds, and the browser may not read it.
    #[prop(optional)]
    refuses_console: bool,
) -> AnyView {
    let (_, reason) = explained(&error, untrack(texts));
    let reason = reason.map(|reason| {
        view! { <p>{t(|t| t.sign_in().reported_reason)} " " <q><bdi>{reason}</bdi></q></p> }
    });
    let message = move || match refuses_console {
        true => (texts().sign_in().refuses_console)(&origin()),
        false => explained(&error, texts()).0,
    };
    view! {
        <div class="form-error" role="alert">
            <p>{message}</p>
            {reason}
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;
    use crate::locale::texts_in;

    #[test]
    fn a_server_with_another_address_is_named_in_both_languages() {
        let explained = |language, actual: &str| {
            let (expected, actual) = ("https://answers.example".to_owned(), actual.to_owned());
            explained(&Error::from(SignInError::ResourceMismatch { expected, actual }), texts_in(language))
        };
        for (language, message) in [
            (
                Language::Korean,
                "이 서버의 주소(http://127.0.0.1:8080)로 접속해서 로그인해 주세요. 주소는 서버 운영자가 --public-url로 정해요.",
            ),
            (
                Language::English,
                "Open this server at its own address (http://127.0.0.1:8080) to sign in. Its operator sets it with --public-url.",
            ),
        ] {
            assert_eq!(explained(language, "http://127.0.0.1:8080"), (message.to_owned(), None));
            let (other, reason) = explained(language, "call 555");
            assert!(!other.contains("555") && reason.is_some_and(|reason| reason.contains("call 555")), "{other}");
        }
    }
}
