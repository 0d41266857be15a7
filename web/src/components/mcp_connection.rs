//! How to connect AI apps to the endpoint for language models, and a test of the connection.

use leptos::prelude::*;

use crate::locale::{Pick, t, t_with};
use crate::mcp_endpoint::{Endpoint, EndpointError, address, connect};
use crate::session::use_session;
use crate::ui::{Button, CopyButton};

/// The configuration of Cursor, before and after the address.
const CURSOR: [&str; 2] = [r#"{"mcpServers": {"answerdeck": {"url": ""#, r#""}}}"#];
/// A command that lists the tools, before and after the address.
const COMMAND: [&str; 2] = [
    "curl ",
    r#" -H "API-Key: adk_…" -H "Content-Type: application/json" -H "Accept: application/json, text/event-stream" -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'"#,
];

/// The section about connecting AI apps.
#[component]
pub fn McpConnection() -> AnyView {
    let address = address();
    let around = |[before, after]: [&str; 2]| format!("{before}{address}{after}");
    let (cursor, command) = (around(CURSOR), around(COMMAND));
    view! {
        <section class="section" aria-labelledby="settings-mcp">
            <h2 id="settings-mcp">{t(|t| t.mcp().title)}</h2>
            <p>{t(|t| t.mcp().description)}</p>
            <dl class="properties settings-clients">
                <dt>{t(|t| t.common().address)}</dt>
                <dd>{text_to_copy(|t| t.mcp().copy_address, address)}</dd>
                <dt>"Claude"</dt>
                <dd>{t(|t| t.mcp().claude)}</dd>
                <dt>"ChatGPT"</dt>
                <dd>{t(|t| t.mcp().chatgpt)}</dd>
                <dt>"Cursor"</dt>
                <dd>
                    {t(|t| t.mcp().cursor)} {text_to_copy(|t| t.mcp().copy_configuration, cursor)}
                </dd>
                <dt>{t(|t| t.mcp().other)}</dt>
                <dd>
                    {t(|t| t.mcp().with_key)} {text_to_copy(|t| t.mcp().copy_command, command)}
                </dd>
            </dl>
            <p class="muted">{t(|t| t.mcp().public_note)}</p>
            {connection_test()}
        </section>
    }
    .into_any()
}

fn text_to_copy(label: Pick, text: String) -> AnyView {
    let copied = text.clone();
    view! {
        <div class="settings-copy">
            <code>{text}</code>
            <CopyButton label=t(label) text=Signal::stored(copied) />
        </div>
    }
    .into_any()
}

fn connection_test() -> AnyView {
    let session = use_session();
    let busy = RwSignal::new(false);
    let result: RwSignal<Option<Result<Endpoint, EndpointError>>> = RwSignal::new(None);
    let test = move |()| {
        let Some(credential) = session.credential_untracked() else { return };
        busy.set(true);
        leptos::task::spawn_local(async move {
            let connected = connect(credential).await;
            // The page may be gone by now.
            result.try_set(Some(connected));
            busy.try_set(false);
        });
    };
    let text = t_with(move |t| {
        let texts = t.mcp();
        result.with(|result| match result {
            None => String::new(),
            Some(Ok(endpoint)) => (texts.connected)(&endpoint.server, endpoint.tools, &endpoint.revision),
            Some(Err(EndpointError::Refused(message))) => (texts.refused)(message),
            Some(Err(EndpointError::Unreachable)) => t.failure().connection.to_owned(),
            Some(Err(EndpointError::SignedOut)) => texts.signed_out.to_owned(),
            Some(Err(EndpointError::Unreadable)) => texts.unreadable.to_owned(),
        })
    });
    view! {
        <div class="settings-test">
            <Button label=t(|t| t.mcp().test) busy=busy on_click=test />
            <p role="status">{text}</p>
        </div>
    }
    .into_any()
}
