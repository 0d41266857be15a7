//! The actions of the sign-in form, and their failures. The code is loaded with the first attempt to sign in.

use std::pin::Pin;

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
use crate::ui::{Icon, IconName};
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

fn failure_message(error: &Error, texts: Texts) -> String {
    if error.is_rate_limited() {
        return RequestError::from(error.clone()).message(texts);
    }
    let texts = texts.sign_in();
    match error.sign_in_error() {
        Some(
            SignInError::NotStarted
            | SignInError::StateMismatch
            | SignInError::MissingIssuer
            | SignInError::CallbackIssuerMismatch { .. }
            | SignInError::RepeatedParameter { .. }
            | SignInError::MissingCode,
        ) => texts.callback_mismatch.to_owned(),
        Some(SignInError::StorageBlocked) => texts.storage_blocked.to_owned(),
        Some(SignInError::NoMetadata { .. }) => texts.not_platform.to_owned(),
        Some(problem) => oauth_error(problem)
            .map_or(texts.refused_by_server, |(code, _)| match code {
                "access_denied" => texts.refused_by_person,
                "invalid_grant" => texts.sign_in_too_old,
                "server_error" | "temporarily_unavailable" => texts.server_failed,
                _ => texts.refused_by_server,
            })
            .to_owned(),
        None if error.is_connection() => texts.unreachable.to_owned(),
        // The platform names a code when it refuses a request.
        None if error.is_unreadable_response() => texts.not_platform.to_owned(),
        None if error.status().is_some_and(|status| status < 500) && error.code().is_none() => {
            texts.not_platform.to_owned()
        }
        None => error.message(),
    }
}

/// The reason that the server or the library gives, if the message of the failed sign-in does not contain it.
fn reason(error: &Error) -> Option<String> {
    let problem = error.sign_in_error()?;
    let reason = match oauth_error(problem) {
        // Codes that have their own message need no reason.
        Some(("access_denied" | "invalid_grant" | "server_error" | "temporarily_unavailable", _)) => return None,
        Some((code, None)) => code.to_owned(),
        Some((code, Some(description))) => format!("{code}: {description}"),
        None => match problem {
            SignInError::NoMetadata { .. }
            | SignInError::ResourceMismatch { .. }
            | SignInError::NoAuthorizationServer
            | SignInError::IssuerMismatch { .. }
            | SignInError::InsecureEndpoint { .. }
            | SignInError::PkceNotSupported
            | SignInError::RegistrationNotSupported
            | SignInError::UnsupportedTokenType { .. }
            | SignInError::NoRandomness { .. } => problem.to_string(),
            _ => return None,
        },
    };
    Some(quotation(&reason, QUOTED_CHARS_MAX))
}

/// The code and the description of an error of the authorization server.
///
/// Source: RFC 6749, sections 4.1.2.1 and 5.2.
fn oauth_error(problem: &SignInError) -> Option<(&str, Option<&str>)> {
    match problem {
        SignInError::Denied { error, description }
        | SignInError::RegistrationRejected { error, description }
        | SignInError::TokenRequestRejected { error, description } => Some((error.as_str(), description.as_deref())),
        _ => None,
    }
}

/// Shows why a sign-in failed. A text that is not ours is quoted.
#[component]
pub fn SignInProblemView(
    error: Error,
    /// Whether the server responds, and the browser may not read it.
    #[prop(optional)]
    refuses_console: bool,
) -> AnyView {
    let reason = reason(&error);
    let message = move || {
        if refuses_console {
            return (texts().sign_in().refuses_console)(&origin());
        }
        failure_message(&error, texts())
    };
    view! {
        <div class="form-error" role="alert">
            <p>
                <Icon icon=IconName::Warning />
                {message}
            </p>
            {reason
                .map(|reason| {
                    view! {
                        <p>
                            {t(|t| t.sign_in().reported_reason)} " " <q>
                                <bdi>{reason}</bdi>
                            </q>
                        </p>
                    }
                })}
        </div>
    }
    .into_any()
}
