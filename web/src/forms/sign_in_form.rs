//! Signing in through the consent page or with an API key.

use answerdeck_client::Error;
use answerdeck_client::oauth::{OAuthErrorCode, Persistence, SignInError};
use leptos::prelude::*;

use crate::locale::{Pick, Texts, t, texts};
use crate::session::{custom_server_url, server_url, set_custom_server_url, use_session};
use crate::ui::{Button, Form, Icon, IconName, TextField, Variant};

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
        <div role="alert">
            {move || {
                failure
                    .get()
                    .map(|failure| {
                        view! {
                            <div class="form-error">
                                <p>{move || failure_message(&failure, texts())}</p>
                            </div>
                        }
                    })
            }}
        </div>
        <Form on_submit=sign_in_with_consent>
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
            <fieldset class="radios">
                <legend class="legend">{t(|t| t.sign_in().stay)}</legend>
                {remember_options}
            </fieldset>
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

/// The message for a failed sign-in.
fn failure_message(error: &Error, texts: Texts) -> String {
    let texts = texts.sign_in();
    match error.sign_in_error() {
        Some(SignInError::Denied { error: OAuthErrorCode::AccessDenied, .. }) => texts.refused_by_person.to_owned(),
        Some(
            SignInError::NotStarted
            | SignInError::StateMismatch
            | SignInError::MissingIssuer
            | SignInError::CallbackIssuerMismatch { .. }
            | SignInError::RepeatedParameter { .. }
            | SignInError::MissingCode,
        ) => texts.callback_mismatch.to_owned(),
        Some(SignInError::StorageBlocked) => texts.storage_blocked.to_owned(),
        Some(problem) => (texts.refused_by_server)(&problem.to_string()),
        None if error.is_unauthorized() => texts.key_refused.to_owned(),
        None if error.is_connection() => texts.unreachable.to_owned(),
        None if error.is_usage() => texts.key_refused.to_owned(),
        None => error.message(),
    }
}

/// Shows why the sign-in failed after the consent page.
#[component]
pub fn SignInProblemView(error: Error) -> AnyView {
    view! {
        <div class="form-error" role="alert">
            <p>
                <Icon icon=IconName::Warning />
                {move || failure_message(&error, texts())}
            </p>
        </div>
    }
    .into_any()
}
