//! Signing in: by the consent page, or with an API key.

use answerdeck_client::Error;
use answerdeck_client::oauth::{OAuthErrorCode, Persistence, SignInError};
use leptos::prelude::*;

use super::Form;
use crate::components::{Button, Icon, IconName, TextField, Variant};
use crate::locale::{Pick, Texts, t, texts};
use crate::session::{custom_server_url, server_url, set_custom_server_url, use_session};

const STAYS: [(Persistence, Pick, Pick); 3] = [
    (Persistence::Tab, |t| t.sign_in().stay_tab, |t| t.sign_in().stay_tab_hint),
    (Persistence::Memory, |t| t.sign_in().stay_page, |t| t.sign_in().stay_page_hint),
    (Persistence::Device, |t| t.sign_in().stay_device, |t| t.sign_in().stay_device_hint),
];

/// Signs in. The consent page takes the person away; a key signs in at once.
#[component]
pub fn SignInForm(
    /// Where to return to afterwards.
    #[prop(into)]
    next: Signal<Option<String>>,
) -> AnyView {
    let session = use_session();
    let stay = RwSignal::new(Persistence::Tab);
    let key = RwSignal::new(String::new());
    let address = RwSignal::new(custom_server_url().unwrap_or_default());
    let address_error = RwSignal::new(false);
    let key_missing = RwSignal::new(false);
    let going = RwSignal::new(false);
    let entering = RwSignal::new(false);
    let problem = RwSignal::new(None::<Error>);

    let take_server = move || {
        let typed = address.get_untracked();
        let well_formed = typed.trim().is_empty() || typed.starts_with("https://") || typed.starts_with("http://");
        address_error.set(!well_formed);
        if well_formed {
            set_custom_server_url(&typed);
        }
        well_formed
    };
    let consent = move |()| {
        if going.get_untracked() || !take_server() {
            return !address_error.get_untracked();
        }
        going.set(true);
        problem.set(None);
        leptos::task::spawn_local(async move {
            let next = next.get_untracked();
            match session.start_sign_in(&server_url(), stay.get_untracked(), next.as_deref()).await {
                Ok(consent_page) => {
                    let _ = window().location().assign(&consent_page);
                }
                Err(error) => {
                    going.try_set(false);
                    problem.try_set(Some(error));
                }
            }
        });
        true
    };
    let with_key = move |()| {
        let typed = key.get_untracked();
        key_missing.set(typed.trim().is_empty());
        if entering.get_untracked() || key_missing.get_untracked() || !take_server() {
            return !key_missing.get_untracked() && !address_error.get_untracked();
        }
        entering.set(true);
        problem.set(None);
        leptos::task::spawn_local(async move {
            let result = session.sign_in_with_key(&server_url(), &typed).await;
            entering.try_set(false);
            problem.try_set(result.err());
        });
        true
    };
    let stays = STAYS
        .into_iter()
        .map(|(remember, name, hint)| {
            view! {
                <label class="radio">
                    <input
                        type="radio"
                        name="stay"
                        prop:checked=move || stay.get() == remember
                        on:change=move |_| stay.set(remember)
                    />
                    <span>{t(name)}</span>
                    {move || (stay.get() == remember).then(|| view! { <small>{t(hint)}</small> })}
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
                problem
                    .get()
                    .map(|problem| {
                        view! {
                            <div class="form-error">
                                <p>{move || explain(&problem, texts())}</p>
                            </div>
                        }
                    })
            }}
        </div>
        <Form on_submit=consent>
            <Button
                label=t(|t| t.sign_in().with_oauth)
                variant=Variant::Primary
                submit=true
                busy=going
            />
            <p class="soft">
                {move || {
                    let texts = texts().sign_in();
                    if going.get() { texts.going } else { texts.oauth_explained }
                }}
            </p>
            <fieldset class="radios">
                <legend class="choice-label">{t(|t| t.sign_in().stay)}</legend>
                {stays}
            </fieldset>
        </Form>
        <div class="gate-or">{t(|t| t.sign_in().or)}</div>
        <Form on_submit=with_key>
            <TextField
                id="api-key"
                label=t(|t| t.sign_in().api_key)
                value=key
                kind="password"
                hint=t(|t| t.sign_in().api_key_hint)
                error=key_error
            />
            <Button label=t(|t| t.sign_in().with_api_key) submit=true busy=entering />
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

/// Why signing in stopped, for a person.
pub fn explain(error: &Error, texts: Texts) -> String {
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
        Some(problem) => (texts.other)(&problem.to_string()),
        None if error.is_unauthorized() => texts.key_refused.to_owned(),
        None if error.is_connection() => texts.unreachable.to_owned(),
        None if error.is_usage() => texts.key_refused.to_owned(),
        None => error.message(),
    }
}

/// Something went wrong on the way back from the consent page.
#[component]
pub fn SignInProblemView(error: Error) -> AnyView {
    view! {
        <div class="form-error" role="alert">
            <p>
                <Icon icon=IconName::Warning />
                {move || explain(&error, texts())}
            </p>
        </div>
    }
    .into_any()
}
