use leptos::prelude::*;

use crate::locale::{Pick, t};
use crate::server_address::server_url;
use crate::ui::CopyButton;

/// What follows the address in a command that lists the tools.
const COMMAND: &str = r#" -H "API-Key: adk_…" -H "Content-Type: application/json" -H "Accept: application/json, text/event-stream" -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'"#;

#[component]
pub fn McpConnection() -> AnyView {
    let address = format!("{}/mcp", server_url());
    let cursor = format!(r#"{{"mcpServers": {{"answerdeck": {{"url": "{address}"}}}}}}"#);
    let command = format!("curl {address}{COMMAND}");
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
                <dd>{t(|t| t.mcp().cursor)} {text_to_copy(|t| t.mcp().copy_configuration, cursor)}</dd>
                <dt>{t(|t| t.mcp().other)}</dt>
                <dd>{t(|t| t.mcp().with_key)} {text_to_copy(|t| t.mcp().copy_command, command)}</dd>
            </dl>
            <p class="muted">{t(|t| t.mcp().public_note)}</p>
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
