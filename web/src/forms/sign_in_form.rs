//! Signing in through the consent page or with an API key.

use answerdeck_client::Error;
use answerdeck_client::oauth::{Persistence, SignInError};
use leptos::prelude::*;

use crate::locale::{Pick, Texts, t, texts};
use crate::request_error::RequestError;
use crate::session::{custom_server_url, server_url, set_custom_server_url, use_session};
use crate::ui::{Button, Form, Icon, IconName, TextField, Variant};
use crate::untrusted::quotation;

const REMEMBER_OPTIONS: [(Persistence, Pick, Pick); 3] = [
    (Persistence::Tab, |t| t.sign_in().stay_tab, |t| t.sign_in().stay_tab_hint),
    (Persistence::Memory, |t| t.sign_in().stay_page, |t| t.sign_in().stay_page_hint),
    (Persistence::Device, |t| t.sign_in().stay_device, |t| t.sign_in().stay_device_hint),
];

/// The sign-in form. Signing in through the consent page leaves the console; an API key signs in on the page.
#[component]
pub fn SignInForm(
    /// The address to open afterwards.
    #[prop(into)]
    next: Signal<Option<String>>,
) -> AnyView {
    let session = use_session();
    let remember = RwSignal::new(Persistence::Tab);
    let key = RwSignal::new(String::new());
    let address = RwSignal::new(custom_server_url().unwrap_or_default());
    let address_error = RwSignal::new(false);
    let key_missing = RwSignal::new(false);
    let redirecting = RwSignal::new(false);
    let checking_key = RwSignal::new(false);
    let failure = RwSignal::new(None::<Error>);

    let save_server = move || {
        let typed = address.get_untracked();
        let is_valid = typed.trim().is_empty() || typed.starts_with("https://") || typed.starts_with("http://");
        address_error.set(!is_valid);
        if is_valid {
            set_custom_server_url(&typed);
        }
        is_valid
    };
    let sign_in_with_consent = move |()| {
        if redirecting.get_untracked() || !save_server() {
            return !address_error.get_untracked();
        }
        redirecting.set(true);
        failure.set(None);
        leptos::task::spawn_local(async move {
            let next = next.get_untracked();
            match session.start_sign_in(&server_url(), remember.get_untracked(), next.as_deref()).await {
                Ok(consent_page) => {
                    let _ = window().location().assign(&consent_page);
                }
                Err(error) => {
                    redirecting.try_set(false);
                    failure.try_set(Some(error));
                }
            }
        });
        true
    };
    let sign_in_with_key = move |()| {
        let typed = key.get_untracked();
        key_missing.set(typed.trim().is_empty());
        if checking_key.get_untracked() || key_missing.get_untracked() || !save_server() {
            return !key_missing.get_untracked() && !address_error.get_untracked();
        }
        checking_key.set(true);
        failure.set(None);
        leptos::task::spawn_local(async move {
            let result = session.sign_in_with_key(&server_url(), &typed).await;
            checking_key.try_set(false);
            failure.try_set(result.err());
        });
        true
    };
    let remember_options = REMEMBER_OPTIONS
        .into_iter()
        .map(|(option, name, hint)| {
            view! {
                <label class="radio">
                    <input
                        type="radio"
                        name="stay"
                        prop:checked=move || remember.get() == option
                        on:change=move |_| remember.set(option)
                    />
                    <span>{t(name)}</span>
                    {move || (remember.get() == option).then(|| view! { <small>{t(hint)}</small> })}
                </label>
            }
        })
        .collect_view();
    let key_error = Signal::derive(move || key_missing.get().then(|| texts().common().missing.to_owned()));
    let server_error =
        Signal::derive(move || address_error.get().then(|| texts().sign_in().server_malformed.to_owned()));
    view! {
        {move || failure.get().map(|error| view! { <SignInProblemView error /> })}
        <Form on_submit=sign_in_with_consent>
            <fieldset class="radios">
                <legend class="legend">{t(|t| t.sign_in().stay)}</legend>
                {remember_options}
            </fieldset>
            <Button
                label=t(|t| t.sign_in().with_oauth)
                variant=Variant::Primary
                submit=true
                busy=redirecting
            />
            <p class="muted">
                {move || {
                    let texts = texts().sign_in();
                    if redirecting.get() { texts.redirecting } else { texts.oauth_hint }
                }}
            </p>
        </Form>
        <div class="sign-in-divider">{t(|t| t.sign_in().or)}</div>
        <Form on_submit=sign_in_with_key>
            <TextField
                id="api-key"
                label=t(|t| t.sign_in().api_key)
                value=key
                kind="password"
                hint=t(|t| t.sign_in().api_key_hint)
                error=key_error
            />
            <Button label=t(|t| t.sign_in().with_api_key) submit=true busy=checking_key />
        </Form>
        <details class="disclosure" open=custom_server_url().is_some()>
            <summary>{t(|t| t.sign_in().advanced)}</summary>
            <TextField
                id="server"
                label=t(|t| t.sign_in().server)
                value=address
                optional=true
                kind="url"
                hint=t(|t| t.sign_in().server_hint)
                error=server_error
            />
        </details>
    }
    .into_any()
}

/// The maximum length of a quoted reason, in characters.
const REASON_MAX: usize = 200;

/// The message for a failed sign-in.
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
        Some(problem) => oauth_error(problem)
            .map_or(texts.refused_by_server, |(code, _)| match code {
                "access_denied" => texts.refused_by_person,
                "invalid_grant" => texts.sign_in_too_old,
                "server_error" | "temporarily_unavailable" => texts.server_failed,
                _ => texts.refused_by_server,
            })
            .to_owned(),
        None if error.is_unauthorized() => texts.key_refused.to_owned(),
        None if error.is_connection() => texts.unreachable.to_owned(),
        None if error.is_usage() => texts.key_refused.to_owned(),
        None => error.message(),
    }
}

/// The reason that the server or the library gives, which the message of a failed sign-in does not tell.
fn reason(error: &Error) -> Option<String> {
    let problem = error.sign_in_error()?;
    let reason = match oauth_error(problem) {
        // The codes with a message of their own need no reason.
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
    Some(quotation(&reason, REASON_MAX))
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
pub fn SignInProblemView(error: Error) -> AnyView {
    let reason = reason(&error);
    view! {
        <div class="form-error" role="alert">
            <p>
                <Icon icon=IconName::Warning />
                {move || failure_message(&error, texts())}
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
