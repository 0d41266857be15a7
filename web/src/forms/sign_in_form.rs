use answerdeck_client::oauth::Persistence;
use leptos::ev;
use leptos::prelude::*;

use super::sign_in_actions::{self, KeyProblem};
use crate::locale::{Pick, t, texts};
use crate::reactive::{live_option, live_when};
use crate::server_address::{custom_server_url, is_server_address, set_custom_server_url};
use crate::session::use_session;
use crate::ui::{Button, Form, TextField, Variant, focus_later};

const REMEMBER_OPTIONS: [(Persistence, Pick, Pick); 3] = [
    (Persistence::Device, |t| t.sign_in().stay_device, |t| t.sign_in().stay_device_hint),
    (Persistence::Tab, |t| t.sign_in().stay_tab, |t| t.sign_in().stay_tab_hint),
    (Persistence::Memory, |t| t.sign_in().stay_page, |t| t.sign_in().stay_page_hint),
];

/// The sign-in form. Signing in through the consent page leaves the console; an API key signs in on the page. `next` is the address to
/// open afterwards.
pub fn sign_in_form(next: Signal<Option<String>>) -> AnyView {
    let session = use_session();
    let remember = RwSignal::new(Persistence::default());
    let key = RwSignal::new(String::new());
    let address = RwSignal::new(custom_server_url().unwrap_or_default());
    let address_error = RwSignal::new(false);
    let key_error = RwSignal::new(None::<Pick>);
    let redirecting = RwSignal::new(false);
    let checking_key = RwSignal::new(false);
    let (consent_problem, key_problem) = (RwSignal::new(None::<ViewFn>), RwSignal::new(None::<ViewFn>));
    let is_server_shown = RwSignal::new(custom_server_url().is_some());

    // After Back from the consent page, the browser may restore this page as it was left.
    let restored = window_event_listener(ev::pageshow, move |event| {
        if event.persisted() {
            redirecting.set(false);
        }
    });
    on_cleanup(move || restored.remove());

    // Only what the last attempt says remains.
    let forget = move || {
        consent_problem.set(None);
        key_problem.set(None);
        key_error.set(None);
    };
    let refuse_key = move |error: Pick| _ = key_error.try_set(Some(error));
    let save_server = move || {
        let typed = address.get_untracked();
        let is_valid = typed.trim().is_empty() || is_server_address(typed.trim());
        address_error.set(!is_valid);
        if is_valid {
            set_custom_server_url(&typed);
        } else {
            // The field is outside of both forms, and may be hidden.
            is_server_shown.set(true);
            focus_later("#server");
        }
        is_valid
    };
    let sign_in_with_consent = move |()| {
        forget();
        if redirecting.get_untracked() || !save_server() {
            return !address_error.get_untracked();
        }
        redirecting.set(true);
        leptos::task::spawn_local(async move {
            let actions = sign_in_actions::load().await;
            let found = (actions.with_consent)(session, remember.get_untracked(), next.get_untracked()).await;
            // Without a problem, the consent page replaces this one.
            if found.is_some() {
                redirecting.try_set(false);
                consent_problem.try_set(found);
            }
        });
        true
    };
    let sign_in_with_key = move |()| {
        forget();
        let typed = key.get_untracked();
        let is_missing = typed.trim().is_empty();
        if is_missing {
            refuse_key(|t| t.common().missing);
        }
        if checking_key.get_untracked() || is_missing || !save_server() {
            return !is_missing && !address_error.get_untracked();
        }
        checking_key.set(true);
        leptos::task::spawn_local(async move {
            let actions = sign_in_actions::load().await;
            let found = (actions.with_key)(session, typed).await;
            checking_key.try_set(false);
            match found {
                Some(KeyProblem::Refused) => {
                    refuse_key(|t| t.sign_in().key_refused);
                    focus_later("#api-key");
                }
                Some(KeyProblem::Other(problem)) => _ = key_problem.try_set(Some(problem)),
                None => {}
            }
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
                    {live_when(move || remember.get() == option, move || view! { <small>{t(hint)}</small> })}
                </label>
            }
        })
        .collect_view();
    let key_error = Signal::derive(move || key_error.get().map(|error| error(texts()).to_owned()));
    let server_error =
        Signal::derive(move || address_error.get().then(|| texts().sign_in().server_malformed.to_owned()));
    view! {
        <Form on_submit=sign_in_with_consent>
            <fieldset class="radios">
                <legend class="legend">{t(|t| t.sign_in().stay)}</legend>
                {remember_options}
            </fieldset>
            {live_option(move || Some(consent_problem.get()?.run()))}
            <Button label=t(|t| t.sign_in().title) variant=Variant::Primary submit=true busy=redirecting />
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
            {live_option(move || Some(key_problem.get()?.run()))}
            <Button label=t(|t| t.sign_in().with_api_key) submit=true busy=checking_key />
        </Form>
        <details
            class="disclosure"
            prop:open=is_server_shown
            on:toggle:target=move |event| is_server_shown.set(event.target().open())
        >
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
